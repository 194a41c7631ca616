import { useDisclosure } from '@mantine/hooks'
import { notWhilePresenting } from '../../../shared/domain/presenting.ts'
import type { WhoseDocuments } from '../../../shared/ipc/today.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { lazyDialog } from '../../lib/lazy-part.ts'
import { usePresenting } from '../../lib/presenting.ts'

const MissingList = lazyDialog(
  'The list of missing documents',
  async () => (await import('./MissingList.tsx')).MissingList,
  ({ onClose }) => ({ cancel: onClose }),
)

type Props = {
  of: WhoseDocuments
  /** Why there is nothing to list; null if there is. */
  reason?: string | null
  /** True beside a heading that says what is missing. */
  beside?: boolean
}

/** Opens the list of documents that are possibly missing, to be copied, mailed or saved. */
export function MissingListButton({ of, reason = null, beside = false }: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  const presenting = usePresenting() !== null
  return (
    <>
      <ReasonedButton
        reason={presenting ? notWhilePresenting : reason}
        onClick={open}
        {...(beside ? { variant: 'subtle', size: 'compact-sm' } : {})}
      >
        {beside ? 'Copy or send…' : 'Missing documents…'}
      </ReasonedButton>
      {opened ? <MissingList of={of} onClose={close} /> : null}
    </>
  )
}

import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { notWhilePresenting } from '../../../shared/domain/presenting.ts'
import type { WhoseDocuments } from '../../../shared/ipc/today.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
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
  useCommand('missing.list', reason === null ? open : null)
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

/**
 * The command that lists what is missing where no screen says whose: in my households, or in those of the firm while Steward does not
 * know who I am. A button on the screen takes its place.
 */
export function MissingListCommand() {
  const [opened, { open, close }] = useDisclosure(false)
  const me = useQuery(useApi().places.me.queryOptions({ input: { connectionId: useConnection().id } })).data
  useCommand('missing.list', me === undefined ? null : open)
  return opened && me !== undefined ? <MissingList of={{ owner_id: me.user_id }} onClose={close} /> : null
}

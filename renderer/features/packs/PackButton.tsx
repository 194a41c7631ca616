import { useDisclosure } from '@mantine/hooks'
import { maxPackHouseholds } from '../../../shared/domain/pack.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyDialog } from '../../lib/lazy-part.ts'
import { useForbidden } from '../../lib/policy.ts'
import type { PackHouseholds } from './PackDialog.tsx'

const PackDialog = lazyDialog(
  'The meeting pack',
  async () => (await import('./PackDialog.tsx')).PackDialog,
  ({ onClose }) => ({ cancel: onClose }),
)

/** Opens the dialog for the meeting pack of a household, or of each of several. */
export function PackButton({ ids, title }: PackHouseholds) {
  const [opened, { open, close }] = useDisclosure(false)
  const forbidden = useForbidden('packs.start')
  const reason =
    forbidden ?? (ids.length > maxPackHouseholds ? `At most ${maxPackHouseholds} packs can be made at once.` : null)
  useCommand('household.pack', reason === null ? open : null)
  return (
    <>
      <ReasonedButton reason={reason} onClick={open}>
        {title === undefined ? 'Meeting packs…' : 'Meeting pack…'}
      </ReasonedButton>
      {opened ? <PackDialog ids={ids} {...(title === undefined ? {} : { title })} onClose={close} /> : null}
    </>
  )
}

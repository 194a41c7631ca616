import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { dateBefore } from '../../../shared/domain/days.ts'
import { maxPackHouseholds, usualPackDays, usualPackSections } from '../../../shared/domain/pack.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { useClient, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyDialog } from '../../lib/lazy-part.ts'
import { useForbidden } from '../../lib/policy.ts'
import type { PackHouseholds } from './PackDialog.tsx'

const PackDialog = lazyDialog(
  'The meeting pack',
  async () => (await import('./PackDialog.tsx')).PackDialog,
  ({ onClose }) => ({ cancel: onClose }),
)

/** Saves the pack of a household with the sections of the last one, or else the usual ones; says in a toast that it is made, and where it is. */
function useLastPack(household: string) {
  const client = useClient()
  const connectionId = useConnection().id
  const id = `pack-${household}`
  return useMutation({
    async mutationFn() {
      notifications.show({ id, title: 'Making the meeting pack…', message: '', loading: true, autoClose: false })
      const { sections } = await client.packs.last({ connectionId })
      const options = {
        sections: sections ?? [...usualPackSections],
        since: dateBefore(Date.now(), usualPackDays),
        since_met: true,
      }
      const input = { connectionId, households: [household], options, questions: [] }
      for await (const progress of await client.packs.start(input)) if (progress?.file) return progress.file
      return null
    },
    onSettled: () => notifications.hide(id),
    onSuccess: (file) => (file === null ? undefined : toastFile('Saved as', file)),
  })
}

/** Opens the dialog for the meeting pack of a household, or of each of several. */
export function PackButton({ ids, title }: PackHouseholds) {
  const [opened, { open, close }] = useDisclosure(false)
  const forbidden = useForbidden('packs.start')
  const reason =
    forbidden ?? (ids.length > maxPackHouseholds ? `At most ${maxPackHouseholds} packs can be made at once.` : null)
  useCommand('household.pack', reason === null ? open : null)
  const [only = ''] = ids
  const { mutate, isPending } = useLastPack(only)
  useCommand('household.pack-again', reason === null && title !== undefined && !isPending ? () => mutate() : null)
  return (
    <>
      <ReasonedButton reason={reason} onClick={open}>
        {title === undefined ? 'Meeting packs…' : 'Meeting pack…'}
      </ReasonedButton>
      {opened ? <PackDialog ids={ids} {...(title === undefined ? {} : { title })} onClose={close} /> : null}
    </>
  )
}

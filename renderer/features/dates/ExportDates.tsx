import { Checkbox, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { notWhilePresenting } from '../../../shared/domain/presenting.ts'
import type { ChosenDates } from '../../../shared/ipc/dates.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { SoFar } from '../../components/Unread.tsx'
import { useApi } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { usePresenting } from '../../lib/presenting.ts'

/** The dates that the page lists, and how many these are. */
type Props = { chosen: ChosenDates; total: number }

/** Opens the dialog that saves the listed dates as a file. */
export function ExportDates(props: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  const forbidden = useForbidden('dates.export')
  const presenting = usePresenting() !== null
  return (
    <>
      <ReasonedButton size="xs" reason={presenting ? notWhilePresenting : forbidden} onClick={open}>
        Export…
      </ReasonedButton>
      {opened ? <ExportDialog {...props} onClose={close} /> : null}
    </>
  )
}

/** Asks for the format, and at each export whether the calendar has names. */
function ExportDialog({ chosen, total, onClose }: Props & { onClose: () => void }) {
  const api = useApi()
  const [format, setFormat] = useState<'ics' | 'csv'>('ics')
  const [names, setNames] = useState(false)
  const write = useMutation(
    api.dates.export.mutationOptions({
      // The error is shown in the dialog.
      meta: { shown: true },
      onSuccess({ file }) {
        if (file === null) return
        onClose()
        toastFile('Exported to', file)
      },
    }),
  )
  const as = format === 'ics' ? { format, names } : { format }
  return (
    <FormDialog
      title="Export dates"
      onClose={onClose}
      error={write.error}
      confirm={{ label: 'Save…', isPending: write.isPending, onConfirm: () => write.mutate({ ...chosen, as }) }}
    >
      <p>
        {countOf(total, 'date', 'dates')}, as listed on the page. <SoFar of="individuals" />
      </p>
      <SegmentedControl
        aria-label="Format"
        value={format}
        onChange={(value) => setFormat(value as 'ics' | 'csv')}
        data={[
          { value: 'ics', label: 'Calendar (ICS)' },
          { value: 'csv', label: 'Table (CSV)' },
        ]}
      />
      {format === 'ics' ? (
        <>
          <p className="note">
            A calendar leaves your firm’s walls: calendar programs copy it to phones and to online services, and others
            may see it. Without names, an event is only called by its rule or kind, such as “Estate tax return due”.
          </p>
          <Checkbox
            label="Names in titles"
            description="Adds the names of the record and the household, and the titles that you typed."
            checked={names}
            onChange={({ currentTarget }) => setNames(currentTarget.checked)}
          />
          <p className="note">
            Import a later file into the same calendar, and its events replace those of this one. Dates that are gone by
            then stay in the calendar until you delete them there.
          </p>
        </>
      ) : (
        <p className="note">The table has names, your own titles and your notes.</p>
      )}
    </FormDialog>
  )
}

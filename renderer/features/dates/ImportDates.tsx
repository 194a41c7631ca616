import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { FileChoice, notReadable } from '../../components/FileChoice.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import classes from './dates.module.css'

type Plan = ContractOutputs['dates']['planImport']

/** Imports the user's own dates from a file of links and dates: the same file again changes dates, and never doubles them. */
export function ImportDates() {
  const connectionId = useConnection().id
  const plan = useMutation(useApi().dates.planImport.mutationOptions())
  const [planned, setPlanned] = useState<Plan | null>(null)
  const reason = useForbidden('dates.import')
  const read = async (file: File) => {
    const text = await file.text().catch(() => null)
    if (text === null) notifications.show({ title: 'Not imported', message: notReadable, color: 'red' })
    else plan.mutate({ connectionId, text }, { onSuccess: setPlanned })
  }
  return (
    <>
      {reason === null ? (
        <FileChoice
          size="xs"
          label="File of links and dates"
          accept=".json,application/json"
          onFile={(file) => void read(file)}
        >
          Import…
        </FileChoice>
      ) : (
        <ReasonedButton size="xs" reason={reason} onClick={() => {}}>
          Import…
        </ReasonedButton>
      )}
      {planned === null ? null : <ImportDialog plan={planned} onClose={() => setPlanned(null)} />}
    </>
  )
}

/** The most dates that a list of the dialog names. */
const mostNamed = 20

const wordsOf = ({ title, date }: Plan['dates'][number]['fields']) => `${title}, ${formatCalendarDate(date)}`

type NamedProps = { label: string; lines: readonly { id: string; text: string }[]; about?: string }

/** Names dates of a plan, one below the other; nothing without any. */
function Named({ label, lines, about = `${label}:` }: NamedProps) {
  if (lines.length === 0) return null
  return (
    <div>
      {about}
      <ul className={classes.named} aria-label={label}>
        {lines.slice(0, mostNamed).map(({ id, text }) => (
          <li key={id}>
            <RecordText>{text}</RecordText>
          </li>
        ))}
        {lines.length > mostNamed ? <li className="quiet">and {formatCount(lines.length - mostNamed)} more</li> : null}
      </ul>
    </div>
  )
}

/** Shows what an import does before it does it. */
function ImportDialog({ plan: { household, dates, same, left_out }, onClose }: { plan: Plan; onClose: () => void }) {
  const connectionId = useConnection().id
  const store = useMutation(
    useApi().dates.import.mutationOptions({
      // The error is shown in the dialog.
      meta: { shown: true },
      onSuccess() {
        onClose()
        notifications.show({ title: 'Dates imported', message: countOf(dates.length, 'date', 'dates') })
      },
    }),
  )
  const added = dates.filter(({ was }) => was === null).length
  const changed = dates.flatMap(({ id, fields, was }) => (was === null ? [] : [{ id, fields, was }]))
  return (
    <FormDialog
      title="Import dates"
      onClose={onClose}
      error={store.error}
      confirm={{
        label: dates.length === 0 ? 'Close' : `Import ${countOf(dates.length, 'date', 'dates')}`,
        isPending: store.isPending,
        onConfirm: () => (dates.length === 0 ? onClose() : store.mutate({ connectionId, dates })),
      }}
    >
      <p>
        From {household === '' ? 'a household' : <RecordText>{household}</RecordText>}: {formatCount(added)} new,{' '}
        {formatCount(changed.length)} changed, {formatCount(same)} already here.
      </p>
      <Named
        label="New dates"
        lines={dates.flatMap(({ id, fields, was }) => (was === null ? [{ id, text: wordsOf(fields) }] : []))}
      />
      <Named
        label="Changed dates"
        lines={changed.map(({ id, fields, was }) => ({ id, text: `${wordsOf(was)} → ${wordsOf(fields)}` }))}
      />
      <Named
        label="Dates that are not imported"
        lines={[...new Set(left_out.map(({ title, why }) => `${title}: ${why}`))].map((text) => ({ id: text, text }))}
        about={`Not imported: ${countOf(left_out.length, 'date', 'dates')}.`}
      />
      <p className="note">
        Saved on this computer only. The file’s links, roles and exceptions are not imported, nor where a date was
        found.
      </p>
    </FormDialog>
  )
}

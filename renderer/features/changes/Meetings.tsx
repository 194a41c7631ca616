import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { localToday } from '../../../shared/domain/days.ts'
import type { Meeting } from '../../../shared/ipc/changes.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { useNow } from '../../lib/use-now.ts'
import classes from './changes.module.css'

type Logged = ContractOutputs['changes']['meetings']['meetings'][number]

/** The day of a moment (ISO 8601) on this computer, such as `Nov 21, 2026`. */
export const dayOf = (moment: string) => formatCalendarDate(localToday(new Date(moment)))

/** Logs, changes and removes (null) meetings; each says so in a toast with Undo. */
function useMeetingLog(householdId: string) {
  const input = { connectionId: useConnection().id, household_id: householdId }
  const { mutate, mutateAsync, isPending } = useMutation(useApi().changes.meet.mutationOptions())
  const put = async (id: string, meeting: Meeting | null, text: string) => {
    const { before } = await mutateAsync({ ...input, id, meeting })
    toastUndo(`met-${householdId}`, { text }, () => mutate({ ...input, id, meeting: before }))
  }
  return { put, isPending }
}

/** Logs a meeting of now, without a question. */
export function LogMeeting({ householdId }: { householdId: string }) {
  const { put } = useMeetingLog(householdId)
  const log = () => put(crypto.randomUUID(), { met_at: new Date().toISOString(), note: '' }, 'Meeting noted.')
  if (useForbidden('changes.meet') !== null) return null
  return (
    // A failure is said in a toast.
    <Button variant="default" size="compact-sm" onClick={() => void log().catch(() => {})}>
      Log today’s meeting
    </Button>
  )
}

type DialogProps = { householdId: string; meeting: Logged; onClose: () => void }

function MeetingDialog({ householdId, meeting, onClose }: DialogProps) {
  const { put, isPending } = useMeetingLog(householdId)
  const was = localToday(new Date(meeting.met_at))
  const [date, setDate] = useState(was)
  const [note, setNote] = useState(meeting.note)
  const today = localToday(new Date(useNow()))
  const problem = date === '' ? 'Enter a date.' : date > today ? 'Choose today or an earlier day.' : null
  // Another day has no time of its own.
  const met_at = date === was ? meeting.met_at : new Date(`${date}T12:00:00`).toISOString()
  const run = (next: Meeting | null, text: string) => void put(meeting.id, next, text).then(onClose, () => {})
  return (
    <FormDialog
      title="Edit this meeting"
      onClose={onClose}
      confirm={{
        label: 'Save meeting',
        isPending,
        isDisabled: problem !== null,
        onConfirm: () => run({ met_at, note: note.trim() }, 'Meeting saved.'),
      }}
      beside={
        <Button variant="subtle" color="red" disabled={isPending} onClick={() => run(null, 'Meeting removed.')}>
          Remove meeting
        </Button>
      }
    >
      <p className="note">Saved on this computer only; the service has no place for meetings.</p>
      <TextInput
        label="Date"
        type="date"
        max={today}
        value={date}
        error={problem}
        onChange={({ currentTarget }) => setDate(currentTarget.value)}
      />
      <Textarea
        label="Note"
        rows={5}
        maxLength={4000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}

type LineProps = { meeting: Logged; label?: string; onEdit: (() => void) | null }

function Line({ meeting: { met_at, note }, label, onEdit }: LineProps) {
  return (
    <>
      <span className="note">
        {label} {dayOf(met_at)}
      </span>{' '}
      {onEdit === null ? null : (
        <Button variant="subtle" size="compact-xs" aria-label={`Edit the meeting of ${dayOf(met_at)}`} onClick={onEdit}>
          {note === '' ? 'Add a note' : 'Edit'}
        </Button>
      )}
      {note === '' ? null : (
        <p className={`anywhere ${classes.meetingNote}`}>
          <RecordText>{note}</RecordText>
        </p>
      )}
    </>
  )
}

/** The last meeting with its note, and the earlier ones. */
export function Meetings({ householdId }: { householdId: string }) {
  const api = useApi()
  const input = { connectionId: useConnection().id, household_id: householdId }
  const meetings = useQuery(api.changes.meetings.queryOptions({ input })).data?.meetings ?? []
  const saving = useMutation(
    api.changes.exportMeetings.mutationOptions({
      onSuccess: ({ file }) => (file === null ? undefined : toastFile('Exported to', file)),
    }),
  )
  const canEdit = useForbidden('changes.meet') === null
  const canExport = useForbidden('changes.exportMeetings') === null
  const [edited, setEdited] = useState<Logged | null>(null)
  const [last, ...earlier] = meetings
  if (last === undefined) return null
  const editOf = (meeting: Logged) => (canEdit ? () => setEdited(meeting) : null)
  return (
    <>
      <div>
        <Line meeting={last} label="Last meeting" onEdit={editOf(last)} />
      </div>
      {earlier.length === 0 ? null : (
        <details>
          <summary>{countOf(earlier.length, 'earlier meeting', 'earlier meetings')}</summary>
          <ul className={classes.meetings} aria-label="Earlier meetings">
            {earlier.map((meeting) => (
              <li key={meeting.id}>
                <Line meeting={meeting} onEdit={editOf(meeting)} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {canExport ? (
        <div>
          <Button
            variant="subtle"
            size="compact-xs"
            ml={-7}
            loading={saving.isPending}
            onClick={() => saving.mutate(input)}
          >
            Export meetings…
          </Button>
        </div>
      ) : null}
      {edited === null ? null : (
        <MeetingDialog key={edited.id} householdId={householdId} meeting={edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

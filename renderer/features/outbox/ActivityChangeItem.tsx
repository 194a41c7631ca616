import { ActionIcon } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconClock,
  IconX,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useId, useState } from 'react'
import { type ChangeOutcome, editedIn, leadOf } from '../../../shared/domain/activity.ts'
import { formatMoment, formatTime } from '../../../shared/domain/dates.ts'
import { isLineField } from '../../../shared/domain/merge.ts'
import { type JsonFields, jsonFields } from '../../../shared/domain/operation.ts'
import { sayEvent, sayNote } from '../../../shared/domain/operation-words.ts'
import type { ActivityChange, ActivityEntry } from '../../../shared/ipc/activity.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { isSame } from '../../../shared/lib/json.ts'
import { domainOf } from '../../../shared/service/resource.ts'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { ChangeOf } from '../../components/difference/Difference.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useSave } from '../../components/forms/use-save.ts'
import { openByArrows } from '../../components/line-keys.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import classes from './activity.module.css'
import { type PutBack as Possible, putBackOf } from './put-back.ts'

type Edit = Exclude<Possible, { cannot: string }>
type Named = Pick<ActivityChange, 'record_id' | 'title'>

/**
 * Saves an ordinary edit to the values before. Its base has what this computer wrote last, by this change or a later one, so a value
 * that a colleague has written since is asked about, not overwritten.
 */
function usePutBack({ record_id: id }: Named) {
  const client = useClient()
  const save = useSave()
  const connectionId = useConnection().id
  return useMutation({
    mutationFn: async ({ resource, fields, written }: Edit) => {
      const { record } = await client[domainOf(resource)].get({ connectionId, id })
      const base: JsonFields = { ...jsonFields.parse(JSON.parse(JSON.stringify(record))), ...written }
      // The cast is safe: the main process validates the fields again.
      await save({ action: 'update', resource, record_id: id, fields, base } as Write, 'Put back')
    },
  })
}

/** “Put back” beside a change that the service received and that can be put back. */
function PutBack({ entry, possible }: { entry: Named; possible: Edit }) {
  const readOnly = useReadOnlyReason()
  const { mutate, isPending } = usePutBack(entry)
  const label = `Put back: ${entry.title}`
  return (
    <div>
      <ReasonedButton
        size="compact-xs"
        reason={readOnly}
        aria-label={label}
        loading={isPending}
        onClick={() => mutate(possible)}
      >
        Put back
      </ReasonedButton>
    </div>
  )
}

const drawn = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

const icons: Readonly<Record<ChangeOutcome, typeof IconCheck>> = {
  waiting: IconClock,
  conflict: IconAlertTriangle,
  question: IconAlertTriangle,
  refused: IconAlertTriangle,
  sent: IconCheck,
  'put-back': IconArrowBackUp,
  undone: IconArrowBackUp,
  discarded: IconX,
}

const attention: ReadonlySet<ChangeOutcome> = new Set(['conflict', 'question', 'refused'])

/** The state of a change, or of several. */
export function Outcome({ outcome, said }: Pick<ActivityChange, 'outcome' | 'said'>) {
  const Icon = icons[outcome]
  return (
    <span className="state-tag" data-tone={attention.has(outcome) ? 'attention' : outcome}>
      <Icon {...drawn} />
      {said}
    </span>
  )
}

/** Events that carry values worth showing; the events between them would only repeat these. */
const telling: ReadonlySet<ActivityEntry['event']> = new Set(['saved', 'changed', 'decided', 'done', 'discarded'])

/** The values of the write at the time of the event. */
function Values({ changes }: Pick<ActivityEntry, 'changes'>) {
  if (changes === null) return <Quiet>An earlier version of Steward did not keep the values at this point.</Quiet>
  return <ChangeList changes={changes.filter(({ before, after }) => !isSame(before, after))} most={8} />
}

function Step({ entry, title }: { entry: ActivityEntry; title: string }) {
  const note = sayNote(entry)
  return (
    <li>
      <Moment at={entry.at} />
      <div>
        <span>{sayEvent(entry)}</span>
        {entry.title === title ? null : (
          <Quiet>
            {' '}
            as <RecordText>{entry.title}</RecordText>
          </Quiet>
        )}
        {note === null ? null : (
          <Quiet>
            {' '}
            <RecordText>{note}</RecordText>
          </Quiet>
        )}
        {telling.has(entry.event) ? <Values changes={entry.changes} /> : null}
      </div>
    </li>
  )
}

/** Steps shown at once; the page of a change has all of them. */
const mostSteps = 200

function Steps({ change }: { change: ActivityChange }) {
  const { operation_id, title } = change
  const input = { connectionId: useConnection().id, before: null, limit: mostSteps, operation_id }
  const query = useQuery(useApi().outbox.activity.queryOptions({ input }))
  const back = putBackOf(change)
  return (
    <QueryView query={query} label="steps">
      {({ entries, next }) => (
        <>
          {next === null ? null : <Quiet>Earlier steps are on the page of this change.</Quiet>}
          <ol className={`plain-list ${classes.steps}`} aria-label="Steps">
            {entries
              .toReversed()
              .map((entry, at) => ({ entry, nth: at }))
              .map(({ entry, nth }) => (
                <Step key={nth} entry={entry} title={title} />
              ))}
          </ol>
          {back !== null && 'cannot' in back ? <Quiet>{back.cannot}</Quiet> : null}
        </>
      )}
    </QueryView>
  )
}

/** The old and new value where the sentence has room for them: one field that is not a longer text. */
function OnlyValue({ changes, action }: Pick<ActivityChange, 'changes' | 'action'>) {
  const [only] = changes
  if (action !== 'update' || only === undefined || changes.length > 1 || isLineField(only.field)) return null
  return (
    <>
      : <ChangeOf {...only} />
    </>
  )
}

/** One change: what was changed, from what to what, its latest state, and its steps when they are asked for. */
export const ActivityChangeItem = memo(function ActivityChangeItem({ change }: { change: ActivityChange }) {
  const connectionId = useConnection().id
  const [opened, setOpened] = useState(false)
  const steps = useId()
  const back = putBackOf(change)
  const onKeyDown = openByArrows(setOpened)
  return (
    <li className={classes.change}>
      <div className={classes.line}>
        <time dateTime={change.saved_at} title={formatMoment(change.saved_at)} className="quiet tabular">
          {formatTime(change.saved_at)}
        </time>
        <div className="anywhere">
          {leadOf({ ...change, ...editedIn(change.changes) })}{' '}
          <Link
            to="/c/$connectionId/outbox/$operationId"
            params={{ connectionId, operationId: change.operation_id }}
            className={classes.name}
            data-line
            onKeyDown={onKeyDown}
          >
            <RecordText>{change.title}</RecordText>
          </Link>
          <OnlyValue {...change} />
          {back !== null && 'left' in back && back.left.length > 0 ? (
            <div className="note">
              Put back leaves {back.left.join(', ')}: the service cannot clear{' '}
              {back.left.length === 1 ? 'it' : 'all of them'}.
            </div>
          ) : null}
        </div>
        <div className={`row ${classes.end}`}>
          {back === null || 'cannot' in back ? null : <PutBack entry={change} possible={back} />}
          <Outcome {...change} />
          <ActionIcon
            size={24}
            aria-label={`Steps: ${change.title}`}
            aria-expanded={opened}
            aria-controls={opened ? steps : undefined}
            onClick={() => setOpened(!opened)}
          >
            {opened ? <IconChevronDown {...drawn} /> : <IconChevronRight {...drawn} />}
          </ActionIcon>
        </div>
      </div>
      {opened ? (
        <div id={steps} className={classes.opened}>
          <Steps change={change} />
        </div>
      ) : null}
    </li>
  )
})

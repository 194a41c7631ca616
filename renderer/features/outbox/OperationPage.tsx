import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import type { OperationEvent } from '../../../shared/domain/operation.ts'
import { isOpen } from '../../../shared/domain/operation-rules.ts'
import { changesOf, inWords, sayAction, sayEvent, sayNote } from '../../../shared/domain/operation-words.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { Ago, Moment, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { UploadOf } from '../intake/public.ts'
import { MergeSteps } from './MergeSteps.tsx'
import { OperationActions } from './OperationActions.tsx'
import { FileLine, OperationState, Problem, Waiting } from './OperationState.tsx'
import classes from './outbox.module.css'
import { Question } from './Question.tsx'
import { useAllPaused, useWaitsForTitle } from './use-outbox.ts'

/** The route of the write's record; for a valuation, the route of its entity. */
function placeOf({ resource, record_id, server_id, parent_id, merge, state }: ListedOperation) {
  if (merge && state === 'done') return { to: `/c/$connectionId/${resource}/$id`, id: merge.keep_id }
  if (resource === 'valuations') return { to: '/c/$connectionId/entities/$id', id: parent_id ?? '' }
  return { to: `/c/$connectionId/${resource}/$id`, id: server_id ?? record_id }
}

function About({ operation }: { operation: ListedOperation }) {
  const connectionId = useConnection().id
  const { to, id } = placeOf(operation)
  const gone = operation.state === 'discarded' && operation.action === 'create'
  return (
    <p className={classes.intro}>
      {sayAction(operation)}, saved on this computer <Ago at={operation.saved_at} />.{' '}
      {gone || id === '' ? null : (
        <Link to={to} params={{ connectionId, id }}>
          Open the record
        </Link>
      )}
    </p>
  )
}

/** The events of a write. `shown`: the service's words in its question above, which its last event need not repeat. */
function History({ events, shown }: { events: readonly OperationEvent[]; shown: string | null }) {
  const isRepeated = (nth: number, note: string | null) =>
    nth === events.length - 1 && note !== null && shown !== null && inWords(shown).includes(note)
  const lines = events.map((event, nth) => {
    const note = sayNote(event)
    return { at: event.at, said: sayEvent(event), note: isRepeated(nth, note) ? null : note, key: nth }
  })
  return (
    <Section title="History">
      <ol className={`plain-list ${classes.history}`}>
        {lines.map(({ key, at, said, note }) => (
          <li key={key}>
            <Moment at={at} />
            <span>
              {said}
              {note === null ? null : (
                <Quiet>
                  {' '}
                  <RecordText>{note}</RecordText>
                </Quiet>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function OperationView({ operation, history }: { operation: ListedOperation; history: readonly OperationEvent[] }) {
  const connectionId = useConnection().id
  const allPaused = useAllPaused() === true
  const waitsForTitle = useWaitsForTitle(operation)
  const { navigate, history: visited } = useRouter()
  const toOutbox = () => void navigate({ to: '/c/$connectionId/outbox', params: { connectionId } })
  useCommand('record.close', () => (visited.canGoBack() ? visited.back() : toOutbox()))
  const changes = changesOf(operation)
  const isAsked = isOpen(operation) && (operation.state === 'failed' || operation.question !== null)
  return (
    <Page
      title={operation.title}
      kind="Change"
      crumbs={[{ label: 'Outbox', to: '/c/$connectionId/outbox', params: { connectionId } }]}
      tags={
        <output>
          <OperationState operation={operation} />
          <UploadOf operationId={operation.id} title={operation.title} />
        </output>
      }
      aside={
        <span className={`line ${classes.actions}`}>
          <OperationActions operation={operation} own onDiscarded={toOutbox} />
        </span>
      }
    >
      <About operation={operation} />
      <FileLine operation={operation} />
      <Waiting operation={operation} allPaused={allPaused} waitsForTitle={waitsForTitle} />
      {operation.remark ? (
        <p className={classes.remarked}>
          <RecordText>{operation.remark}</RecordText>
        </p>
      ) : null}
      {operation.problem && operation.state === 'uncertain' && !isAsked ? (
        <Problem problem={operation.problem} />
      ) : null}
      {operation.merge ? <MergeSteps operation={operation} merge={operation.merge} /> : null}
      {isAsked ? <Question operation={operation} /> : null}
      {changes.length > 0 && operation.state !== 'failed' && operation.question?.kind !== 'fields' ? (
        <Section title={operation.action === 'create' ? 'Values' : 'Changes'}>
          <ChangeList changes={changes} />
        </Section>
      ) : null}
      <History
        events={history}
        shown={isAsked && operation.problem ? `${operation.problem.message} ${operation.problem.detail ?? ''}` : null}
      />
    </Page>
  )
}

/** One write: its open question, its changes and its history. */
export function OperationPage() {
  const { operationId = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const query = useQuery(useApi().outbox.get.queryOptions({ input: { connectionId, id: operationId } }))
  return (
    <QueryView query={query} label="change">
      {({ operation, history }) => <OperationView key={operation.id} operation={operation} history={history} />}
    </QueryView>
  )
}

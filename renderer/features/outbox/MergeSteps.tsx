import { countOf } from '../../../shared/domain/counts.ts'
import type { Operation, OperationMerge } from '../../../shared/domain/operation.ts'
import { isOpen } from '../../../shared/domain/operation-rules.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './outbox.module.css'

type StepState = OperationMerge['fields' | 'deletion'] | OperationMerge['documents'][number]['state']

const stepStates: Record<StepState, string> = {
  none: 'None',
  waiting: 'Waiting',
  sent: 'Sent, not seen in the service yet',
  done: 'Done',
  moved: 'Moved',
  left: 'Not moved: a colleague gave it to someone else or deleted it',
  elsewhere: 'A colleague deleted it',
}

type Standing = Pick<Operation, 'state' | 'problem'>

/** A step's state in a few words: the one that was sent is the one that was refused, and those that wait in a merge that ended were not done. */
function sayStep(state: StepState, operation: Standing, isRefused = false): string {
  if (state === 'waiting' && !isOpen(operation)) return 'Not done'
  if (state === 'waiting' && isRefused) return 'Refused by the service'
  if (state !== 'sent') return stepStates[state]
  if (operation.state === 'discarded') return 'Sent, never seen in the service'
  if (operation.state !== 'failed') return stepStates.sent
  return operation.problem?.code === 'outbox/not-kept' ? 'Not kept by the service' : 'Refused by the service'
}

/** The records that the last list of the service showed in the household that is to be deleted. */
function sayLeft({ question, merge, state }: ListedOperation): string {
  const left = question?.kind === 'records-left' ? question.candidates.length : (merge?.left?.length ?? 0)
  if (left > 0) return countOf(left, 'record is left', 'records are left')
  if (state === 'done') return 'Nothing is left'
  return isOpen({ state }) ? 'Checked right before the deletion' : 'Not done'
}

/** The steps of a merge in their order, with what a read of the service showed of each. */
export function MergeSteps({ operation, merge }: { operation: ListedOperation; merge: OperationMerge }) {
  const { keep_id, keep_title, fields, documents, deletion } = merge
  const resource = operation.resource === 'households' ? 'households' : 'individuals'
  // Only the deletion waits again after a refusal.
  const isDeletionRefused =
    operation.state === 'failed' && fields !== 'sent' && documents.every(({ state }) => state !== 'sent')
  return (
    <Section title="Steps">
      <ol className={`plain-list ${classes.history}`} aria-label="Steps of the merge">
        {fields === 'none' ? null : (
          <li>
            <Quiet>{sayStep(fields, operation)}</Quiet>
            <span>
              Chosen fields to <RecordLink resource={resource} id={keep_id} name={keep_title} />
            </span>
          </li>
        )}
        {documents.map((one) => (
          <li key={one.id}>
            <Quiet>{sayStep(one.state, operation)}</Quiet>
            <span>
              Document <RecordLink resource="documents" id={one.id} name={one.title} />
            </span>
          </li>
        ))}
        {resource === 'households' ? (
          <li>
            <Quiet>{sayLeft(operation)}</Quiet>
            <span>No person, entity or document in the other household</span>
          </li>
        ) : null}
        <li>
          <Quiet>{sayStep(deletion, operation, isDeletionRefused)}</Quiet>
          <span>
            Delete the other record of <RecordText>{operation.title}</RecordText>, and move what is stored on this
            computer
          </span>
        </li>
      </ol>
    </Section>
  )
}

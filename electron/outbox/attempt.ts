import { AppError } from '../../shared/domain/app-error.ts'
import type {
  JsonFields,
  Operation,
  OperationEvent,
  OperationProblem,
  OperationQuestion,
} from '../../shared/domain/operation.ts'
import { own } from '../../shared/lib/json.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import type { Clock } from '../platform/clock.ts'
import { assertCurrent } from '../service/check-answer.ts'
import type { Body } from '../service/service-client.ts'
import type { WriteService } from '../service/write-service.ts'
import { parseRecord, type Verdict } from './classify.ts'
import { type Change, mergeCommits, type OutboxCommit, transition } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'
import type { OutboxFiles } from './outbox.ts'
import { type Backoff, backoffMs, unsettledSibling } from './ready.ts'
import type { Uploads } from './uploads.ts'

/** The parts of a running outbox that sending an operation uses. */
export type Engine = {
  readonly operations: OpenOperations
  service: WriteService
  files: OutboxFiles
  uploads: Uploads
  clock: Clock
  backoff: Backoff
  /** Aborts when answers are no longer waited for. */
  signal: AbortSignal
  newId(): string
  /** The number of a new operation. */
  nextSeq(): number
  /** An event with the current time. */
  event(event: OperationEvent['event'], note: string): OperationEvent
  /** True if sending is allowed now. */
  maySend(): boolean
  /**
   * Plans a step from the operation's current state and commits it, one step at a time; a plan of null changes nothing.
   * @returns the operation afterwards, open or not; null if nothing was planned
   */
  change(id: string, plan: (operation: Operation) => OutboxCommit | null): Promise<Operation | null>
  /** Commits a step that depends on no open operation. */
  commit(step: OutboxCommit): Promise<void>
}

/**
 * Records that an operation is being sent, before its first byte is sent. Returns null, and nothing may be sent, if the operation
 * changed since the sending was prepared.
 */
export function markSending(
  engine: Engine,
  operation: Operation,
  change: Change,
  first: OutboxCommit = mergeCommits([]),
): Promise<Operation | null> {
  return engine.change(operation.id, (current) => {
    if (current !== operation || !engine.maySend()) return null
    // The user asked for a new look at a sibling while this one was being prepared.
    if (current.action === 'create' && unsettledSibling(current, engine.operations)) return null
    const attempts = operation.attempts + 1
    const event = engine.event('sent', attempts === 1 ? 'Sent.' : `Sent, attempt ${attempts}.`)
    const marked: Change = {
      ...change,
      state: 'sending',
      sent_at: event.at,
      attempts,
      problem: null,
      not_before: null,
      grace_until: null,
    }
    return mergeCommits([first, transition(operation, marked, event)])
  })
}

/** Asks the user a question, unless the operation changed in the meantime. */
export function ask(
  engine: Engine,
  operation: Operation,
  question: Partial<OperationQuestion> & Pick<OperationQuestion, 'kind'>,
  change: Change = {},
  more: Pick<OutboxCommit, 'records'> = {},
): Promise<Operation | null> {
  const whole = { candidates: [], fields: [], theirs: null, ...question }
  const isConflict = ['fields', 'deleted-elsewhere', 'changed-elsewhere'].includes(question.kind)
  const state = isConflict ? 'conflict' : operation.state
  engine.backoff.forget(operation.id)
  return engine.change(operation.id, (current) =>
    // A queued operation may have been edited since, which makes it another object. One in any other state cannot be edited: only its state counts.
    (operation.state === 'queued' ? current !== operation : current.state !== operation.state)
      ? null
      : transition(
          current,
          { state, question: whole, ...change },
          engine.event('asked', questionNotes[question.kind]),
          more,
        ),
  )
}

const questionNotes: Record<OperationQuestion['kind'], string> = {
  'already-exists': 'The service already has a similar record.',
  'several-matches': 'The answer was lost, and it is not clear which record in the service it is, if any.',
  'not-found': 'The answer was lost, and no such record was found.',
  'cannot-tell': 'The answer was lost, and the service cannot show whether it was received.',
  fields: 'A colleague changed the same fields.',
  'deleted-elsewhere': 'The record was deleted in the service.',
  'changed-elsewhere': 'The record in the service is not the version that was deleted here.',
  'other-latest': 'The entity has another latest valuation than the one that was reviewed.',
  refused: 'The service refused it.',
}

/**
 * Handles a verdict whose consequence is the same for every action; resolves to false for a verdict that the action handles
 * itself.
 */
export async function settleCommon(engine: Engine, { id }: Operation, verdict: Verdict): Promise<boolean> {
  const { backoff, clock } = engine
  switch (verdict.kind) {
    case 'again': {
      const waitMs = verdict.unreached ? null : (verdict.waitMs ?? backoffMs(1, clock.random()))
      if (waitMs === null) backoff.unreached()
      else backoff.rest(waitMs)
      if (waitMs === null) backoff.failed(id)
      const not_before = waitMs === null ? null : new Date(clock.now() + waitMs).toISOString()
      await engine.change(id, (current) =>
        transition(
          current,
          { state: 'queued', problem: verdict.problem, not_before },
          engine.event('not-sent', verdict.problem.message),
        ),
      )
      return true
    }
    case 'refused':
      await refuse(engine, id, verdict.problem)
      return true
    case 'uncertain':
    case 'refused-perhaps-there':
      if (verdict.kind === 'uncertain') backoff.nextRound(id)
      else backoff.lastRound(id)
      await engine.change(id, (current) =>
        transition(
          current,
          { state: 'uncertain', problem: verdict.problem },
          engine.event(verdict.kind === 'uncertain' ? 'lost' : 'refused', verdict.problem.message),
        ),
      )
      return true
    default:
      return false
  }
}

export const refusedQuestion: OperationQuestion = { kind: 'refused', candidates: [], fields: [], theirs: null }

/** The service refused it: the user edits it, tries again or discards it. */
export async function refuse(engine: Engine, id: string, problem: OperationProblem): Promise<void> {
  engine.backoff.forget(id)
  const note = problem.detail ? `${problem.message} ${problem.detail}` : problem.message
  await engine.change(id, (current) =>
    transition(current, { state: 'failed', problem, question: refusedQuestion }, engine.event('refused', note)),
  )
}

/** The service's current copy of a record. */
export type Fresh = { record: JsonFields; bytes: Body['bytes'] }

/** `askedAt`: when the request was sent, by `clock.elapsed`; the copy is from then or later. */
type ReadFresh = Fresh & { askedAt: number }

/** A "not found" for a record that is younger than this, ms, may come from a copy of the service that does not have it yet. */
const newMs = 15 * 60_000

/**
 * Reads a record from the service; null when it does not exist or is deleted.
 *
 * @param known - the record as it was known here, if "not found" is to be believed only of one that was not just created
 * @throws AppError `service/…`, `auth/…`
 */
export async function readFresh(
  engine: Engine,
  { resource, id, known = null }: { resource: ListedResource; id: string; known?: JsonFields | null },
): Promise<ReadFresh | null> {
  let askedAt = engine.clock.elapsed()
  const onAsked = () => {
    askedAt = engine.clock.elapsed()
  }
  const body = await engine.service.getRecord({ resource, id, signal: engine.signal, onAsked })
  if (body === null) {
    const age = engine.clock.now() - Date.parse(String(own(known ?? {}, 'created_at')))
    if (Math.abs(age) > newMs || Number.isNaN(age)) return null
    throw new AppError('service/not-found', {
      message: 'The service does not show this record yet, which was created a moment ago.',
      nextStep: 'Nothing is needed: Steward asks again.',
    })
  }
  assertCurrent(body)
  const record = parseRecord(body.bytes)
  if (record === null) {
    throw new AppError('service/bad-page', {
      message: 'The record has an unexpected form.',
      nextStep: "Try again; if it keeps happening, contact your service's support.",
    })
  }
  return record.deleted_at ? null : { record, bytes: body.bytes, askedAt }
}

import { AppError, type AppErrorCode, toAppError } from '../../shared/domain/app-error.ts'
import type {
  JsonFields,
  Operation,
  OperationEvent,
  OperationProblem,
  OperationQuestion,
} from '../../shared/domain/operation.ts'
import { own } from '../../shared/lib/json.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import type { OutboxCommit } from '../data/ledger/operations.ts'
import { OversizedRecord, parseBody } from '../data/mirror/scan-json.ts'
import { errorTextOf } from '../http/error-text.ts'
import type { Clock } from '../platform/clock.ts'
import { assertCurrent } from '../service/check-answer.ts'
import type { Body } from '../service/service-client.ts'
import type { WriteOutcome, WriteService } from '../service/write-service.ts'
import { type Change, isFields, mergeCommits, type OpenOperations, transition } from './operations.ts'
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
  more: Pick<OutboxCommit, 'records' | 'gone'> = {},
): Promise<Operation | null> {
  const whole = { candidates: [], fields: [], theirs: null, ...question }
  const state = conflicts.has(question.kind) ? 'conflict' : operation.state
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

/** The questions that another user’s change in the service causes, or one that is still to be made there. */
const conflicts: ReadonlySet<OperationQuestion['kind']> = new Set([
  'fields',
  'deleted-elsewhere',
  'changed-elsewhere',
  'new-documents',
  'kept-deleted',
  'records-left',
])

const questionNotes: Record<OperationQuestion['kind'], string> = {
  'already-exists': 'The service already has a similar record.',
  'several-matches': 'The answer was lost, and it is not clear which record in the service it is, if any.',
  'not-found': 'The answer was lost, and no such record was found.',
  'cannot-tell': 'The answer was lost, and the service cannot show whether it was received.',
  fields: 'A colleague changed the same fields.',
  'deleted-elsewhere': 'The record was deleted in the service.',
  'changed-elsewhere': 'The record in the service is not the version that was deleted here.',
  'other-latest': 'The entity has another latest valuation than the one that was reviewed.',
  'other-entity': 'Its entity was archived, moved to another household or deleted since it was reviewed.',
  refused: 'The service refused it.',
  'new-documents': 'The person to be deleted has documents that were not there before.',
  'kept-deleted': 'The record that is kept was deleted in the service.',
  'records-left': 'The household to be deleted still has records.',
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
export async function refuse(
  engine: Engine,
  id: string,
  problem: OperationProblem,
  known: Partial<Operation> = {},
): Promise<void> {
  engine.backoff.forget(id)
  const note = problem.detail ? `${problem.message} ${problem.detail}` : problem.message
  await engine.change(id, (current) =>
    transition(
      current,
      { ...known, state: 'failed', problem, question: refusedQuestion },
      engine.event('refused', note),
    ),
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

/**
 * The meaning of an attempt's outcome:
 * - `accepted`: the service has it; `record` is its answer
 * - `again`: certainly nothing was done; to be tried again, after `waitMs` if the service named a wait
 * - `gone`: the record does not exist (any more)
 * - `refused`: the user has to change it; `named` are the fields that the service objects to, as far as it names them
 * - `refused-perhaps-there`: refused, but perhaps because an earlier attempt had arrived
 * - `uncertain`: it may or may not have been done
 */
export type Verdict =
  | { kind: 'accepted'; record: JsonFields; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'again'; problem: OperationProblem; waitMs: number | null; unreached: boolean }
  | { kind: 'gone' }
  | { kind: 'refused'; problem: OperationProblem; named: readonly string[] }
  | { kind: 'refused-perhaps-there' | 'uncertain'; problem: OperationProblem }

/** Classifies the outcome of one attempt. */
export function classify(operation: Operation, outcome: WriteOutcome): Verdict {
  if (outcome.kind !== 'answered') {
    const error = toAppError(outcome.error)
    const problem = problemOfError(error)
    if (outcome.kind === 'lost') return { kind: 'uncertain', problem }
    // The service had asked for a pause, so no request was sent.
    const isPaused = error.code === 'service/rate-limited'
    return { kind: 'again', problem, waitMs: isPaused ? (error.retryAfterMs ?? null) : null, unreached: !isPaused }
  }
  const { status, bytes } = outcome
  if (status >= 200 && status < 300) return classifySuccess(operation, outcome)
  const problem = problemOfAnswer(status, bytes)
  if (status === 401) return { kind: 'again', problem, waitMs: null, unreached: true }
  if (status === 429) return { kind: 'again', problem, waitMs: outcome.retryAfterMs, unreached: false }
  if (status < 400 || status >= 500 || status === 408) return { kind: 'uncertain', problem }
  if ((status === 404 || status === 410) && operation.action !== 'create') return { kind: 'gone' }
  return mayBeThere(operation, status)
    ? { kind: 'refused-perhaps-there', problem }
    : { kind: 'refused', problem, named: namedFieldsOf(bytes) }
}

function classifySuccess(
  operation: Operation,
  { status, bytes }: { status: number; bytes: Uint8Array<ArrayBuffer> },
): Verdict {
  const record = parseRecord(bytes)
  // The answer to a deletion is not documented; a read afterwards checks whether it was done.
  if (operation.action === 'delete') return { kind: 'accepted', record: record ?? {}, bytes }
  const isRight = record !== null && (operation.action === 'create' || record.id === operation.record_id)
  return isRight ? { kind: 'accepted', record, bytes } : { kind: 'uncertain', problem: problemOfAnswer(status, bytes) }
}

/** A unique identifier is refused the second time: the first record with it may be ours. */
function mayBeThere({ action, fields }: Operation, status: number): boolean {
  const isUnique = typeof fields.external_id === 'string' && fields.external_id !== ''
  return action === 'create' && isUnique && (status === 409 || status === 400 || status === 422)
}

/** Parses a record; null for anything without an id, and for what is too large to be a record. */
export function parseRecord(bytes: Uint8Array): JsonFields | null {
  try {
    const { value } = parseBody(bytes)
    if (value instanceof OversizedRecord) return null
    return isFields(value) && typeof value.id === 'string' && value.id !== '' ? value : null
  } catch {
    return null
  }
}

/**
 * The operation's record of why an attempt failed. Screens quote `detail` as the service's own words, so the detail of an error
 * without an answer is left out.
 */
export function problemOfError({ code, message, nextStep, detail = '' }: AppError): OperationProblem {
  const [, status, said] = /^HTTP (\d{3})(?:: (.+))?$/s.exec(detail) ?? []
  return { code, message, nextStep, status: status === undefined ? null : Number(status), detail: said ?? null }
}

/** The problem in an answer that was not accepted; the service's own message goes into `detail`. */
function problemOfAnswer(status: number, bytes: Uint8Array): OperationProblem {
  const { code, message, nextStep } = sentences.find(({ matches }) => matches(status)) ?? failed
  return { code, message, nextStep, status, detail: detailOf(bytes) }
}

/** The service's message and its errors of single fields, without repeating a text. */
function detailOf(bytes: Uint8Array): string | null {
  const whole = errorTextOf(bytes)
  const fields = fieldErrorsOf(bytes)
  if (whole === null || fields.some((line) => line.endsWith(`: ${whole}`))) return fields.join('; ') || null
  return [whole, fields.join('; ')].join(' ').trim()
}

type Sentence = { code: AppErrorCode; matches: (status: number) => boolean; message: string; nextStep: string }

const failed: Sentence = {
  code: 'service/failed',
  matches: () => true,
  message: 'The service failed to answer.',
  nextStep: 'No action needed. Steward will check whether the change was received.',
}

const sentences: readonly Sentence[] = [
  {
    code: 'service/not-json',
    matches: (status) => status >= 200 && status < 300,
    message: 'The answer of the service could not be read.',
    nextStep: 'No action needed. Steward will check whether the change was received.',
  },
  {
    code: 'service/redirected',
    matches: (status) => status >= 300 && status < 400,
    message: 'The service tried to send Steward to another address, which it does not follow.',
    nextStep: 'Check the address of the service in the connection.',
  },
  {
    code: 'service/unauthorized',
    matches: (status) => status === 401,
    message: 'The service rejects the sign-in for this change.',
    nextStep:
      'Sign in again. The change is kept, and sent then; if it keeps happening, ask your firm’s administrator for access.',
  },
  {
    code: 'service/forbidden',
    matches: (status) => status === 403,
    message: 'You may not make this change.',
    nextStep: 'Ask your firm’s administrator for access, then retry, or discard the change.',
  },
  {
    code: 'service/not-found',
    matches: (status) => status === 404 || status === 410,
    message: 'The service does not have the record that this belongs to.',
    nextStep: 'Check whether a colleague deleted it, then retry or discard the change.',
  },
  {
    code: 'service/timed-out',
    matches: (status) => status === 408,
    message: 'The service stopped answering.',
    nextStep: 'No action needed. Steward will check whether the change was received.',
  },
  {
    code: 'service/rate-limited',
    matches: (status) => status === 429,
    message: 'The service asks for fewer requests.',
    nextStep: 'No action needed. The change is sent when the service allows it.',
  },
  {
    code: 'service/refused',
    matches: (status) => status >= 400 && status < 500,
    message: 'The service refused this change.',
    nextStep: 'Correct the change and send it again, or discard it.',
  },
]

const maximumDepth = 4
const most = 10

const nameFields = ['field', 'path', 'param', 'parameter', 'loc', 'pointer', 'name'] as const
const textFields = ['message', 'detail', 'msg', 'reason', 'description', 'error'] as const

type Found = { field: string; message: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** `items[0].state`, `/items/0/state` and `["items",0,"state"]` all become `items.0.state`; null if the value names no field. */
function pathOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value.join('.') : typeof value === 'string' ? value : ''
  const path = text
    .replace(/\[(\w+)\]/g, '.$1')
    .replace(/^[#/.]+/, '')
    .replaceAll('/', '.')
    .replace(/^body\./, '')
  return /^[A-Za-z]\w{0,63}(\.\w{1,64}){0,5}$/.test(path) ? path : null
}

/** Made safe to show, like every text of a service. */
const cleaned = (text: unknown): string | null =>
  typeof text === 'string' ? errorTextOf(new TextEncoder().encode(JSON.stringify(text))) : null

function asFound(value: Record<string, unknown>): Found | null {
  const field = nameFields.map((name) => pathOf(value[name])).find((path) => path !== null)
  const message = textFields.map((name) => cleaned(value[name])).find((text) => text !== null)
  return field && message ? { field, message: message.replaceAll(';', ',') } : null
}

function collect(value: unknown, depth: number, found: Found[]): void {
  if (depth > maximumDepth || !isObject(value) || found.length >= most) return
  const one = Array.isArray(value) ? null : asFound(value)
  if (one) found.push(one)
  else for (const inside of Object.values(value).slice(0, 50)) collect(inside, depth + 1, found)
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes.subarray(0, 64 * 1024)))
  } catch {
    return null
  }
}

/**
 * Extracts errors of single fields from a refusal with any JSON structure, since the error format is not documented: `email: is
 * taken`.
 */
const fieldErrorsOf = (bytes: Uint8Array): string[] =>
  errorsByField(bytes).map(({ field, message }) => `${field}: ${message}`)

/** The paths of the fields that a refusal names. */
const namedFieldsOf = (bytes: Uint8Array): string[] => errorsByField(bytes).map(({ field }) => field)

function errorsByField(bytes: Uint8Array): Found[] {
  const found: Found[] = []
  collect(parsed(bytes), 0, found)
  return found.slice(0, most)
}

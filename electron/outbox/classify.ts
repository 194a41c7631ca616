import { toAppError } from '../../shared/domain/app-error.ts'
import type { JsonFields, Operation, OperationProblem } from '../../shared/domain/operation.ts'
import { OversizedRecord, parseBody } from '../data/mirror/scan-json.ts'
import type { WriteOutcome } from '../service/write-service.ts'
import { namedFieldsOf, problemOfAnswer, problemOfError } from './problems.ts'
import { isFields } from './titles.ts'

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

import type { JsonFields, Operation, OperationFile } from '../../shared/domain/operation.ts'
import type { Clock } from '../platform/clock.ts'
import { assertCurrent } from '../service/check-answer.ts'
import { ask } from './attempt.ts'
import { backoffMs } from './backoff.ts'
import { parseRecord } from './classify.ts'
import { startOver, transition } from './commits.ts'
import type { EngineParts } from './engine-parts.ts'
import type { Candidate, Sweep } from './reconcile.ts'
import { isFields } from './titles.ts'

/**
 * Every record at the service that a new record could be. For a valuation this is only the latest of its entity, the one that the
 * service shows.
 * @throws AppError `service/…`, `auth/…`
 */
export async function findCandidates({ service, clock, signal }: EngineParts, operation: Operation): Promise<Search> {
  const { resource, fields, parent_id } = operation
  if (resource === 'valuations') {
    const body = await service.getValuation({ entityId: parent_id ?? '', signal })
    if (body.bytes === null) return { records: [], ...timesOf(null, clock) }
    assertCurrent(body)
    const record = parseRecord(body.bytes)
    return { records: record ? [record] : [], ...timesOf(body.serverTime, clock) }
  }
  const listed = resource === 'individuals' || resource === 'documents' ? resource : 'households'
  const query: Record<string, string> = {}
  if (listed === 'documents') Object.assign(query, { household_id: parent_id ?? '', type: String(fields.type) })
  else if (listed === 'individuals') query.household_id = parent_id ?? ''
  else if (typeof fields.external_id === 'string') query.external_id = fields.external_id
  const { records, serverTime } = await service.listAll({ resource: listed, query, signal })
  const whole = records.filter((record): record is JsonFields => isFields(record))
  return { records: whole, ...timesOf(serverTime, clock) }
}

/** `serviceTime`: the service's clock now, ISO 8601, counted on from its answer; null if it did not tell. */
export type Search = Sweep & { serviceTime: () => string | null }

function timesOf(serverTime: number | null, clock: Clock): Pick<Search, 'clockOffset' | 'serviceTime'> {
  if (serverTime === null) return { clockOffset: 0, serviceTime: () => null }
  const read = clock.elapsed()
  return {
    clockOffset: serverTime - clock.now(),
    serviceTime: () => new Date(serverTime + clock.elapsed() - read).toISOString(),
  }
}

/** After this many interrupted attempts, a file is sent again only if the user decides so. */
const mostAttempts = 8

/**
 * Of the documents that could be the one whose answer was lost, returns those with exactly its bytes; each is downloaded to
 * compare. If none has them, returns those whose file could not be downloaded, which may or may not be the one.
 * @throws AppError `service/…`, `auth/…`
 */
export async function withSameFile(
  parts: EngineParts,
  { sha256 }: OperationFile,
  matches: readonly Candidate[],
): Promise<Candidate[]> {
  const same: Candidate[] = []
  const unknown: Candidate[] = []
  for (const match of matches) {
    const digest = await parts.service.digestOf(String(match.record.id), parts.signal)
    if (digest === sha256) same.push(match)
    else if (digest === null) unknown.push({ ...match, isWhole: false })
  }
  return same.length > 0 ? same : unknown
}

/**
 * The last bytes of the form were never sent and no such document exists: that attempt cannot succeed any more, so the file is
 * sent again from its start.
 */
export async function beginFileAgain(parts: EngineParts, operation: Operation): Promise<void> {
  const { holds, clock } = parts
  const { id, attempts } = operation
  if (attempts >= mostAttempts) {
    await ask(parts, operation, { kind: 'not-found' })
    return
  }
  holds.forget(id)
  const not_before = new Date(clock.now() + backoffMs(attempts, clock.random())).toISOString()
  const event = parts.event('not-sent', 'Interrupted before the whole file was sent; it starts again.')
  await parts.change(id, (current) =>
    current.state === 'uncertain' ? transition(current, { ...startOver, not_before }, event) : null,
  )
}

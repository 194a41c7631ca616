import PQueue from 'p-queue'
import { toAppError } from '../../shared/domain/app-error.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { PageCounts } from '../data/sweep/apply-sweep.ts'
import { type Clock, isSince } from '../platform/clock.ts'
import { forEachConcurrent } from '../platform/concurrency.ts'
import { assertCurrent } from '../service/check-answer.ts'
import type { NoBody, ServiceClient } from '../service/service-client.ts'
import { createTolerance, endsRun, type RunParts, type Tolerance, withRefusal } from './run.ts'

/** Entities read from the store at once. */
const chunk = 500

/** "Not found" answers that are concluded together, after one proof that the service itself gave them. */
const mostUnproved = 100

/** An entity for which the service answered without a valuation, and the status of that answer. */
export type NotValued = { entityId: string } & Pick<NoBody, 'status' | 'ageMs'>

type Unproved = { answers: NotValued[] }

/**
 * Reads the latest valuation of every entity that was not checked since `valuationsSince`: changed ones first, then never
 * checked, then the others; within each group pinned households first, then the least recently checked. A refusal is counted, and
 * the valuation is read again in the next run.
 *
 * @param between - called between chunks, since this may take hours
 * @throws AppError when every other request would fail as well
 */
export async function sweepValuations(parts: RunParts, between: () => Promise<void>): Promise<void> {
  const { store, progress, clock } = parts
  /** The valuations of this request for all of them that were read: if the user asks again during the run, all are read once more. */
  const asked = new Map<string, number>()
  const tolerance = createTolerance()
  const unproved: Unproved = { answers: [] }
  let done = 0
  let limit = chunk
  progress.setResource('valuations', { state: 'running' })
  for (;;) {
    const { notCheckedSince, notRefusedSince, request } = parts.valuationsDue()
    const { ids, total } = await store.entitiesToValue({ limit, notCheckedSince, notRefusedSince })
    const fresh = ids.filter((id) => asked.get(id) !== request)
    // All of them were read in this run, and count as due because the clock was changed since: others may be behind them.
    if (fresh.length === 0 && ids.length === limit) {
      limit += chunk
      continue
    }
    progress.setResource('valuations', { expected: done + total })
    const whole = done + total
    progress.set({ valuationsProgress: { done, total: whole } })
    if (fresh.length === 0) break
    await forEachConcurrent(fresh, parts, async (entityId) => {
      asked.set(entityId, request)
      await askOne(parts, { tolerance, unproved }, entityId)
      done += 1
      progress.set({ valuationsProgress: { done, total: Math.max(done, whole) } })
    })
    await concludeNone(parts, unproved.answers.splice(0), (counts) => countOne(parts, counts))
    await tellAges(parts)
    await between()
  }
  await parts.beforeComplete()
  await store.completeValuations()
  progress.setResource('valuations', { state: 'complete', lastCompleteAt: new Date(clock.now()).toISOString() })
}

type Concluding = {
  service: Pick<ServiceClient, 'getValuation' | 'prove'>
  store: Pick<ConnectionStore, 'applyValuation' | 'refuseValuation' | 'valuedEntities'>
  signal: AbortSignal
}

/**
 * Concludes "no valuation" from answers that say so, once the service has proved that it gave them: it answers as itself, and with the
 * valuation of an entity that has one. A valuation that is stored stays in any case: the service has no way to delete one. Without the
 * proof they count as not answered; where no valuation is stored at all, nothing contradicts the answers.
 * @throws AppError the reason why the service does not answer as itself
 */
export async function concludeNone(
  { service, store, signal }: Concluding,
  answers: readonly NotValued[],
  onEach: (counts: Pick<PageCounts, 'written' | 'setAside'>) => void = () => {},
): Promise<void> {
  if (answers.length === 0) return
  const refuseAll = async () => {
    for (const answer of answers) await store.refuseValuation(answer)
  }
  try {
    await service.prove('entities', signal)
    if (!(await givesValuations({ service, store, signal }, answers))) {
      await refuseAll()
      for (const _ of answers) onEach({ written: 0, setAside: 0 })
      return
    }
  } catch (thrown) {
    await refuseAll()
    throw thrown
  }
  for (const answer of answers) onEach(await store.applyValuation({ ...answer, bytes: null }))
}

/** The facts that are stored of an answer without a valuation. */
export const noneOf = ({ status, ageMs }: NoBody): Pick<NoBody, 'status' | 'ageMs'> => ({ status, ageMs })

/** Whether the service gives a valuation for one of a few entities that have one here; true if no entity has. */
async function givesValuations(
  { service, store, signal }: Concluding,
  answers: readonly NotValued[],
): Promise<boolean> {
  const known = await store.valuedEntities({ except: answers.map(({ entityId }) => entityId) })
  for (const entityId of known) {
    try {
      const body = await service.getValuation({ entityId, signal })
      if (body.bytes === null) continue
      assertCurrent(body)
      await store.applyValuation({ entityId, bytes: body.bytes, ageMs: body.ageMs })
      return true
    } catch (thrown) {
      signal.throwIfAborted()
      if (endsRun(toAppError(thrown))) throw thrown
    }
  }
  return known.length === 0
}

/** Adds the age of the valuations and the number of refusals to the status. */
export async function tellAges({ store, progress }: Pick<RunParts, 'store' | 'progress'>): Promise<void> {
  const { checkedFrom, neverChecked, refused } = await store.valuationAges()
  progress.set({ valuationsCheckedFrom: checkedFrom, valuationsNeverChecked: neverChecked })
  progress.setResource('valuations', { refused })
}

function countOne({ progress }: Pick<RunParts, 'progress'>, counts: Pick<PageCounts, 'written' | 'setAside'>): void {
  const { received, written, setAside } = progress.of('valuations')
  progress.setResource('valuations', {
    received: received + 1,
    written: written + counts.written,
    setAside: setAside + counts.setAside,
  })
}

/** Reads one valuation; a refusal is recorded and counted. */
async function askOne(
  parts: RunParts,
  { tolerance, unproved }: { tolerance: Tolerance; unproved: Unproved },
  entityId: string,
): Promise<void> {
  const { service, store, progress, signal } = parts
  try {
    const body = await service.getValuation({ entityId, signal, background: true })
    tolerance.answered()
    if (body.bytes === null) unproved.answers.push({ entityId, ...noneOf(body) })
    else countOne(parts, await store.applyValuation({ entityId, bytes: body.bytes, ageMs: body.ageMs }))
  } catch (thrown) {
    signal.throwIfAborted()
    const status = tolerance.refused(thrown)
    await store.refuseValuation({ entityId, status })
    progress.setResource('valuations', { refused: withRefusal(progress.of('valuations').refused, status) })
    countOne(parts, { written: 0, setAside: status === 0 ? 1 : 0 })
  }
  if (unproved.answers.length >= mostUnproved)
    await concludeNone(parts, unproved.answers.splice(0), (counts) => countOne(parts, counts))
}

/** A valuation that was checked this recently (ms) is not read again when a household is opened. */
const justNowMs = 60_000

type Parts = {
  service: Pick<ServiceClient, 'getValuation' | 'prove'>
  store: Pick<ConnectionStore, 'read' | 'applyValuation' | 'refuseValuation' | 'valuedEntities' | 'flush'>
  clock: Clock
  signal: AbortSignal
  concurrency: number
}

/**
 * Reads the latest valuations of a household's entities, ahead of every run.
 * @returns how many were requested, and how many of them the service refused
 * @throws AppError `service/…`, `auth/…`, `cache/…`
 */
export async function refreshHousehold(
  { service, store, clock, signal, concurrency }: Parts,
  householdId: string,
): Promise<{ asked: number; refused: number }> {
  if (isLocalId(householdId)) return { asked: 0, refused: 0 }
  const { valuations } = await store.read('travel.needs', { household_id: householdId })
  const now = clock.now()
  const due = valuations.filter(({ checked_at }) => !isSince(checked_at, now - justNowMs, now))
  const tolerance = createTolerance()
  const queue = new PQueue({ concurrency })
  const none: NotValued[] = []
  let refused = 0
  const ask = async (entityId: string) => {
    try {
      const body = await service.getValuation({ entityId, signal })
      tolerance.answered()
      if (body.bytes === null) none.push({ entityId, ...noneOf(body) })
      else await store.applyValuation({ entityId, bytes: body.bytes, ageMs: body.ageMs })
    } catch (thrown) {
      const status = tolerance.refused(thrown)
      await store.refuseValuation({ entityId, status })
      refused += 1
    }
  }
  try {
    await Promise.all(due.map(({ entity_id }) => queue.add(() => ask(entity_id))))
    await concludeNone({ service, store, signal }, none)
  } finally {
    queue.clear()
    await store.flush()
  }
  return { asked: due.length, refused }
}

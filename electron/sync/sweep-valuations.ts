import PQueue from 'p-queue'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { Clock } from '../platform/clock.ts'
import { forEachConcurrent } from '../platform/concurrency.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { RunParts } from './run-parts.ts'
import { createTolerance, type Tolerance, withRefusal } from './tolerance.ts'

/** Entities read from the store at once. */
const chunk = 500

/**
 * Reads the latest valuation of every entity that was not checked since `valuationsSince`: changed ones first, then never
 * checked, then the others; within each group pinned households first, then the least recently checked. A refusal is counted, and
 * the valuation is read again in a later run.
 *
 * @param between - called between chunks, since this may take hours
 * @throws AppError when every other request would fail as well
 */
export async function sweepValuations(parts: RunParts, between: () => Promise<void>): Promise<void> {
  const { store, progress, clock } = parts
  /** When each entity was read in this run: if the user asks again during the run, all are read once more. */
  const asked = new Map<string, number>()
  const tolerance = createTolerance()
  let done = 0
  progress.setResource('valuations', { state: 'running' })
  for (;;) {
    const since = parts.valuationsSince()
    const { ids, total } = await store.entitiesToValue({ limit: chunk, notCheckedSince: new Date(since).toISOString() })
    const fresh = ids.filter((id) => (asked.get(id) ?? Number.NEGATIVE_INFINITY) < since)
    progress.setResource('valuations', { expected: done + total })
    const whole = done + total
    progress.set({ valuationsProgress: { done, total: whole } })
    if (fresh.length === 0) break
    await forEachConcurrent(fresh, parts, async (entityId) => {
      asked.set(entityId, clock.now())
      await askOne(parts, tolerance, entityId)
      done += 1
      progress.set({ valuationsProgress: { done, total: Math.max(done, whole) } })
    })
    await tellAges(parts)
    await between()
  }
  await parts.beforeComplete()
  await store.completeValuations()
  progress.setResource('valuations', { state: 'complete', lastCompleteAt: new Date(clock.now()).toISOString() })
}

/** Adds the age of the valuations and the number of refusals to the status. */
export async function tellAges({ store, progress }: Pick<RunParts, 'store' | 'progress'>): Promise<void> {
  const { checkedFrom, neverChecked, refused } = await store.valuationAges()
  progress.set({ valuationsCheckedFrom: checkedFrom, valuationsNeverChecked: neverChecked })
  progress.setResource('valuations', { refused })
}

/** Reads one valuation; a refusal is recorded and counted. */
async function askOne(parts: RunParts, tolerance: Tolerance, entityId: string): Promise<void> {
  const { service, store, progress, signal } = parts
  const count = (counts: { written: number; setAside: number }) => {
    const { received, written, setAside } = progress.of('valuations')
    progress.setResource('valuations', {
      received: received + 1,
      written: written + counts.written,
      setAside: setAside + counts.setAside,
    })
  }
  try {
    const body = await service.getValuation({ entityId, signal, background: true })
    count(await store.applyValuation({ entityId, bytes: body?.bytes ?? null }))
    tolerance.answered()
  } catch (thrown) {
    signal.throwIfAborted()
    const status = tolerance.refused(thrown)
    await store.refuseValuation({ entityId, status })
    progress.setResource('valuations', { refused: withRefusal(progress.of('valuations').refused, status) })
    count({ written: 0, setAside: status === 0 ? 1 : 0 })
  }
}

/** A valuation that was checked this recently (ms) is not read again when a household is opened. */
const justNowMs = 60_000

type Parts = {
  service: Pick<ServiceClient, 'getValuation'>
  store: Pick<ConnectionStore, 'read' | 'applyValuation' | 'refuseValuation' | 'flush'>
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
  const before = new Date(clock.now() - justNowMs).toISOString()
  const due = valuations.filter(({ checked_at }) => checked_at === null || checked_at < before)
  const tolerance = createTolerance()
  const queue = new PQueue({ concurrency })
  let refused = 0
  const ask = async (entityId: string) => {
    try {
      const body = await service.getValuation({ entityId, signal })
      await store.applyValuation({ entityId, bytes: body?.bytes ?? null })
      tolerance.answered()
    } catch (thrown) {
      const status = tolerance.refused(thrown)
      await store.refuseValuation({ entityId, status })
      refused += 1
    }
  }
  try {
    await Promise.all(due.map(({ entity_id }) => queue.add(() => ask(entity_id))))
  } finally {
    queue.clear()
    await store.flush()
  }
  return { asked: due.length, refused }
}

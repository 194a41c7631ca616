import PQueue from 'p-queue'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { createTolerance } from './tolerance.ts'

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

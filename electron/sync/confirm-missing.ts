import PQueue from 'p-queue'
import type { ListedResource } from '../../shared/service/resource.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { createTolerance } from './tolerance.ts'

type Parts = {
  service: Pick<ServiceClient, 'getRecord'>
  store: Pick<ConnectionStore, 'applyRecord' | 'removeRecords'>
  signal: AbortSignal
  /** Requests in flight at once. */
  concurrency: number
}

/**
 * Asks by id for each record that a complete sweep did not bring. Only what the service then calls gone is removed; what
 * it still has is kept and refreshed; what it refuses, or cannot be asked, stays, unconfirmed.
 * @returns the HTTP statuses of what was refused
 * @throws AppError when every other request would fail as well; what was called gone before is removed all the same
 */
export async function confirmMissing(
  parts: Parts,
  resource: ListedResource,
  ids: readonly string[],
): Promise<number[]> {
  const { service, store, signal, concurrency } = parts
  const queue = new PQueue({ concurrency })
  const tolerance = createTolerance()
  const gone: string[] = []
  const refused: number[] = []
  let end: { thrown: unknown } | null = null
  const ask = async (id: string) => {
    if (end !== null || signal.aborted) return
    try {
      const body = await service.getRecord({ resource, id, signal, background: true })
      tolerance.answered()
      if (body === null) gone.push(id)
      else await store.applyRecord(resource, body.bytes)
    } catch (thrown) {
      try {
        refused.push(tolerance.refused(thrown))
      } catch (fatal) {
        end ??= { thrown: fatal }
      }
    }
  }
  await Promise.all(ids.map((id) => queue.add(() => ask(id))))
  if (gone.length > 0) await store.removeRecords(resource, gone)
  signal.throwIfAborted()
  if (end !== null) throw (end as { thrown: unknown }).thrown
  return refused
}

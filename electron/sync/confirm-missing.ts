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
 * Reads by id each record that a complete sweep did not deliver. Only a record that the service reports as gone is removed; one
 * that exists is kept and refreshed; one that the service refuses or that could not be read stays, marked unconfirmed.
 * @returns the HTTP statuses of the refusals
 * @throws AppError when every other request would fail as well; records reported as gone before that are still removed
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

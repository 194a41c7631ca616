import PQueue from 'p-queue'
import type { ListedResource } from '../../shared/service/resource.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { ServiceClient } from '../service/service-client.ts'

type Parts = {
  service: Pick<ServiceClient, 'getRecord'>
  store: Pick<ConnectionStore, 'applyRecord' | 'removeRecords'>
  signal: AbortSignal
  /** Requests in flight at once. */
  concurrency: number
}

/**
 * Asks by id for each record that a complete sweep did not bring. Only what the service then calls gone is removed; what
 * it still has is kept and refreshed; what cannot be asked stays, unconfirmed.
 */
export async function confirmMissing(parts: Parts, resource: ListedResource, ids: readonly string[]): Promise<void> {
  const { service, store, signal, concurrency } = parts
  const queue = new PQueue({ concurrency })
  const gone: string[] = []
  const ask = async (id: string) => {
    signal.throwIfAborted()
    const body = await service.getRecord({ resource, id, signal })
    if (body === null) gone.push(id)
    else await store.applyRecord(resource, body.bytes)
  }
  const answers = await Promise.allSettled(ids.map((id) => queue.add(() => ask(id))))
  if (gone.length > 0) await store.removeRecords(resource, gone)
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed) throw failed.reason
}

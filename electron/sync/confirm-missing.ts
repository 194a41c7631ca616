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

/** Records of one list that vanish at once: more are only removed when the next run finds them gone as well. */
const mostAtOnce = 20

export type Missing = {
  ids: readonly string[]
  /** Those of an earlier run that were gone and held. */
  heldBefore: ReadonlySet<string>
}

export type Confirmed = {
  /** The HTTP statuses of the refusals. */
  refused: number[]
  /** Gone, but so many at once that they stay, marked unconfirmed, until the next run says the same. */
  held: string[]
  /** The number of those that the service returned by id although its list left them out. */
  answered: number
}

/**
 * Reads by id each record that a complete sweep did not deliver. Only a record that the service reports as gone is removed; one
 * that exists is kept and refreshed; one that the service refuses or that could not be read stays, marked unconfirmed.
 * @throws AppError when every other request would fail as well; records reported as gone before that are still removed
 */
export async function confirmMissing(
  parts: Parts,
  resource: ListedResource,
  { ids, heldBefore }: Missing,
): Promise<Confirmed> {
  const { service, store, signal, concurrency } = parts
  const queue = new PQueue({ concurrency })
  const tolerance = createTolerance()
  const gone: string[] = []
  const refused: number[] = []
  let answered = 0
  let end: { thrown: unknown } | null = null
  const ask = async (id: string) => {
    if (end !== null || signal.aborted) return
    try {
      const body = await service.getRecord({ resource, id, signal, background: true })
      tolerance.answered()
      if (body === null) gone.push(id)
      else {
        answered += 1
        await store.applyRecord(resource, body.bytes, body.ageMs)
      }
    } catch (thrown) {
      try {
        refused.push(tolerance.refused(thrown))
      } catch (fatal) {
        end ??= { thrown: fatal }
      }
    }
  }
  await Promise.all(ids.map((id) => queue.add(() => ask(id))))
  const removed = gone.length > mostAtOnce ? gone.filter((id) => heldBefore.has(id)) : gone
  if (removed.length > 0) await store.removeRecords(resource, removed)
  signal.throwIfAborted()
  if (end !== null) throw (end as { thrown: unknown }).thrown
  const isRemoved = new Set(removed)
  return { refused, held: gone.filter((id) => !isRemoved.has(id)), answered }
}

import type { AppEvent } from '../../shared/ipc/events.ts'
import { listedResources } from '../../shared/service/resource.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import type { Fetcher } from '../documents/fetch-files.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createThrottle } from '../platform/concurrency.ts'
import type { SyncEngine } from '../sync/sync-engine.ts'
import { createTravel, type Travel, type TravelOptions } from '../travel/travel.ts'

/** Least time between two events about pinned households, in ms: files may arrive many times a second. */
const restMs = 400
/** How soon after a download the budget is checked, in ms. */
const trimAfterMs = 1_000

type Options = Pick<TravelOptions, 'store' | 'service' | 'isSignedIn'> & {
  connectionId: string
  files: Pick<ConnectionFiles, 'held'>
  fetcher: Pick<Fetcher, 'fetch'>
  sync: Pick<SyncEngine, 'onStatus'>
  publish: (event: AppEvent) => void
  clock?: Clock
}

/** {@link Travel}, and a callback for when the set of downloaded files changed. */
export type OpenTravel = Travel & { heldChanged(): void }

/** Pinned households of an open connection: publishes events to the windows, and starts a check after every complete sweep. */
export function openTravel(options: Options): OpenTravel {
  const { connectionId, store, service, files, fetcher, sync, publish, clock = systemClock, isSignedIn } = options
  const tellPins = createThrottle(restMs, () => publish({ type: 'files', connectionId, what: 'pins' }))
  const travel = createTravel({
    store,
    service,
    clock,
    isSignedIn,
    onChange: tellPins.request,
    files: {
      fetch: async (id, asked) => void (await fetcher.fetch({ kind: 'document', id }, { ...asked, refresh: false })),
      read: (file) => files.held.read(file),
      remove: (file) => files.held.remove(file),
    },
  })
  const trimming = createThrottle(trimAfterMs, () => void travel.trim().catch(() => {}))
  const offStatus = sync.onStatus(onceSwept(travel.swept))
  return {
    ...travel,
    heldChanged() {
      trimming.request()
      tellPins.request()
    },
    async close() {
      offStatus()
      tellPins.end()
      trimming.end()
      await travel.close()
    },
  }
}

/** Calls back once per run in which every list was compared to its end; valuations may take hours longer. */
function onceSwept(swept: () => void): Parameters<SyncEngine['onStatus']>[0] {
  let told: string | null = null
  return ({ startedAt, resources }) => {
    if (startedAt === null || startedAt === told) return
    const states = new Map(resources.map(({ resource, state }) => [resource, state]))
    if (listedResources.some((resource) => states.get(resource) !== 'complete')) return
    told = startedAt
    swept()
  }
}

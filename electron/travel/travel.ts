import type { AppError } from '../../shared/domain/app-error.ts'
import { createThrottle } from '../../shared/lib/calls.ts'
import { listedResources } from '../../shared/service/resource.ts'
import type { KeptPin } from '../data/ledger/pins.ts'
import type { HeldFiles } from '../documents/connection-files.ts'
import type { Fetcher } from '../documents/fetch-files.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { nextRunIn } from '../sync/schedule.ts'
import type { SyncEngine } from '../sync/sync-engine.ts'
import {
  checkHousehold,
  hourly,
  isUnreached,
  type Occasion,
  occasions,
  stoppedByPerson,
  type Thoroughness,
  together,
} from './check-household.ts'
import { type PinnedStatus, type PinStatus, readPinned, readPinStatus } from './pin-status.ts'
import { createFileEvictor } from './plan-files.ts'
import type { TravelParts } from './travel-parts.ts'
import { emptyCheckResult } from './travel-parts.ts'

/** Keeps pinned households available offline: their records, valuations, files and summaries. */
export type Travel = {
  list(): Promise<PinStatus>
  get(householdId: string): Promise<PinnedStatus>
  /** Pins a household and begins to fetch it; one that was unpinned a moment ago keeps its previous status. */
  pin(householdId: string): Promise<void>
  unpin(householdId: string): Promise<void>
  /** Checks a household against the service again; null checks all pinned households. Returns at once. */
  check(householdId: string | null): Promise<void>
  stop(): void
  setBudget(bytes: number): Promise<void>
  /** Files were downloaded or removed: soon evicts what exceeds the budget. */
  heldChanged(): void
  /** Settles when no check is running. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Least time between two reports about pinned households, in ms: files may arrive many times a second. */
const restMs = 400
/** How soon after a download the budget is checked, in ms. */
const trimAfterMs = 1_000

type Options = Omit<TravelParts, 'files' | 'clock'> & {
  held: Pick<HeldFiles, 'read' | 'remove'>
  fetcher: Pick<Fetcher, 'fetch'>
  sync: Pick<SyncEngine, 'onStatus'>
  isSignedIn: () => Promise<boolean>
  /** Called a few times a second at most when the status of pinned households may have changed. */
  onChange: () => void
  /** Called when the user has pinned or unpinned a household, or set the space. */
  onChosen: () => void
  clock?: Clock
}

type Waiting = Thoroughness & { byPerson: boolean }

/** {@link Travel} of an open connection; runs a check by itself once an hour, and after every complete sweep. */
export function createTravel(options: Options): Travel {
  const { store, service, held, fetcher, clock = systemClock, isSignedIn, onChosen } = options
  const parts: TravelParts = {
    ...{ store, service, clock },
    files: {
      fetch: async (id, asked) => void (await fetcher.fetch({ kind: 'document', id }, { ...asked, refresh: false })),
      read: (file) => held.read(file),
      remove: (file) => held.remove(file),
    },
  }
  const evictor = createFileEvictor(parts)
  const telling = createThrottle(restMs, options.onChange)
  const onChange = telling.request
  const trimming = createThrottle(trimAfterMs, () => void evictor.trim().catch(() => {}))
  const closing = new AbortController()
  const waiting = new Map<string, Waiting>()
  const unpinned = new Map<string, KeptPin>()
  let current: { householdId: string; abort: AbortController } | null = null
  let working: Promise<void> | null = null
  let pause: AbortController | null = null
  let unreached = 0
  let reachable = true

  const offReachability = service.onReachability((state) => {
    reachable = state === 'online'
    if (reachable) pause?.abort()
  })

  const isBusy = (householdId: string) =>
    current?.householdId === householdId || (pause === null && working !== null && waiting.has(householdId))

  const next = (): [string, Waiting] | undefined => {
    const entries = [...waiting]
    return entries.find(([, { byPerson }]) => byPerson) ?? entries[0]
  }

  const put = (householdId: string, occasion: Occasion) => {
    const before = waiting.get(householdId)
    const wanted = before ? together(before, occasions[occasion]) : occasions[occasion]
    const byPerson = occasion === 'request' || occasion === 'pin' || before?.byPerson === true
    waiting.set(householdId, { ...wanted, byPerson })
  }

  /** Checks one household; queues it again if the service could not be reached. */
  const lookAt = async (householdId: string, thoroughness: Waiting) => {
    waiting.delete(householdId)
    const abort = new AbortController()
    current = { householdId, abort }
    onChange()
    const signal = AbortSignal.any([abort.signal, closing.signal])
    const check = { ...thoroughness, householdId, signal, onStep: onChange }
    const problem = await checkHousehold(parts, evictor, check).catch((thrown: unknown) => thrown as AppError)
    current = null
    const again = !signal.aborted && problem !== null && isUnreached(problem)
    unreached = again ? unreached + 1 : 0
    // Later retries are automatic, no longer the user's request.
    if (again && !waiting.has(householdId)) waiting.set(householdId, { ...thoroughness, byPerson: false })
  }

  const rest = async () => {
    pause = new AbortController()
    onChange()
    const until = AbortSignal.any([pause.signal, closing.signal])
    await clock.sleep(nextRunIn({ failures: unreached }, clock.random()), until).catch(() => {})
    pause = null
  }

  const work = async () => {
    for (let one = next(); one !== undefined && !closing.signal.aborted; one = next()) {
      if (!(await isSignedIn())) {
        waiting.clear()
        break
      }
      await lookAt(...one)
      // A check that the user has just requested is tried at once, even if others could not reach the service.
      if (unreached > 0 && next()?.[1].byPerson !== true) await rest()
    }
  }

  const begin = () => {
    if (closing.signal.aborted) return
    working ??= work()
      .catch(() => {})
      .finally(() => {
        working = null
        onChange()
        // A check may have been queued while the last one was ending.
        if (waiting.size > 0) begin()
      })
  }

  const putAll = async (occasion: Occasion) => {
    const { pins } = await store.read('travel.pins', {})
    for (const { household_id } of pins) put(household_id, occasion)
    if (pins.length > 0) begin()
  }

  /** Automatic checks send nothing while the service cannot be reached: the queued ones retry from time to time. */
  const byItself = (occasion: Occasion) => {
    if (reachable) void putAll(occasion).catch(() => {})
  }

  const everyHour = async () => {
    while (!closing.signal.aborted) {
      await clock.sleep(hourly(clock.random()), closing.signal)
      byItself('hour')
    }
  }
  everyHour().catch(() => {})
  const offStatus = options.sync.onStatus(
    onceSwept(() => {
      byItself('sweep')
      // Also removes the files of documents that the service has deleted.
      void evictor.trim().catch(() => {})
    }),
  )

  return {
    list: () => readPinStatus({ store, isBusy }),
    get: (householdId) => readPinned({ store, isBusy }, householdId),
    async pin(householdId) {
      const fresh = { checked_at: null, json: JSON.stringify(emptyCheckResult) }
      const before = unpinned.get(householdId)
      const pinned_at = new Date(clock.now()).toISOString()
      await store.writeLedger('travel.pin', before ?? { household_id: householdId, pinned_at, ...fresh })
      unpinned.delete(householdId)
      unreached = 0
      put(householdId, 'pin')
      pause?.abort()
      begin()
      onChange()
      onChosen()
    },
    async unpin(householdId) {
      waiting.delete(householdId)
      if (current?.householdId === householdId) current.abort.abort()
      const { pin } = await store.read('travel.pin', { household_id: householdId })
      if (pin === null) return
      unpinned.set(householdId, pin)
      await store.writeLedger('travel.unpin', { household_id: householdId })
      onChange()
      onChosen()
      await evictor.trim()
    },
    async check(householdId) {
      unreached = 0
      if (householdId === null) await putAll('request')
      else put(householdId, 'request')
      pause?.abort()
      begin()
      onChange()
    },
    stop() {
      waiting.clear()
      current?.abort.abort(stoppedByPerson)
      pause?.abort()
      onChange()
    },
    async setBudget(bytes) {
      await store.writeLedger('travel.setBudget', { bytes })
      await evictor.trim()
      onChange()
      onChosen()
      if (reachable) await putAll('sweep')
    },
    heldChanged() {
      trimming.request()
      onChange()
    },
    async idle() {
      while (working) await working
    },
    async close() {
      closing.abort()
      offReachability()
      offStatus()
      telling.end()
      trimming.end()
      await working
    },
  }
}

/** Calls back once per run in which every list was compared to its end; valuations may take hours longer. */
function onceSwept(swept: () => void): Parameters<SyncEngine['onStatus']>[0] {
  let lastRun: string | null = null
  return ({ startedAt, resources }) => {
    if (startedAt === null || startedAt === lastRun) return
    const states = new Map(resources.map(({ resource, state }) => [resource, state]))
    if (listedResources.some((resource) => states.get(resource) !== 'complete')) return
    lastRun = startedAt
    swept()
  }
}

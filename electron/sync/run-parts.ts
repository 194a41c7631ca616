import type { ListedResource } from '../../shared/service/resource.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { Progress } from './progress.ts'

/** Valuations last checked, or last refused, before these times (ISO 8601) are read. `request` changes when the user asks for all. */
export type ValuationsDue = { notCheckedSince: string; notRefusedSince: string; request: number }

/** Dependencies and settings of one run. */
export type RunParts = {
  store: ConnectionStore
  service: ServiceClient
  progress: Progress
  clock: Clock
  signal: AbortSignal
  /** Requests by id in flight at once: lookups of missing records, and valuations. */
  concurrency: number
  /** Lists walked at once. */
  parallel: number
  /** True if valuations follow the lists. */
  valuations: boolean
  /** Which valuations are read now; all of them once the user asks for that. */
  valuationsDue: () => ValuationsDue
  /** Records that an earlier run found gone, too many at once to be removed by it; what this run notes is for the next. */
  heldBefore: Map<ListedResource, Promise<ReadonlySet<string>>>
  /** Runs when every valuation was read, before they count as read: what it adds is there when the screens say so. */
  beforeComplete: () => Promise<void>
}

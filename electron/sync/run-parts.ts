import type { ConnectionStore } from '../data/connection-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { Progress } from './progress.ts'

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
  /** Valuations last checked before this time (ms since the epoch) are read; raised when the user asks for all of them. */
  valuationsSince: () => number
  /** Runs when every valuation was read, before they count as read: what it adds is there when the screens say so. */
  beforeComplete: () => Promise<void>
}

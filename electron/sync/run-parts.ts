import type { ConnectionStore } from '../data/connection-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { Progress } from './progress.ts'

/** All that one run needs. */
export type RunParts = {
  store: ConnectionStore
  service: ServiceClient
  progress: Progress
  clock: Clock
  signal: AbortSignal
  /** Requests by id in flight at once: lookups of missing records, and valuations. */
  concurrency: number
  /** Listed resources walked at once. */
  parallel: number
  /** Whether valuations follow the lists. */
  valuations: boolean
  /** A valuation that was last asked for before this is asked for, ms since the epoch; raised when a person asks for all. */
  valuationsSince: () => number
}

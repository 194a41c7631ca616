import type { ConnectionStore } from '../data/connection-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** What is asked of the store. */
export type TravelStore = Pick<
  ConnectionStore,
  'read' | 'keep' | 'applyRecord' | 'applyListed' | 'removeRecords' | 'applyValuation' | 'flush'
>

export type TravelService = Pick<ServiceClient, 'listPage' | 'getRecord' | 'getValuation' | 'onReachability'>

type HeldFile = { kind: 'document' | 'summary'; id: string }

/** The downloaded files, and the way to get more. */
export type TravelFiles = {
  /**
   * Brings a document's file here unless the one at hand is still right. Bytes; `total` is null while the service has not
   * said. Rejects with `service/…`, `auth/…`, `files/…`.
   */
  fetch(
    documentId: string,
    options: { signal: AbortSignal; onProgress(received: number, total: number | null): void },
  ): Promise<void>
  /** Throws `files/not-held`, `files/damaged`. */
  read(file: HeldFile): AsyncIterable<Uint8Array>
  remove(file: HeldFile): Promise<void>
}

/** All that checking a pinned household needs. */
export type TravelParts = { store: TravelStore; service: TravelService; files: TravelFiles; clock: Clock }

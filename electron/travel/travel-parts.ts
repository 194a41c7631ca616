import type { ConnectionStore } from '../data/connection-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** The part of the store that is used here. */
export type TravelStore = Pick<
  ConnectionStore,
  | 'read'
  | 'keep'
  | 'applyRecord'
  | 'applyListed'
  | 'removeRecords'
  | 'applyValuation'
  | 'refuseValuation'
  | 'valuedEntities'
  | 'flush'
>

export type TravelService = Pick<ServiceClient, 'listPage' | 'getRecord' | 'getValuation' | 'prove' | 'onReachability'>

type HeldFile = { kind: 'document' | 'summary'; id: string }

/** The downloaded files, and the function that downloads more. */
export type TravelFiles = {
  /**
   * Downloads a document's file unless the held one is up to date. Sizes are in bytes; `total` is null while the service has not
   * reported it. Rejects with `service/…`, `auth/…`, `files/…`.
   */
  fetch(
    documentId: string,
    options: { signal: AbortSignal; onProgress(received: number, total: number | null): void },
  ): Promise<void>
  /** Throws `files/not-held`, `files/damaged`. */
  read(file: HeldFile): AsyncIterable<Uint8Array>
  remove(file: HeldFile): Promise<void>
}

/** All dependencies of checking a pinned household. */
export type TravelParts = { store: TravelStore; service: TravelService; files: TravelFiles; clock: Clock }

import { z } from 'zod'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** The part of the store that is used here. */
export type TravelStore = Pick<
  ConnectionStore,
  | 'read'
  | 'writeLedger'
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

const fileFinding = z.object({
  /** In plain words. */
  reason: z.string(),
  /** Size in bytes, if the service reported it and the file did not fit; else null. */
  size: z.number().nullable(),
})

const findingsSchema = z.object({
  /** Documents whose file could not be fetched, by id. */
  files: z.record(z.string(), fileFinding),
  /** Records of the household that the service sent but that cannot be read. */
  unreadable: z.array(
    z.object({
      what: z.enum(['document', 'summary', 'valuation', 'individual', 'entity']),
      id: z.string(),
      title: z.string(),
    }),
  ),
  /** When the files here were last re-read and compared with their digests, ISO 8601; null if never. */
  verified_at: z.string().nullable(),
  /** Why the last check could not finish, in plain words; null if it did. */
  problem: z.string().nullable(),
})

/** The result of checking a pinned household, as far as it cannot be computed from the mirror at any time. */
export type CheckResult = z.infer<typeof findingsSchema>
export type FileResult = z.infer<typeof fileFinding>

export const emptyCheckResult: CheckResult = { files: {}, unreadable: [], verified_at: null, problem: null }

/** The result stored in the ledger; an empty one if another version of Steward stored something else. */
export function parseCheckResult(json: string): CheckResult {
  try {
    return findingsSchema.parse(JSON.parse(json))
  } catch {
    return emptyCheckResult
  }
}

import type { ListedResource } from '../../shared/service/resource.ts'
import type { WriteFile } from '../http/multipart.ts'
import type { Body } from './service-client.ts'

export type WriteRequest = {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Under `/api/public/v1`, each segment encoded: `households/household_1`. */
  path: string
  /** JSON; null for none, and for a form with a file. */
  body: unknown
  /** Sends a form with a file, as it is read, in place of `body`. */
  file?: WriteFile
  signal: AbortSignal
}

/**
 * What became of one attempt, which is never repeated here but after a 401:
 * - `not-sent`: certainly nothing reached the service (not resolved, refused, TLS failed, no byte written, no token)
 * - `answered`: a whole answer came
 * - `lost`: bytes went out and no whole answer came
 */
export type WriteOutcome =
  | { kind: 'not-sent'; error: Error }
  | {
      kind: 'answered'
      status: number
      bytes: Uint8Array<ArrayBuffer>
      /** ms to wait as told by `Retry-After`; null when untold. */
      retryAfterMs: number | null
      /** The server's clock, ms since the epoch; null when untold. */
      serverTime: number | null
    }
  | { kind: 'lost'; error: Error }

export type CandidateFilter = {
  resource: ListedResource
  /** Query parameters of the list, such as `household_id`. */
  query: Readonly<Record<string, string>>
  signal: AbortSignal
}

export type RecordRequest = {
  resource: ListedResource
  id: string
  signal: AbortSignal
  /** Called when it is asked: others may be asked before. */
  onAsked?: () => void
}

/** What the outbox needs of the service. */
export type WriteService = {
  send(request: WriteRequest): Promise<WriteOutcome>
  /** Read anew, never from a cache; null when the service says there is none. Throws `service/…` and `auth/…`. */
  getRecord(request: RecordRequest): Promise<Body | null>
  getValuation(request: { entityId: string; signal: AbortSignal }): Promise<Body | null>
  /** Every record that matches, over all pages; rejects when the list could not be read completely. */
  listAll(filter: CandidateFilter): Promise<{ records: unknown[]; serverTime: number | null }>
  /**
   * SHA-256 of the file that the service has of a document, lower-case hex, downloaded for it and kept nowhere; null when
   * it has none. Throws `service/…` and `auth/…`.
   */
  digestOf(documentId: string, signal: AbortSignal): Promise<string | null>
  onReachability(listener: (reachable: 'online' | 'offline') => void): () => void
}

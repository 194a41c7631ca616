import type { ListedResource } from '../../shared/service/resource.ts'
import type { WriteFile } from '../http/multipart.ts'
import type { Body, ServiceClient } from './service-client.ts'

export type WriteRequest = {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Path under `/api/public/v1`, each segment encoded: `households/household_1`. */
  path: string
  /** JSON value; null for no body, and for a form with a file. */
  body: unknown
  /** Sends a form with a file, read as it is sent, in place of `body`. */
  file?: WriteFile
  signal: AbortSignal
}

/**
 * The outcome of one attempt, which is repeated here only after a 401:
 * - `not-sent`: nothing reached the service, for certain (not resolved, refused, TLS failed, no byte written, no token)
 * - `answered`: a complete answer arrived
 * - `lost`: bytes were sent and no complete answer arrived
 */
export type WriteOutcome =
  | { kind: 'not-sent'; error: Error }
  | {
      kind: 'answered'
      status: number
      bytes: Uint8Array<ArrayBuffer>
      /** Wait in ms from `Retry-After`; null without one. */
      retryAfterMs: number | null
      /** The server's clock, ms since the epoch; null when it sent none. */
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
  /** Called when this request is sent; other requests may be sent before it. */
  onAsked?: () => void
}

/** The operations of the service that the outbox uses. */
export type WriteService = {
  send(request: WriteRequest): Promise<WriteOutcome>
  /**
   * Always read from the service, never from a cache; null when the service says that it does not exist, and is proved to answer as
   * itself. Throws `service/…` and `auth/…`.
   */
  getRecord(request: RecordRequest): Promise<Body | null>
  prove: ServiceClient['prove']
  getValuation: ServiceClient['getValuation']
  /** Every matching record, over all pages; rejects when the list could not be read completely. */
  listAll(filter: CandidateFilter): Promise<{ records: unknown[]; serverTime: number | null }>
  /**
   * SHA-256 of the file that the service stores for a document, in lower-case hex; null when it has none. The file is downloaded
   * for this and not stored. Throws `service/…` and `auth/…`.
   */
  digestOf(documentId: string, signal: AbortSignal): Promise<string | null>
  onReachability(listener: (reachable: 'online' | 'offline') => void): () => void
}

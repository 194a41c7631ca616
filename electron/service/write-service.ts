import type { JsonFields } from '../../shared/domain/operation.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
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

/** A form of several parts, the last of which is a file. */
export type WriteFile = {
  /** The other parts by name; texts. */
  parts: JsonFields
  /** What the file is called there, unescaped. */
  name: string
  media_type: string
  /** Bytes; a source that gives more or fewer fails with `files/changed`, and the form is never completed. */
  size: number
  /**
   * The content from its first byte on; called once for each sending. A piece need not outlive the asking for the next.
   * What it throws is the outcome's error.
   */
  open(): AsyncIterable<Uint8Array>
  /** Bytes of the file that went out so far. */
  onProgress(sent: number): void
  /** Waited for before the last bytes of the form go out: without them no service has the whole of it. */
  beforeEnd(): Promise<void>
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

import type { ListedResource } from '../../shared/service/resource.ts'

/** A JSON body as it came off the wire (inflated), not parsed here: that is the data worker's work. */
export type Body = {
  bytes: Uint8Array<ArrayBuffer>
  /** The server's clock at the answer (its `Date` header), ms since the epoch; null when it sent none. */
  serverTime: number | null
}

export type PageRequest = {
  resource: ListedResource
  /** The cursor to go on from; null for the first page. */
  after: string | null
  /** 1 to 1000. */
  limit: number
  /** Filters of the list, such as `household_id`. */
  query?: Readonly<Record<string, string>>
  signal: AbortSignal
}

/**
 * The service over HTTPS: bearer token, one refresh and one retry on 401, retries with back-off and jitter on 429, 5xx
 * and network failures (reads only), no redirects, connect 10 s, idle 30 s. Throws `service/…` and `auth/…` AppErrors.
 */
export type ServiceClient = {
  listPage(request: PageRequest): Promise<Body>
  /** One record by id; null when the service says there is none (404, 410). */
  getRecord(request: { resource: ListedResource; id: string; signal: AbortSignal }): Promise<Body | null>
  /** The latest valuation of an entity; null when it has none. */
  getValuation(request: { entityId: string; signal: AbortSignal }): Promise<Body | null>
  /** Result of the last real request, and a call for every change. Returns the unsubscriber. */
  onReachability(listener: (reachable: 'online' | 'offline') => void): () => void
  close(): Promise<void>
}

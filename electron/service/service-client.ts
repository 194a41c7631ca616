import type { ListedResource } from '../../shared/service/resource.ts'

/** A JSON body as it came off the wire (inflated), not parsed here: that is the data worker's work. */
export type Body = {
  bytes: Uint8Array<ArrayBuffer>
  /** The server's clock at the answer (its `Date` header), ms since the epoch; null when it sent none. */
  serverTime: number | null
}

/** Nobody waits for it in front of a screen: it gives way to others, and waits out any pause that the service asks for. */
export type InBackground = { background?: boolean }

export type PageRequest = {
  resource: ListedResource
  /** The cursor to go on from; null for the first page. */
  after: string | null
  /** 1 to 1000. */
  limit: number
  /** Filters of the list, such as `household_id`. */
  query?: Readonly<Record<string, string>>
  signal: AbortSignal
} & InBackground

/**
 * The service over HTTPS: bearer token, one refresh and one retry on 401, retries with back-off and jitter on 429, 5xx
 * and network failures (reads only), no redirects, connect 10 s, idle 30 s. Throws `service/…` and `auth/…` AppErrors.
 */
export type ServiceClient = {
  listPage(request: PageRequest): Promise<Body>
  /** One record by id; null when the service says there is none (404, 410). */
  getRecord(request: { resource: ListedResource; id: string; signal: AbortSignal } & InBackground): Promise<Body | null>
  /** The latest valuation of an entity; null when it has none. */
  getValuation(request: { entityId: string; signal: AbortSignal } & InBackground): Promise<Body | null>
  /** Result of the last real request, and a call for every change. Returns the unsubscriber. */
  onReachability(listener: (reachable: 'online' | 'offline') => void): () => void
  /** Told the end of each pause that the service asked for, ms since the epoch; null when requests go out again. */
  onPause(listener: (until: number | null) => void): () => void
  close(): Promise<void>
}

import type { ListedResource } from '../../shared/service/resource.ts'
import type { Compressed, IsKnown } from '../http/exchange.ts'

/** A JSON body as received (inflated), not parsed here: the data worker parses it. */
export type Body = {
  bytes: Uint8Array<ArrayBuffer>
  /** The server's clock now: the `Date` of its answer and the time since, ms since the epoch; null when it sent none. */
  serverTime: number | null
  /** How old the answer was when a cache on the way gave it (`Age` header), in ms; absent if it came from the service itself. */
  ageMs?: number
  /** Only of a page that was asked for with `isKnown`, and was compressed. If it is known, `bytes` is empty. */
  compressed?: Compressed
}

/** A successful answer, or "not found", without a value: its HTTP status and its age. It proves nothing by itself. */
export type NoBody = { bytes: null; status: number; ageMs: number }

/** A background request: no screen waits for it, so it gives way to others and waits out any pause that the service asks for. */
export type InBackground = { background?: boolean }

export type PageRequest = {
  resource: ListedResource
  /** The cursor of the previous page; null for the first page. */
  after: string | null
  /** Records per page, 1 to 1000. */
  limit: number
  /** Filters of the list, such as `household_id`. */
  query?: Readonly<Record<string, string>>
  signal: AbortSignal
  isKnown?: IsKnown
} & InBackground

/**
 * The service over HTTPS: bearer token, one refresh and one retry on 401, retries with back-off and jitter on 429, 5xx and
 * network failures (reads only), no redirects, connect limit 10 s, idle limit 30 s. Throws `service/…` and `auth/…` AppErrors.
 */
export type ServiceClient = {
  listPage(request: PageRequest): Promise<Body>
  /**
   * One record by id; null when the service says that it does not exist (404, 410), and answers as itself right afterwards: a
   * gateway or a wrong address gives a 404 too. Rejects with the reason why it could not be proved otherwise.
   */
  getRecord(request: { resource: ListedResource; id: string; signal: AbortSignal } & InBackground): Promise<Body | null>
  /**
   * Resolves if the service answers as itself: it lists the resource, and returns by id the first record of that list. Only then a
   * "not found" that came before is to be believed.
   * @throws AppError `service/…`, `auth/…`
   */
  prove(resource: ListedResource, signal: AbortSignal): Promise<void>
  /** The latest valuation of an entity. */
  getValuation(request: { entityId: string; signal: AbortSignal } & InBackground): Promise<Body | NoBody>
  /** Called with the result of the last real request, and on every change. Returns the unsubscriber. */
  onReachability(listener: (reachable: 'online' | 'offline') => void): () => void
  /** Called with the end of each pause that the service asked for, ms since the epoch; null when requests continue. */
  onPause(listener: (until: number | null) => void): () => void
  close(): Promise<void>
}

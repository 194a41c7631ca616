import { createHash } from 'node:crypto'
import type { Dispatcher } from 'undici'
import { AppError, type AppErrorCode } from '../../shared/domain/app-error.ts'
import { type ListedResource, listedResources } from '../../shared/service/resource.ts'
import { idOf } from '../data/mirror/record-tables.ts'
import { readPage } from '../data/sweep/read-page.ts'
import { type Answer, ageOf, type IsKnown, readRetryAfter, serverTimeOf } from '../http/exchange.ts'
import { multipartForm } from '../http/multipart.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import {
  type AccessTokens,
  type AuthorizedRequest,
  assertCurrent,
  assertJson,
  createAuthorizedRequest,
  createReachability,
  type ReachabilityState,
  type Reply,
  type ServiceTokens,
  saysNothing,
} from './check-answer.ts'
import { createDownload, type Download, isCompressed } from './download.ts'
import { createListAll } from './pagination.ts'
import {
  createRequestLimiter,
  type LoadSign,
  loadSignOf,
  type RequestKind,
  type RequestLimiter,
} from './request-limiter.ts'
import type { Body, NoBody, ServiceClient } from './service-client.ts'
import type { WriteOutcome, WriteRequest, WriteService } from './write-service.ts'

/**
 * Limits of one request: the answer's size in bytes, the time in ms without progress, and the total number of tries; and the size of a
 * downloaded file in bytes.
 */
export type ServiceLimits = { maximumBytes: number; stalledMs: number; attempts: number; fileBytes: number }

const defaultLimits: ServiceLimits = {
  maximumBytes: 256 * 1024 * 1024,
  stalledMs: 30_000,
  attempts: 4,
  // Twice the largest file with which transfers are tested.
  fileBytes: 10_000_000_000,
}

/**
 * The client of one tenant's service. See {@link ServiceClient} and {@link WriteService}; a request that the caller aborts
 * rejects with `sync/cancelled`.
 *
 * @param options.baseUrl - https; the bearer token is sent only to its origin
 * @param options.dispatcher - from `createHttpsAgent`; its creator destroys it
 */
export function createServiceClient(options: {
  baseUrl: string
  tokens: AccessTokens
  dispatcher: Dispatcher
  clock?: Clock
  limits?: Partial<ServiceLimits>
  /** Shared by all clients of one service (see `createServiceLimiters`); by default the client creates its own. */
  limiter?: RequestLimiter
  onFailure?: (failure: RequestFailure) => void
  /** Throws if the address to which a download is redirected may not be contacted; by default every one may. */
  refuseAddress?: (url: URL) => void
}): ServiceClient & WriteService & { download: Download } {
  const { dispatcher } = options
  const base = new URL(options.baseUrl)
  const root = `${base.pathname.replace(/\/+$/, '')}/api/public/v1`
  const { attempts, fileBytes, ...bounds } = { ...defaultLimits, ...options.limits }
  const reachability = createReachability()
  const closing = new AbortController()
  const clock = options.clock ?? systemClock
  const { onFailure = () => {}, refuseAddress = () => {} } = options
  const isRejectedEverywhere = async (token: string) => {
    const fixed = { current: async () => token, replace: async () => token }
    const ask = createAuthorizedRequest({ dispatcher, base, tokens: fixed, ...bounds })
    const { signal } = closing
    for (const resource of listedResources) {
      const { answer } = await ask({
        method: 'GET',
        path: `${root}/${resource}?limit=1`,
        signal,
        renewal: { spent: true },
      })
      if (answer.status !== 401) return false
    }
    return true
  }
  const tokens: ServiceTokens = {
    current: options.tokens.current,
    replace: (rejected) => options.tokens.replace(rejected, () => isRejectedEverywhere(rejected)),
  }
  const request = reportFailures(createAuthorizedRequest({ dispatcher, base, tokens, ...bounds }), onFailure)
  const { report } = reachability
  const limiter = options.limiter ?? createRequestLimiter(clock)
  const read = createReader({ request, report, attempts, clock, limiter })
  const sendOnce = createSendOnce({ request, report, clock, limiter })
  const downloadOne = createDownload({
    ...{ dispatcher, base, root, tokens, report, clock, limiter, refuseAddress },
    maximumBytes: fileBytes,
  })
  const kindOf = (background = false): RequestKind => (background ? 'background' : 'screen')
  const within = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal])
  const listPage: ServiceClient['listPage'] = ({ resource, after, limit, query = {}, signal, background, isKnown }) => {
    const parameters = new URLSearchParams({ limit: String(limit), ...query, ...(after === null ? {} : { after }) })
    return read(`${root}/${resource}?${parameters}`, readPageReply, {
      signal: within(signal),
      kind: kindOf(background),
      ...(isKnown === undefined ? {} : { isKnown }),
    })
  }
  const presence = createPresence(async (resource) => {
    const { signal } = closing
    const page = await listPage({ resource, after: null, limit: 1, signal }).catch(likeFailure)
    assertCurrent(page)
    const first = firstId(page.bytes)
    if (first === null) return
    const asked = { signal, kind: kindOf() }
    const record = await read(`${root}/${resource}/${pathId(first)}`, readRecord, asked)
    if (record === null) throw notFoundHere()
    assertCurrent(record)
  })
  const prove: ServiceClient['prove'] = async (resource, signal) => {
    await presence.prove(resource)
    signal.throwIfAborted()
  }
  const download: Download = async (asked) => {
    try {
      return await downloadOne({ ...asked, signal: within(asked.signal) })
    } catch (thrown) {
      if (isNotFound(thrown)) await prove(asked.kind === 'document' ? 'documents' : 'document-summaries', asked.signal)
      throw thrown
    }
  }
  return {
    listPage,
    download,
    digestOf: createDigestOf(download),
    listAll: createListAll(listPage),
    send: (write) => sendOnce({ ...write, path: `${root}/${write.path}`, signal: within(write.signal) }),
    prove,
    async getRecord({ resource, id, signal, background }: Parameters<ServiceClient['getRecord']>[0]) {
      const asked = { signal: within(signal), kind: kindOf(background) }
      const path = `${root}/${resource}/${pathId(id)}`
      const first = await read(path, readRecord, asked)
      if (first !== null) return first
      // A gateway may have come or gone since: the second answer has a proof on either side.
      await prove(resource, signal)
      const body = await read(path, readRecord, asked)
      if (body === null) await prove(resource, signal)
      return body
    },
    async getValuation({ entityId, signal, background }: Parameters<ServiceClient['getValuation']>[0]) {
      const asked = { signal: within(signal), kind: kindOf(background) }
      return read(`${root}/entities/${pathId(entityId)}/valuation`, readOptional, asked)
    },
    onReachability: (listener) => reachability.onChange(listener),
    onPause: limiter.onPause,
    async close() {
      closing.abort()
    },
  }
}

/** An id as one path segment. `.` and `..` survive encoding and would name another resource. */
function pathId(id: string): string {
  if (id === '' || id === '.' || id === '..') {
    throw new AppError('record/not-found', {
      message: 'This record has no usable id.',
      nextStep: 'Go back to the list and open the record from there.',
    })
  }
  return encodeURIComponent(id)
}

/**
 * Asks whether the service itself answers. A proof counts for the "not found" answers that arrived before it was begun, so those
 * that arrive during one share the next.
 */
function createPresence(ask: (resource: ListedResource) => Promise<void>) {
  const begun = new Map<ListedResource, Promise<void>>()
  const next = new Map<ListedResource, Promise<void>>()
  const begin = (resource: ListedResource): Promise<void> => {
    const proof = ask(resource).finally(() => begun.delete(resource))
    begun.set(resource, proof)
    return proof
  }
  return {
    prove(resource: ListedResource): Promise<void> {
      const before = begun.get(resource)
      if (before === undefined) return begin(resource)
      const shared =
        next.get(resource) ??
        before
          .catch(() => {})
          .then(() => {
            next.delete(resource)
            return begin(resource)
          })
      next.set(resource, shared)
      return shared
    },
  }
}

/** The id of the first record of a page; null if the page is empty. Throws `service/bad-page` for anything else. */
function firstId(bytes: Uint8Array): string | null {
  const [first] = readPage(bytes, []).records
  return first?.kind === 'new' ? idOf(first.value) : null
}

const isNotFound = (thrown: unknown): boolean => thrown instanceof AppError && thrown.code === 'service/not-found'

function likeFailure(thrown: unknown): never {
  throw isNotFound(thrown) ? notFoundHere() : thrown
}

/** "Not found" where the service must have an answer: whatever said so before proves nothing, and all is asked again. */
function notFoundHere(): AppError {
  return new AppError('service/failed', {
    message: 'The service answers “not found” where it must have an answer, so nothing was concluded from it.',
    nextStep: 'No action needed. Everything is kept, and Steward tries again within minutes.',
    detail: 'HTTP 404',
    status: 404,
  })
}

/** Computes the digest of a document's file, which is downloaded for this and not stored. */
function createDigestOf(download: Download): WriteService['digestOf'] {
  return async (documentId, signal) => {
    try {
      const { status, headers, body, discard } = await download({ kind: 'document', id: documentId, signal })
      try {
        assertCurrent({ ageMs: ageOf(headers) })
      } catch (thrown) {
        discard()
        throw thrown
      }
      const hash = createHash('sha256')
      let size = 0
      for await (const piece of body) {
        hash.update(piece)
        size += piece.length
      }
      const said = Number(headers['content-length'] ?? size)
      if (status !== 200 || (said !== size && !isCompressed(headers))) throw cut()
      return hash.digest('hex')
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'service/not-found') return null
      throw thrown
    }
  }
}

function cut(): AppError {
  return new AppError('service/truncated', {
    message: 'The server’s answer was cut off.',
    nextStep: 'Try again.',
  })
}

type Asked = { signal: AbortSignal; kind: RequestKind; isKnown?: IsKnown }

type Read = <Value>(path: string, parse: (reply: Reply) => Value, asked: Asked) => Promise<Value>

/** Wraps one GET in the limiter, retries, reachability and cancellation. */
function createReader(options: {
  request: AuthorizedRequest
  report: (state: 'online' | 'offline') => void
  attempts: number
  clock: Clock
  limiter: RequestLimiter
}): Read {
  const { request, report, attempts, clock, limiter } = options
  const signOf = ({ answer }: Reply): LoadSign => loadSignOf(answer, clock.now())
  return async (path, parse, { signal, kind, ...asked }) => {
    const renewal = { spent: false }
    const send = () => request({ method: 'GET', path, signal, renewal, ...asked })
    const attempt = async (): Promise<Attempt<ReturnType<typeof parse>>> => {
      try {
        const reply = await limiter.run(send, { kind, signal, signOf })
        report('online')
        const { status } = reply.answer
        if (!isWorthRetrying(status)) return { value: parse(reply) }
        const waitMs = signOf(reply).retryAfterMs
        // The limiter holds back every request for as long as the service asked.
        const isWaitedFor = status === 429 || (status === 503 && waitMs !== null)
        return { failure: reply.refusal(), again: true, waitMs, isWaitedFor }
      } catch (thrown) {
        const { error, transient, reached } = nameExchangeFailure(thrown)
        if (!signal.aborted && !reached) report('offline')
        return transient ? { failure: error, again: true, waitMs: null } : { failure: error, again: false }
      }
    }
    const goesOn = () => kind === 'background' && !limiter.isHopeless()
    try {
      return await withRetries({ attempt, attempts, clock, signal, goesOn })
    } catch (thrown) {
      throw signal.aborted ? cancelled() : thrown
    }
  }
}

function cancelled(): AppError {
  return new AppError('sync/cancelled', {
    message: 'The request was cancelled.',
    nextStep: 'Start it again when needed.',
  })
}

/** A page of a list, which always has a body. Throws the reply's refusal. */
function readPageReply(reply: Reply): Body {
  if (!isSuccess(reply.answer)) throw reply.refusal()
  if (!reply.answer.compressed?.isKnown) assertJson(reply.answer)
  return bodyOf(reply.answer)
}

/**
 * A record by id; null when the service says that it does not exist.
 * @throws AppError `service/not-modified` if a cache says so
 */
function readRecord(reply: Reply): Body | null {
  if (!isAbsence(reply.answer)) return readPageReply(reply)
  // A copy of "not found" may be older than the record.
  assertCurrent({ ageMs: ageOf(reply.answer.headers) })
  return null
}

/** An optional value. "None" may also arrive as 204, an empty body or a bare `null`, since the service does not document it. */
function readOptional(reply: Reply): Body | NoBody {
  const { answer } = reply
  const isNone = isAbsence(answer) || (isSuccess(answer) && saysNothing(answer))
  return isNone ? { bytes: null, status: answer.status, ageMs: ageOf(answer.headers) } : readPageReply(reply)
}

/**
 * True if another try may succeed: rate limits, time-outs and the server's own failures. Not 501 (not implemented), nor 511 (the
 * network itself requires a sign-in).
 */
function isWorthRetrying(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 511)
}

/** Only the status decides: the body of such an answer may be JSON, a web page or empty. */
function isAbsence({ status }: Answer): boolean {
  return status === 404 || status === 410
}

function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300
}

function bodyOf(answer: Answer): Body {
  const { bytes, compressed, headers } = answer
  const ageMs = ageOf(headers)
  return {
    bytes,
    serverTime: serverTimeOf(headers),
    ...(ageMs > 0 ? { ageMs } : {}),
    ...(compressed ? { compressed } : {}),
  }
}

/** A failed request; `status` is null if there was no answer. */
export type RequestFailure = { path: string; code: AppErrorCode; status: number | null }

/** The same requests; `tell` is called for each that fails. A GET that is answered with "not found" did not fail. */
function reportFailures(request: AuthorizedRequest, tell: (failure: RequestFailure) => void): AuthorizedRequest {
  return async (asked) => {
    const { path, method, signal } = asked
    try {
      const reply = await request(asked)
      const { status } = reply.answer
      const isAbsent = method === 'GET' && (status === 404 || status === 410)
      if (status >= 300 && !isAbsent) tell({ path, code: reply.refusal().code, status })
      return reply
    } catch (thrown) {
      if (!signal.aborted) tell({ path, code: nameExchangeFailure(thrown).error.code, status: null })
      throw thrown
    }
  }
}

/** Sends a write once, and knows for certain whether any byte of it can have reached the service. Never rejects. */
function createSendOnce(options: {
  request: AuthorizedRequest
  report: (state: ReachabilityState) => void
  clock: Clock
  limiter: RequestLimiter
}): (write: WriteRequest) => Promise<WriteOutcome> {
  const { request, report, clock, limiter } = options
  return async ({ method, path, body, file, signal }) => {
    // The answer before a token renewal was a refusal: that sending had no effect.
    let isOut = false
    const tokenRefused = { spent: false }
    const onFirstByte = () => {
      isOut = true
    }
    const renewal = {
      get spent() {
        return tokenRefused.spent
      },
      set spent(spent) {
        tokenRefused.spent = spent
        isOut = false
      },
    }
    try {
      const text = body === null ? {} : { body: JSON.stringify(body) }
      const content = file ? { body: multipartForm(file) } : text
      const send = () => request({ method, path, ...content, signal, renewal, onFirstByte })
      const signOf = (reply: Reply) => loadSignOf(reply.answer, clock.now())
      const { answer } = await limiter.run(send, { kind: 'write', signal, signOf })
      report('online')
      return answered(answer, clock.now())
    } catch (thrown) {
      const { error, reached } = nameExchangeFailure(thrown)
      const isOfHere = error.code.startsWith('files/') || error.code.startsWith('cache/')
      if (!signal.aborted && !reached && !isOfHere) report('offline')
      return { kind: isOut ? 'lost' : 'not-sent', error }
    }
  }
}

function answered({ status, bytes, headers }: Answer, now: number): WriteOutcome {
  return {
    kind: 'answered',
    status,
    bytes,
    retryAfterMs: readRetryAfter(headers, now),
    serverTime: serverTimeOf(headers),
  }
}

/**
 * Result of one try. `waitMs` is the wait the server asked for; null leaves it to the back-off. With `isWaitedFor` the next try
 * itself waits as long as needed (see `request-limiter.ts`).
 */
type Attempt<Value> =
  | { value: Value }
  | { failure: AppError; again: false }
  | { failure: AppError; again: true; waitMs: number | null; isWaitedFor?: boolean }

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 20_000
/** For a longer requested wait (ms) the user decides when to try again, instead of watching a hanging screen. */
const LONGEST_ASKED_MS = 120_000

/**
 * Tries several times, with exponential back-off and full jitter, or after the wait that the server asked for. Only for requests
 * that may be repeated.
 *
 * @param options.attempts - total number of tries, 1 or more
 * @param options.goesOn - called after a try with `isWaitedFor`; true if that try does not count
 * @throws the last failure; the signal's reason when it aborts during a wait
 */
async function withRetries<Value>(options: {
  attempt: () => Promise<Attempt<Value>>
  attempts: number
  clock: Clock
  signal: AbortSignal
  goesOn?: () => boolean
}): Promise<Value> {
  const { attempt, attempts, clock, signal, goesOn = () => false } = options
  for (let tried = 1; ; tried += 1) {
    const outcome = await attempt()
    if ('value' in outcome) return outcome.value
    if (outcome.again && outcome.isWaitedFor === true && goesOn()) {
      tried -= 1
      continue
    }
    if (!outcome.again) throw outcome.failure
    if (tried >= attempts) throw outcome.waitMs === null ? outcome.failure : withWait(outcome.failure, outcome.waitMs)
    if (outcome.waitMs !== null && outcome.waitMs > LONGEST_ASKED_MS) throw withWait(outcome.failure, outcome.waitMs)
    if (outcome.isWaitedFor === true) continue
    const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1))
    await clock.sleep((outcome.waitMs ?? 0) + clock.random() * ceiling, signal)
  }
}

function withWait(failure: AppError, waitMs: number): AppError {
  return new AppError(failure.code, {
    message: failure.message,
    nextStep: waitMs > 60_000 ? `Try again in ${Math.ceil(waitMs / 60_000)} minutes.` : failure.nextStep,
    retryAfterMs: waitMs,
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(failure.detail === undefined ? {} : { detail: failure.detail }),
  })
}

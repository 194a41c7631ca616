import type { Dispatcher } from 'undici'
import { AppError, type AppErrorCode } from '../../shared/domain/app-error.ts'
import { createEmitter } from '../../shared/lib/calls.ts'
import { errorTextOf } from '../http/error-text.ts'
import { type Answer, exchange, type IsKnown, type Method, type StreamedBody } from '../http/exchange.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import type { Body } from './service-client.ts'

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
const CLOSE_BRACE = 0x7d
const CLOSE_BRACKET = 0x5d

/**
 * Checks that a successful answer is a complete JSON object or array by its first and last bytes; the data worker parses it.
 *
 * @throws AppError `service/not-json`, `service/truncated`
 */
export function assertJson(answer: Answer): void {
  const { bytes } = answer
  const type = String(answer.headers['content-type'] ?? '')
  const first = bytes[firstIndex(bytes)]
  if (/html/i.test(type) || (first !== OPEN_BRACE && first !== OPEN_BRACKET)) throw notJson(type)
  let end = bytes.length - 1
  while (end > 0 && SPACE.has(bytes[end] ?? 0)) end -= 1
  if (bytes[end] !== (first === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)) {
    throw nameExchangeFailure(Object.assign(new Error(), { code: 'Z_BUF_ERROR' })).error
  }
}

/** An answer that is older, in ms, is not what a write is compared with. */
const oldestMs = 2_000

/**
 * Checks that an answer is the service's own, or no older than a moment: a write is compared with the record as it is now.
 *
 * @throws AppError `service/not-modified`
 */
export function assertCurrent({ ageMs = 0 }: Pick<Body, 'ageMs'>): void {
  if (ageMs <= oldestMs) return
  throw new AppError('service/not-modified', {
    message: 'Something between this computer and the service answered with a copy that may be outdated.',
    nextStep:
      'No action needed: nothing was sent, and Steward tries again. If it keeps happening, tell whoever runs your network.',
    detail: `Age: ${Math.round(ageMs / 1000)}`,
  })
}

/** True if a successful answer means "none": no body, or a bare `null`. */
export function saysNothing(answer: Answer): boolean {
  const from = firstIndex(answer.bytes)
  if (from >= answer.bytes.length) return true
  return answer.bytes.length - from < 16 && new TextDecoder().decode(answer.bytes.subarray(from)).trim() === 'null'
}

/** The error for an answer that is not 2xx; the server's own message goes into `detail`. */
export function refusalOf(answer: Answer, secrets: readonly string[]): AppError {
  const { status } = answer
  const kind = refusals.find((each) => each.matches(status)) ?? failed
  const said = errorTextOf(answer.bytes, secrets)
  const detail = said === null ? `HTTP ${status}` : `HTTP ${status}: ${said}`
  return new AppError(kind.code, { message: kind.message, nextStep: kind.nextStep, detail, status })
}

type Refusal = { code: AppErrorCode; matches: (status: number) => boolean; message: string; nextStep: string }

const failed: Refusal = {
  code: 'service/failed',
  matches: () => true,
  message: 'The service failed to answer.',
  nextStep: "Try again in a few minutes; if it keeps happening, contact your service's support.",
}

const refusals: readonly Refusal[] = [
  {
    code: 'service/not-modified',
    matches: (status) => status === 304,
    message:
      'Something between this computer and the service answered “not modified” to a request for the whole answer.',
    nextStep: 'No action needed: Steward tries again. If it keeps happening, tell whoever runs your network.',
  },
  {
    code: 'service/redirected',
    matches: (status) => status >= 300 && status < 400,
    message: 'The service tried to send Steward to another address, which it does not follow.',
    nextStep: 'Check the address of the service in the connection, and whether a network sign-in page is in the way.',
  },
  {
    code: 'service/network-sign-in',
    matches: (status) => status === 511,
    message: 'This network requires its own sign-in before it lets Steward reach the service.',
    nextStep: 'Open any web page in a browser, sign in to the network, and try again.',
  },
  {
    code: 'service/unauthorized',
    matches: (status) => status === 401,
    message: 'The service rejects the sign-in for this request.',
    nextStep: 'Sign in again; if it keeps happening, ask your firm’s administrator for access.',
  },
  {
    code: 'service/forbidden',
    matches: (status) => status === 403,
    message: 'You may not see this.',
    nextStep: 'Ask your firm’s administrator for access.',
  },
  {
    code: 'service/not-found',
    matches: (status) => status === 404 || status === 410,
    message: 'The service answered “not found”.',
    nextStep:
      'No action needed: nothing is removed because of it, and Steward tries again. If it keeps happening, check the address of the service in the connection.',
  },
  {
    code: 'service/timed-out',
    matches: (status) => status === 408,
    message: 'The service stopped answering.',
    nextStep: 'Try again.',
  },
  {
    code: 'service/rate-limited',
    matches: (status) => status === 429,
    message: 'The service asks for fewer requests.',
    nextStep: 'Wait a few minutes and try again.',
  },
  {
    code: 'service/refused',
    matches: (status) => status >= 400 && status < 500,
    message: 'The service refused the request.',
    nextStep: "Try again; if it keeps happening, send the details to your service's support.",
  },
]

function notJson(type: string): AppError {
  const { error } = nameExchangeFailure(Object.assign(new Error(), { code: 'Z_DATA_ERROR' }))
  const shown = /^[\w.+/-]{1,60}/.exec(type)?.[0] ?? 'none'
  return new AppError('service/not-json', {
    message: error.message,
    nextStep: error.nextStep,
    detail: `content type: ${shown}`,
  })
}

/** Index of the first byte after a byte order mark and white space. */
function firstIndex(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (at < bytes.length && SPACE.has(bytes[at] ?? 0)) at += 1
  return at
}

/** The service client's view of authentication: a bearer token, and a replacement when the service rejects it. */
export type AccessTokens = {
  /** The token to send now; requests a new one when the current one is known to have expired. */
  current(): Promise<string>
  /**
   * A token to use instead of `rejected`, which the service answered with 401: the same one if it cannot be renewed and the service
   * accepts it elsewhere. Concurrent callers share one refresh. Throws `auth/sign-in-needed` when the user has to sign in,
   * `service/offline` when the network failed.
   *
   * @param isRejectedEverywhere - asks the service whether it rejects the token for every list
   */
  replace(rejected: string, isRejectedEverywhere: () => Promise<boolean>): Promise<string>
}

/** {@link AccessTokens} of a service that can be asked: it tells itself whether a token is rejected everywhere. */
export type ServiceTokens = { current(): Promise<string>; replace(rejected: string): Promise<string> }

/** An answer of any status, and the error that it means if the caller does not accept that status. */
export type Reply = { answer: Answer; refusal(): AppError }

/** One request without its token. All tries of a request share `renewal`, so that it renews its token at most once. */
type AuthorizedOptions = {
  method: Method
  path: string
  /** JSON text, or a form that is read again for each sending. */
  body?: string | StreamedBody
  signal: AbortSignal
  renewal: { spent: boolean }
  /** See {@link ExchangeRequest}; called once per sending, including the one after a renewal. */
  onFirstByte?: () => void
  isKnown?: IsKnown
}

export type AuthorizedRequest = (request: AuthorizedOptions) => Promise<Reply>

/**
 * Sends with the bearer token, only to `base`'s origin; the first 401 renews the token and sends again, unless the token stays the same.
 */
export function createAuthorizedRequest(options: {
  dispatcher: Dispatcher
  base: URL
  tokens: ServiceTokens
  maximumBytes: number
  stalledMs: number
}): AuthorizedRequest {
  const { base, tokens, ...rest } = options
  const send = (
    token: string,
    { method, path, body, signal, onFirstByte, isKnown }: AuthorizedOptions,
  ): Promise<Answer> => {
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      // A cache on the way must ask the service: its copy is not the service's answer.
      'cache-control': 'no-cache',
      authorization: `Bearer ${token}`,
      ...contentHeaders(body),
    }
    return exchange({
      ...rest,
      origin: base.origin,
      path,
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
      ...(onFirstByte === undefined ? {} : { onFirstByte }),
      ...(isKnown === undefined ? {} : { isKnown }),
    })
  }
  return async (request) => {
    const { renewal } = request
    const token = await tokens.current()
    const answer = await send(token, request)
    if (answer.status !== 401 || renewal.spent) return reply(answer, [token])
    renewal.spent = true
    const renewed = await tokens.replace(token)
    if (renewed === token) return reply(answer, [token])
    return reply(await send(renewed, request), [token, renewed])
  }
}

function contentHeaders(body: string | StreamedBody | undefined): Record<string, string> {
  if (body === undefined) return {}
  if (typeof body === 'string') return { 'content-type': 'application/json' }
  return { 'content-type': body.contentType, 'content-length': String(body.length) }
}

function reply(answer: Answer, secrets: readonly string[]): Reply {
  return { answer, refusal: () => refusalOf(answer, secrets) }
}

export type ReachabilityState = 'online' | 'offline'

/** Remembers whether the last request reached the server, and notifies listeners of changes. */
type Reachability = {
  report(state: ReachabilityState): void
  /** Returns the unsubscriber. */
  onChange(listener: (state: ReachabilityState) => void): () => void
}

export function createReachability(): Reachability {
  const changes = createEmitter<ReachabilityState>()
  let last: ReachabilityState | null = null
  return {
    report(state) {
      if (state === last) return
      last = state
      changes.emit(state)
    },
    onChange: changes.on,
  }
}

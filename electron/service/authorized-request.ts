import type { Dispatcher } from 'undici'
import type { AppError } from '../../shared/domain/app-error.ts'
import { createEmitter } from '../../shared/lib/emitter.ts'
import { type Answer, exchange, type IsKnown, type Method, type StreamedBody } from '../http/exchange.ts'
import { refusalOf } from './check-answer.ts'

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

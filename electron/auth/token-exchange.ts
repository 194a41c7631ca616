import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import { readRetryAfter } from '../http/answer-time.ts'
import { errorTextOf } from '../http/error-text.ts'
import { type Answer, exchange } from '../http/exchange.ts'
import { isOfTheWay, nameExchangeFailure } from '../http/network-errors.ts'
import type { Connection } from '../tenants/connection.ts'
import { authError } from './auth-errors.ts'
import { readTokenBody, readTokenError } from './token-body.ts'
import { type Grant, nameTokenRefusal } from './token-refusal.ts'

const MAXIMUM_BYTES = 1024 * 1024

/**
 * Posts a form to the token endpoint and returns its response, normalised for oauth4webapi. It follows no redirect: a 307 would
 * send the client secret to another address.
 *
 * @throws AppError for everything except a usable success
 */
export async function fetchTokens(request: {
  dispatcher: Dispatcher
  grant: Grant
  url: string
  headers: Record<string, string>
  form: URLSearchParams
  tokenAuth: Connection['token_auth']
  /** Not to be shown or logged, besides those in the form. */
  secrets: readonly string[]
  timeoutMs: number
  signal: AbortSignal
  /** Milliseconds since the epoch. */
  now: () => number
}): Promise<Response> {
  const answer = await post(request)
  const { status } = answer
  if (status >= 300 && status < 400) throw redirected(status)
  const secrets = [...request.secrets, ...secretsIn(request.form)]
  if (status >= 500 || status === 408 || status === 429) {
    const retryAfterMs = readRetryAfter(answer.headers, request.now())
    // At sign-in the user is waiting; a renewal is retried by Steward itself.
    const words = request.grant === 'refresh_token' ? {} : { nextStep: 'Try again in a few minutes.' }
    throw authError('auth/unavailable', detailOf(answer, secrets), {
      ...words,
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    })
  }
  const body = parseJson(answer)
  if (status >= 400) {
    // An answer that is not JSON comes from a proxy, or from an address without a token endpoint.
    const said = body === undefined ? 'not JSON' : errorTextOf(answer.bytes, secrets)
    const { grant, tokenAuth } = request
    throw nameTokenRefusal({ grant, tokenAuth, error: readTokenError(body), status, said })
  }
  const tokens = readTokenBody(body)
  if (tokens === null) {
    throw authError(
      'auth/bad-response',
      body === undefined ? `HTTP ${status}, not JSON` : `HTTP ${status}, no bearer token`,
    )
  }
  return Response.json(tokens)
}

async function post(request: Parameters<typeof fetchTokens>[0]): Promise<Answer> {
  const { dispatcher, url, headers, form, timeoutMs, signal } = request
  const target = new URL(url)
  try {
    return await exchange({
      dispatcher,
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method: 'POST',
      headers,
      body: form.toString(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      maximumBytes: MAXIMUM_BYTES,
      stalledMs: timeoutMs,
    })
  } catch (thrown) {
    if (signal.aborted) throw authError('auth/cancelled')
    const { error } = nameExchangeFailure(thrown)
    if (isOfTheWay(error.code)) throw error
    if (error.code === 'service/not-json' || error.code === 'service/failed') {
      throw authError('auth/bad-response', error.detail)
    }
    throw authError('auth/unreachable', error.detail)
  }
}

function redirected(status: number): AppError {
  return new AppError('service/redirected', {
    message: 'The authorization server tried to send Steward to another address, which it does not follow.',
    nextStep: 'Check the address of the authorization server in the connection.',
    detail: `HTTP ${status}`,
  })
}

function parseJson(answer: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.bytes))
  } catch {
    return undefined
  }
}

function detailOf(answer: Answer, secrets: readonly string[]): string {
  const said = errorTextOf(answer.bytes, secrets)
  return `HTTP ${answer.status}${said === null ? '' : `: ${said}`}`
}

/** The secrets in the form that a server might echo and that must not be shown or logged. */
function secretsIn(form: URLSearchParams): string[] {
  return ['client_secret', 'code', 'code_verifier', 'refresh_token'].flatMap((field) => form.getAll(field))
}

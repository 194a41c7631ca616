import type { Dispatcher } from 'undici'
import { exchange } from '../http/exchange.ts'
import { isOfTheWay, nameExchangeFailure } from '../http/network-errors.ts'
import type { HttpsUrl } from '../platform/https-url.ts'
import { authError } from './auth-errors.ts'

const MAXIMUM_BYTES = 1024 * 1024

/**
 * Requests the sign-in page as the browser is about to, and turns errors that would only appear in the browser into named errors.
 * Otherwise the browser would show an error that Steward cannot see, and Steward would wait for five minutes. Anything that is
 * not clearly a refusal is left to the browser. A refused scope is found here if the server says so before the user signs in.
 *
 * @throws `auth/unreachable`, `auth/unavailable`, `service/untrusted-certificate`, `service/proxy-…`, `auth/redirect-mismatch`,
 * `auth/wrong-secret`, `auth/invalid-scope`, `auth/bad-response`
 */
export async function checkAuthorization(options: {
  dispatcher: Dispatcher
  url: HttpsUrl
  redirectUri: string
  timeoutMs: number
  signal: AbortSignal
}): Promise<void> {
  const { status, text, location } = await fetchPage(options)
  if (isScopeRefused(location, options.redirectUri)) {
    throw authError('auth/invalid-scope', `authorization endpoint: HTTP ${status}, invalid_scope`)
  }
  if (status >= 500) {
    throw authError('auth/unavailable', `authorization endpoint: HTTP ${status}`, {
      nextStep: 'Try again in a few minutes.',
    })
  }
  if (!refusals.has(status)) return
  const detail = `authorization endpoint: HTTP ${status}`
  // A server that may not redirect the browser back says so on a page whose wording is not specified.
  if (/redirect[\s_-]*(ur[il]|address)/i.test(text)) throw authError('auth/redirect-mismatch', detail)
  if (unknownClient.test(text)) {
    throw authError('auth/wrong-secret', detail, { message: 'The authorization server does not know this client ID.' })
  }
  throw authError('auth/bad-response', detail, {
    message: 'The authorization server refuses this sign-in.',
    nextStep: "Check the connection's client ID, redirect address and address of the authorization server.",
  })
}

/** 401, 403 and 429 are not included: they may apply only to a client without cookies, not to the browser. */
const refusals: ReadonlySet<number> = new Set([400, 404, 410, 422])

const unknownClient =
  /(invalid|unknown)[\s_-]*client|(client|application)[^.<]{0,80}(invalid|unknown|not (known|found|registered))/i

/** Whether the server sends the browser back to Steward because of the scope. */
function isScopeRefused(location: string | null, redirectUri: string): boolean {
  if (location === null || !URL.canParse(location)) return false
  const { origin, pathname, searchParams } = new URL(location)
  const expected = new URL(redirectUri)
  if (origin !== expected.origin || pathname !== expected.pathname) return false
  return searchParams.get('error') === 'invalid_scope'
}

type Page = { status: number; text: string; location: string | null }

async function fetchPage(options: Parameters<typeof checkAuthorization>[0]): Promise<Page> {
  const { dispatcher, url, timeoutMs, signal } = options
  const { origin, pathname, search } = new URL(url)
  try {
    const answer = await exchange({
      dispatcher,
      origin,
      path: `${pathname}${search}`,
      method: 'GET',
      headers: { accept: 'text/html, application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      maximumBytes: MAXIMUM_BYTES,
      stalledMs: timeoutMs,
    })
    const { status, bytes, headers } = answer
    return { status, text: new TextDecoder().decode(bytes), location: headers.location ?? null }
  } catch (thrown) {
    if (signal.aborted) throw authError('auth/cancelled')
    const { error, reached } = nameExchangeFailure(thrown)
    if (isOfTheWay(error.code)) throw error
    if (reached) return { status: 0, text: '', location: null }
    throw authError('auth/unreachable', error.detail)
  }
}

import type { Dispatcher } from 'undici'
import { exchange } from '../http/exchange.ts'
import { isOfTheWay, nameExchangeFailure } from '../http/network-errors.ts'
import type { HttpsUrl } from '../platform/https-url.ts'
import { authError } from './auth-errors.ts'

const MAXIMUM_BYTES = 1024 * 1024

/**
 * Requests the sign-in page as the browser is about to, and turns errors that would only appear in the browser into named errors.
 * Otherwise the browser would show an error that Steward cannot see, and Steward would wait for five minutes. Anything that is
 * not clearly a refusal is left to the browser.
 *
 * @throws `auth/unreachable`, `auth/unavailable`, `service/untrusted-certificate`, `service/proxy-…`, `auth/redirect-mismatch`,
 * `auth/wrong-secret`, `auth/bad-response`
 */
export async function checkAuthorization(options: {
  dispatcher: Dispatcher
  url: HttpsUrl
  timeoutMs: number
  signal: AbortSignal
}): Promise<void> {
  const { status, text } = await fetchPage(options)
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

async function fetchPage(options: Parameters<typeof checkAuthorization>[0]): Promise<{ status: number; text: string }> {
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
    return { status: answer.status, text: new TextDecoder().decode(answer.bytes) }
  } catch (thrown) {
    if (signal.aborted) throw authError('auth/cancelled')
    const { error, reached } = nameExchangeFailure(thrown)
    if (isOfTheWay(error.code)) throw error
    if (reached) return { status: 0, text: '' }
    throw authError('auth/unreachable', error.detail)
  }
}

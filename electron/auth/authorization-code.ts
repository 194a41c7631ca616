import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import { AppError } from '../../shared/domain/app-error.ts'
import { type HttpsUrl, type LoopbackUrl, vetHttpsUrl } from '../platform/https-url.ts'
import type { Connection } from '../tenants/connection.ts'
import { type AuthErrorCode, authError } from './auth-errors.ts'
import { type LoopbackListener, listenForCallback } from './loopback-listener.ts'
import type { IssuedTokens, TokenEndpoint } from './token-endpoint.ts'

/**
 * A step of sign-in as it begins; part of `SignInProgress`. If no browser could be opened, `address` is a link that the user can
 * paste into one. It works once and contains no sign-in parameters.
 */
export type SignInStep = { step: 'waiting-for-browser'; address?: string } | { step: 'exchanging-code' }

/** The dependencies of a browser sign-in. */
export type BrowserSignIn = {
  connection: Pick<Connection, 'auth_url' | 'client_id' | 'redirect_uri' | 'pkce'>
  clientSecret: string
  tokenEndpoint: TokenEndpoint
  openInBrowser: (url: LoopbackUrl) => Promise<void>
  /** Throws errors that would otherwise only be visible in the browser; see `checkAuthorization`. */
  check: (url: HttpsUrl) => Promise<void>
  signal: AbortSignal
  /** Time limit for the browser, in ms. */
  limitMs?: number
}

const LIMIT_MS = 5 * 60_000

/**
 * Authorization Code grant through the system's browser. Yields steps and returns the tokens; leaving the iteration, aborting the
 * signal or any error closes the listener.
 */
export async function* signInWithBrowser(options: BrowserSignIn): AsyncGenerator<SignInStep, IssuedTokens> {
  const { connection, clientSecret, tokenEndpoint, signal } = options
  if (connection.redirect_uri === null) throw authError('auth/redirect-mismatch', 'no redirect address')
  const state = generateRandomState()
  const codeVerifier = connection.pkce ? generateRandomCodeVerifier() : null
  // Bound before the browser opens: if another program had the port, it would receive the code.
  const listener = await listenForCallback({ redirectUri: connection.redirect_uri, state })
  let callback: URLSearchParams
  try {
    const url = await authorizationUrl({ connection, redirectUri: listener.redirectUri, state, codeVerifier })
    await options.check(url)
    if (signal.aborted) throw authError('auth/cancelled')
    yield { step: 'waiting-for-browser' }
    const opened = await openBrowser(options.openInBrowser, listener.leadTo(url))
    // A new one-time address: the program that failed to open the first may have leaked it.
    if (!opened) yield { step: 'waiting-for-browser', address: listener.leadTo(url) }
    callback = await waitForCallback(listener, signal, options.limitMs ?? LIMIT_MS)
  } finally {
    await listener.close()
  }
  const error = callback.get('error')
  if (error !== null) throw nameAuthorizationError(error)
  yield { step: 'exchanging-code' }
  const { redirectUri } = listener
  return await tokenEndpoint.exchangeCode({ callback, state, redirectUri, codeVerifier, clientSecret, signal })
}

async function authorizationUrl(request: {
  connection: BrowserSignIn['connection']
  redirectUri: string
  state: string
  codeVerifier: string | null
}): Promise<HttpsUrl> {
  const { connection, redirectUri, state, codeVerifier } = request
  const url = new URL(`${connection.auth_url}/oauth2/authorize`)
  url.searchParams.set('client_id', connection.client_id)
  url.searchParams.set('redirect_uri', redirectUri)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('state', state)
  if (codeVerifier !== null) {
    url.searchParams.set('code_challenge', await calculatePKCECodeChallenge(codeVerifier))
    url.searchParams.set('code_challenge_method', 'S256')
  }
  return vetHttpsUrl(url.href, new URL(connection.auth_url).origin)
}

/** Returns whether a browser was opened. A shell's error may quote the address, so only AppErrors are rethrown. */
async function openBrowser(open: BrowserSignIn['openInBrowser'], url: LoopbackUrl): Promise<boolean> {
  try {
    await open(url)
    return true
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code !== 'auth/browser-not-opened') throw thrown
    return false
  }
}

function waitForCallback(listener: LoopbackListener, signal: AbortSignal, limitMs: number): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    const onAbort = () => end(() => reject(authError('auth/cancelled')))
    const timer = setTimeout(() => end(() => reject(authError('auth/timed-out'))), limitMs)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    listener.callback.then(
      (parameters) => end(() => resolve(parameters)),
      (thrown: unknown) => end(() => reject(thrown)),
    )
  })
}

const authorizationErrors: ReadonlyMap<string, AuthErrorCode> = new Map([
  ['access_denied', 'auth/denied'],
  ['server_error', 'auth/unavailable'],
  ['temporarily_unavailable', 'auth/unavailable'],
])

function nameAuthorizationError(error: string): AppError {
  const known = /^[a-z_]{1,40}$/.test(error) ? error : 'unrecognised'
  const code = authorizationErrors.get(error) ?? 'auth/bad-response'
  const words = code === 'auth/unavailable' ? { nextStep: 'Try again in a few minutes.' } : {}
  return authError(code, `authorization endpoint: ${known}`, words)
}

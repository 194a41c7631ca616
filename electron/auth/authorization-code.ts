import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import { AppError } from '../../shared/domain/app-error.ts'
import { type HttpsUrl, type LoopbackUrl, vetHttpsUrl } from '../platform/https-url.ts'
import type { Connection } from '../tenants/connection.ts'
import { type AuthErrorCode, authError } from './auth-errors.ts'
import { type LoopbackListener, listenForCallback } from './loopback-listener.ts'
import { asksForRefresh, isRefusedScope, type Scope, scopesToTry } from './scopes.ts'
import type { SignInServer } from './sign-in-server.ts'
import { extraParameters, type IssuedTokens, type TokenEndpoint } from './token-endpoint.ts'

/**
 * A step of sign-in as it begins; part of `SignInProgress`. If no browser could be opened, `address` is a link that the user can
 * paste into one. It works once and contains no sign-in parameters.
 */
export type SignInStep = { step: 'waiting-for-browser'; address?: string } | { step: 'exchanging-code' }

/** The dependencies of a browser sign-in. */
export type BrowserSignIn = {
  connection: Pick<
    Connection,
    'auth_url' | 'client_id' | 'redirect_uri' | 'pkce' | 'scope' | 'flow' | 'user' | 'resource' | 'audience'
  >
  server: SignInServer
  /** Null for a public client. */
  clientSecret: string | null
  tokenEndpoint: TokenEndpoint
  openInBrowser: (url: LoopbackUrl) => Promise<void>
  /** Throws errors that would otherwise only be visible in the browser; see `checkAuthorization`. */
  check: (url: HttpsUrl, redirectUri: string) => Promise<void>
  signal: AbortSignal
  /** Time limit for the browser, in ms. */
  limitMs?: number
}

const LIMIT_MS = 5 * 60_000

/**
 * Authorization Code grant through the system's browser. Yields steps and returns the tokens; leaving the iteration, aborting the
 * signal or any error closes the listener. A refused scope is tried once more without `offline_access`, with a state and a code of
 * its own.
 */
export async function* signInWithBrowser(options: BrowserSignIn): AsyncGenerator<SignInStep, IssuedTokens> {
  const [scope, lesser] = scopesToTry(options.connection)
  try {
    return yield* attempt(options, scope)
  } catch (thrown) {
    if (lesser === undefined || !isRefusedScope(thrown)) throw thrown
  }
  return yield* attempt(options, lesser)
}

async function* attempt(options: BrowserSignIn, scope: Scope): AsyncGenerator<SignInStep, IssuedTokens> {
  const { connection, server, clientSecret, tokenEndpoint, signal } = options
  if (connection.redirect_uri === null) throw authError('auth/redirect-mismatch', 'no redirect address')
  const state = generateRandomState()
  const codeVerifier = connection.pkce ? generateRandomCodeVerifier() : null
  // Bound before the browser opens: if another program had the port, it would receive the code.
  const listener = await listenForCallback({ redirectUri: connection.redirect_uri, state })
  const { redirectUri } = listener
  let callback: URLSearchParams
  try {
    const url = await authorizationUrl({ connection, server, redirectUri, state, codeVerifier, scope })
    await options.check(url, redirectUri)
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
  return await tokenEndpoint.exchangeCode({ server, callback, state, redirectUri, codeVerifier, clientSecret, signal })
}

/** The address of the sign-in page for one sign-in. */
export async function authorizationUrl(request: {
  connection: BrowserSignIn['connection']
  server: SignInServer
  redirectUri: string
  state: string
  codeVerifier: string | null
  scope: Scope
}): Promise<HttpsUrl> {
  const { connection, server, redirectUri, state, codeVerifier, scope } = request
  const url = new URL(server.authorizationEndpoint)
  const parameters = {
    client_id: connection.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
    ...scopeParameters(scope),
    ...extraParameters(connection),
    // Another advisor may be signed in in this browser: the server offers the right account.
    ...(connection.user === null ? {} : { login_hint: connection.user }),
    ...(codeVerifier === null ? {} : await challengeFor(codeVerifier)),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return vetHttpsUrl(url.href, new URL(connection.auth_url).origin)
}

/** OpenID Connect Core, section 11: a server may ignore `offline_access` unless it is to ask for consent. */
function scopeParameters(scope: Scope): Record<string, string> {
  if (scope === null) return {}
  return asksForRefresh(scope) ? { scope, prompt: 'consent' } : { scope }
}

async function challengeFor(codeVerifier: string): Promise<Record<string, string>> {
  return { code_challenge: await calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256' }
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

const authorizationErrors: ReadonlyMap<string, AuthErrorCode> = new Map<string, AuthErrorCode>([
  ['invalid_scope', 'auth/invalid-scope'],
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

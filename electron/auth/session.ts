import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import { type Keychain, keychainAccount } from '../keychain/keychain.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { HttpsUrl, LoopbackUrl } from '../platform/https-url.ts'
import type { AccessTokens } from '../service/check-answer.ts'
import type { Connection } from '../tenants/connection.ts'
import { authError } from './auth-errors.ts'
import { checkAuthorization } from './authorization-check.ts'
import { type SignInStep, signInWithBrowser } from './authorization-code.ts'
import { isRefusedScope, scopesToTry } from './scopes.ts'
import { createSignInServers, explainUnusedMetadata, type SignInServer, type SignInServers } from './sign-in-server.ts'
import { createTokenEndpoint, type IssuedTokens, type TokenEndpoint } from './token-endpoint.ts'

/** The sign-in of one connection over its whole life. Tokens of two sessions are never mixed. */
export type Session = {
  /** Access tokens for the service client. */
  readonly tokens: AccessTokens
  /** Yields steps until signed in; throws `auth/…`, `keychain/…` or `service/…` AppErrors; the signal cancels. */
  signIn(signal: AbortSignal): AsyncGenerator<SignInStep, void>
  /** Removes access and refresh token. The client secret stays until the connection is removed. */
  signOut(): Promise<void>
  /** Removes the client secret as well. */
  forget(): Promise<void>
  /** Whether the client secret is in the keychain, or none is needed; true if the keychain cannot be read. */
  hasSecret(): Promise<boolean>
  /** Set if the last sign-in came without a refresh token; null also if the keychain cannot be read. */
  unrenewable(): Promise<UnrenewableSignIn | null>
  /** Reads the keychain, never the network. A keychain that cannot be read counts as `sign-in-needed`. */
  state(): Promise<ConnectionSummary['session']>
}

/**
 * @param options.connection - read at each use, because it may be edited; its identity and its flow stay
 * @param options.dispatcher - from `createHttpsAgent`, with the connection's certificate authority
 * @param options.onChange - called on sign-in, on sign-out, and when a renewal is refused for good
 */
export function createSession(options: {
  readonly connection: Connection
  keychain: Keychain
  dispatcher: Dispatcher
  openInBrowser: (url: LoopbackUrl) => Promise<void>
  onChange?: () => void
  clock?: Clock
  signInLimitMs?: number
  tokenTimeoutMs?: number
}): Session {
  const { dispatcher, onChange = () => {} } = options
  const { flow, auth_url: authUrl } = options.connection
  const secrets = secretsOf(options, options.keychain)
  const withClock = options.clock === undefined ? {} : { clock: options.clock }
  const { tokenTimeoutMs: timeoutMs = 30_000 } = options
  const current = () => {
    const { connection } = options
    return { connection, tokenEndpoint: createTokenEndpoint({ connection, dispatcher, timeoutMs, ...withClock }) }
  }
  const servers = createSignInServers({ authUrl, dispatcher, timeoutMs })
  const source = createAccessTokenSource({
    renew: () => renewTokens({ ...current(), secrets, servers }),
    onSignInNeeded: onChange,
    ...withClock,
  })
  /** Settles when the sign-in that just succeeded is in the keychain and used here: until then neither is asked. */
  let saving: Promise<void> = Promise.resolve()
  const saved = () => saving.catch(() => {})
  const save = async (issued: IssuedTokens) => {
    await secrets.keepSignIn(issued)
    source.adopt(issued, { renewable: flow === 'client_credentials' || issued.refreshToken !== null })
  }
  async function* issueTokens(signal: AbortSignal): AsyncGenerator<SignInStep, IssuedTokens> {
    const clientSecret = await secrets.clientSecret()
    const server = await servers.find(signal)
    const shared = { ...current(), server, clientSecret, signal }
    const limit = options.signInLimitMs === undefined ? {} : { limitMs: options.signInLimitMs }
    const check = (url: HttpsUrl, redirectUri: string) =>
      checkAuthorization({ dispatcher, url, redirectUri, timeoutMs, signal })
    try {
      return flow === 'authorization_code'
        ? yield* signInWithBrowser({ ...shared, openInBrowser: options.openInBrowser, check, ...limit })
        : yield* signInAsOrganization(shared)
    } catch (thrown) {
      throw explainUnusedMetadata(thrown, server)
    }
  }
  return {
    tokens: {
      current: async () => saved().then(source.current),
      replace: async (...rejected) => saved().then(() => source.replace(...rejected)),
    },
    async *signIn(signal) {
      saving = save(yield* issueTokens(signal))
      await saving
      onChange()
    },
    async signOut() {
      await secrets.forgetSignIn()
      source.forget()
      onChange()
    },
    async forget() {
      await secrets.forgetSignIn()
      source.forget()
      await secrets.forgetClientSecret()
    },
    hasSecret: () => secrets.hasClientSecret().catch(() => true),
    unrenewable: () => secrets.unrenewableSignIn().catch(() => null),
    async state() {
      await saved()
      if (source.needsSignIn()) return 'sign-in-needed'
      if (source.hasToken()) return 'signed-in'
      try {
        if ((await secrets.signIn()) !== null) return 'signed-in'
        return (await secrets.unrenewableSignIn()) === null ? 'signed-out' : 'sign-in-needed'
      } catch {
        return 'sign-in-needed'
      }
    },
  }
}

/** Client Credentials: no user is involved, so signing in means getting a first token. */
async function* signInAsOrganization(options: Organization): AsyncGenerator<SignInStep, IssuedTokens> {
  yield { step: 'exchanging-code' }
  return await requestAsOrganization(options)
}

type Organization = {
  connection: Connection
  server: SignInServer
  clientSecret: string | null
  tokenEndpoint: TokenEndpoint
  signal: AbortSignal
}

/** Asks for an organization's token, with each scope that may be tried. */
export async function requestAsOrganization({
  connection,
  tokenEndpoint,
  ...request
}: Organization): Promise<IssuedTokens> {
  const [scope, lesser] = scopesToTry(connection)
  try {
    return await tokenEndpoint.clientCredentials({ ...request, scope })
  } catch (thrown) {
    if (lesser === undefined || !isRefusedScope(thrown)) throw thrown
    return await tokenEndpoint.clientCredentials({ ...request, scope: lesser })
  }
}

async function renewTokens(options: {
  connection: Connection
  secrets: Secrets
  tokenEndpoint: TokenEndpoint
  servers: SignInServers
}): Promise<IssuedTokens> {
  const { connection, secrets, tokenEndpoint, servers } = options
  // Many callers share this request, so no single one may cancel it; the token endpoint has its own time limit.
  const { signal } = new AbortController()
  // Of an organization this is only a note: its secret alone would sign it in again after it was signed out.
  const refreshToken = await secrets.signIn()
  if (refreshToken === null) throw authError('auth/sign-in-needed')
  const clientSecret = await secrets.clientSecret()
  const server = await servers.find(signal)
  if (connection.flow === 'client_credentials')
    return await requestAsOrganization({ connection, server, clientSecret, tokenEndpoint, signal })
  const issued = await tokenEndpoint.refresh({ server, refreshToken, clientSecret, signal })
  // Refresh tokens are documented as never rotating; if a server rotates them anyway, the advisor must not be locked out.
  if (issued.refreshToken !== null && issued.refreshToken !== refreshToken) {
    // Someone signed out or in again while the server answered: this token belongs to a session that has ended.
    await secrets.replaceSignIn(refreshToken, issued)
  }
  return issued
}

/** A sign-in that cannot be renewed: how long its access token lasts, in ms; null if the server did not say. */
type UnrenewableSignIn = { lifetimeMs: number | null }

/** A connection's entries in the keychain that belong to its sign-in. */
type Secrets = ReturnType<typeof secretsOf>

/**
 * The {@link Secrets} of a connection, which is read at each use. A signed-in user has a refresh token or, if the server gave none, a note with the life of the
 * access token; a signed-in organization has a note. A public client has no client secret.
 */
function secretsOf(of: { readonly connection: Connection }, keychain: Keychain) {
  const { id, flow } = of.connection
  // It may be edited while the session lasts.
  const isPublic = () => of.connection.token_auth === 'none'
  const isOrganization = flow === 'client_credentials'
  const secret = keychainAccount(id, 'client-secret')
  const signIn = keychainAccount(id, isOrganization ? 'organization-sign-in' : 'refresh-token')
  const unrenewable = keychainAccount(id, 'unrenewable-sign-in')
  const inTurn = createMutex()
  const keep = async ({ refreshToken, lifetimeMs }: IssuedTokens): Promise<void> => {
    const kept = isOrganization ? 'signed in' : refreshToken
    if (kept === null) {
      await keychain.set(unrenewable, String(lifetimeMs ?? ''))
      await keychain.delete(signIn)
    } else {
      await keychain.set(signIn, kept)
      await keychain.delete(unrenewable)
    }
  }
  return {
    async clientSecret(): Promise<string | null> {
      if (isPublic()) return null
      const found = await keychain.get(secret)
      if (found !== null) return found
      throw new AppError('auth/wrong-secret', {
        message: 'The client secret of this connection is not on this computer.',
        nextStep: 'Enter the client secret issued to your firm, and sign in again.',
      })
    },
    hasClientSecret: async () => isPublic() || (await keychain.get(secret)) !== null,
    forgetClientSecret: () => keychain.delete(secret),
    /** A user's refresh token, an organization's note; null if there is neither. */
    signIn: () => keychain.get(signIn),
    /** The connection may have become a public client since its secret was stored: then that is deleted. */
    keepSignIn: (issued: IssuedTokens) =>
      inTurn(async () => {
        if (isPublic()) await keychain.delete(secret)
        await keep(issued)
      }),
    /** Does nothing if another refresh token is kept by now, or none. */
    replaceSignIn: (before: string, issued: IssuedTokens) =>
      inTurn(async () => {
        if ((await keychain.get(signIn)) === before) await keep(issued)
      }),
    forgetSignIn: () =>
      inTurn(async () => {
        await keychain.delete(signIn)
        await keychain.delete(unrenewable)
      }),
    async unrenewableSignIn(): Promise<UnrenewableSignIn | null> {
      const noted = isOrganization ? null : await keychain.get(unrenewable)
      if (noted === null) return null
      return { lifetimeMs: /^\d+(\.\d+)?$/.test(noted) ? Number(noted) : null }
    },
  }
}

/** {@link AccessTokens}, and the methods by which a session controls them. The token is held only in this object's memory. */
export type AccessTokenSource = AccessTokens & {
  /**
   * Takes over the tokens of a sign-in that just succeeded. If they cannot be renewed, the access token is used to the end of its life
   * or until the service rejects it for every list, and then a sign-in is needed.
   */
  adopt(tokens: IssuedTokens, options?: { renewable: boolean }): void
  /**
   * Ends the session: drops the token and discards the result of a renewal in progress. Until the next sign-in nothing is requested, and
   * callers get `auth/sign-in-needed`.
   */
  forget(): void
  /** Whether there is a token that can still be used or renewed. */
  hasToken(): boolean
  /** Whether a new sign-in is needed, because the last renewal was refused for good. */
  needsSignIn(): boolean
}

type HeldTokens = IssuedTokens & { renewable: boolean }

const RENEW_BEFORE_MS = 30_000
/** The longest pause requested by the authorization server that is respected, in ms. */
const LONGEST_PAUSE_MS = 60 * 60_000

/**
 * @param options.renew - asks the authorization server; called once for any number of simultaneous callers
 * @param options.onSignInNeeded - called when a renewal is refused for good
 */
export function createAccessTokenSource(options: {
  renew: () => Promise<IssuedTokens>
  clock?: Pick<Clock, 'now' | 'elapsed'>
  onSignInNeeded?: () => void
}): AccessTokenSource {
  const { renew, clock = systemClock, onSignInNeeded = () => {} } = options
  let held: HeldTokens | null = null
  let renewal: Promise<string> | null = null
  /** Whether the service rejects a token that cannot be renewed: asked once for all who were rejected at the same time. */
  let verdict: { of: HeldTokens; isRejected: Promise<boolean> } | null = null
  let turnedDown: AppError | null = null
  let isSignedOut = false
  /** The authorization server requested a pause: until it ends, no request is sent and every caller gets the same error. */
  let pause: { until: number; error: AppError } | null = null
  // Incremented whenever the session changes, so that a renewal begun earlier cannot restore an old session.
  let session = 0

  const renewOnce = async (): Promise<string> => {
    const begun = session
    try {
      const tokens = await renew()
      if (begun !== session) throw authError('auth/sign-in-needed')
      held = { ...tokens, renewable: true }
      return tokens.accessToken
    } catch (thrown) {
      const error = nameRenewalFailure(thrown)
      if (begun === session && error.retryAfterMs !== undefined) {
        pause = { until: clock.elapsed() + Math.min(error.retryAfterMs, LONGEST_PAUSE_MS), error }
      }
      if (begun === session && error.code === 'auth/sign-in-needed') {
        held = null
        turnedDown = error
        onSignInNeeded()
      }
      throw error
    }
  }
  /** Without a refresh token there is nothing to ask the server for. */
  const endUnrenewable = () => {
    held = null
    turnedDown = authError('auth/sign-in-needed', 'no refresh token', {
      message: 'Your sign-in has ended, because the authorization server gives no refresh token.',
    })
    onSignInNeeded()
  }
  const renewShared = (): Promise<string> => {
    if (held !== null && !held.renewable) endUnrenewable()
    if (turnedDown !== null) return Promise.reject(turnedDown)
    if (isSignedOut) return Promise.reject(authError('auth/sign-in-needed'))
    if (renewal !== null) return renewal
    if (pause !== null && clock.elapsed() < pause.until) return Promise.reject(pause.error)
    pause = null
    const shared = renewOnce().finally(() => {
      if (renewal === shared) renewal = null
    })
    renewal = shared
    return shared
  }
  const startSession = (tokens: HeldTokens | null) => {
    session += 1
    held = tokens
    isSignedOut = tokens === null
    renewal = null
    turnedDown = null
    pause = null
  }
  return {
    async current() {
      const tokens = held
      if (tokens === null) return await renewShared()
      const now = clock.now()
      if (!isDue(tokens, now)) return tokens.accessToken
      return await renewShared().catch((error: unknown) => {
        // Renewal starts early; until the old token has really expired, it is still used.
        if (turnedDown === null && tokens === held && now < (tokens.expiresAt ?? 0)) return tokens.accessToken
        throw error
      })
    },
    async replace(rejected, isRejectedEverywhere) {
      const tokens = held
      if (tokens !== null && !tokens.renewable && tokens.accessToken === rejected) {
        if (verdict?.of !== tokens) {
          const isRejected = isRejectedEverywhere().finally(() => {
            if (verdict?.isRejected === isRejected) verdict = null
          })
          verdict = { of: tokens, isRejected }
        }
        // One list that is refused whatever the token does not end the sign-in, which only the user could begin again.
        if (!(await verdict.isRejected) && held === tokens) return rejected
      }
      return held !== null && held.accessToken !== rejected ? held.accessToken : await renewShared()
    },
    adopt: (tokens, { renewable } = { renewable: true }) => startSession({ ...tokens, renewable }),
    forget: () => startSession(null),
    hasToken: () => held !== null && (held.renewable || !isDue(held, clock.now())),
    needsSignIn: () => turnedDown !== null,
  }
}

/** At expiry; if it can be renewed, shortly before. A token without a usable lifetime is used until the service refuses it. */
function isDue({ expiresAt, lifetimeMs, renewable }: HeldTokens, now: number): boolean {
  if (expiresAt === null || lifetimeMs === null) return false
  return now >= expiresAt - (renewable ? Math.min(RENEW_BEFORE_MS, lifetimeMs / 10) : 0)
}

/**
 * If the authorization server cannot be reached, the caller who wanted data gets a network error, never a sign-out. A server that
 * answers 5xx or 429 was reached: `auth/unavailable` stays as it is.
 */
function nameRenewalFailure(thrown: unknown): AppError {
  if (!(thrown instanceof AppError)) return authError('auth/bad-response', thrown instanceof Error ? thrown.name : '')
  if (thrown.code !== 'auth/unreachable') return thrown
  return new AppError('service/offline', {
    message: thrown.message,
    nextStep: 'Check your network; everything downloaded before can still be read.',
    ...(thrown.detail === undefined ? {} : { detail: thrown.detail }),
  })
}

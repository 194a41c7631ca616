import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import { type Keychain, keychainAccount } from '../keychain/keychain.ts'
import type { Clock } from '../platform/clock.ts'
import { createMutex } from '../platform/concurrency.ts'
import type { HttpsUrl, LoopbackUrl } from '../platform/https-url.ts'
import type { AccessTokens } from '../service/authorized-request.ts'
import type { Connection } from '../tenants/connection.ts'
import { createAccessTokenSource } from './access-token-source.ts'
import { authError } from './auth-errors.ts'
import { checkAuthorization } from './authorization-check.ts'
import { type SignInStep, signInWithBrowser } from './authorization-code.ts'
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
  /** Whether the client secret is in the keychain; true if the keychain cannot be read. */
  hasSecret(): Promise<boolean>
  /** Reads the keychain, never the network. A keychain that cannot be read counts as `sign-in-needed`. */
  state(): Promise<ConnectionSummary['session']>
}

/**
 * @param options.dispatcher - from `createHttpsAgent`, with the connection's certificate authority
 * @param options.onChange - called on sign-in, on sign-out, and when a renewal is refused for good
 */
export function createSession(options: {
  connection: Connection
  keychain: Keychain
  dispatcher: Dispatcher
  openInBrowser: (url: LoopbackUrl) => Promise<void>
  onChange?: () => void
  clock?: Clock
  signInLimitMs?: number
  tokenTimeoutMs?: number
}): Session {
  const { connection, dispatcher, onChange = () => {} } = options
  const secrets = secretsOf(connection, options.keychain)
  const withClock = options.clock === undefined ? {} : { clock: options.clock }
  const tokenEndpoint = createTokenEndpoint({
    authUrl: connection.auth_url,
    clientId: connection.client_id,
    dispatcher,
    ...withClock,
    ...(options.tokenTimeoutMs === undefined ? {} : { timeoutMs: options.tokenTimeoutMs }),
  })
  const source = createAccessTokenSource({
    renew: () => renewTokens({ connection, secrets, tokenEndpoint }),
    onSignInNeeded: onChange,
    ...withClock,
  })
  return {
    tokens: source,
    async *signIn(signal) {
      const clientSecret = await secrets.clientSecret()
      const limit = options.signInLimitMs === undefined ? {} : { limitMs: options.signInLimitMs }
      const { openInBrowser, tokenTimeoutMs: timeoutMs = 30_000 } = options
      const check = (url: HttpsUrl) => checkAuthorization({ dispatcher, url, timeoutMs, signal })
      const shared = { connection, clientSecret, tokenEndpoint, signal }
      const issued =
        connection.flow === 'authorization_code'
          ? yield* signInWithBrowser({ ...shared, openInBrowser, check, ...limit })
          : yield* signInAsOrganization(shared)
      await secrets.keepSignIn(issued)
      source.adopt(issued)
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
    async state() {
      if (source.needsSignIn()) return 'sign-in-needed'
      if (source.hasToken()) return 'signed-in'
      try {
        return (await secrets.hasSignIn()) ? 'signed-in' : 'signed-out'
      } catch {
        return 'sign-in-needed'
      }
    },
  }
}

/** Client Credentials: no user is involved, so signing in means getting a first token. */
async function* signInAsOrganization(options: {
  clientSecret: string
  tokenEndpoint: TokenEndpoint
  signal: AbortSignal
}): AsyncGenerator<SignInStep, IssuedTokens> {
  yield { step: 'exchanging-code' }
  return await options.tokenEndpoint.clientCredentials(options)
}

async function renewTokens(options: {
  connection: Connection
  secrets: Secrets
  tokenEndpoint: TokenEndpoint
}): Promise<IssuedTokens> {
  const { connection, secrets, tokenEndpoint } = options
  // Many callers share this request, so no single one may cancel it; the token endpoint has its own time limit.
  const { signal } = new AbortController()
  if (connection.flow === 'client_credentials') {
    // The secret alone would sign an organization in again that was signed out.
    if (!(await secrets.hasSignIn())) throw authError('auth/sign-in-needed')
    return await tokenEndpoint.clientCredentials({ clientSecret: await secrets.clientSecret(), signal })
  }
  const refreshToken = await secrets.refreshToken()
  if (refreshToken === null) throw authError('auth/sign-in-needed')
  const issued = await tokenEndpoint.refresh({ refreshToken, clientSecret: await secrets.clientSecret(), signal })
  // Refresh tokens are documented as never rotating; if a server rotates them anyway, the advisor must not be locked out.
  if (issued.refreshToken !== null && issued.refreshToken !== refreshToken) {
    // Someone signed out or in again while the server answered: this token belongs to a session that has ended.
    await secrets.replaceSignIn(refreshToken, issued)
  }
  return issued
}

type Secrets = ReturnType<typeof secretsOf>

function secretsOf({ id, flow }: Connection, keychain: Keychain) {
  const secret = keychainAccount(id, 'client-secret')
  const isOrganization = flow === 'client_credentials'
  const signIn = keychainAccount(id, isOrganization ? 'organization-sign-in' : 'refresh-token')
  const inTurn = createMutex()
  const keep = ({ refreshToken }: IssuedTokens): Promise<void> => {
    const kept = isOrganization ? 'signed in' : refreshToken
    return kept === null ? keychain.delete(signIn) : keychain.set(signIn, kept)
  }
  return {
    async clientSecret(): Promise<string> {
      const found = await keychain.get(secret)
      if (found !== null) return found
      throw new AppError('auth/wrong-secret', {
        message: 'The client secret of this connection is not on this computer.',
        nextStep: 'Enter the client secret issued to your firm, and sign in again.',
      })
    },
    hasClientSecret: async () => (await keychain.get(secret)) !== null,
    forgetClientSecret: () => keychain.delete(secret),
    refreshToken: () => keychain.get(signIn),
    keepSignIn: (issued: IssuedTokens) => inTurn(() => keep(issued)),
    /** Does nothing if another refresh token is kept by now, or none. */
    replaceSignIn: (before: string, issued: IssuedTokens) =>
      inTurn(async () => {
        if ((await keychain.get(signIn)) === before) await keep(issued)
      }),
    forgetSignIn: () => inTurn(() => keychain.delete(signIn)),
    hasSignIn: async () => (await keychain.get(signIn)) !== null,
  }
}

import { AppError } from '../../shared/domain/app-error.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { AccessTokens } from '../service/authorized-request.ts'
import { authError } from './auth-errors.ts'
import type { IssuedTokens } from './token-endpoint.ts'

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
  const now = clock.elapsed
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
        pause = { until: now() + Math.min(error.retryAfterMs, LONGEST_PAUSE_MS), error }
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
    if (pause !== null && now() < pause.until) return Promise.reject(pause.error)
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

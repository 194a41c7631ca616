import { AppError } from '../../shared/domain/app-error.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { AccessTokens } from '../service/access-tokens.ts'
import { authError } from './auth-errors.ts'
import type { IssuedTokens } from './token-endpoint.ts'

/** {@link AccessTokens} and what a session does to it. The token lives in this object's memory and nowhere else. */
export type AccessTokenSource = AccessTokens & {
  /** Tokens of a sign-in that just succeeded. */
  adopt(tokens: IssuedTokens): void
  /** Forgets the token; a renewal under way is dropped when it arrives. */
  forget(): void
  /** Whether a token is held. */
  hasToken(): boolean
  /** Whether only a person can help, since the last renewal was turned down for good. */
  needsSignIn(): boolean
}

const RENEW_BEFORE_MS = 30_000
/** A pause that the authorization server asked for is kept up to this long, ms. */
const LONGEST_PAUSE_MS = 60 * 60_000

/**
 * @param options.renew - asks the authorization server; called once for any number of callers at the same time
 * @param options.onSignInNeeded - called when a renewal is turned down for good
 */
export function createAccessTokenSource(options: {
  renew: () => Promise<IssuedTokens>
  clock?: Pick<Clock, 'now'>
  onSignInNeeded?: () => void
}): AccessTokenSource {
  const { renew, clock = systemClock, onSignInNeeded = () => {} } = options
  let held: IssuedTokens | null = null
  let renewal: Promise<string> | null = null
  let turnedDown: AppError | null = null
  /** The authorization server asked for a pause: until then it is not asked, and every caller gets the same failure. */
  let pause: { until: number; error: AppError } | null = null
  // Raised whenever the session changes hands, so that a renewal begun before cannot bring an old session back.
  let session = 0

  const renewOnce = async (): Promise<string> => {
    const begun = session
    try {
      const tokens = await renew()
      if (begun !== session) throw authError('auth/sign-in-needed')
      held = tokens
      return tokens.accessToken
    } catch (thrown) {
      const error = nameRenewalFailure(thrown)
      if (begun === session && error.retryAfterMs !== undefined) {
        pause = { until: clock.now() + Math.min(error.retryAfterMs, LONGEST_PAUSE_MS), error }
      }
      if (begun === session && error.code === 'auth/sign-in-needed') {
        held = null
        turnedDown = error
        onSignInNeeded()
      }
      throw error
    }
  }
  const renewShared = (): Promise<string> => {
    if (turnedDown !== null) return Promise.reject(turnedDown)
    if (renewal !== null) return renewal
    if (pause !== null && clock.now() < pause.until) return Promise.reject(pause.error)
    pause = null
    const shared = renewOnce().finally(() => {
      if (renewal === shared) renewal = null
    })
    renewal = shared
    return shared
  }
  const startSession = (tokens: IssuedTokens | null) => {
    session += 1
    held = tokens
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
        // Renewed early; until it has really expired the old one still serves.
        if (turnedDown === null && tokens === held && now < (tokens.expiresAt ?? 0)) return tokens.accessToken
        throw error
      })
    },
    async replace(rejected) {
      return held !== null && held.accessToken !== rejected ? held.accessToken : await renewShared()
    },
    adopt: (tokens) => startSession(tokens),
    forget: () => startSession(null),
    hasToken: () => held !== null,
    needsSignIn: () => turnedDown !== null,
  }
}

/** Shortly before it expires; a token without a usable lifetime serves until the service turns it down. */
function isDue(tokens: IssuedTokens, now: number): boolean {
  if (tokens.expiresAt === null || tokens.lifetimeMs === null) return false
  return now >= tokens.expiresAt - Math.min(RENEW_BEFORE_MS, tokens.lifetimeMs / 10)
}

/**
 * An authorization server that cannot be reached is a network failure for the caller who wanted data, never a sign-out. One
 * that answers 5xx or 429 was reached: `auth/unavailable` stays what it is.
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

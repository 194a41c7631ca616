import type { AppError } from '../../shared/domain/app-error.ts'
import type { Connection } from '../tenants/connection.ts'
import { authError } from './auth-errors.ts'
import type { OauthError } from './token-body.ts'

/** The grant type of a token request. */
export type Grant = 'authorization_code' | 'refresh_token' | 'client_credentials'

/** A refusal by the token endpoint: its code, its HTTP status, and its own message, sanitised for display. */
export type TokenRefusal = {
  grant: Grant
  tokenAuth: Connection['token_auth']
  error: OauthError
  status: number
  said: string | null
}

/** Statuses with which a token endpoint refuses a grant or a client (RFC 6749, section 5.2), plus 403, which some servers use. */
const grantRefusals: ReadonlySet<number> = new Set([400, 401, 403])

/** The error that the user sees for a refusal. */
export function nameTokenRefusal(refusal: TokenRefusal): AppError {
  const { grant, error, status, said } = refusal
  const detail = `token endpoint: HTTP ${status}, ${error}${said === null || said === error ? '' : `: ${said}`}`
  if (error === 'unrecognised') return nameUnrecognised(refusal, detail)
  if (error === 'invalid_client') {
    return authError(refusal.tokenAuth === 'none' ? 'auth/wrong-client' : 'auth/wrong-secret', detail)
  }
  if (error === 'unauthorized_client' || error === 'unsupported_grant_type') {
    return authError('auth/bad-response', detail, wrongFlow)
  }
  if (grant === 'refresh_token') return nameRefreshRefusal(error, detail)
  if (error === 'invalid_scope') return authError('auth/invalid-scope', detail)
  if (grant === 'client_credentials') {
    return error === 'access_denied' || error === 'invalid_grant'
      ? authError('auth/wrong-secret', detail)
      : authError('auth/bad-response', detail)
  }
  if (/redirect/i.test(said ?? '')) return authError('auth/redirect-mismatch', detail)
  if (/code_?(verifier|challenge)|pkce/i.test(said ?? '')) return authError('auth/bad-response', detail, noPkce)
  if (error === 'invalid_grant') return authError('auth/code-expired', detail)
  return error === 'access_denied' ? authError('auth/denied', detail) : authError('auth/bad-response', detail)
}

/**
 * Without a code of OAuth the refusal may be that of a proxy on the way, and an address without a token endpoint refuses nothing: the
 * sign-in, the client ID and the secret may all be right.
 */
function nameUnrecognised({ grant, status, said }: TokenRefusal, detail: string): AppError {
  if (!grantRefusals.has(status)) return authError('auth/bad-response', detail)
  if (grant === 'refresh_token') return authError('auth/bad-response', detail, notRenewed)
  if (grant === 'authorization_code' && /redirect/i.test(said ?? '')) return authError('auth/redirect-mismatch', detail)
  return authError('auth/bad-response', detail, noReason)
}

/**
 * A refresh that is refused for good ends the session; one that was merely malformed or misunderstood must not, nor one without a code
 * of OAuth: a proxy on the way refuses with a 403 of its own. A refresh names no scope, so a refused one is that of the sign-in.
 */
function nameRefreshRefusal(error: OauthError, detail: string): AppError {
  return ending.has(error)
    ? authError('auth/sign-in-needed', detail)
    : authError('auth/bad-response', detail, notRenewed)
}

const ending: ReadonlySet<OauthError> = new Set(['invalid_grant', 'access_denied', 'invalid_scope'])

/** The words for a refusal of which it is not known whose it is. */
const noReason = {
  message:
    'The sign-in was refused without a reason that Steward knows, by the authorization server or by something on the way to it.',
  nextStep:
    'Try again. If it keeps happening, check the client ID, the secret and your network’s proxy with your firm.',
}

/** The words for a renewal that was refused in no form of OAuth, which may be by something on the way. */
const notRenewed = {
  message: 'The sign-in could not be renewed: the answer is not one of an authorization server.',
  nextStep: 'No action needed: your sign-in is kept, and Steward tries again. If it keeps happening, sign in again.',
}

const wrongFlow = {
  message: 'The authorization server does not allow this way of signing in for the client ID.',
  nextStep: 'Add the connection again with the other way of signing in, or ask your firm which one it registered.',
}

const noPkce = {
  message: 'The authorization server does not accept the extra proof (PKCE) that Steward sends.',
  nextStep: 'Add the connection again with PKCE switched off.',
}

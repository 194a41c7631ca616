import type { AppError } from '../../shared/domain/app-error.ts'
import { authError } from './auth-errors.ts'
import type { OauthError } from './token-body.ts'

/** The grant type of a token request. */
export type Grant = 'authorization_code' | 'refresh_token' | 'client_credentials'

/** A refusal by the token endpoint: its code, its HTTP status, and its own message, sanitised for display. */
export type TokenRefusal = { grant: Grant; error: OauthError; status: number; said: string | null }

/** The error that the user sees for a refusal. */
export function nameTokenRefusal(refusal: TokenRefusal): AppError {
  const { grant, error, status, said } = refusal
  const detail = `token endpoint: HTTP ${status}, ${error}${said === null || said === error ? '' : `: ${said}`}`
  if (error === 'invalid_client' || (error === 'unrecognised' && status === 401 && grant !== 'refresh_token')) {
    return authError('auth/wrong-secret', detail)
  }
  if (error === 'unauthorized_client' || error === 'unsupported_grant_type') {
    return authError('auth/bad-response', detail, wrongFlow)
  }
  if (grant === 'refresh_token') return nameRefreshRefusal(error, detail)
  if (grant === 'client_credentials') {
    return error === 'access_denied' || error === 'invalid_grant' || error === 'unrecognised'
      ? authError('auth/wrong-secret', detail)
      : authError('auth/bad-response', detail)
  }
  if (/redirect/i.test(said ?? '')) return authError('auth/redirect-mismatch', detail)
  if (/code_?(verifier|challenge)|pkce/i.test(said ?? '')) return authError('auth/bad-response', detail, noPkce)
  if (error === 'invalid_grant') return authError('auth/code-expired', detail)
  return error === 'access_denied' ? authError('auth/denied', detail) : authError('auth/bad-response', detail)
}

/** A refresh that is refused for good ends the session; one that was merely malformed or misunderstood must not. */
function nameRefreshRefusal(error: OauthError, detail: string): AppError {
  if (error === 'invalid_grant' || error === 'access_denied' || error === 'unrecognised') {
    return authError('auth/sign-in-needed', detail)
  }
  return authError('auth/bad-response', detail)
}

const wrongFlow = {
  message: 'The authorization server does not allow this way of signing in for the client ID.',
  nextStep: 'Add the connection again with the other way of signing in, or ask your firm which one it registered.',
}

const noPkce = {
  message: 'The authorization server does not accept the extra proof (PKCE) that Steward sends.',
  nextStep: 'Add the connection again with PKCE switched off.',
}

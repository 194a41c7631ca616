import { ApiError } from '../http/api-error.ts'
import type { Actor, Tokens } from './tokens.ts'

/** 401 with what RFC 6750 asks to be said about it. */
export class UnauthorizedError extends ApiError {
  readonly challenge: string

  constructor(message: string, challenge: string) {
    super(401, 'unauthorized', message)
    this.challenge = challenge
  }
}

/** Who sends this request; throws {@link UnauthorizedError} for a missing, unknown or expired token. */
export function authenticate(tokens: Tokens, authorization: string | undefined): Actor {
  if (authorization === undefined) {
    throw new UnauthorizedError('This request needs an access token.', 'Bearer realm="sandbox"')
  }
  const [scheme, token = '', ...rest] = authorization.split(' ')
  const actor = scheme?.toLowerCase() === 'bearer' && rest.length === 0 ? tokens.verifyAccess(token) : undefined
  if (actor) return actor
  const challenge = 'Bearer realm="sandbox", error="invalid_token", error_description="Unknown or expired."'
  throw new UnauthorizedError('The access token is unknown or has expired.', challenge)
}

import { ApiError } from '../http/api-error.ts'
import type { Actor, Tokens } from './tokens.ts'

/** A 401 answer with the `WWW-Authenticate` header that RFC 6750 requires. */
export class UnauthorizedError extends ApiError {
  readonly challenge: string

  constructor(message: string, challenge: string) {
    super(401, 'unauthorized', message)
    this.challenge = challenge
  }
}

/**
 * Returns the sender of this request.
 *
 * @throws {@link UnauthorizedError} if the token is missing, unknown or expired
 */
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

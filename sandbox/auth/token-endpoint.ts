import { createHash } from 'node:crypto'
import { type Client, sameSecret } from './clients.ts'
import type { Codes } from './codes.ts'
import type { Actor, Tokens } from './tokens.ts'

export const GRANT_TYPES = ['client_credentials', 'authorization_code', 'refresh_token'] as const
export type GrantType = (typeof GRANT_TYPES)[number]

export interface TokenAnswer {
  status: number
  body: Record<string, unknown>
  /** Set if the client tried HTTP Basic authentication and failed. */
  authenticate?: string
  granted?: GrantType
}

export interface TokenEndpointOptions {
  client: Client
  codes: Codes
  tokens: Tokens
  accessSeconds: number
  organizationSeconds: number
}

/** Answers a token request, given its form and its Authorization header, if any. Errors follow RFC 6749, section 5.2. */
export type AnswerTokenRequest = (form: URLSearchParams, authorization: string | undefined) => TokenAnswer

export function createTokenEndpoint(options: TokenEndpointOptions): AnswerTokenRequest {
  const { client, codes, tokens, accessSeconds, organizationSeconds } = options

  function bearer(granted: GrantType, accessToken: string, seconds: number, more = {}): TokenAnswer {
    const body = { access_token: accessToken, token_type: 'bearer', expires_in: seconds, ...more }
    return { status: 200, body, granted }
  }

  function fromCode(form: URLSearchParams): TokenAnswer {
    const code = form.get('code')
    if (!code) return failure('invalid_request', 'The field code is missing.')
    if (!form.get('redirect_uri')) return failure('invalid_request', 'The field redirect_uri is missing.')
    const redemption = codes.redeem(code)
    if (redemption.outcome === 'replayed') tokens.revokeFromCode(code)
    if (redemption.outcome !== 'ok') return failure('invalid_grant', `The code is ${redemption.outcome}.`)
    const { grant } = redemption
    if (grant.clientId !== client.id || grant.redirectUri !== form.get('redirect_uri')) {
      return failure('invalid_grant', 'The code was given to another client or redirect URI.')
    }
    const verifier = form.get('code_verifier')
    if (grant.codeChallenge !== undefined && (verifier === null || challengeOf(verifier) !== grant.codeChallenge)) {
      return failure('invalid_grant', 'The code verifier does not fit the code challenge.')
    }
    if (grant.codeChallenge === undefined && verifier !== null) {
      return failure('invalid_grant', 'A code verifier was sent, but the sign-in had no code challenge.')
    }
    const actor: Actor = { userId: grant.userId }
    const refreshToken = tokens.issueRefresh(actor, code)
    const accessToken = tokens.issueAccess(actor, accessSeconds, code)
    return bearer('authorization_code', accessToken, accessSeconds, { refresh_token: refreshToken })
  }

  function fromRefresh(form: URLSearchParams): TokenAnswer {
    const refreshToken = form.get('refresh_token')
    if (!refreshToken) return failure('invalid_request', 'The field refresh_token is missing.')
    const actor = tokens.verifyRefresh(refreshToken)
    if (actor === undefined) return failure('invalid_grant', 'The refresh token is not valid.')
    return bearer('refresh_token', tokens.issueAccess(actor, accessSeconds), accessSeconds)
  }

  return (form, authorization) => {
    if (new Set(form.keys()).size !== form.size) return failure('invalid_request', 'A field is sent more than once.')
    const refused = checkClient(client, form, authorization)
    if (refused) return refused
    switch (form.get('grant_type')) {
      case 'client_credentials': {
        const token = tokens.issueAccess({ userId: undefined }, organizationSeconds)
        return bearer('client_credentials', token, organizationSeconds)
      }
      case 'authorization_code':
        return fromCode(form)
      case 'refresh_token':
        return fromRefresh(form)
      case null:
        return failure('invalid_request', 'The field grant_type is missing.')
      default:
        return failure('unsupported_grant_type', `The grant types are ${GRANT_TYPES.join(', ')}.`)
    }
  }
}

function checkClient(client: Client, form: URLSearchParams, authorization: string | undefined) {
  const basic = authorization === undefined ? undefined : basicCredentials(authorization)
  if (basic && form.has('client_secret'))
    return failure('invalid_request', 'Two ways of client authentication at once.')
  const id = basic?.id ?? form.get('client_id') ?? ''
  const secret = basic?.secret ?? form.get('client_secret') ?? ''
  // Both are always compared, so that timing does not reveal which one was wrong.
  const known = [sameSecret(id, client.id), sameSecret(secret, client.secret)].every(Boolean)
  if (known) return undefined
  const refusal = failure('invalid_client', 'The client id or the client secret is wrong.', 401)
  return basic ? { ...refusal, authenticate: 'Basic realm="sandbox"' } : refusal
}

function basicCredentials(authorization: string): { id: string; secret: string } | undefined {
  const [scheme, encoded = ''] = authorization.split(' ')
  if (scheme?.toLowerCase() !== 'basic') return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  const decode = (text: string) => new URLSearchParams(`value=${text}`).get('value') ?? ''
  return { id: decode(id), secret: decode(secret.join(':')) }
}

function failure(error: string, description: string, status = 400): TokenAnswer {
  return { status, body: { error, error_description: description } }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

import { createHash } from 'node:crypto'
import { refuseClient } from './client-authentication.ts'
import type { Client } from './clients.ts'
import type { Codes } from './codes.ts'
import {
  type AuthRules,
  type GrantType,
  givesRefreshToken,
  grantTypes,
  refuseResource,
  refuseScope,
  scopesOf,
} from './rules.ts'
import type { Actor, Tokens } from './tokens.ts'

export interface TokenAnswer {
  status: number
  body: Record<string, unknown>
  /** Set if the client tried HTTP Basic authentication and failed. */
  authenticate?: string
  granted?: GrantType
}

export interface TokenEndpointOptions {
  client: Client
  rules: AuthRules
  codes: Codes
  tokens: Tokens
  accessSeconds: number
  organizationSeconds: number
}

/** Answers a token request, given its form and its Authorization header, if any. Errors follow RFC 6749, section 5.2. */
export type AnswerTokenRequest = (form: URLSearchParams, authorization: string | undefined) => TokenAnswer

export function createTokenEndpoint(options: TokenEndpointOptions): AnswerTokenRequest {
  const { client, rules, codes, tokens, accessSeconds, organizationSeconds } = options
  const offered = grantTypes(rules, client)

  function bearer(granted: GrantType, accessToken: string, seconds: number, more = {}): TokenAnswer {
    const body = { access_token: accessToken, token_type: 'bearer', expires_in: seconds, ...more }
    return { status: 200, body, granted }
  }

  /** A server that ignores scopes does not mention them. */
  const grantedScope = (scopes: readonly string[]) =>
    rules.scopes === undefined || scopes.length === 0 ? {} : { scope: scopes.join(' ') }

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
    const refresh = givesRefreshToken(rules, grant.scopes) ? { refresh_token: tokens.issueRefresh(actor, code) } : {}
    const accessToken = tokens.issueAccess(actor, accessSeconds, code)
    return bearer('authorization_code', accessToken, accessSeconds, { ...refresh, ...grantedScope(grant.scopes) })
  }

  function fromRefresh(form: URLSearchParams): TokenAnswer {
    const refreshToken = form.get('refresh_token')
    if (!refreshToken) return failure('invalid_request', 'The field refresh_token is missing.')
    const refused = refuseScope(rules, form)
    if (refused) return failure(refused.error, refused.description)
    const actor = tokens.verifyRefresh(refreshToken)
    if (actor === undefined) return failure('invalid_grant', 'The refresh token is not valid.')
    return bearer('refresh_token', tokens.issueAccess(actor, accessSeconds), accessSeconds)
  }

  function forOrganization(form: URLSearchParams): TokenAnswer {
    const refused = refuseScope(rules, form) ?? refuseResource(rules, form)
    if (refused) return failure(refused.error, refused.description)
    const token = tokens.issueAccess({ userId: undefined }, organizationSeconds)
    return bearer('client_credentials', token, organizationSeconds, grantedScope(scopesOf(form)))
  }

  return (form, authorization) => {
    if (new Set(form.keys()).size !== form.size) return failure('invalid_request', 'A field is sent more than once.')
    const unknown = refuseClient({ client, accepted: rules.tokenAuth }, form, authorization)
    if (unknown) {
      const { authenticate } = unknown
      const refused = failure(unknown.error, unknown.description, unknown.status)
      return authenticate === undefined ? refused : { ...refused, authenticate }
    }
    const grantType = form.get('grant_type')
    if (grantType === null) return failure('invalid_request', 'The field grant_type is missing.')
    if (!offered.some((each) => each === grantType)) {
      return failure('unsupported_grant_type', `The grant types are ${offered.join(', ')}.`)
    }
    if (grantType === 'authorization_code') return fromCode(form)
    return grantType === 'refresh_token' ? fromRefresh(form) : forOrganization(form)
  }
}

function failure(error: string, description: string, status = 400): TokenAnswer {
  return { status, body: { error, error_description: description } }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

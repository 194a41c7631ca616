import { type Client, isRegisteredRedirect } from './clients.ts'
import { type AuthRules, type Refusal, refuseResource, refuseScope, scopesOf } from './rules.ts'

export interface AuthorizeRequest {
  clientId: string
  redirectUri: string
  state: string | undefined
  codeChallenge: string | undefined
  scopes: readonly string[]
}

export type ParsedRequest =
  | { kind: 'ask'; request: AuthorizeRequest }
  /** Shown to the user in the browser and never redirected, since the redirect URI cannot be trusted. */
  | { kind: 'error-page'; message: string }
  | { kind: 'redirect'; location: string }

/** Validates the query of an authorization request (RFC 6749, section 4.1.2.1). */
export function parseAuthorizeRequest(client: Client, rules: AuthRules, query: URLSearchParams): ParsedRequest {
  const repeated = new Set(query.keys()).size !== query.size
  if (repeated) return { kind: 'error-page', message: 'A parameter of this sign-in request is there more than once.' }
  if (query.get('client_id') !== client.id) {
    return { kind: 'error-page', message: 'The application that asks for access is not known here.' }
  }
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!isRegisteredRedirect(client, redirectUri)) {
    return {
      kind: 'error-page',
      message: 'The redirect address of this request is not registered for the application.',
    }
  }
  const state = query.get('state') ?? undefined
  const refuse = (error: string, description: string): ParsedRequest => ({
    kind: 'redirect',
    location: callback(redirectUri, { error, error_description: description, state }),
  })
  const refused = refuseParameters(client, query) ?? refuseScope(rules, query) ?? refuseResource(rules, query)
  if (refused) return refuse(refused.error, refused.description)
  const codeChallenge = query.get('code_challenge') ?? undefined
  return { kind: 'ask', request: { clientId: client.id, redirectUri, state, codeChallenge, scopes: scopesOf(query) } }
}

function refuseParameters(client: Client, query: URLSearchParams): Refusal | undefined {
  const invalid = (description: string): Refusal => ({ error: 'invalid_request', description })
  if (query.get('response_type') === null) return invalid('response_type is missing.')
  if (query.get('response_type') !== 'code') {
    return { error: 'unsupported_response_type', description: 'Only code is supported.' }
  }
  const challenge = query.get('code_challenge')
  const method = query.get('code_challenge_method')
  if (challenge === null) {
    const required = method !== null || client.secret === null
    return required ? invalid('code_challenge is missing.') : undefined
  }
  const sound = method === 'S256' && /^[\w-]{43}$/.test(challenge)
  return sound ? undefined : invalid('Only code_challenge_method S256 is supported.')
}

/**
 * Returns the redirect URI with these query parameters added. Undefined parameters are left out; `state` is returned unchanged.
 */
export function callback(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const location = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) location.searchParams.set(name, value)
  }
  return location.href
}

import type { Client } from './clients.ts'

export const GRANT_TYPES = ['client_credentials', 'authorization_code', 'refresh_token'] as const
export type GrantType = (typeof GRANT_TYPES)[number]

export const TOKEN_AUTH = ['post', 'basic'] as const
/** How a client proves who it is at the token endpoint: its secret in the form or in a Basic header; a public client has none. */
export type TokenAuth = (typeof TOKEN_AUTH)[number]

/** Rules of the authorization server that differ between services. */
export interface AuthRules {
  /** Who gets a refresh token: every sign-in, a sign-in with the scope `offline_access`, or none. */
  refreshTokens: 'always' | 'by-scope' | 'never'
  tokenAuth: readonly TokenAuth[]
  /** The known scopes; any other is refused. Undefined: scopes are ignored. */
  scopes: readonly string[] | undefined
  /** The `resource` (RFC 8707) or `audience` that a request must name. Undefined: both are ignored. */
  resource: string | undefined
}

/** A refused request: an error code of RFC 6749 or RFC 8707, and a sentence. */
export interface Refusal {
  error: string
  description: string
}

/** Returns the grants that this client can use. */
export function grantTypes(rules: AuthRules, client: Client): readonly GrantType[] {
  return GRANT_TYPES.filter((grant) => {
    if (grant === 'client_credentials') return client.secret !== null
    return grant !== 'refresh_token' || rules.refreshTokens !== 'never'
  })
}

/** Refuses a scope that is not known. */
export function refuseScope({ scopes }: AuthRules, parameters: URLSearchParams): Refusal | undefined {
  const unknown = scopesOf(parameters).filter((scope) => scopes?.includes(scope) === false)
  if (unknown.length === 0) return undefined
  return { error: 'invalid_scope', description: `These scopes are not known: ${printable(unknown.join(' '))}` }
}

/** Refuses a request that does not name this service's resource, if it needs to be named. */
export function refuseResource({ resource }: AuthRules, parameters: URLSearchParams): Refusal | undefined {
  if (resource === undefined || [parameters.get('resource'), parameters.get('audience')].includes(resource)) {
    return undefined
  }
  return { error: 'invalid_target', description: 'The resource or audience of this service is missing or wrong.' }
}

/** True if a sign-in with these scopes gets a refresh token. */
export function givesRefreshToken({ refreshTokens }: AuthRules, scopes: readonly string[]): boolean {
  return refreshTokens === 'always' || (refreshTokens === 'by-scope' && scopes.includes('offline_access'))
}

export function scopesOf(parameters: URLSearchParams): string[] {
  return (parameters.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
}

/** Only the characters that RFC 6749 allows in `error_description`. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
}

import type { Client } from './clients.ts'
import { type AuthRules, grantTypes } from './rules.ts'

/** The issuer's path on the server. */
export const AUTH_ROOT = '/auth'

/** Paths on the server. */
export interface AuthEndpoints {
  authorize: string
  token: string
  /** Where the metadata is (RFC 8414, section 3.1); undefined if the server publishes none. */
  metadata: string | undefined
}

/**
 * The endpoints as the description names them. With discovery they have other paths, so that a client must read the metadata to
 * find them.
 */
export function authEndpoints(discovery: boolean): AuthEndpoints {
  if (!discovery) {
    return { authorize: `${AUTH_ROOT}/oauth2/authorize`, token: `${AUTH_ROOT}/oauth2/token`, metadata: undefined }
  }
  return {
    authorize: `${AUTH_ROOT}/connect/authorize`,
    token: `${AUTH_ROOT}/connect/token`,
    metadata: `/.well-known/oauth-authorization-server${AUTH_ROOT}`,
  }
}

export interface MetadataParts {
  origin: string
  endpoints: AuthEndpoints
  client: Client
  rules: AuthRules
}

/** The authorization server's metadata (RFC 8414, section 2). */
export function authMetadata({ origin, endpoints, client, rules }: MetadataParts): Record<string, unknown> {
  return {
    issuer: origin + AUTH_ROOT,
    authorization_endpoint: origin + endpoints.authorize,
    token_endpoint: origin + endpoints.token,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes(rules, client),
    token_endpoint_auth_methods_supported:
      client.secret === null ? ['none'] : rules.tokenAuth.map((way) => `client_secret_${way}`),
    code_challenge_methods_supported: ['S256'],
    ...(rules.scopes === undefined ? {} : { scopes_supported: rules.scopes }),
  }
}

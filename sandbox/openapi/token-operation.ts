import type { Client } from '../auth/clients.ts'
import type { AuthEndpoints } from '../auth/endpoints.ts'
import { type AuthRules, type GrantType, grantTypes } from '../auth/rules.ts'
import type { ErrorStyle } from '../http/error-answer.ts'
import type { Json } from './converter.ts'

export interface SignInDescription {
  client: Client
  rules: AuthRules
  endpoints: AuthEndpoints
  errorStyle: ErrorStyle
}

export const TAG = 'Sign-in'
export const text = { type: 'string' }
export const filled = { type: 'string', minLength: 1 }

/** Describes the token endpoint: the grants of this client, and how it proves who it is. */
export function tokenOperation({ client, rules }: SignInDescription, failures: Json): Json {
  const grants = grantTypes(rules, client)
  const isBasic = client.secret !== null && rules.tokenAuth.includes('basic')
  const isPost = client.secret !== null && rules.tokenAuth.includes('post')
  const refused = {
    description: 'An error of RFC 6749, section 5.2.',
    content: { 'application/json': { schema: TOKEN_ERROR } },
  }
  return {
    operationId: 'requestToken',
    summary: 'Exchange a grant for an access token.',
    tags: [TAG],
    security: isBasic ? [{ clientBasic: [] }, ...(isPost ? [{}] : [])] : [],
    requestBody: formOf({ oneOf: grants.map((grant) => tokenForm(grant, client, rules)) }),
    responses: {
      200: {
        description: 'The tokens.',
        headers: { 'Cache-Control': { required: true, schema: { const: 'no-store' } } },
        content: { 'application/json': { schema: tokenAnswer(rules) } },
      },
      400: refused,
      401: { ...refused, headers: { 'WWW-Authenticate': { schema: text } } },
      ...failures,
    },
  }
}

const GRANT_FIELDS: Record<GrantType, { required: readonly string[]; optional: readonly string[] }> = {
  client_credentials: { required: [], optional: ['resource', 'audience'] },
  authorization_code: { required: ['code', 'redirect_uri'], optional: ['code_verifier'] },
  refresh_token: { required: ['refresh_token'], optional: [] },
}

function tokenForm(grant: GrantType, client: Client, rules: AuthRules): Json {
  const { required, optional } = GRANT_FIELDS[grant]
  const credentials = credentialFields(client, rules)
  const needsVerifier = grant === 'authorization_code' && client.secret === null ? ['code_verifier'] : []
  const targets = ['resource', 'audience'].map((name) => {
    return { required: [name], properties: { [name]: { const: rules.resource } } }
  })
  return {
    type: 'object',
    required: ['grant_type', ...required, ...needsVerifier, ...credentials.required],
    properties: {
      grant_type: { const: grant },
      ...Object.fromEntries([...required, ...optional].map((name) => [name, filled])),
      ...(grant === 'authorization_code' ? {} : { scope: scopeSchema(rules) }),
      ...credentials.properties,
    },
    ...(grant === 'client_credentials' && rules.resource !== undefined ? { anyOf: targets } : {}),
  }
}

function credentialFields(client: Client, rules: AuthRules): { required: string[]; properties: Json } {
  const id = { client_id: { const: client.id } }
  if (client.secret === null) return { required: ['client_id'], properties: { ...id, client_secret: false } }
  if (!rules.tokenAuth.includes('post')) return { required: [], properties: { ...id, client_secret: false } }
  const required = rules.tokenAuth.includes('basic') ? [] : ['client_id', 'client_secret']
  return { required, properties: { ...id, client_secret: filled } }
}

function tokenAnswer(rules: AuthRules): Json {
  return {
    type: 'object',
    required: ['access_token', 'token_type', 'expires_in'],
    properties: {
      access_token: filled,
      token_type: { const: 'bearer' },
      expires_in: { type: 'integer', minimum: 0 },
      ...(rules.refreshTokens === 'never' ? {} : { refresh_token: filled }),
      ...(rules.scopes === undefined ? {} : { scope: scopeSchema(rules) }),
    },
    additionalProperties: false,
  }
}

const TOKEN_ERROR = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: {
      enum: [
        'invalid_request',
        'invalid_client',
        'invalid_grant',
        'invalid_scope',
        'invalid_target',
        'unsupported_grant_type',
      ],
    },
    error_description: text,
  },
  additionalProperties: false,
}

export function scopeSchema({ scopes }: AuthRules): Json {
  if (scopes === undefined) return text
  const one = `(?:${scopes.map((scope) => scope.replace(/[^\w]/g, '\\$&')).join('|')})`
  return { type: 'string', pattern: `^(?:${one}(?: ${one})*)?$` }
}

export function formOf(schema: Json): Json {
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } }
}

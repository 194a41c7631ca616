import { AUTH_ROOT } from '../auth/endpoints.ts'
import { grantTypes } from '../auth/rules.ts'
import type { Convert, Json } from './converter.ts'
import { describeFailures } from './failures.ts'
import { filled, formOf, type SignInDescription, scopeSchema, TAG, text, tokenOperation } from './token-operation.ts'

const page = (description: string) => ({ description, content: { 'text/html': { schema: text } } })
const back = {
  description: 'Back to the redirect URI, with a code or an error.',
  headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } },
}

/** Describes the endpoints of the authorization server. Their paths are relative to the server, not to the API. */
export function signInPaths(service: SignInDescription, origin: string, convert: Convert): Record<string, Json> {
  const { endpoints, errorStyle } = service
  const servers = [{ url: origin }]
  const ofBody = describeFailures([413, 415], errorStyle, convert)
  return {
    [endpoints.authorize]: { servers, get: authorizePage(service), post: authorizeForm(ofBody) },
    [endpoints.token]: { servers, post: tokenOperation(service, ofBody) },
    ...(endpoints.metadata === undefined ? {} : { [endpoints.metadata]: { servers, get: metadataOperation() } }),
  }
}

/** Describes how the API's requests are authorized. */
export function securitySchemes({ client, rules, endpoints }: SignInDescription, origin: string): Json {
  const tokenUrl = origin + endpoints.token
  const scopes = Object.fromEntries((rules.scopes ?? []).map((scope) => [scope, '']))
  const grants = grantTypes(rules, client)
  const refresh = grants.includes('refresh_token') ? { refreshUrl: tokenUrl } : {}
  const authorizationCode = { authorizationUrl: origin + endpoints.authorize, tokenUrl, ...refresh, scopes }
  return {
    authorizationCode: { type: 'oauth2', flows: { authorizationCode } },
    ...(grants.includes('client_credentials')
      ? { clientCredentials: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes } } } }
      : {}),
    ...(client.secret !== null && rules.tokenAuth.includes('basic')
      ? { clientBasic: { type: 'http', scheme: 'basic' } }
      : {}),
  }
}

function authorizePage({ client, rules }: SignInDescription): Json {
  const isPublic = client.secret === null
  const resource = rules.resource === undefined ? text : { const: rules.resource }
  const schemas: Record<string, { schema: Json; required?: boolean }> = {
    client_id: { schema: { const: client.id }, required: true },
    redirect_uri: { schema: filled, required: true },
    response_type: { schema: { const: 'code' }, required: true },
    state: { schema: text },
    scope: { schema: scopeSchema(rules) },
    code_challenge: { schema: { type: 'string', pattern: '^[\\w-]{43}$' }, required: isPublic },
    code_challenge_method: { schema: { const: 'S256' }, required: isPublic },
    resource: { schema: resource },
    audience: { schema: resource },
  }
  return {
    operationId: 'showSignIn',
    summary: `The sign-in page.${rules.resource === undefined ? '' : ' Either resource or audience is required.'}`,
    tags: [TAG],
    security: [],
    parameters: Object.entries(schemas).map(([name, { schema, required = false }]) => {
      return { name, in: 'query', required, schema }
    }),
    responses: { 200: page('The sign-in page.'), 303: back, 400: page('The request cannot be trusted.') },
  }
}

function authorizeForm(failures: Json): Json {
  const schema = {
    type: 'object',
    required: ['transaction', 'decision'],
    properties: { transaction: filled, user_id: text, decision: { enum: ['authorize', 'deny'] } },
    additionalProperties: false,
  }
  return {
    operationId: 'answerSignIn',
    summary: 'The form of the sign-in page.',
    tags: [TAG],
    security: [],
    requestBody: formOf(schema),
    responses: {
      303: back,
      400: page('The sign-in has expired or its answer is not valid.'),
      403: page('The form was sent from another site.'),
      ...failures,
    },
  }
}

function metadataOperation(): Json {
  const list = { type: 'array', items: text }
  const address = { type: 'string', format: 'uri' }
  const schema = {
    type: 'object',
    required: ['issuer', 'authorization_endpoint', 'token_endpoint', 'response_types_supported'],
    properties: {
      issuer: { type: 'string', format: 'uri', pattern: `${AUTH_ROOT}$` },
      authorization_endpoint: address,
      token_endpoint: address,
      response_types_supported: list,
      response_modes_supported: list,
      grant_types_supported: list,
      token_endpoint_auth_methods_supported: list,
      code_challenge_methods_supported: list,
      scopes_supported: list,
    },
    additionalProperties: false,
  }
  return {
    operationId: 'getMetadata',
    summary: "The authorization server's metadata (RFC 8414).",
    tags: [TAG],
    security: [],
    responses: { 200: { description: 'The metadata.', content: { 'application/json': { schema } } } },
  }
}

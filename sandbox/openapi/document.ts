import { z } from 'zod'
import type { Route } from '../routes/route.ts'
import { apiError } from '../schemas/responses.ts'

type Json = Record<string, unknown>

export interface OpenApiOptions {
  routes: readonly Route[]
  apiUrl: string
  authUrl: string
}

const ERRORS: Record<number, string> = {
  400: 'The request is malformed, or its query parameters or cursor are not valid.',
  401: 'The access token is missing, unknown or expired.',
  404: 'There is no such record.',
  409: 'The change conflicts with another record.',
  413: 'The file is too large.',
  415: 'The media type of the body is not supported.',
  416: 'The file does not have the requested bytes.',
  422: 'The body is not valid; the error names each offending field.',
  429: 'There were too many requests; Retry-After says how many seconds to wait.',
}

/** Builds the OpenAPI 3.1 description of every route from the schemas that the routes validate with. */
export function createOpenApiDocument({ routes, apiUrl, authUrl }: OpenApiOptions): Json {
  const schemas: Json = {}
  const convert = createConverter(schemas)
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const item = paths[route.path] ?? {}
    item[route.method.toLowerCase()] = operation(route, convert)
    paths[route.path] = item
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Wealth-Planning Client Data Public API (sandbox)', version: '1' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: apiUrl }],
    security: [{ authorizationCode: [] }, { clientCredentials: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: securitySchemes(authUrl) },
  }
}

type Convert = (schema: z.ZodType, io?: 'input' | 'output') => Json

/** Named schemas are moved to the components; all others stay inline. */
function createConverter(schemas: Json): Convert {
  return (schema, io = 'output') => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io })).replaceAll('"#/$defs/', '"#/components/schemas/')
    const { $schema: _dialect, $defs, ...own } = JSON.parse(text) as Json & { $defs?: Json }
    for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = withoutId(definition as Json)
    if (typeof own.id !== 'string') return own
    schemas[own.id] = withoutId(own)
    return { $ref: `#/components/schemas/${own.id}` }
  }
}

function withoutId({ id: _id, ...schema }: Json): Json {
  return schema
}

function operation(route: Route, convert: Convert): Json {
  const failures = [400, 401, 429, ...route.errors].map((status) => [
    String(status),
    {
      description: ERRORS[status],
      ...(status === 429 ? { headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } } } : {}),
      content: { 'application/json': { schema: convert(apiError) } },
    },
  ])
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    parameters: parameters(route, convert),
    ...(route.body === undefined ? {} : { requestBody: requestBody(route, convert(route.body, 'input')) }),
    responses: { [route.answer.status]: success(route, convert), ...Object.fromEntries(failures) },
  }
}

function parameters(route: Route, convert: Convert): Json[] {
  const properties = (convert(route.query).properties ?? {}) as Record<string, Json>
  const inQuery = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
  if (!route.path.includes('{id}')) return inQuery
  return [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }, ...inQuery]
}

function requestBody(route: Route, schema: Json): Json {
  if (!route.multipart) return { required: true, content: { 'application/json': { schema } } }
  const properties = {
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
    ...(schema.properties as Json),
  }
  const required = ['file', ...((schema.required as string[] | undefined) ?? [])]
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties, required } } } }
}

function success(route: Route, convert: Convert): Json {
  const { answer } = route
  if ('schema' in answer) {
    return { description: 'Success.', content: { 'application/json': { schema: convert(answer.schema) } } }
  }
  if (!('mediaTypes' in answer)) return { description: 'Done; there is no body.' }
  return { description: 'The file.', content: Object.fromEntries(answer.mediaTypes.map((type) => [type, {}])) }
}

function securitySchemes(authUrl: string): Json {
  const tokenUrl = `${authUrl}/oauth2/token`
  const authorizationCode = {
    authorizationUrl: `${authUrl}/oauth2/authorize`,
    tokenUrl,
    refreshUrl: tokenUrl,
    scopes: {},
  }
  return {
    authorizationCode: { type: 'oauth2', flows: { authorizationCode } },
    clientCredentials: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } },
  }
}

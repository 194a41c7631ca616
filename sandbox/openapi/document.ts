import type { Route } from '../routes/route.ts'
import { type Convert, createConverter, type Json } from './converter.ts'
import { describeFailures } from './failures.ts'
import { describeOperation } from './operations.ts'
import { securitySchemes, signInPaths } from './sign-in.ts'
import { type SignInDescription, TAG } from './token-operation.ts'

/** Everything that the document describes: the routes, and the rules that this service was started with. */
export interface ServiceDescription extends SignInDescription {
  routes: readonly Route[]
}

export interface ServiceAddress {
  /** `https://127.0.0.1:PORT`. */
  origin: string
  /** The path of the API. */
  apiRoot: string
}

/** Builds the OpenAPI 3.1 description of the service from the declarations and rules that it answers by. */
export function createOpenApiDocument(service: ServiceDescription, { origin, apiRoot }: ServiceAddress): Json {
  const schemas: Json = {}
  const convert = createConverter(schemas)
  const schemes = securitySchemes(service, origin)
  const paths = { ...apiPaths(service, convert), ...signInPaths(service, origin, convert) }
  return {
    openapi: '3.1.0',
    info: { title: 'Wealth-Planning Client Data Public API (sandbox)', version: '1' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: origin + apiRoot }],
    security: ['authorizationCode', 'clientCredentials']
      .filter((name) => name in schemes)
      .map((name) => ({ [name]: [] })),
    tags: [...new Set([...service.routes.map((route) => route.tag), TAG, 'Description'])].map((name) => ({
      name,
    })),
    paths,
    components: { schemas, securitySchemes: schemes },
  }
}

function apiPaths({ routes, errorStyle }: ServiceDescription, convert: Convert): Record<string, Json> {
  const limited = describeFailures([429], errorStyle, convert)
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describeOperation(route, errorStyle, convert),
    }
  }
  const content = { 'application/json': { schema: { type: 'object' } } }
  const get = {
    operationId: 'getOpenApi',
    summary: 'This document.',
    tags: ['Description'],
    security: [],
    responses: { 200: { description: 'This document.', content }, ...limited },
  }
  return { ...paths, '/openapi.json': { get } }
}

import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Download } from '../files/document-files.ts'
import { parseBody, parseQuery } from '../http/validate.ts'
import { noQuery } from '../schemas/requests.ts'

export type Answer =
  | { kind: 'json'; status: number; text: string }
  | { kind: 'empty'; status: number }
  | { kind: 'download'; download: Download }

/** The success answer as described in the OpenAPI document. */
export type AnswerShape =
  | { status: 200 | 201 | 202; schema: z.ZodType }
  | { status: 202 | 204 }
  | { status: 200; mediaTypes: readonly string[] }

export interface RouteMeta {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the API's root, with `{id}` for the only path parameter. */
  path: string
  operationId: string
  tag: string
  summary: string
  query: z.ZodObject
  body: z.ZodType | undefined
  /** The route itself reads a multipart body, part by part; every other body is JSON. */
  multipart: boolean
  answer: AnswerShape
  /** Statuses of possible errors besides 400, 401 and 429. */
  errors: readonly number[]
}

export interface Route extends RouteMeta {
  handle(request: FastifyRequest): Answer | Promise<Answer>
}

interface Context<Query, Body> {
  id: string
  query: Query
  body: Body
  request: FastifyRequest
}

type Optional = 'query' | 'body' | 'multipart' | 'errors'

export type RouteSpec<Query extends z.ZodObject, Body extends z.ZodType> = Omit<RouteMeta, Optional> & {
  query?: Query
  body?: Body
  multipart?: boolean
  errors?: readonly number[]
  handle(context: Context<z.output<Query>, z.output<Body>>): Answer | Promise<Answer>
}

/** Declares one endpoint; registration and OpenAPI document use the same declaration. */
export function route<Query extends z.ZodObject = typeof noQuery, Body extends z.ZodType = z.ZodUndefined>(
  spec: RouteSpec<Query, Body>,
): Route {
  const { handle, query, body, multipart = false, errors = [], ...meta } = spec
  return {
    ...meta,
    query: query ?? noQuery,
    body,
    multipart,
    errors,
    handle(request) {
      const { id = '' } = request.params as { id?: string }
      const parsed = body === undefined || multipart ? undefined : parseBody(body, request.body)
      return handle({
        id,
        request,
        query: parseQuery(query ?? noQuery, request.query) as z.output<Query>,
        body: parsed as z.output<Body>,
      })
    },
  }
}

export function json(text: string, status = 200): Answer {
  return { kind: 'json', status, text }
}

export const NO_CONTENT: Answer = { kind: 'empty', status: 204 }

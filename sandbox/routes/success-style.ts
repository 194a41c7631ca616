import { z } from 'zod'
import { type Answer, type AnswerShape, json, NO_CONTENT, type Route } from './route.ts'

/**
 * How a service answers writes that succeed: `described` is 201, 200 and 204; `ok` is 200 for all, with an empty object after a
 * deletion; `accepted` is 202 for all; `bare` answers updates with 204 and no record.
 */
export const SUCCESS_STYLES = ['described', 'ok', 'accepted', 'bare'] as const
export type SuccessStyle = (typeof SUCCESS_STYLES)[number]

/** Returns the routes with their successful writes answered in this style. */
export function withSuccessStyle(routes: readonly Route[], style: SuccessStyle): Route[] {
  return routes.map((route) => {
    if (style === 'described' || route.method === 'GET') return route
    if (style === 'bare') return route.method === 'PUT' ? withoutRecord(route) : route
    return withStatus(route, style === 'ok' ? 200 : 202)
  })
}

function withoutRecord(route: Route): Route {
  return {
    ...route,
    answer: { status: 204 },
    async handle(request) {
      await route.handle(request)
      return NO_CONTENT
    },
  }
}

function withStatus(route: Route, status: 200 | 202): Route {
  return {
    ...route,
    answer: shapeOf(route.answer, status),
    handle: async (request) => answerOf(await route.handle(request), status),
  }
}

function shapeOf(answer: AnswerShape, status: 200 | 202): AnswerShape {
  if ('schema' in answer) return { schema: answer.schema, status }
  return status === 200 ? { status, schema: z.object({}) } : { status }
}

function answerOf(answer: Answer, status: 200 | 202): Answer {
  if (answer.kind === 'json') return { ...answer, status }
  return status === 200 ? json('{}') : { kind: 'empty', status }
}

import { listUsers } from '../schemas/requests.ts'
import { pageOf, user } from '../schemas/responses.ts'
import { answerList } from './list.ts'
import { requireLive } from './live.ts'
import { json, type Route, route } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Users'

export function userRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/users',
      operationId: 'listUsers',
      tag,
      summary: "List the tenant's staff users.",
      query: listUsers,
      answer: { status: 200, schema: pageOf(user) },
      handle: ({ query }) => answerList(services, 'users', query, {}),
    }),
    route({
      method: 'GET',
      path: '/users/{id}',
      operationId: 'getUser',
      tag,
      summary: 'Read a user.',
      answer: { status: 200, schema: user },
      errors: [404],
      handle: ({ id }) => json(requireLive(services.store, 'users', id).text),
    }),
  ]
}

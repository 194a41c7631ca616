import { listEntities } from '../schemas/requests.ts'
import { entity, pageOf } from '../schemas/responses.ts'
import { answerList } from './list.ts'
import { requireLive } from './live.ts'
import { removeEntity } from './remove-entity.ts'
import { json, NO_CONTENT, type Route, route } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Entities'

export function entityRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/entities',
      operationId: 'listEntities',
      tag,
      summary: 'List entities.',
      query: listEntities,
      answer: { status: 200, schema: pageOf(entity) },
      handle: ({ query: { external_id, household_id, kind, ...paging } }) =>
        answerList(services, 'entities', paging, { external_id, household_id, kind }),
    }),
    route({
      method: 'GET',
      path: '/entities/{id}',
      operationId: 'getEntity',
      tag,
      summary: 'Read an entity.',
      answer: { status: 200, schema: entity },
      errors: [404],
      handle: ({ id }) => json(requireLive(services.store, 'entities', id).text),
    }),
    route({
      method: 'DELETE',
      path: '/entities/{id}',
      operationId: 'deleteEntity',
      tag,
      summary: 'Delete an entity and all of its related data.',
      answer: { status: 204 },
      errors: [404],
      handle: async ({ id }) => {
        requireLive(services.store, 'entities', id)
        await removeEntity(services, id)
        return NO_CONTENT
      },
    }),
  ]
}

import { householdName } from '../data/firm.ts'
import { changedAt } from '../http/clock.ts'
import {
  createHousehold,
  type HouseholdInput,
  listHouseholdDocuments,
  listHouseholdEntities,
  listHouseholdIndividuals,
  listHouseholds,
  type PrimaryIndividualInput,
} from '../schemas/requests.ts'
import { document, entity, type Household, household, individual, pageOf } from '../schemas/responses.ts'
import { createUpdateBodies } from '../schemas/updates.ts'
import { newIndividual } from './individuals.ts'
import { answerList } from './list.ts'
import { applyPatch, requireFreeExternalId, requireLive, requireReferenced } from './live.ts'
import { json, NO_CONTENT, type Route, route } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Households'

export function householdRoutes(services: Services): Route[] {
  const { store, clock, rules } = services
  return [
    route({
      method: 'GET',
      path: '/households',
      operationId: 'listHouseholds',
      tag,
      summary: 'List households.',
      query: listHouseholds,
      answer: { status: 200, schema: pageOf(household) },
      handle: ({ query: { external_id, ...paging } }) => answerList(services, 'households', paging, { external_id }),
    }),
    route({
      method: 'POST',
      path: '/households',
      operationId: 'createHousehold',
      tag,
      summary: 'Create a household, with up to two primary individuals.',
      body: createHousehold(services.rules),
      answer: { status: 201, schema: household },
      errors: [409, 422],
      handle: ({ body }) => json(createOne(services, body), 201),
    }),
    route({
      method: 'GET',
      path: '/households/{id}',
      operationId: 'getHousehold',
      tag,
      summary: 'Read a household.',
      answer: { status: 200, schema: household },
      errors: [404],
      handle: ({ id }) => json(requireLive(store, 'households', id).text),
    }),
    route({
      method: 'PUT',
      path: '/households/{id}',
      operationId: 'updateHousehold',
      tag,
      summary: 'Update a household; null clears a field that accepts it.',
      body: createUpdateBodies(rules).household,
      answer: { status: 200, schema: household },
      errors: [404, 409, 422],
      handle: ({ id, body }) => {
        const { record } = requireLive<Household>(store, 'households', id)
        const { external_id: externalId, primary_relationship_owner_id: owner } = body
        if (owner !== undefined) requireReferenced(store, 'users', owner, 'primary_relationship_owner_id')
        if (typeof externalId === 'string') requireFreeExternalId(store, 'households', externalId, id)
        store.households.save({ ...applyPatch(record, body), updated_at: changedAt(clock, record.updated_at) })
        return json(requireLive(store, 'households', id).text)
      },
    }),
    route({
      method: 'DELETE',
      path: '/households/{id}',
      operationId: 'deleteHousehold',
      tag,
      summary: 'Soft-delete a household.',
      answer: { status: 204 },
      errors: [404],
      handle: ({ id }) => {
        const { record } = requireLive<Household>(store, 'households', id)
        store.households.markDeleted(id, changedAt(clock, record.updated_at))
        return NO_CONTENT
      },
    }),
    ...childRoutes(services),
  ]
}

function childRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/households/{id}/individuals',
      operationId: 'listHouseholdIndividuals',
      tag,
      summary: 'List the individuals of a household.',
      query: listHouseholdIndividuals,
      answer: { status: 200, schema: pageOf(individual) },
      errors: [404],
      handle: ({ id, query: { is_primary, ...paging } }) => {
        requireLive(services.store, 'households', id)
        return answerList(services, 'individuals', paging, { household_id: id, is_primary })
      },
    }),
    route({
      method: 'GET',
      path: '/households/{id}/entities',
      operationId: 'listHouseholdEntities',
      tag,
      summary: 'List the entities of a household.',
      query: listHouseholdEntities,
      answer: { status: 200, schema: pageOf(entity) },
      errors: [404],
      handle: ({ id, query: { kind, ...paging } }) => {
        requireLive(services.store, 'households', id)
        return answerList(services, 'entities', paging, { household_id: id, kind })
      },
    }),
    route({
      method: 'GET',
      path: '/households/{id}/documents',
      operationId: 'listHouseholdDocuments',
      tag,
      summary: 'List the documents of a household.',
      query: listHouseholdDocuments,
      answer: { status: 200, schema: pageOf(document) },
      errors: [404],
      handle: ({ id, query: { type, ...paging } }) => {
        requireLive(services.store, 'households', id)
        return answerList(services, 'documents', paging, { household_id: id, type })
      },
    }),
  ]
}

function createOne(services: Services, body: HouseholdInput): string {
  const { store, clock, ids } = services
  const { primary_individuals: primaries = [], ...own } = body
  requireReferenced(store, 'users', own.primary_relationship_owner_id, 'primary_relationship_owner_id')
  if (own.external_id !== undefined) requireFreeExternalId(store, 'households', own.external_id)
  const id = ids.newId('household_')
  const now = new Date(clock()).toISOString()
  const name = primaries.length > 0 ? { name: householdName(primaries) } : {}
  return store.transaction(() => {
    store.households.insert({ id, created_at: now, updated_at: now, ...own, ...name })
    for (const person of primaries) store.individuals.insert(newIndividual(services, primaryOf(person, id), now))
    return requireLive(store, 'households', id).text
  })
}

/** The request's items have no grantor flag, but a primary client of a new household is always one of its grantors. */
function primaryOf(person: PrimaryIndividualInput, householdId: string) {
  return { ...person, household_id: householdId, is_primary: true, is_grantor: true }
}

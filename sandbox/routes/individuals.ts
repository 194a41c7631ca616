import type { z } from 'zod'
import { householdName } from '../data/firm.ts'
import { conflict } from '../http/api-error.ts'
import { changedAt } from '../http/clock.ts'
import { createIndividual, listIndividuals } from '../schemas/requests.ts'
import { type Household, type Individual, individual, pageOf } from '../schemas/responses.ts'
import { createUpdateBodies } from '../schemas/updates.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { answerList } from './list.ts'
import { applyPatch, requireLive, requireReferenced } from './live.ts'
import { json, NO_CONTENT, type Route, route } from './route.ts'
import type { Services } from './services.ts'

const tag = 'Individuals'
const MAX_PRIMARIES = 2

export function individualRoutes(services: Services): Route[] {
  const { store, clock, rules } = services
  return [
    route({
      method: 'GET',
      path: '/individuals',
      operationId: 'listIndividuals',
      tag,
      summary: 'List individuals.',
      query: listIndividuals,
      answer: { status: 200, schema: pageOf(individual) },
      handle: ({ query: { household_id, is_primary, ...paging } }) =>
        answerList(services, 'individuals', paging, { household_id, is_primary }),
    }),
    route({
      method: 'POST',
      path: '/individuals',
      operationId: 'createIndividual',
      tag,
      summary: 'Create an individual in a household.',
      body: createIndividual,
      answer: { status: 201, schema: individual },
      errors: [409, 422],
      handle: ({ body }) => json(createOne(services, body), 201),
    }),
    route({
      method: 'GET',
      path: '/individuals/{id}',
      operationId: 'getIndividual',
      tag,
      summary: 'Read an individual; a deleted one carries deleted_at.',
      answer: { status: 200, schema: individual },
      errors: [404],
      handle: ({ id }) => json((store.individuals.find(id) ?? requireLive(store, 'individuals', id)).text),
    }),
    route({
      method: 'PUT',
      path: '/individuals/{id}',
      operationId: 'updateIndividual',
      tag,
      summary: 'Update an individual; null clears a field that accepts it.',
      body: createUpdateBodies(rules).individual,
      answer: { status: 200, schema: individual },
      errors: [404, 409, 422],
      handle: ({ id, body }) => {
        const { record } = requireLive<Individual>(store, 'individuals', id)
        if (body.is_primary && !record.is_primary) requireRoomForPrimary(store, record.household_id)
        const changed = { ...applyPatch(record, body), updated_at: changedAt(clock, record.updated_at) }
        store.transaction(() => {
          store.individuals.save(changed)
          nameHousehold(store, record.household_id)
        })
        return json(requireLive(store, 'individuals', id).text)
      },
    }),
    route({
      method: 'DELETE',
      path: '/individuals/{id}',
      operationId: 'deleteIndividual',
      tag,
      summary: 'Soft-delete an individual.',
      answer: { status: 204 },
      errors: [404],
      handle: ({ id }) => {
        const { record } = requireLive<Individual>(store, 'individuals', id)
        store.individuals.markDeleted(id, changedAt(clock, record.updated_at), true)
        return NO_CONTENT
      },
    }),
  ]
}

type NewIndividual = Pick<Individual, 'first_name' | 'last_name' | 'household_id'> & Record<string, unknown>

/** Builds a record from a request body; flags that the body leaves out are false. */
export function newIndividual({ ids }: Pick<Services, 'ids'>, body: NewIndividual, now: string): StoredRecord {
  const flags = { is_beneficiary: false, is_deceased: false, is_grantor: false, is_primary: false, is_trustee: false }
  return { id: ids.newId('client_profile_'), created_at: now, updated_at: now, ...flags, ...body }
}

function createOne(services: Services, body: z.output<typeof createIndividual>): string {
  const { store, clock } = services
  requireReferenced(store, 'households', body.household_id, 'household_id')
  if (body.is_primary) requireRoomForPrimary(store, body.household_id)
  const record = newIndividual(services, body, new Date(clock()).toISOString())
  store.transaction(() => {
    store.individuals.insert(record)
    nameHousehold(store, body.household_id)
  })
  return requireLive(store, 'individuals', record.id).text
}

function requireRoomForPrimary(store: Store, householdId: string): void {
  const filter = { household_id: householdId, is_primary: true }
  const { totalCount } = store.readPage({ table: 'individuals', filter, limit: 1 })
  if (totalCount >= MAX_PRIMARIES) throw conflict('The household has two primary clients already.', 'is_primary')
}

/** Names an unnamed household after its first primary client; an existing name stays. */
function nameHousehold(store: Store, householdId: string): void {
  const found = store.households.find<Household>(householdId)
  if (found === undefined || found.deletedAt !== undefined || found.record.name !== undefined) return
  const filter = { household_id: householdId, is_primary: true }
  const primaries = store
    .readPage({ table: 'individuals', filter, limit: MAX_PRIMARIES })
    .rows.map((row) => JSON.parse(row.text) as Individual)
  if (primaries.length > 0) store.households.save({ ...found.record, name: householdName(primaries) })
}

import { documentFields } from '../../../shared/records/document.ts'
import { documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { entityFields } from '../../../shared/records/entity.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { userFields } from '../../../shared/records/user.ts'
import type { Household } from '../../../shared/service/household.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import { type ListedResource, type Resource, resources } from '../../../shared/service/resource.ts'
import { personName } from './person-name.ts'
import { defineTable, joined, type RecordTable } from './record-table.ts'

const users = defineTable({
  resource: 'users',
  schema: recordSchemas.users,
  fields: userFields,
  title: (record) => personName(record) || record.email,
  indexes: {},
})

const primariesOf = (record: Household) => joined((record.primary_individuals ?? []).map(personName), ' & ')

const households = defineTable({
  resource: 'households',
  schema: recordSchemas.households,
  fields: householdFields,
  title: (record) => record.name || primariesOf(record) || record.id,
  computed: { primaries: primariesOf },
  indexes: { owner: '(owner_id, title_sort, id)' },
})

const individuals = defineTable({
  resource: 'individuals',
  schema: recordSchemas.individuals,
  fields: individualFields,
  title: (record) => personName(record) || record.id,
  indexes: { household: '(household_id, title_sort, id)' },
})

const entities = defineTable({
  resource: 'entities',
  schema: recordSchemas.entities,
  fields: entityFields,
  title: (record) => record.display_name || record.id,
  indexes: {
    // With the estate status, a household's figures are summed without reading the wide rows of its entities.
    household: '(household_id, title_sort, id, in_estate_status)',
    kind: '(kind, title_sort, id)',
    estate: '(in_estate_status, kind)',
  },
})

const documents = defineTable({
  resource: 'documents',
  schema: recordSchemas.documents,
  fields: documentFields,
  title: (record) => record.name || record.id,
  indexes: {
    household: '(household_id, title_sort, id)',
    type: '(type, title_sort, id)',
    entity: '(entity_id, title_sort, id) WHERE entity_id IS NOT NULL',
    individual: '(individual_id, title_sort, id) WHERE individual_id IS NOT NULL',
  },
})

const documentSummaries = defineTable({
  resource: 'document-summaries',
  schema: recordSchemas['document-summaries'],
  fields: documentSummaryFields,
  title: (record) => record.display_name || record.id,
  indexes: { household: '(household_id, title_sort, id)', document: '(document_id, title_sort, id)' },
})

/** Every listed resource's table. */
export const recordTables: Readonly<Record<ListedResource, RecordTable>> = {
  users,
  households,
  individuals,
  entities,
  documents,
  'document-summaries': documentSummaries,
}

/** Search rows of all resources share one index: a search row's id is the record's row × 8 + the resource's position. */
export function searchRowOf(resource: Resource, row: number): number {
  return row * 8 + resources.indexOf(resource)
}

/** The inverse of {@link searchRowOf}. */
export function recordOfSearchRow(searchRow: number): { resource: Resource; row: number } {
  const resource = resources[searchRow % 8]
  if (!resource) throw new RangeError('A search row names no resource.')
  return { resource, row: Math.floor(searchRow / 8) }
}

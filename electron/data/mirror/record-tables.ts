import { document } from '../../../shared/service/document.ts'
import { documentSummary } from '../../../shared/service/document-summary.ts'
import { entity } from '../../../shared/service/entity.ts'
import { type Household, household } from '../../../shared/service/household.ts'
import { individual } from '../../../shared/service/individual.ts'
import { type ListedResource, type Resource, resources } from '../../../shared/service/resource.ts'
import { user } from '../../../shared/service/user.ts'
import { personName } from './person-name.ts'
import { defineTable, foldedOrNull, joined, type RecordTable } from './record-table.ts'

const flag = (value: boolean) => (value ? 1 : 0)

const users = defineTable({
  resource: 'users',
  table: 'users',
  schema: user,
  title: (record) => personName(record) || record.email,
  columns: { email: (record) => record.email, email_sort: (record) => foldedOrNull(record.email) },
  body: (record) => [record.email],
  listed: ['email_sort'],
  indexes: {},
})

const primariesOf = (record: Household) => joined((record.primary_individuals ?? []).map(personName), ' & ')

const households = defineTable({
  resource: 'households',
  table: 'households',
  schema: household,
  title: (record) => record.name || primariesOf(record) || record.id,
  columns: {
    external_id: (record) => record.external_id ?? null,
    external_id_sort: (record) => foldedOrNull(record.external_id),
    primaries: primariesOf,
    primaries_sort: (record) => foldedOrNull(primariesOf(record)),
    owner_id: (record) => record.primary_relationship_owner_id,
  },
  body: (record) => [primariesOf(record), record.external_id, record.notes],
  listed: ['external_id_sort', 'primaries_sort', 'owner_id'],
  indexes: { owner: '(owner_id, title_sort, id)' },
})

const individuals = defineTable({
  resource: 'individuals',
  table: 'individuals',
  schema: individual,
  title: (record) => personName(record) || record.id,
  columns: {
    household_id: (record) => record.household_id,
    email: (record) => record.email ?? null,
    email_sort: (record) => foldedOrNull(record.email),
    date_of_birth: (record) => record.date_of_birth ?? null,
    city: (record) => record.city ?? null,
    city_sort: (record) => foldedOrNull(record.city),
    state: (record) => record.state ?? null,
    state_sort: (record) => foldedOrNull(record.state),
    is_primary: (record) => flag(record.is_primary),
    is_beneficiary: (record) => flag(record.is_beneficiary),
    is_grantor: (record) => flag(record.is_grantor),
    is_trustee: (record) => flag(record.is_trustee),
    is_deceased: (record) => flag(record.is_deceased),
  },
  body: (record) => [
    record.email,
    joined(
      [record.address_line1, record.address_line2, record.city, record.state, record.postal_code, record.country],
      ', ',
    ),
    record.notes,
  ],
  listed: [
    'household_id',
    'email_sort',
    'date_of_birth',
    'city_sort',
    'state_sort',
    'is_primary',
    'is_beneficiary',
    'is_grantor',
    'is_trustee',
    'is_deceased',
  ],
  indexes: { household: '(household_id, title_sort, id)' },
})

const entities = defineTable({
  resource: 'entities',
  table: 'entities',
  schema: entity,
  title: (record) => record.display_name || record.id,
  columns: {
    household_id: (record) => record.household_id,
    kind: (record) => record.kind,
    stage: (record) => record.stage,
    in_estate_status: (record) => record.in_estate_status,
    external_id: (record) => record.external_id ?? null,
    external_id_sort: (record) => foldedOrNull(record.external_id),
  },
  body: (record) => [record.external_id],
  listed: ['household_id', 'kind', 'stage', 'in_estate_status', 'external_id_sort'],
  indexes: {
    household: '(household_id, title_sort, id)',
    kind: '(kind, title_sort, id)',
    estate: '(in_estate_status, kind)',
  },
})

const documents = defineTable({
  resource: 'documents',
  table: 'documents',
  schema: document,
  title: (record) => record.name || record.id,
  columns: {
    household_id: (record) => record.household_id,
    type: (record) => record.type,
    entity_id: (record) => record.entity_id ?? null,
    individual_id: (record) => record.individual_id ?? null,
  },
  body: () => [],
  listed: ['household_id', 'type', 'entity_id', 'individual_id'],
  indexes: {
    household: '(household_id, title_sort, id)',
    type: '(type, title_sort, id)',
    entity: '(entity_id, title_sort, id) WHERE entity_id IS NOT NULL',
    individual: '(individual_id, title_sort, id) WHERE individual_id IS NOT NULL',
  },
})

const documentSummaries = defineTable({
  resource: 'document-summaries',
  table: 'document_summaries',
  schema: documentSummary,
  title: (record) => record.display_name || record.id,
  columns: {
    household_id: (record) => record.household_id,
    document_id: (record) => record.document_id,
    entry_mode: (record) => record.entry_mode ?? null,
    summary_format: (record) => record.summary_format ?? null,
  },
  body: (record) => [record.summary],
  listed: ['household_id', 'document_id', 'entry_mode', 'summary_format'],
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

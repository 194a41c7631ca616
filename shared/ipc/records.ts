import { z } from 'zod'
import { document } from '../service/document.ts'
import { documentSummary } from '../service/document-summary.ts'
import { entity } from '../service/entity.ts'
import { household } from '../service/household.ts'
import { individual } from '../service/individual.ts'
import { resources } from '../service/resource.ts'
import { user } from '../service/user.ts'
import { valuation } from '../service/valuation.ts'
import { connectionId, idInput, procedure } from './procedure.ts'
import {
  documentRow,
  documentSummaryRow,
  entityRow,
  householdRow,
  individualRow,
  userRow,
  valuationRow,
} from './rows.ts'

/** The most rows one windowed read may ask for. */
export const maxWindow = 500

/** A window into a list: rows `offset` to `offset + limit` of the whole, as sorted. `scope` narrows by exact id. */
const listInput = <Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.strictObject({
    connectionId,
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(maxWindow),
    sort: z.strictObject({ column: z.enum(columns), direction: z.enum(['asc', 'desc']) }),
    scope: z
      .strictObject({
        household_id: idInput.optional(),
        entity_id: idInput.optional(),
        individual_id: idInput.optional(),
        document_id: idInput.optional(),
        owner_id: idInput.optional(),
      })
      .optional(),
  })

const listOutput = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ rows: z.array(row), total: z.number().int(), offset: z.number().int() })

/** The columns each list can be sorted by. */
export const sortColumns = {
  households: ['title', 'external_id', 'owner_name', 'created_at', 'updated_at'],
  individuals: ['title', 'email', 'date_of_birth', 'city', 'state', 'household_name', 'created_at', 'updated_at'],
  entities: [
    'title',
    'kind',
    'stage',
    'in_estate_status',
    'household_name',
    'external_id',
    'directly_held_asset_value',
    'effective_date',
    'created_at',
    'updated_at',
  ],
  valuations: ['title', 'effective_date', 'directly_held_asset_value', 'total_value', 'household_name', 'updated_at'],
  documents: ['title', 'type', 'household_name', 'created_at', 'updated_at'],
  'document-summaries': ['title', 'entry_mode', 'summary_format', 'household_name', 'created_at', 'updated_at'],
  users: ['title', 'email', 'created_at', 'updated_at'],
} as const

const listOf = <Column extends string, Row extends z.ZodType>(columns: readonly [Column, ...Column[]], row: Row) =>
  procedure.input(listInput(columns)).output(listOutput(row))

/** A record with when the service last confirmed it (ISO 8601). */
const checked = <Schema extends z.ZodType>(record: Schema) => z.strictObject({ record, checked_at: z.string() })

/** What is said of a related record beside its id; `name` is null when it is not in the cache. */
const link = z.strictObject({ id: z.string(), name: z.string().nullable() })

/** One look at an entity's latest valuation, as seen by this device. */
const observation = z.strictObject({
  observed_at: z.string(),
  valuation_id: z.string(),
  effective_date: z.string(),
  directly_held_asset_value: z.number(),
  total_value: z.number(),
})

const byId = z.strictObject({ connectionId, id: idInput })

const householdDetail = checked(household).extend({
  title: z.string(),
  owner: link,
  individuals: z.array(individualRow),
  entities: z.array(entityRow),
  documents: z.array(documentRow),
  summaries: z.array(documentSummaryRow),
  /** Whole counts: the lists above hold at most 200 each. */
  counts: z.strictObject({
    individuals: z.number().int(),
    entities: z.number().int(),
    documents: z.number().int(),
    summaries: z.number().int(),
  }),
})

const entityDetail = checked(entity).extend({
  household: link,
  valuation: checked(valuation).nullable(),
  /** When the service was last asked for this entity's valuation; null when never. */
  valuation_checked_at: z.string().nullable(),
  observations: z.array(observation),
  documents: z.array(documentRow),
})

export const householdsContract = {
  list: listOf(sortColumns.households, householdRow),
  get: procedure.input(byId).output(householdDetail),
}
export const individualsContract = {
  list: listOf(sortColumns.individuals, individualRow),
  get: procedure
    .input(byId)
    .output(checked(individual).extend({ title: z.string(), household: link, documents: z.array(documentRow) })),
}
export const entitiesContract = {
  list: listOf(sortColumns.entities, entityRow),
  get: procedure.input(byId).output(entityDetail),
  /** Asks the service for the latest valuation now, ahead of every queued one. */
  refreshValuation: procedure.input(byId).output(z.strictObject({ found: z.boolean() })),
}
export const valuationsContract = {
  list: listOf(sortColumns.valuations, valuationRow),
  /** By valuation id. */
  get: procedure.input(byId).output(checked(valuation).extend({ entity: link, household: link.nullable() })),
}
export const documentsContract = {
  list: listOf(sortColumns.documents, documentRow),
  get: procedure.input(byId).output(
    checked(document).extend({
      household: link,
      entity: link.nullable(),
      individual: link.nullable(),
      summaries: z.array(documentSummaryRow),
    }),
  ),
}
export const documentSummariesContract = {
  list: listOf(sortColumns['document-summaries'], documentSummaryRow),
  get: procedure.input(byId).output(checked(documentSummary).extend({ household: link, document: link })),
}
export const usersContract = {
  list: listOf(sortColumns.users, userRow),
  get: procedure.input(byId).output(checked(user).extend({ title: z.string(), household_count: z.number().int() })),
}

/** A record that could not be read as what it should be: kept whole, shown, never dropped. */
export const setAsideRecord = z.strictObject({
  key: z.string(),
  resource: z.enum(resources),
  id: z.string().nullable(),
  /** Path of the first offending field, such as `directly_held_assets.0.value`. */
  field: z.string(),
  problem: z.string(),
  seen_at: z.string(),
  /** The record as received, pretty-printed JSON, cut at 100,000 characters. */
  json: z.string(),
})

export const setAsideContract = {
  list: procedure
    .input(
      z.strictObject({
        connectionId,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(100),
      }),
    )
    .output(z.strictObject({ records: z.array(setAsideRecord), total: z.number().int() })),
}

export const searchHit = z.strictObject({
  resource: z.enum(resources),
  id: z.string(),
  title: z.string(),
  /** One line that tells hits apart: a household's name, an e-mail address, a kind. */
  subtitle: z.string(),
})

export const searchContract = {
  /** Full text over names, e-mails, addresses, external ids, notes and summaries; best first. */
  query: procedure
    .input(z.strictObject({ connectionId, text: z.string().max(200), limit: z.number().int().min(1).max(50) }))
    .output(z.strictObject({ hits: z.array(searchHit) })),
}

export type SetAsideRecord = z.infer<typeof setAsideRecord>
export type SearchHit = z.infer<typeof searchHit>

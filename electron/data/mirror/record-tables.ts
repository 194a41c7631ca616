import type { z } from 'zod'
import { foldLetters } from '../../../shared/domain/fold.ts'
import { documentFields } from '../../../shared/records/document.ts'
import { documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { entityFields } from '../../../shared/records/entity.ts'
import { type FieldKind, type Fields, isText } from '../../../shared/records/field.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { userFields } from '../../../shared/records/user.ts'
import type { Household } from '../../../shared/service/household.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import { type ListedResource, type Resource, resources, tableOf } from '../../../shared/service/resource.ts'

type NamedPerson = {
  first_name: string
  last_name: string
  middle_name?: string | null | undefined
  suffix?: string | null | undefined
}

/** "First Middle Last, Suffix", without absent parts. */
export function personName(person: NamedPerson): string {
  const name = joined([person.first_name, person.middle_name, person.last_name])
  return joined([name, person.suffix], ', ')
}

export type SqlValue = string | number | null

/** The result of checking a received record against its schema. */
export type ParsedRecord =
  | { kind: 'good'; id: string; updatedAt: string; values: SqlValue[]; title: string; body: string }
  | { kind: 'deleted'; id: string }
  | { kind: 'bad'; id: string | null; field: string; problem: string }

export type GoodRecord = Extract<ParsedRecord, { kind: 'good' }>

/** Storage of one resource: its table, its columns besides `row`, `id`, `checked_at` and `json`, and its search text. */
export type RecordTable = {
  resource: Resource
  table: string
  columns: readonly string[]
  /** Declarations of these columns, such as `TEXT NOT NULL`, which the migrated table must have. */
  declarations: readonly string[]
  /** Columns of the secondary indexes, by purpose; created after the first load. */
  indexes: Readonly<Record<string, string>>
  parse(raw: unknown): ParsedRecord
  /** Reads a stored record that was valid when it was received; null if it does not match the schema any more. */
  read(stored: unknown): GoodRecord | null
}

type PlainRecord = Readonly<Record<string, unknown>>

type CommonFields = PlainRecord & {
  id: string
  created_at: string
  updated_at: string
  deleted_at?: string | null | undefined
}

type TableDefinition<Shape extends z.ZodType<CommonFields>> = {
  resource: Resource
  schema: Shape
  /** Its listed and searched fields are stored apart from the JSON. */
  fields: Fields
  title(record: z.infer<Shape>): string
  /** Listed and searched texts that are made of several fields, by column. */
  computed?: Readonly<Record<string, (record: z.infer<Shape>) => string>>
  /** Further indexes. */
  indexes: Readonly<Record<string, string>>
}

/** A {@link RecordTable} from a schema and its fields. */
function defineTable<Shape extends z.ZodType<CommonFields>>(definition: TableDefinition<Shape>): RecordTable {
  const { schema, fields, computed = {} } = definition
  const columns: Column<z.infer<Shape>>[] = [...computedColumns(computed), ...fieldColumns(fields)]
  const passages = passagesOf(fields)
  const readers = columns.map(({ read }) => read)
  const texts = Object.values(computed)
  const good = (record: z.infer<Shape>): GoodRecord => {
    const title = definition.title(record)
    const values: SqlValue[] = [record.created_at, record.updated_at, title, foldLetters(title)]
    for (const read of readers) values.push(read(record))
    const { id, updated_at: updatedAt } = record
    const body = joined([...texts.map((text) => text(record)), ...passages.map((read) => read(record))], passageBreak)
    return { kind: 'good', id, updatedAt, values, title, body }
  }
  const parse = (raw: unknown): ParsedRecord => {
    const parsed = schema.safeParse(raw)
    if (!parsed.success) return { kind: 'bad', id: idOf(raw), ...firstIssue(parsed.error) }
    return parsed.data.deleted_at ? { kind: 'deleted', id: parsed.data.id } : good(parsed.data)
  }
  return {
    resource: definition.resource,
    table: tableOf(definition.resource),
    columns: [...commonColumns, ...columns.map(({ name }) => name)],
    declarations: [...commonColumns.map(() => 'TEXT NOT NULL'), ...columns.map(({ declaration }) => declaration)],
    indexes: {
      // A narrow copy of the table in the order of names: filters are evaluated on it without reading the wide JSON.
      list: `(${['title_sort', 'id', ...columns.flatMap(({ compared }) => compared), 'created_at', 'updated_at'].join(', ')})`,
      changed: '(updated_at, id)',
      ...definition.indexes,
    },
    parse,
    read(stored) {
      try {
        // Schemas only validate, so a valid record is unchanged.
        return good(stored as z.infer<Shape>)
      } catch {
        return null
      }
    },
  }
}

const commonColumns = ['created_at', 'updated_at', 'title', 'title_sort'] as const

type Column<Of> = {
  name: string
  declaration: string
  /** The name again if lists are sorted and filtered by this column. */
  compared: readonly string[]
  read(record: Of): SqlValue
}

const sqlTypes = { flag: 'INTEGER', money: 'REAL' } as const satisfies Partial<Record<FieldKind, string>>

/** The columns of the listed fields. */
export function fieldColumns(fields: Fields): Column<PlainRecord>[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!field.listed) return []
    const { kind, column = name, required } = field
    const type = kind === 'flag' || kind === 'money' ? sqlTypes[kind] : 'TEXT'
    const declaration = required ? `${type} NOT NULL` : type
    const read = kind === 'flag' ? flagIn(name) : valueIn(name)
    if (!isText(field)) return [{ name: column, declaration, compared: [column], read }]
    return [{ name: column, declaration, compared: [], read }, sortColumn(column, (record) => textIn(record, name))]
  })
}

function computedColumns<Of>(computed: Readonly<Record<string, (record: Of) => string>>): Column<Of>[] {
  return Object.entries(computed).flatMap(([name, read]) => [
    { name, declaration: 'TEXT NOT NULL', compared: [], read },
    sortColumn(name, read),
  ])
}

function sortColumn<Of>(column: string, read: (record: Of) => string | null): Column<Of> {
  const name = `${column}_sort`
  return { name, declaration: 'TEXT', compared: [name], read: (record) => foldedOrNull(read(record)) }
}

// The schema has checked the types of all values.
const valueIn = (name: string) => (record: PlainRecord) => (record[name] ?? null) as SqlValue
const flagIn = (name: string) => (record: PlainRecord) => (record[name] ? 1 : 0)
const textIn = (record: PlainRecord, name: string) => (record[name] ?? null) as string | null

/** The searched texts of a record, in the order of its fields; fields of a named passage are joined. */
function passagesOf(fields: Fields): ((record: PlainRecord) => string)[] {
  const passages = new Map<string, string[]>()
  for (const [name, { searched }] of Object.entries(fields)) {
    if (searched === undefined) continue
    const passage = searched === true ? name : searched
    passages.set(passage, [...(passages.get(passage) ?? []), name])
  }
  return [...passages.values()].map(
    (names) => (record) =>
      joined(
        names.map((name) => textIn(record, name)),
        ', ',
      ),
  )
}

/** Text for ordering, so that Émile is next to Emil; null if there is no text. */
function foldedOrNull(text: string | null | undefined): string | null {
  return text ? foldLetters(text) : null
}

/** Separates the passages of a record's text, so that one can be shown on its own. */
export const passageBreak = '\u001f'

/** A record's id, if it has one. */
export function idOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw)) return null
  return typeof raw.id === 'string' && raw.id !== '' ? raw.id : null
}

/** A record's `updated_at`, if it has one. */
export function updatedAtOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('updated_at' in raw)) return null
  return typeof raw.updated_at === 'string' ? raw.updated_at : null
}

/** True if both times are known, and the first is later. */
export const isAfter = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && Date.parse(one) > Date.parse(other)

/** The first field that does not match the schema, and why. */
export function firstIssue(error: z.ZodError): { field: string; problem: string } {
  const issue = error.issues[0]
  return { field: issue?.path.map(String).join('.') || '(record)', problem: issue?.message ?? 'is not as described' }
}

/** Joins the parts to one text, without absent ones. */
export function joined(parts: (string | null | undefined)[], separator = ' '): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(separator)
}

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
  title: (record) => record.name || primariesOf(record) || 'Unnamed household',
  computed: { primaries: primariesOf },
  indexes: { owner: '(owner_id, title_sort, id)' },
})

const individuals = defineTable({
  resource: 'individuals',
  schema: recordSchemas.individuals,
  fields: individualFields,
  title: (record) => personName(record) || record.id,
  indexes: {
    household: '(household_id, title_sort, id)',
    // Births and deaths of a span, from which dates and birthdays are derived.
    born: '(date_of_birth, id, is_primary, is_deceased, household_id)',
    died: "(json ->> '$.date_of_death', id, is_primary) WHERE json ->> '$.date_of_death' IS NOT NULL",
  },
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
    // Households with an active entity of some kinds, which have dates of each year.
    active: "(kind, household_id) WHERE stage = 'ACTIVE'",
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
  indexes: {
    household: '(household_id, title_sort, id)',
    document: '(document_id, title_sort, id)',
    // Those to review, newest first.
    automatic: "(created_at DESC, id, updated_at, household_id) WHERE entry_mode = 'AI_AUTO'",
  },
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

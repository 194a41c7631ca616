import type {
  DocumentRow,
  DocumentSummaryRow,
  EntityRow,
  HouseholdRow,
  IndividualRow,
  UserRow,
  ValuationRow,
} from '../../../shared/ipc/rows.ts'
import { documentFields } from '../../../shared/records/document.ts'
import { documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { entityFields } from '../../../shared/records/entity.ts'
import { type Fields, namesOf, namesWith } from '../../../shared/records/field.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import { userFields } from '../../../shared/records/user.ts'
import { valuationFields } from '../../../shared/records/valuation.ts'
import { isoTime } from '../days.ts'
import {
  documentShape,
  documentSummaryShape,
  entityShape,
  householdShape,
  individualShape,
  userShape,
  valuationShape,
} from '../lists/list-shapes.ts'
import type { HouseholdFigures } from '../mirror/household-totals.ts'
import type { ListDefinition } from './list.ts'

/** A row as SQLite returns it: times in ms, booleans as 0 and 1, without counts. */
type Stored<Row, Counted extends keyof Row = never, Flags extends keyof Row = never> = {
  [Key in Exclude<keyof Row, Flags | Counted | 'checked_at' | 'attention'>]: Row[Key]
} & { [Key in Flags]: number } & StoredMarks

type StoredMarks = { checked_at: number; attention: number }

/** The columns of a record's own listed fields. */
const fieldsOf = (fields: Fields): string =>
  namesWith(fields, 'listed')
    .map((name) => `t.${fields[name]?.column ?? name}`)
    .join(', ')

/** The properties that every row has. */
const marksOf = ({ checked_at, attention }: StoredMarks) => ({
  checked_at: isoTime(checked_at),
  attention: attention === 1,
})

const common = 't.id, t.created_at, t.updated_at'
const householdName = '(SELECT h.title FROM households h WHERE h.id = t.household_id) AS household_name'
const ownerOf = (householdId: string) =>
  `(SELECT h.owner_id FROM households h WHERE h.id = ${householdId}) AS owner_id,
    (SELECT u.title FROM households h JOIN users u ON u.id = h.owner_id WHERE h.id = ${householdId}) AS owner_name`

type StoredHousehold = Stored<
  HouseholdRow,
  'individual_count' | 'entity_count' | 'document_count' | 'against_amount' | keyof HouseholdFigures
>

const householdList: ListDefinition<StoredHousehold, HouseholdRow> = {
  shape: householdShape,
  select: `${common}, t.title, t.primaries, ${fieldsOf(householdFields)},
    (SELECT u.title FROM users u WHERE u.id = t.owner_id) AS owner_name`,
  toRow: (raw, { counts, householdFigures }) => ({
    ...raw,
    ...marksOf(raw),
    ...householdFigures.of(raw.id),
    individual_count: counts.of('individuals', 'household_id', raw.id),
    entity_count: counts.of('entities', 'household_id', raw.id),
    document_count: counts.of('documents', 'household_id', raw.id),
  }),
}

const personFlags = namesOf(individualFields, 'flag')

const individualList: ListDefinition<Stored<IndividualRow, never, (typeof personFlags)[number]>, IndividualRow> = {
  shape: individualShape,
  select: `${common}, t.title, ${householdName}, ${fieldsOf(individualFields)}`,
  toRow: (raw) => ({ ...raw, ...marksOf(raw), ...flagsOf(raw, personFlags) }),
}

/** SQLite has no booleans. */
const flagsOf = <Name extends string>(raw: Readonly<Record<Name, number>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, raw[name] === 1])) as Record<Name, boolean>

const valuationOf = (column: string) => `(SELECT v.${column} FROM valuations v WHERE v.entity_id = t.id)`

const entityList: ListDefinition<Stored<EntityRow, 'document_count'>, EntityRow> = {
  shape: entityShape,
  select: `${common}, t.title, ${householdName}, ${ownerOf('t.household_id')}, ${fieldsOf(entityFields)},
    ${valuationOf('directly_held_asset_value')} AS directly_held_asset_value,
    ${valuationOf('effective_date')} AS effective_date, ${valuationOf('id')} AS valuation_id`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    document_count: counts.of('documents', 'entity_id', raw.id),
  }),
}

const valuationList: ListDefinition<Omit<Stored<ValuationRow>, 'title'> & { title: string | null }, ValuationRow> = {
  shape: valuationShape,
  select: `${common}, (SELECT e.title FROM entities e WHERE e.id = t.entity_id) AS title, ${fieldsOf(valuationFields)},
    (SELECT e.household_id FROM entities e WHERE e.id = t.entity_id) AS household_id,
    (SELECT h.title FROM entities e JOIN households h ON h.id = e.household_id WHERE e.id = t.entity_id)
      AS household_name,
    ${ownerOf('(SELECT e.household_id FROM entities e WHERE e.id = t.entity_id)')}, t.asset_count`,
  toRow: (raw) => ({ ...raw, title: raw.title ?? raw.entity_id, ...marksOf(raw) }),
}

const documentList: ListDefinition<Stored<DocumentRow, 'summary_count'>, DocumentRow> = {
  shape: documentShape,
  select: `${common}, t.title, ${fieldsOf(documentFields)}, ${householdName},
    (SELECT e.title FROM entities e WHERE e.id = t.entity_id) AS entity_name,
    (SELECT i.title FROM individuals i WHERE i.id = t.individual_id) AS individual_name`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    summary_count: counts.of('document-summaries', 'document_id', raw.id),
  }),
}

const documentSummaryList: ListDefinition<Stored<DocumentSummaryRow, 'reviewed_at'>, DocumentSummaryRow> = {
  shape: documentSummaryShape,
  select: `${common}, t.title, ${fieldsOf(documentSummaryFields)}, ${householdName},
    (SELECT d.title FROM documents d WHERE d.id = t.document_id) AS document_name`,
  toRow(raw, { reviewOf }) {
    const review = reviewOf(raw.id)
    const isCurrent = review?.updated_at === raw.updated_at
    return { ...raw, ...marksOf(raw), reviewed_at: isCurrent ? review.at : null }
  },
}

const userList: ListDefinition<Stored<UserRow, 'household_count'>, UserRow> = {
  shape: userShape,
  select: `${common}, t.title, ${fieldsOf(userFields)}`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    household_count: counts.of('households', 'owner_id', raw.id),
  }),
}

/** The list of each resource. */
export const recordLists = {
  households: householdList,
  individuals: individualList,
  entities: entityList,
  valuations: valuationList,
  documents: documentList,
  'document-summaries': documentSummaryList,
  users: userList,
} as const

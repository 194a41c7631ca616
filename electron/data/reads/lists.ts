import type {
  DocumentRow,
  DocumentSummaryRow,
  EntityRow,
  HouseholdRow,
  IndividualRow,
  UserRow,
  ValuationRow,
} from '../../../shared/ipc/rows.ts'
import { isoTime, type ListDefinition } from './list.ts'
import {
  documentShape,
  documentSummaryShape,
  entityShape,
  householdShape,
  individualShape,
  userShape,
  valuationShape,
} from './list-shapes.ts'

/** A row as SQLite returns it: times in ms, booleans as 0 and 1, without counts. */
type Stored<Row, Flags extends keyof Row = never, Counted extends keyof Row = never> = {
  [Key in Exclude<keyof Row, Flags | Counted | 'checked_at' | 'attention'>]: Row[Key]
} & { [Key in Flags]: number } & StoredMarks

type StoredMarks = { checked_at: number; attention: number }

/** The properties that every row has. */
const marksOf = ({ checked_at, attention }: StoredMarks) => ({
  checked_at: isoTime(checked_at),
  attention: attention === 1,
})

const common = 't.id, t.created_at, t.updated_at'
const householdName = '(SELECT h.title FROM households h WHERE h.id = t.household_id) AS household_name'

type StoredHousehold = Stored<HouseholdRow, never, 'individual_count' | 'entity_count' | 'document_count'>

export const householdList: ListDefinition<StoredHousehold, HouseholdRow> = {
  shape: householdShape,
  select: `${common}, t.title, t.external_id, t.primaries, t.owner_id,
    (SELECT u.title FROM users u WHERE u.id = t.owner_id) AS owner_name`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    individual_count: counts.of('individuals', 'household_id', raw.id),
    entity_count: counts.of('entities', 'household_id', raw.id),
    document_count: counts.of('documents', 'household_id', raw.id),
  }),
}

type PersonFlag = 'is_primary' | 'is_beneficiary' | 'is_grantor' | 'is_trustee' | 'is_deceased'

export const individualList: ListDefinition<Stored<IndividualRow, PersonFlag>, IndividualRow> = {
  shape: individualShape,
  select: `${common}, t.title, t.household_id, ${householdName}, t.email, t.date_of_birth, t.city, t.state,
    t.is_primary, t.is_beneficiary, t.is_grantor, t.is_trustee, t.is_deceased`,
  toRow: (raw) => ({
    ...raw,
    ...marksOf(raw),
    is_primary: raw.is_primary === 1,
    is_beneficiary: raw.is_beneficiary === 1,
    is_grantor: raw.is_grantor === 1,
    is_trustee: raw.is_trustee === 1,
    is_deceased: raw.is_deceased === 1,
  }),
}

const valuationOf = (column: string) => `(SELECT v.${column} FROM valuations v WHERE v.entity_id = t.id)`

export const entityList: ListDefinition<Stored<EntityRow, never, 'document_count'>, EntityRow> = {
  shape: entityShape,
  select: `${common}, t.title, t.household_id, ${householdName}, t.kind, t.stage, t.in_estate_status, t.external_id,
    ${valuationOf('directly_held_asset_value')} AS directly_held_asset_value,
    ${valuationOf('effective_date')} AS effective_date, ${valuationOf('id')} AS valuation_id`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    document_count: counts.of('documents', 'entity_id', raw.id),
  }),
}

export const valuationList: ListDefinition<
  Omit<Stored<ValuationRow>, 'title'> & { title: string | null },
  ValuationRow
> = {
  shape: valuationShape,
  select: `${common}, (SELECT e.title FROM entities e WHERE e.id = t.entity_id) AS title, t.entity_id,
    (SELECT e.household_id FROM entities e WHERE e.id = t.entity_id) AS household_id,
    (SELECT h.title FROM entities e JOIN households h ON h.id = e.household_id WHERE e.id = t.entity_id)
      AS household_name,
    t.effective_date, t.directly_held_asset_value, t.total_value, t.asset_count`,
  toRow: (raw) => ({ ...raw, title: raw.title ?? raw.entity_id, ...marksOf(raw) }),
}

export const documentList: ListDefinition<Stored<DocumentRow, never, 'summary_count'>, DocumentRow> = {
  shape: documentShape,
  select: `${common}, t.title, t.type, t.household_id, ${householdName}, t.entity_id,
    (SELECT e.title FROM entities e WHERE e.id = t.entity_id) AS entity_name, t.individual_id,
    (SELECT i.title FROM individuals i WHERE i.id = t.individual_id) AS individual_name`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    summary_count: counts.of('document-summaries', 'document_id', raw.id),
  }),
}

export const documentSummaryList: ListDefinition<Stored<DocumentSummaryRow>, DocumentSummaryRow> = {
  shape: documentSummaryShape,
  select: `${common}, t.title, t.document_id,
    (SELECT d.title FROM documents d WHERE d.id = t.document_id) AS document_name,
    t.household_id, ${householdName}, t.entry_mode, t.summary_format`,
  toRow: (raw) => ({ ...raw, ...marksOf(raw) }),
}

export const userList: ListDefinition<Stored<UserRow, never, 'household_count'>, UserRow> = {
  shape: userShape,
  select: `${common}, t.title, t.email`,
  toRow: (raw, { counts }) => ({
    ...raw,
    ...marksOf(raw),
    household_count: counts.of('households', 'owner_id', raw.id),
  }),
}

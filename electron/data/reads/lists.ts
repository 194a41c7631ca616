import type {
  DocumentRow,
  DocumentSummaryRow,
  EntityRow,
  HouseholdRow,
  IndividualRow,
  UserRow,
  ValuationRow,
} from '../../../shared/ipc/rows.ts'
import { byHousehold, isoTime, type ListDefinition, plain, text } from './list.ts'

/** A row as SQLite gives it: times in ms, truth as 0 and 1, counts not yet made. */
type Stored<Row, Flags extends keyof Row = never, Counted extends keyof Row = never> = {
  [Key in Exclude<keyof Row, Flags | Counted | 'checked_at'>]: Row[Key]
} & { [Key in Flags]: number } & { checked_at: number }

const common = 't.id, t.created_at, t.updated_at'
const commonSorts = {
  title: plain('t.title_sort'),
  created_at: plain('t.created_at'),
  updated_at: plain('t.updated_at'),
}
const householdName = '(SELECT h.title FROM households h WHERE h.id = t.household_id) AS household_name'
const inHousehold = { household_id: 't.household_id = ?' }

type StoredHousehold = Stored<HouseholdRow, never, 'individual_count' | 'entity_count' | 'document_count'>

export const householdList: ListDefinition<StoredHousehold, HouseholdRow> = {
  resource: 'households',
  table: 'households',
  tieBreak: 'id',
  select: `${common}, t.title, t.external_id, t.primaries, t.owner_id,
    (SELECT u.title FROM users u WHERE u.id = t.owner_id) AS owner_name`,
  sorts: {
    ...commonSorts,
    external_id: text('t.external_id'),
    owner_name: {
      sql: 'u.title_sort',
      nullable: true,
      join: 'LEFT JOIN users u ON u.id = t.owner_id',
      dependsOn: ['users'],
    },
  },
  scopes: { owner_id: 't.owner_id = ?', household_id: 't.id = ?' },
  toRow: (raw, { counts }) => ({
    ...raw,
    checked_at: isoTime(raw.checked_at),
    individual_count: counts.of('individuals', 'household_id', raw.id),
    entity_count: counts.of('entities', 'household_id', raw.id),
    document_count: counts.of('documents', 'household_id', raw.id),
  }),
}

type PersonFlag = 'is_primary' | 'is_beneficiary' | 'is_grantor' | 'is_trustee' | 'is_deceased'

export const individualList: ListDefinition<Stored<IndividualRow, PersonFlag>, IndividualRow> = {
  resource: 'individuals',
  table: 'individuals',
  tieBreak: 'id',
  select: `${common}, t.title, t.household_id, ${householdName}, t.email, t.date_of_birth, t.city, t.state,
    t.is_primary, t.is_beneficiary, t.is_grantor, t.is_trustee, t.is_deceased`,
  sorts: {
    ...commonSorts,
    email: text('t.email'),
    date_of_birth: { sql: 't.date_of_birth', nullable: true },
    city: text('t.city'),
    state: text('t.state'),
    household_name: byHousehold,
  },
  scopes: { ...inHousehold, individual_id: 't.id = ?' },
  toRow: (raw) => ({
    ...raw,
    checked_at: isoTime(raw.checked_at),
    is_primary: raw.is_primary === 1,
    is_beneficiary: raw.is_beneficiary === 1,
    is_grantor: raw.is_grantor === 1,
    is_trustee: raw.is_trustee === 1,
    is_deceased: raw.is_deceased === 1,
  }),
}

const valuationOf = (column: string) => `(SELECT v.${column} FROM valuations v WHERE v.entity_id = t.id)`
const byValuation = (column: string) => ({
  sql: `v.${column}`,
  nullable: true,
  join: 'LEFT JOIN valuations v ON v.entity_id = t.id',
  dependsOn: ['valuations' as const],
})

export const entityList: ListDefinition<Stored<EntityRow>, EntityRow> = {
  resource: 'entities',
  table: 'entities',
  tieBreak: 'id',
  select: `${common}, t.title, t.household_id, ${householdName}, t.kind, t.stage, t.in_estate_status, t.external_id,
    ${valuationOf('directly_held_asset_value')} AS directly_held_asset_value,
    ${valuationOf('effective_date')} AS effective_date, ${valuationOf('id')} AS valuation_id`,
  sorts: {
    ...commonSorts,
    kind: plain('t.kind'),
    stage: plain('t.stage'),
    in_estate_status: plain('t.in_estate_status'),
    household_name: byHousehold,
    external_id: text('t.external_id'),
    directly_held_asset_value: byValuation('directly_held_asset_value'),
    effective_date: byValuation('effective_date'),
  },
  scopes: { ...inHousehold, entity_id: 't.id = ?' },
  toRow: (raw) => ({ ...raw, checked_at: isoTime(raw.checked_at) }),
}

const entityJoin = 'LEFT JOIN entities e ON e.id = t.entity_id'

export const valuationList: ListDefinition<
  Omit<Stored<ValuationRow>, 'title'> & { title: string | null },
  ValuationRow
> = {
  resource: 'valuations',
  table: 'valuations',
  tieBreak: 'entity_id',
  select: `${common}, (SELECT e.title FROM entities e WHERE e.id = t.entity_id) AS title, t.entity_id,
    (SELECT e.household_id FROM entities e WHERE e.id = t.entity_id) AS household_id,
    (SELECT h.title FROM entities e JOIN households h ON h.id = e.household_id WHERE e.id = t.entity_id)
      AS household_name,
    t.effective_date, t.directly_held_asset_value, t.total_value, t.asset_count`,
  sorts: {
    title: { sql: 'e.title_sort', nullable: true, join: entityJoin, dependsOn: ['entities'] },
    effective_date: plain('t.effective_date'),
    directly_held_asset_value: plain('t.directly_held_asset_value'),
    total_value: plain('t.total_value'),
    household_name: {
      sql: 'h.title_sort',
      nullable: true,
      join: `${entityJoin} LEFT JOIN households h ON h.id = e.household_id`,
      dependsOn: ['entities', 'households'],
    },
    updated_at: plain('t.updated_at'),
  },
  scopes: {
    entity_id: 't.entity_id = ?',
    household_id: 't.entity_id IN (SELECT s.id FROM entities s WHERE s.household_id = ?)',
  },
  toRow: (raw) => ({ ...raw, title: raw.title ?? raw.entity_id, checked_at: isoTime(raw.checked_at) }),
}

export const documentList: ListDefinition<Stored<DocumentRow, never, 'summary_count'>, DocumentRow> = {
  resource: 'documents',
  table: 'documents',
  tieBreak: 'id',
  select: `${common}, t.title, t.type, t.household_id, ${householdName}, t.entity_id,
    (SELECT e.title FROM entities e WHERE e.id = t.entity_id) AS entity_name, t.individual_id,
    (SELECT i.title FROM individuals i WHERE i.id = t.individual_id) AS individual_name`,
  sorts: { ...commonSorts, type: plain('t.type'), household_name: byHousehold },
  scopes: {
    ...inHousehold,
    entity_id: 't.entity_id = ?',
    individual_id: 't.individual_id = ?',
    document_id: 't.id = ?',
  },
  toRow: (raw, { counts }) => ({
    ...raw,
    checked_at: isoTime(raw.checked_at),
    summary_count: counts.of('document-summaries', 'document_id', raw.id),
  }),
}

export const documentSummaryList: ListDefinition<Stored<DocumentSummaryRow>, DocumentSummaryRow> = {
  resource: 'document-summaries',
  table: 'document_summaries',
  tieBreak: 'id',
  select: `${common}, t.title, t.document_id,
    (SELECT d.title FROM documents d WHERE d.id = t.document_id) AS document_name,
    t.household_id, ${householdName}, t.entry_mode, t.summary_format`,
  sorts: {
    ...commonSorts,
    entry_mode: text('t.entry_mode'),
    summary_format: text('t.summary_format'),
    household_name: byHousehold,
  },
  scopes: { ...inHousehold, document_id: 't.document_id = ?' },
  toRow: (raw) => ({ ...raw, checked_at: isoTime(raw.checked_at) }),
}

export const userList: ListDefinition<Stored<UserRow, never, 'household_count'>, UserRow> = {
  resource: 'users',
  table: 'users',
  tieBreak: 'id',
  select: `${common}, t.title, t.email`,
  sorts: { ...commonSorts, email: text('t.email') },
  scopes: {},
  toRow: (raw, { counts }) => ({
    ...raw,
    checked_at: isoTime(raw.checked_at),
    household_count: counts.of('households', 'owner_id', raw.id),
  }),
}

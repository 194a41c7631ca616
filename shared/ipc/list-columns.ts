import { documentFields } from '../records/document.ts'
import { documentSummaryFields } from '../records/document-summary.ts'
import { entityFields } from '../records/entity.ts'
import { type Field, type FieldKind, type Fields, type NamesOf, type NamesWith, namesWith } from '../records/field.ts'
import { householdFields } from '../records/household.ts'
import { individualFields } from '../records/individual.ts'
import { userFields } from '../records/user.ts'
import { valuationFields } from '../records/valuation.ts'
import type { Resource } from '../service/resource.ts'

/**
 * All listed columns of all resources. The kind decides which filters a column has; every column can be sorted. `nullable`
 * columns have the filters "has" and "has not". `time` is an ISO 8601 timestamp, `date` a calendar date.
 */
export type ColumnKind = 'text' | 'enum' | 'date' | 'time' | 'number' | 'boolean'
export type ListColumn = {
  kind: ColumnKind
  nullable?: true
  /** The unit of its numbers: US dollars or per cent. Counts have none. */
  unit?: 'usd' | 'percent'
  /** Matches words that begin with the filter's words; neither shown nor sortable. */
  words?: true
  /** Lists can be grouped by it: by its values, which are few, or by the age of the figures that it dates. */
  grouping?: 'value' | 'age'
}

const text = { kind: 'text' } as const
const maybeText = { kind: 'text', nullable: true } as const
const time = { kind: 'time' } as const
const number = { kind: 'number' } as const
const usd = { kind: 'number', unit: 'usd', nullable: true } as const
/** The household's relationship owner: the name, and a user's id, an enum whose values are the firm's users. */
const owner = { kind: 'enum', grouping: 'value' } as const
const householdOwner = { owner_name: maybeText, owner_id: owner } as const
const figureDate = { kind: 'date', nullable: true, grouping: 'age' } as const
const stamps = { created_at: time, updated_at: time } as const
/** The ids of the quality rules that the user does not apply to a record; see the contract of `today`. */
const leftOut = { left_out: { kind: 'enum' } } as const

const kinds = {
  text: 'text',
  email: 'text',
  state: 'text',
  'long-text': 'text',
  choice: 'enum',
  date: 'date',
  time: 'time',
  flag: 'boolean',
  money: 'number',
} as const satisfies Record<Exclude<FieldKind, 'link' | 'parts'>, ColumnKind>

/** The listed fields of a record that are columns by themselves; a link is shown by the name of its record. */
export type ListedField<F extends Fields> = Exclude<NamesWith<F, 'listed'>, NamesOf<F, 'link'>>

/** Kinds of fields that have few values. */
const few: ReadonlySet<FieldKind> = new Set(['choice', 'flag', 'state'])

function groupingOf({ kind, figure }: Field): Pick<ListColumn, 'grouping'> {
  if (figure) return { grouping: 'age' }
  return few.has(kind) ? { grouping: 'value' } : {}
}

function columnsOf<F extends Fields>(fields: F) {
  const columns = namesWith(fields, 'listed').flatMap((name): [string, ListColumn][] => {
    const field = fields[name] as Field
    const { kind, required } = field
    if (kind === 'link' || kind === 'parts') return []
    const unit: Pick<ListColumn, 'unit'> = kind === 'money' ? { unit: 'usd' } : {}
    return [[name, { kind: kinds[kind], ...unit, ...(required ? {} : { nullable: true }), ...groupingOf(field) }]]
  })
  return Object.fromEntries(columns) as Record<ListedField<F>, ListColumn>
}

/** Columns that are not of the offline copy, and are filled for the rows in view: they have a layout, and most have no order or filter. */
export const addedColumns: Readonly<Partial<Record<keyof typeof listColumns, readonly string[]>>> = {
  households: ['changes'],
  entities: ['trustees'],
  'document-summaries': ['reviewed_at'],
}

/** By resource; the keys are the row's fields: those of the record, and what a list adds to them. */
export const listColumns = {
  households: {
    title: text,
    primaries: maybeText,
    owner_name: maybeText,
    /** A user's id: an enum whose values are the firm's users. */
    owner_id: owner,
    ...columnsOf(householdFields),
    /** The exact sum of the latest valuations of its entities; null if none of them is valued. */
    directly_held_asset_value: usd,
    /** Per cent of that sum, to one decimal; null if there is no positive sum. */
    in_estate_share: { kind: 'number', unit: 'percent', nullable: true },
    /** By how much its estate is above the firm's amount for its living primaries; null if there is nothing to compare. */
    against_amount: usd,
    /** The effective date of the oldest of these valuations. */
    oldest_figure: figureDate,
    individual_count: number,
    entity_count: number,
    document_count: number,
    ...stamps,
  },
  individuals: { title: text, household_name: maybeText, ...columnsOf(individualFields), ...stamps },
  entities: {
    title: text,
    household_name: maybeText,
    ...householdOwner,
    ...columnsOf(entityFields),
    /** Of its latest valuation. */
    directly_held_asset_value: usd,
    effective_date: figureDate,
    document_count: number,
    ...stamps,
  },
  valuations: {
    title: text,
    household_name: maybeText,
    ...householdOwner,
    ...columnsOf(valuationFields),
    asset_count: number,
    ...stamps,
  },
  documents: {
    title: text,
    ...columnsOf(documentFields),
    household_name: maybeText,
    entity_name: maybeText,
    individual_name: maybeText,
    summary_count: number,
    ...stamps,
  },
  'document-summaries': {
    title: text,
    document_name: maybeText,
    household_name: maybeText,
    ...columnsOf(documentSummaryFields),
    ...stamps,
  },
  users: { title: text, ...columnsOf(userFields), household_count: number, ...stamps },
} as const satisfies Record<Resource, Record<string, ListColumn>>

/** The columns by which each list can be sorted: the shown ones. */
export const sortColumns = {
  ...listColumns,
  entities: { ...listColumns.entities, trustees: maybeText },
  'document-summaries': { ...listColumns['document-summaries'], reviewed_at: maybeText },
} as const satisfies Record<Resource, Record<string, ListColumn>>

/** The columns by which a list can be grouped, in their order. */
export const groupColumnsOf = (columns: Readonly<Record<string, ListColumn>>): string[] =>
  Object.keys(columns).filter((column) => columns[column]?.grouping !== undefined)

/** The text in a list's search field: every word is part of a name or another identifying text of the row. */
export const searchColumn = 'search'
const searched = { search: { kind: 'text', words: true } } as const

/** The filterable columns of each list: the shown ones, and some that are not shown. */
export const filterColumns = {
  households: {
    ...listColumns.households,
    /** The part of the sum of its entities that is in the estate. */
    in_estate_value: usd,
    /** Whether its estate is above the firm's amount. */
    above_amount: { kind: 'boolean', nullable: true },
    /** Whether another household has its name and someone may be recorded in both; see the contract of `doubles`. */
    possible_double: { kind: 'boolean' },
    ...leftOut,
    ...searched,
  },
  individuals: {
    ...listColumns.individuals,
    /** Whether another person has the same name, and the same date of birth, e-mail address or household; see the contract of `doubles`. */
    possible_double: { kind: 'boolean' },
    /** Whether the service has them as a trustee, or the user noted a role in which they act for others, such as executor. */
    acts_for_others: { kind: 'boolean' },
    ...leftOut,
    ...searched,
  },
  entities: {
    ...listColumns.entities,
    /** The names of those whom the user noted as its trustees. */
    trustees: maybeText,
    ...leftOut,
    ...searched,
  },
  valuations: { ...listColumns.valuations, ...searched },
  documents: {
    ...listColumns.documents,
    ...leftOut,
    ...searched,
    /** The texts of all summaries of the document. */
    summary_text: { kind: 'text', words: true },
  },
  'document-summaries': {
    ...listColumns['document-summaries'],
    /** Whether the user has reviewed it as it is now; an AI summary that waits is not, and one that a person wrote is neither. */
    reviewed: { kind: 'boolean' },
    ...searched,
  },
  users: { ...listColumns.users, ...searched },
} as const satisfies Record<Resource, Record<string, ListColumn>>

/** Display names of the filterable columns that are not shown. */
export const furtherFilterNames: Readonly<Record<string, string>> = {
  search: 'Search',
  summary_text: 'Text of summaries',
  in_estate_value: 'In estate',
  above_amount: 'Above our amount',
  possible_double: 'May be recorded twice',
  acts_for_others: 'Acts for others',
  reviewed: 'Reviewed by me',
  left_out: 'Left out of a rule',
}

export type ColumnsOf<R extends keyof typeof listColumns> = keyof (typeof listColumns)[R] & string
export type FiltersOf<R extends keyof typeof filterColumns> = keyof (typeof filterColumns)[R] & string

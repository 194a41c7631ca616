/**
 * All listed columns of all resources. The kind decides which filters a column has; every column can be sorted. `nullable`
 * columns have the filters "has" and "has not". `time` is an ISO 8601 timestamp, `date` a calendar date.
 */
export type ColumnKind = 'text' | 'enum' | 'date' | 'time' | 'number' | 'boolean'
export type ListColumn = {
  kind: ColumnKind
  nullable?: true
  /** Matches words that begin with the filter's words; neither shown nor sortable. */
  words?: true
}

const text = { kind: 'text' } as const
const maybeText = { kind: 'text', nullable: true } as const
const time = { kind: 'time' } as const
const maybeDate = { kind: 'date', nullable: true } as const
const number = { kind: 'number' } as const
const maybeNumber = { kind: 'number', nullable: true } as const
const boolean = { kind: 'boolean' } as const
const choice = { kind: 'enum' } as const
const maybeChoice = { kind: 'enum', nullable: true } as const
const stamps = { created_at: time, updated_at: time } as const

/** By resource; the keys are the row's fields. */
export const listColumns = {
  households: {
    title: text,
    primaries: maybeText,
    owner_name: maybeText,
    /** A user's id: an enum whose values are the firm's users. */
    owner_id: choice,
    external_id: maybeText,
    individual_count: number,
    entity_count: number,
    document_count: number,
    ...stamps,
  },
  individuals: {
    title: text,
    household_name: maybeText,
    email: maybeText,
    date_of_birth: maybeDate,
    city: maybeText,
    state: maybeText,
    is_primary: boolean,
    is_beneficiary: boolean,
    is_grantor: boolean,
    is_trustee: boolean,
    is_deceased: boolean,
    ...stamps,
  },
  entities: {
    title: text,
    household_name: maybeText,
    kind: choice,
    stage: choice,
    in_estate_status: choice,
    external_id: maybeText,
    directly_held_asset_value: maybeNumber,
    effective_date: maybeDate,
    document_count: number,
    ...stamps,
  },
  valuations: {
    title: text,
    household_name: maybeText,
    effective_date: { kind: 'date' },
    directly_held_asset_value: number,
    total_value: number,
    asset_count: number,
    ...stamps,
  },
  documents: {
    title: text,
    type: choice,
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
    entry_mode: maybeChoice,
    summary_format: maybeChoice,
    ...stamps,
  },
  users: { title: text, email: text, household_count: number, ...stamps },
} as const satisfies Record<string, Record<string, ListColumn>>

/** The filterable columns of each list: the shown ones, and some that are not shown. */
export const filterColumns = {
  ...listColumns,
  documents: {
    ...listColumns.documents,
    /** The texts of all summaries of the document. */
    summary_text: { kind: 'text', words: true },
  },
} as const satisfies Record<string, Record<string, ListColumn>>

/** Display names of the filterable columns that are not shown. */
export const furtherFilterNames: Readonly<Record<string, string>> = { summary_text: 'Text of summaries' }

export type ColumnsOf<R extends keyof typeof listColumns> = keyof (typeof listColumns)[R] & string

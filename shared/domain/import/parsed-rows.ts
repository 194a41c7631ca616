import type { HouseholdCreate, IndividualCreate } from '../../service/writes.ts'
import type { JsonFields } from '../operation.ts'
import { cut } from './fold.ts'
import { type DateOrder, type ImportPart, importFields, type Mapping } from './import-fields.ts'
import { cellText, readCell } from './read-cell.ts'

/** One row of a file. `row` is the row number in a spreadsheet, where the header is row 1. */
export type FileRow = { row: number; cells: readonly string[] }

/** An error or a warning about one cell. */
export type RowIssue = { column: string; value: string; cause: string; next_step: string }

export type ParsedRow = {
  row: number
  title: string
  issues: RowIssue[]
  warnings: RowIssue[]
  /** The record that the row changes, and the values of its cells; null clears a field. Null for a new record. */
  edit: { id: string; given: JsonFields } | null
}

/** The household that people are added to: an existing one, one that this import creates, or a refused row. */
export type Target = { kind: 'existing'; id: string } | { kind: 'new'; row: number } | { kind: 'refused'; row: number }

/** What becomes of rows about records that exist. */
export type ExistingRecords = { update: boolean; emptyClears: boolean }

/** `fields` is null for a row with issues, or one that changes a record. */
export type ParsedHousehold = ParsedRow & {
  /** The id by which its people may refer to it. */
  externalId: string | undefined
  name: string | undefined
  fields: HouseholdCreate | null
  target: Target
}

export type PersonFields = Omit<IndividualCreate, 'household_id'>
/** `date_of_death` is saved with the person, and sent as an update once the service has the person. */
export type ParsedIndividual = ParsedRow & {
  fields: PersonFields | null
  date_of_death: string | null
  target: Target | null
}

/** How to parse a file's columns. `today` is `YYYY-MM-DD`. */
export type Reading = {
  part: ImportPart
  headers: readonly string[]
  mapping: Mapping
  order: DateOrder
  today: string
}

export type ReadRow = {
  /** The parsed fields, without empty and invalid ones. */
  values: Record<string, string | boolean>
  /** The clearable fields with an empty cell. */
  emptied: string[]
  issues: RowIssue[]
  /** Creates an issue or warning about a field of this row. */
  about(field: string, cause: string, next_step: string): RowIssue
}

/** Parses the cells of one row with the mapping. */
export function readRow({ part, headers, mapping, order, today }: Reading, { cells }: FileRow): ReadRow {
  const fields = importFields[part]
  const values: Record<string, string | boolean> = {}
  const emptied: string[] = []
  const issues: RowIssue[] = []
  const about = (field: string, cause: string, next_step: string): RowIssue => {
    const at = mapping.indexOf(field)
    const column = at < 0 ? (fields[field]?.label ?? field) : headers[at] || `Column ${at + 1}`
    return { column, value: at < 0 ? '' : cut(cellText(cells[at])), cause, next_step }
  }
  mapping.forEach((field, at) => {
    const known = field === null ? undefined : fields[field]
    if (field === null || !known) return
    const text = cellText(cells[at])
    if (text === '') {
      if (known.clearable) emptied.push(field)
      if (known.required) issues.push(about(field, `${known.label} is missing.`, 'Fill in the cell.'))
      return
    }
    const read = readCell(text, known, { order, today })
    if ('value' in read) values[field] = read.value
    else issues.push(about(field, read.cause, read.next_step))
  })
  return { values, emptied, issues, about }
}

/** What a row gives a record that exists: the values of its filled cells, and null for each empty one that clears its field. */
export const givenTo = (
  { values, emptied }: Pick<ReadRow, 'values' | 'emptied'>,
  { emptyClears }: ExistingRecords,
): JsonFields => ({ ...values, ...(emptyClears ? Object.fromEntries(emptied.map((field) => [field, null])) : {}) })

/** A parsed text field; undefined if it is empty or invalid. */
export function textOf(values: Readonly<Record<string, string | boolean>>, field: string): string | undefined {
  const value = values[field]
  return typeof value === 'string' ? value : undefined
}

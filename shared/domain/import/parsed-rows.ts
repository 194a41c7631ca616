import type { HouseholdCreate, IndividualCreate } from '../../service/writes.ts'
import { cellState } from '../../tables/damage.ts'
import type { JsonFields } from '../operation.ts'
import { type ImportPart, importFields, type Mapping } from './import-fields.ts'
import { type ColumnReadings, isAbroad } from './import-questions.ts'
import { cut, readCell } from './read-cell.ts'
import { readPostalCode } from './states.ts'

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

/** The treatment of rows about records that exist. */
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

/** How to parse a file's columns. */
export type Reading = {
  part: ImportPart
  headers: readonly string[]
  mapping: Mapping
  columns: Pick<ColumnReadings, 'dates' | 'zeros'>
}

export type ReadRow = {
  /** The parsed fields, without empty and invalid ones. */
  values: Record<string, string | boolean>
  /** The clearable fields with an empty cell. */
  emptied: string[]
  issues: RowIssue[]
  warnings: RowIssue[]
  /** Creates an issue or warning about a field of this row. */
  about(field: string, cause: string, next_step: string): RowIssue
}

/** Parses the cells of one row with the mapping. */
export function readRow({ part, headers, mapping, columns }: Reading, { cells }: FileRow): ReadRow {
  const fields = importFields[part]
  const row: ReadRow = {
    values: {},
    emptied: [],
    issues: [],
    warnings: [],
    about(field, cause, next_step) {
      const at = mapping.indexOf(field)
      const column = at < 0 ? (fields[field]?.label ?? field) : headers[at] || `Column ${at + 1}`
      return { column, value: at < 0 ? '' : cut((cells[at] ?? '').trim()), cause, next_step }
    },
  }
  const { values, emptied, issues, warnings, about } = row
  for (const [at, field] of mapping.entries()) {
    const known = field === null ? undefined : fields[field]
    if (field === null || !known) continue
    const state = cellState(cells[at])
    const read = state.is === 'text' ? readCell(state.text, known, columns.dates.get(at) ?? null) : null
    if (state.is === 'lost') {
      // A formula's error hides a value that is not known: the field stays as it is. Half of an identifier or a name is refused.
      const isLeftOut = state.by === 'error' && !known.required
      if (isLeftOut) warnings.push(about(field, `${state.cause} The field is left out.`, state.next_step))
      else issues.push(about(field, state.cause, state.next_step))
    } else if (read === null || 'empty' in read) {
      const word = state.is === 'empty' ? state.word : read && 'empty' in read ? read.empty : ''
      if (known.required) issues.push(about(field, `${known.label} is missing.`, 'Fill in the cell.'))
      else if (word !== '') warnings.push(about(field, `“${cut(word)}” is read as empty.`, 'Check that this is right.'))
      if (known.clearable) emptied.push(field)
    } else if ('value' in read) {
      values[field] = read.value
      if (state.is === 'text' && state.mended !== null)
        warnings.push(about(field, state.mended, 'Check that this is right.'))
    } else issues.push(about(field, read.cause, read.next_step))
  }
  mendPostalCode(row, columns)
  return row
}

/** Gives a postal code the zeros back that a spreadsheet dropped, where the state shows it or the advisor said so. */
function mendPostalCode({ values, issues, warnings, about }: ReadRow, { zeros }: Reading['columns']): void {
  const text = textOf(values, 'postal_code')
  if (text === undefined || isAbroad(textOf(values, 'country') ?? '')) return
  const read = readPostalCode(text, { state: textOf(values, 'state') ?? null, zeros })
  if (typeof read === 'string') {
    delete values.postal_code
    const cause = `“${cut(text)}” has too few digits for a postal code${read === 'short' ? ' of this state' : ''}.`
    issues.push(about('postal_code', cause, 'Enter all of its five digits.'))
  } else if (read.code !== text) {
    values.postal_code = read.code
    warnings.push(about('postal_code', `Read as ${read.code}.`, 'Check that this is right.'))
  }
}

/** The changes that a row gives a record that exists: the values of its filled cells, and null for each empty one that clears its field. */
export const givenTo = (
  { values, emptied }: Pick<ReadRow, 'values' | 'emptied'>,
  { emptyClears }: ExistingRecords,
): JsonFields => ({ ...values, ...(emptyClears ? Object.fromEntries(emptied.map((field) => [field, null])) : {}) })

/** A parsed text field; undefined if it is empty or invalid. */
export function textOf(values: Readonly<Record<string, string | boolean>>, field: string): string | undefined {
  const value = values[field]
  return typeof value === 'string' ? value : undefined
}

import type { HouseholdCreate, IndividualCreate } from '../../service/writes.ts'
import { cut } from './fold.ts'
import { type DateOrder, type ImportPart, importFields, type Mapping } from './import-fields.ts'
import { cellText, readCell } from './read-cell.ts'

/** One row of a file. `row` counts as a spreadsheet does, headers included. */
export type FileRow = { row: number; cells: readonly string[] }

/** What is wrong with one cell, or worth a look. */
export type RowIssue = { column: string; value: string; cause: string; next_step: string }

export type ParsedRow = { row: number; title: string; issues: RowIssue[]; warnings: RowIssue[] }

/** Where people of a household go: to one that is there, to one that this import makes, or nowhere. */
export type Target = { kind: 'existing'; id: string } | { kind: 'new'; row: number } | { kind: 'refused'; row: number }

/** `fields` is null for a row with issues. */
export type ParsedHousehold = ParsedRow & {
  /** What its people may call it by. */
  externalId: string | undefined
  name: string | undefined
  fields: HouseholdCreate | null
  target: Target
}

export type PersonFields = Omit<IndividualCreate, 'household_id'>
/** `date_of_death` is saved with the person, and sent as an edit once the service has them. */
export type ParsedIndividual = ParsedRow & {
  fields: PersonFields | null
  date_of_death: string | null
  target: Target | null
}

/** How a file's columns are to be read. `today` is `YYYY-MM-DD`. */
export type Reading = {
  part: ImportPart
  headers: readonly string[]
  mapping: Mapping
  order: DateOrder
  today: string
}

export type ReadRow = {
  /** Fields as they were read; what was empty or wrong is left out. */
  values: Record<string, string | boolean>
  issues: RowIssue[]
  /** An issue or warning about a field of this row. */
  about(field: string, cause: string, next_step: string): RowIssue
}

/** Reads the cells of one row by the mapping. */
export function readRow({ part, headers, mapping, order, today }: Reading, { cells }: FileRow): ReadRow {
  const fields = importFields[part]
  const values: Record<string, string | boolean> = {}
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
      if (known.required) issues.push(about(field, `${known.label} is missing.`, 'Fill in the cell.'))
      return
    }
    const read = readCell(text, known, { order, today })
    if ('value' in read) values[field] = read.value
    else issues.push(about(field, read.cause, read.next_step))
  })
  return { values, issues, about }
}

/** A text field as it was read; undefined where there is none. */
export function textOf(values: Readonly<Record<string, string | boolean>>, field: string): string | undefined {
  const value = values[field]
  return typeof value === 'string' ? value : undefined
}

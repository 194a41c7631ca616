import { cellState } from '../../tables/damage.ts'
import { type DateColumn, readDateColumn } from '../../tables/dates.ts'
import { type Answers, answerTo, type Question, rowNumbers } from '../../tables/doubts.ts'
import type { SheetRow } from '../../tables/split.ts'
import { type ImportPart, importFields, type Mapping } from './import-fields.ts'
import { readPostalCode, readState } from './states.ts'

/** What the columns of a file leave open, and how they are read with the answers so far. */
export type ColumnReadings = {
  questions: Question[]
  /** By column. */
  dates: ReadonlyMap<number, DateColumn>
  /** Whether short postal codes without a state have lost zeros; null while that is not known. */
  zeros: 'dropped' | 'complete' | null
}

type ColumnOptions = {
  part: ImportPart
  headers: readonly string[]
  rows: readonly SheetRow[]
  mapping: Mapping
  answers: Answers
  /** `YYYY-MM-DD`. */
  today: string
}

/** Reads the columns that have one notation for the whole file: each column of dates by itself, and postal codes. */
export function readColumns({ part, headers, rows, mapping, answers, today }: ColumnOptions): ColumnReadings {
  const fields = importFields[part]
  const questions: Question[] = []
  const dates = new Map<number, DateColumn>()
  const header = (column: number) => headers[column] ?? ''
  for (const [column, field] of mapping.entries()) {
    if (field === null || fields[field]?.kind !== 'date') continue
    const cells = rows.flatMap(({ row, cells }) => {
      const state = cellState(cells[column])
      return state.is === 'text' ? [{ row, text: state.text }] : []
    })
    const reading = readDateColumn(cells, { column, header: header(column), today, answers })
    questions.push(...reading.questions)
    dates.set(column, reading)
  }
  const zeros = askAboutZeros({ rows, mapping, headers })
  if (zeros) questions.push(zeros)
  const answer = zeros && answerTo(zeros, answers)
  return { questions, dates, zeros: answer === 'dropped' || answer === 'complete' ? answer : null }
}

type PostalColumns = Pick<ColumnOptions, 'rows' | 'mapping' | 'headers'>

/** Asks whether short postal codes in rows without a state have lost zeros; null if there are none. */
function askAboutZeros({ rows, mapping, headers }: PostalColumns): Question | null {
  const [column, stateAt, countryAt] = ['postal_code', 'state', 'country'].map((field) => mapping.indexOf(field))
  if (column === undefined || column < 0) return null
  const textAt = (row: SheetRow, at = -1) => {
    const state = cellState(at < 0 ? '' : row.cells[at])
    return state.is === 'text' ? state.text : ''
  }
  const open = rows.filter((row) => {
    const code = textAt(row, column)
    if (code === '' || isAbroad(textAt(row, countryAt))) return false
    return readPostalCode(code, { state: readState(textAt(row, stateAt)), zeros: null }) === 'unclear'
  })
  const [first] = open
  if (first === undefined) return null
  const numbers = open.map(({ row }) => row)
  return {
    id: `zeros:${column}`,
    rows: numbers,
    column,
    text: `Postal codes in “${headers[column] || `column ${column + 1}`}” have too few digits in ${rowNumbers(numbers)}, such as ${textAt(first, column)}.`,
    choices: [
      { value: 'dropped', label: 'A spreadsheet dropped their zeros: add them' },
      { value: 'complete', label: 'They are complete: take them as they are' },
    ],
  }
}

/** True for the name of a country other than the United States. */
export const isAbroad = (country: string): boolean =>
  country !== '' && !/^(?:u\.?s\.?a?\.?|united states(?: of america)?|america)$/i.test(country.trim())

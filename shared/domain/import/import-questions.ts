import { cellState, stateText } from '../../tables/damage.ts'
import { type DateColumn, readDateColumn } from '../../tables/dates.ts'
import { type Answers, answerTo, type Question, rowNumbers } from '../../tables/doubts.ts'
import { type SheetRow, textIn } from '../../tables/split.ts'
import { type ImportPart, importFields, type Mapping } from './import-fields.ts'
import { readPostalCode, readState } from './states.ts'

/** The questions that the columns of a file leave open, and how they are read with the answers so far. */
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
  const zeros = readZeros({ rows, mapping, headers }, answers)
  if (zeros.question) questions.push(zeros.question)
  return { questions, dates, zeros: zeros.are }
}

type PostalColumns = Pick<ColumnOptions, 'rows' | 'mapping' | 'headers'>

type Zeros = { are: ColumnReadings['zeros']; question: Question | null }

/**
 * Whether short postal codes in rows without a state have lost zeros. They have if others of the column have, by their states, and no
 * code begins with a zero; else that is asked.
 */
function readZeros({ rows, mapping, headers }: PostalColumns, answers: Answers): Zeros {
  const [column = -1, stateAt = -1, countryAt = -1] = ['postal_code', 'state', 'country'].map((field) =>
    mapping.indexOf(field),
  )
  const textAt = (row: SheetRow, at: number) => stateText(textIn(row, at))
  const codes = rows.flatMap((row) => {
    const [code, state] = [textAt(row, column), readState(textAt(row, stateAt))]
    return code === '' || isAbroad(textAt(row, countryAt)) ? [] : [{ row: row.row, code, state }]
  })
  const open = codes.filter(({ code, state }) => readPostalCode(code, { state, zeros: null }) === 'unclear')
  const [first] = open
  if (first === undefined) return { are: null, question: null }
  const numbers = open.map(({ row }) => row)
  const question: Question = {
    id: `zeros:${column}`,
    rows: numbers,
    column,
    text: `Postal codes in “${headers[column] || `column ${column + 1}`}” have too few digits in ${rowNumbers(numbers)}, such as ${first.code}.`,
    choices: [
      { value: 'dropped', label: 'A spreadsheet dropped their zeros: add them' },
      { value: 'complete', label: 'They are complete: take them as they are' },
    ],
  }
  const answer = answerTo(question, answers)
  if (answer !== null) return { are: answer === 'dropped' ? 'dropped' : 'complete', question }
  const isMended = codes.some(({ code, state }) => {
    const read = state === null ? null : readPostalCode(code, { state, zeros: null })
    return read !== null && typeof read !== 'string' && read.code.startsWith('0') && !code.startsWith('0')
  })
  const isCertain = isMended && !codes.some(({ code }) => code.startsWith('0'))
  return isCertain ? { are: 'dropped', question: null } : { are: null, question }
}

/** True for the name of a country other than the United States. */
export const isAbroad = (country: string): boolean =>
  country !== '' && !/^(?:u\.?s\.?a?\.?|united states(?: of america)?|america)$/i.test(country.trim())

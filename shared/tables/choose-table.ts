import {
  type Answers,
  answerTo,
  type LeftOutRow,
  type Question,
  type RefusedRow,
  rowCount,
  rowNumbers,
} from './doubts.ts'
import { type FindTablesOptions, findTables, type Table } from './find-tables.ts'
import { rowText, type Sheet, type SheetRow } from './split.ts'
import { countsIn, isCount } from './totals.ts'

/**
 * The table of a sheet that is read. Rows with content, its header apart, are its rows, those refused, those left out, and those that
 * wait for an answer.
 */
export type ChosenTable = {
  /** Null if the sheet has no table. Its rows are those that can be read. */
  table: Table | null
  /** The rows of the table as they are in the sheet. */
  shown: readonly SheetRow[]
  questions: Question[]
  refused: RefusedRow[]
  leftOut: LeftOutRow[]
  /** Rows that an open question takes or refuses. */
  waiting: LeftOutRow[]
}

type Options = Omit<FindTablesOptions, 'headerRow'> & {
  answers: Answers
  /** The row of the header as clicked by the advisor; null for none; absent to find it, or to go by the answer. */
  headerRow?: number | null
  /** The tables of which one may be meant; several are asked about. */
  candidates: (tables: readonly Table[]) => readonly Table[]
  /** The question about several tables, after their number. */
  which: string
  /** Why the rows of another table are left out. */
  whyOther: (table: Table) => string
  /** Leaves out rows that count others, as under lists of people; false if totals are compared with their rows. */
  leavesOutCounts?: boolean
}

/** Finds the tables of a sheet, chooses one, and sets aside what does not belong to it or may be broken. */
export function chooseTable(sheet: Sheet, options: Options): ChosenTable {
  const { answers, leavesOutCounts = false } = options
  const isAside = leavesOutCounts ? isCount : options.isAside
  const found = findTables(sheet, { ...options, ...(isAside ? { isAside } : {}), ...headerChoice(options) })
  const candidates = options.candidates(found.tables)
  const several = candidates.length > 1 ? tablesQuestion(candidates, options.which) : null
  const chosen = candidates[Number((several && answerTo(several, answers)) ?? 0)] ?? candidates[0] ?? null
  const leftOut = [...found.leftOut]
  for (const other of found.tables) {
    if (other === chosen) continue
    const header = sheet.rows.find(({ row }) => row === other.headerRow)
    if (header && !leftOut.some(({ row }) => row === header.row))
      leftOut.push({ row: header.row, text: rowText(header), why: 'It names the columns of another table.' })
    for (const row of other.rows) leftOut.push({ row: row.row, text: rowText(row), why: options.whyOther(other) })
  }
  const marks = chosen === null ? null : marksQuestion(sheet, chosen)
  const questions = [...found.questions, several, marks].filter((question) => question !== null)
  const refused = [...sheet.refused, ...found.refused]
  const waiting: LeftOutRow[] = []
  const isSetAside = new Set<number>()
  const setAside = (row: SheetRow, put: () => void) => {
    if (isSetAside.has(row.row)) return
    isSetAside.add(row.row)
    put()
  }
  for (const row of leavesOutCounts ? countsIn(chosen?.rows ?? []) : [])
    setAside(row, () => leftOut.push({ row: row.row, text: rowText(row), why: 'It is a total of other rows.' }))
  for (const { id, cause, untilAnswered } of doubtfulRows) {
    const question = questions.find((one) => one.id === id)
    const answer = question && answerTo(question, answers)
    if (question === undefined || (answer ?? untilAnswered) === 'take') continue
    for (const row of chosen?.rows ?? []) {
      if (!question.rows.includes(row.row)) continue
      const [of, text] = [row.row, rowText(row)]
      setAside(row, () =>
        answer === null
          ? waiting.push({ row: of, text, why: question.text })
          : refused.push({ row: of, column: null, text, cause, next_step: 'Correct it in the file.' }),
      )
    }
  }
  const rows = chosen?.rows.filter(({ row }) => !isSetAside.has(row)) ?? []
  return { table: chosen && { ...chosen, rows }, shown: chosen?.rows ?? [], questions, refused, leftOut, waiting }
}

/** Questions about rows that an answer refuses; `untilAnswered`: what is done before there is one. */
const doubtfulRows = [
  {
    id: 'short-rows',
    untilAnswered: 'refuse',
    cause: 'The row, or the one beside it, has another number of cells than the header.',
  },
  { id: 'marks', untilAnswered: 'take', cause: 'A cell begins with a quotation mark that may be out of place.' },
]

/** The advisor's choice of the header: by clicking a row, or by answering the question. */
function headerChoice({ headerRow, answers }: Options): { headerRow?: number | null } {
  if (headerRow !== undefined) return { headerRow }
  const answer = answers.header
  if (answer === undefined) return {}
  return { headerRow: answer === 'none' ? null : Number(answer) }
}

const tablesQuestion = (tables: readonly Table[], which: string): Question => ({
  id: 'table',
  rows: tables.flatMap(({ headerRow }) => headerRow ?? []),
  column: null,
  text: `There are ${tables.length} tables. ${which}`,
  choices: tables.map(({ titles, rows, headerRow }, at) => ({
    value: String(at),
    label: `${titles.at(-1) ?? `Table ${at + 1}, row ${headerRow ?? rows[0]?.row ?? 1}`} (${rowCount(rows.length)})`,
  })),
})

/** Asks about cells that begin with a quotation mark which may be half of a pair; null if there are none. */
function marksQuestion({ unclearMarks }: Sheet, { rows }: Table): Question | null {
  const marked = rows.filter(({ row }) => unclearMarks.includes(row))
  const [first] = marked
  if (first === undefined) return null
  const numbers = marked.map(({ row }) => row)
  const example = first.cells.find((cell) => cell.trimStart().startsWith('"')) ?? ''
  return {
    id: 'marks',
    rows: numbers,
    column: null,
    text: `A cell in ${rowNumbers(numbers)} begins with a quotation mark: ${example.trim().slice(0, 60)}.`,
    choices: [
      { value: 'take', label: 'The mark is part of the text' },
      { value: 'refuse', label: marked.length === 1 ? 'Leave this row out' : 'Leave these rows out' },
    ],
  }
}

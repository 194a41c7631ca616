import { AppError } from '../../shared/domain/app-error.ts'
import { maxStatementRows } from '../../shared/ipc/statements.ts'
import { readStatement } from '../../shared/statements/read-statement.ts'
import { statementContent } from '../../shared/statements/source.ts'
import type { StatementReading } from '../../shared/statements/statement.ts'
import type { Answers } from '../../shared/tables/doubts.ts'
import type { Sheet, SheetRow } from '../../shared/tables/split.ts'
import { readWorkbook } from '../imports/workbook.ts'

export type FileToRead = {
  bytes: Uint8Array
  name: string
  /** Answers to questions of this file, and of files with the same headers. */
  answers: Answers
  /** `YYYY-MM-DD` */
  today: string
}

export type FileReading = {
  reading: StatementReading
  /** Rows with content as they are in the file; empty for OFX, whose positions are its rows. */
  rows: SheetRow[]
  /** Names of other sheets of a workbook: they are not read. */
  otherSheets: string[]
}

/** Visible sheets of a workbook among which a statement is looked for. */
const mostSheets = 8

/**
 * Reads the bytes of a custodian's file: text, a workbook or OFX. Of a workbook it takes the first visible sheet that is a statement.
 *
 * @throws AppError `import/unreadable` for a damaged workbook, and for more rows than a statement may have
 */
export async function readBytes({ bytes, name, answers, today }: FileToRead): Promise<FileReading> {
  const content = statementContent(bytes)
  if (content.is === 'other') return { reading: content, rows: [], otherSheets: [] }
  const read = (source: { sheet: Sheet } | { ofx: string }) => readStatement({ name, ...source }, { answers, today })
  if (content.is === 'ofx') return { reading: read({ ofx: content.ofx }), rows: [], otherSheets: [] }
  if (content.is === 'sheet') {
    refuseTooMany(content.sheet.rows.length)
    return { reading: read({ sheet: content.sheet }), rows: content.sheet.rows, otherSheets: [] }
  }
  let first: FileReading | null = null
  let sheets: readonly string[] = []
  for (let at = 0; at === 0 || at < Math.min(sheets.length, mostSheets); at++) {
    const workbook = await readWorkbook(bytes, { name: sheets[at] ?? null, answers })
    if (workbook === null) break
    refuseTooMany(workbook.rows.length)
    sheets = workbook.visible.length > 0 ? workbook.visible : workbook.sheets
    const { rows } = workbook
    const sheet: Sheet = { rows, refused: [], delimiter: null, isDelimiterUnclear: false, unclearMarks: [] }
    const found = withWorkbook(read({ sheet }), workbook)
    const whole = { reading: found, rows, otherSheets: workbook.sheets.filter((each) => each !== workbook.sheet) }
    if (found.is === 'statement') return whole
    first ??= whole
  }
  if (first !== null) return first
  throw unreadable('The workbook is damaged.', 'Open it in a spreadsheet and save it again.')
}

/** The questions of a workbook, such as those about formulas without a value, are questions of the statement. */
function withWorkbook(
  reading: StatementReading,
  { questions, leftOut }: Pick<NonNullable<Awaited<ReturnType<typeof readWorkbook>>>, 'questions' | 'leftOut'>,
): StatementReading {
  if (reading.is === 'other' || (questions.length === 0 && leftOut.length === 0)) return reading
  const { statement } = reading
  return {
    is: 'statement',
    statement: {
      ...statement,
      questions: [...questions, ...statement.questions],
      leftOut: [...statement.leftOut, ...leftOut],
      rowsIn: statement.rowsIn + leftOut.length,
      isReady: statement.isReady && questions.length === 0,
    },
  }
}

function refuseTooMany(rows: number): void {
  if (rows <= maxStatementRows) return
  const most = maxStatementRows.toLocaleString('en-US')
  throw unreadable(
    `The file has more than ${most} rows.`,
    'Export fewer accounts into one file, then drop these files.',
  )
}

const unreadable = (message: string, nextStep: string) => new AppError('import/unreadable', { message, nextStep })

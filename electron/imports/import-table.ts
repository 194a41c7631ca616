import { AppError } from '../../shared/domain/app-error.ts'
import { guessMapping, isImportHeader, mappingProblems } from '../../shared/domain/import/guess-mapping.ts'
import type { ImportPart } from '../../shared/domain/import/import-fields.ts'
import type { FileRow } from '../../shared/domain/import/parsed-rows.ts'
import { type FileReading, maxImportColumns, maxImportRows } from '../../shared/ipc/imports.ts'
import { chooseTable } from '../../shared/tables/choose-table.ts'
import { decode, type Encoding } from '../../shared/tables/decode.ts'
import type { LeftOutRow, Question, RefusedRow } from '../../shared/tables/doubts.ts'
import type { Table } from '../../shared/tables/find-tables.ts'
import { type Delimiter, type Sheet, type SheetRow, splitText } from '../../shared/tables/split.ts'
import { readWorkbook, remarksInWords } from './workbook.ts'

/** A file's table as it is imported. Rows in the file are those taken, refused, left out, and waiting for an answer. */
export type ImportTable = {
  /** Null for a workbook. */
  encoding: Encoding | null
  delimiter: Delimiter | null
  /** Names of a workbook's sheets, and the one that is read; empty and null for a text. */
  sheets: readonly string[]
  sheet: string | null
  headerRow: number | null
  headers: readonly string[]
  rows: FileRow[]
  refused: RefusedRow[]
  leftOut: LeftOutRow[]
  /** Rows that an open question takes or refuses. */
  waiting: LeftOutRow[]
  questions: Question[]
  /** The first rows of the file, from which the header can be chosen. */
  lines: readonly SheetRow[]
  /** Sentences about the file as a whole. */
  problems: string[]
}

/** The most rows from which a header is chosen. */
const mostLines = 30

/**
 * Reads a file as a table of households or people: a workbook, or a text in any of four encodings. Of a workbook without a chosen sheet
 * it reads the first sheet with all columns that are needed, else the first one that is a table: the first may be a cover.
 *
 * @throws AppError `import/unreadable` if it is no table, too large, or a kind of file that is not read
 */
export async function readImportTable(part: ImportPart, bytes: Uint8Array, reading: FileReading): Promise<ImportTable> {
  const first = await readSheet(bytes, reading)
  const sheets = reading.sheet === null ? first.visible.slice(0, mostSheets) : []
  if (sheets.length <= 1) return tableOf(part, reading, first)
  let readable: ImportTable | null = null
  for (const name of sheets) {
    const table = await tryTable(async () =>
      tableOf(part, reading, name === first.sheetName ? first : await readSheet(bytes, { ...reading, sheet: name })),
    )
    if (table !== null && isComplete(part, table)) return table
    readable ??= table
  }
  return readable ?? tableOf(part, reading, first)
}

/** Visible sheets among which one with a table is looked for: each is read from the workbook. */
const mostSheets = 8

/** The table, or null where there is none. */
async function tryTable(read: () => Promise<ImportTable>): Promise<ImportTable | null> {
  try {
    return await read()
  } catch (problem) {
    if (problem instanceof AppError) return null
    throw problem
  }
}

function tableOf(part: ImportPart, reading: FileReading, read: Awaited<ReturnType<typeof readSheet>>): ImportTable {
  const { sheet, sheetName, ...of } = read
  const problems = [...read.problems]
  if (sheet.isDelimiterUnclear) problems.push('The delimiter is not certain: check the columns.')
  const { table, questions, refused, leftOut, waiting } = chooseTable(sheet, {
    isKnownHeader: (text) => isImportHeader(part, text),
    answers: reading.answers,
    ...(reading.header_row === undefined ? {} : { headerRow: reading.header_row }),
    candidates: (tables) => completeTables(part, tables),
    which: 'Which one is imported?',
    whyOther: () => 'It belongs to another table.',
    leavesOutCounts: true,
  })
  if (table === null) throw noTable('The file is empty.')
  const rows = table.rows.map(({ row, cells }) => ({ row, cells }))
  if (table.headers.length > maxImportColumns) throw noTable(`The file has more than ${maxImportColumns} columns.`)
  if (rows.length > maxImportRows) throw tooMany()
  if (rows.length + refused.length + waiting.length === 0)
    throw noTable('The file has names of columns and no rows under them.')
  return {
    ...{ encoding: of.encoding, delimiter: of.delimiter, sheets: of.sheets },
    sheet: sheetName,
    ...{ headerRow: table.headerRow, headers: table.headers, rows, problems },
    questions: [...of.questions, ...questions],
    refused: refused.toSorted((a, b) => a.row - b.row),
    leftOut: [...of.leftOut, ...leftOut].toSorted((a, b) => a.row - b.row),
    waiting: waiting.toSorted((a, b) => a.row - b.row),
    lines: sheet.rows.slice(0, mostLines),
  }
}

async function readSheet(bytes: Uint8Array, { encoding: chosen, delimiter, sheet: name, answers }: FileReading) {
  const workbook = await readWorkbook(bytes, { name, answers })
  if (workbook !== null) {
    const { sheets, visible, sheet: sheetName, rows, questions, leftOut } = workbook
    const problems = remarksInWords(workbook.remarks)
    const sheet: Sheet = { rows, refused: [], delimiter: null, isDelimiterUnclear: false, unclearMarks: [] }
    return { encoding: null, delimiter: null, sheets, visible, sheetName, sheet, problems, questions, leftOut }
  }
  const { text, encoding, strayLines } = decode(bytes, { chosen })
  const sheet = splitText(text, { chosen: delimiter, pasted: false })
  const [first] = strayLines
  const problems =
    first === undefined
      ? []
      : [
          strayLines.length === 1
            ? `Line ${first} contains a byte that is no text in this encoding. Cells with it are refused.`
            : `${strayLines.length} lines, the first of them line ${first}, contain bytes that are no text in this encoding. Cells with them are refused.`,
        ]
  return {
    encoding,
    delimiter: sheet.delimiter,
    sheets: [],
    visible: [],
    sheetName: null,
    sheet,
    problems,
    questions: [],
    leftOut: [],
  }
}

const isComplete = (part: ImportPart, { headers }: Pick<Table, 'headers'>) =>
  mappingProblems(part, guessMapping(part, headers), headers.length).length === 0

/** The tables with all columns that the part needs, if there are any. */
function completeTables(part: ImportPart, tables: readonly Table[]): readonly Table[] {
  const complete = tables.filter((table) => isComplete(part, table))
  return complete.length > 0 ? complete : tables
}

function tooMany(): AppError {
  const most = maxImportRows.toLocaleString('en-US')
  return new AppError('import/unreadable', {
    message: `The file has more than ${most} rows.`,
    nextStep: 'Split it into smaller files and import them one after another.',
  })
}

function noTable(message: string): AppError {
  return new AppError('import/unreadable', {
    message,
    nextStep: 'Save the sheet with one row of names above its columns, then choose the file again.',
  })
}

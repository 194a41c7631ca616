import { setImmediate as nextTurn } from 'node:timers/promises'
import Papa from 'papaparse'
import { AppError } from '../../shared/domain/app-error.ts'
import type { FileRow } from '../../shared/domain/import/parsed-rows.ts'
import { maxImportColumns, maxImportRows } from '../../shared/ipc/imports.ts'

/** A parsed file. Empty rows are left out, but still count in row numbers. */
export type ParsedTable = {
  delimiter: string
  headers: string[]
  rows: FileRow[]
  /** Problems with the file as a whole, one sentence each. */
  problems: string[]
}

/** Rows parsed before other work on this thread gets a turn. */
const rowsAtOnce = 1000
const delimiters = [',', ';', '\t', '|']

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/**
 * Parses a text as RFC 4180 with any of four delimiters; null detects the delimiter. The first row that is not empty contains the
 * headers.
 *
 * @throws AppError `import/unreadable` if it is not a table, or too large
 */
export async function parseTable(given: string, chosen: string | null): Promise<ParsedTable> {
  const whole = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  // Some spreadsheets declare their delimiter in an extra first line.
  const [said = '', saidDelimiter] = /^sep=(.)\n/.exec(whole) ?? []
  const text = whole.slice(said.length)
  const delimiter = chosen ?? saidDelimiter ?? guessDelimiter(text)
  const problems: string[] = []
  let headers: string[] | null = null
  const rows: FileRow[] = []
  let row = said === '' ? 0 : 1
  for await (const { cells, quotes } of cellsOf(text, delimiter)) {
    row += 1
    if (quotes !== null && problems.length < 20) problems.push(quotes(row))
    if (isBlank(cells)) continue
    if (headers === null) headers = trimEnd(cells)
    else rows.push({ row, cells })
    if (rows.length > maxImportRows) throw tooMany()
  }
  if (headers === null) throw noTable('The file is empty.')
  if (headers.length > maxImportColumns) throw noTable(`The file has more than ${maxImportColumns} columns.`)
  if (rows.length === 0) throw noTable('The file has headers and no rows under them.')
  const width = headers.length
  const wider = rows.filter(({ cells }) => cells.slice(width).some((cell) => cell.trim() !== ''))
  const [first] = wider
  if (first) {
    const many =
      wider.length === 1 ? `Row ${first.row} has` : `${wider.length} rows, the first of them row ${first.row}, have`
    problems.push(`${many} more cells than there are headers. Check the delimiter.`)
  }
  return { delimiter, headers, rows, problems }
}

type Parsed = { cells: string[]; quotes: ((row: number) => string) | null }

/** Yields rows in batches small enough not to block this thread for long. */
async function* cellsOf(text: string, delimiter: string): AsyncGenerator<Parsed> {
  for (let at = 0; at < text.length; ) {
    const { data, errors, meta } = Papa.parse<string[]>(text.slice(at), {
      delimiter,
      newline: '\n',
      preview: rowsAtOnce,
      fastMode: false,
    })
    const odd = new Map(errors.map(({ row, code }) => [row ?? 0, code]))
    for (const [index, cells] of data.entries()) yield { cells, quotes: quoteProblem(odd.get(index)) }
    if (meta.cursor <= 0) return
    at += meta.cursor
    await nextTurn()
  }
}

function quoteProblem(code: string | undefined): Parsed['quotes'] {
  if (code === 'MissingQuotes') {
    return (row) => `A quotation mark in row ${row} is never closed, so everything after it was read as one cell.`
  }
  if (code === 'InvalidQuotes') return (row) => `Row ${row} has a quotation mark in the wrong place.`
  return null
}

function guessDelimiter(text: string): string {
  const { meta } = Papa.parse(text.slice(0, 65_536), {
    preview: 50,
    newline: '\n',
    // The end of the last line counts as an empty one, which would speak against any delimiter of a file with two columns.
    skipEmptyLines: 'greedy',
    delimitersToGuess: delimiters,
  })
  return delimiters.includes(meta.delimiter) ? meta.delimiter : ','
}

function trimEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1).map((cell) => cell.trim())
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
    nextStep: 'Save the sheet as CSV with one row of headers, then choose the file again.',
  })
}

import type { RefusedRow } from './doubts.ts'

/** Facts that a workbook has about a cell beside its text. `percent`: a number shown as a percentage; `formula`: one without a stored result. */
export type CellType = 'number' | 'percent' | 'date' | 'formula' | null

/** One row of cells. `row` counts as a spreadsheet does, from 1; blank rows are left out and still count. */
export type SheetRow = {
  row: number
  cells: readonly string[]
  /** By cell; absent if the file has only text. */
  types?: readonly CellType[]
  /** The first and last column of its cells that are merged over several columns; absent if there are none. */
  spans?: readonly { first: number; last: number }[]
  /** The line on which the row begins; only of a file with pages. Both count from 1. */
  place?: { page: number; line: number; printed: PrintedLine }
}

/**
 * A line of a page as it is printed, in points from the page's left and lower edge: its letters stand on `y`. `toPage`: of a scan, whose lines were
 * straightened, takes them to the page.
 */
export type PrintedLine = { y: number; size: number; texts: readonly PrintedText[]; toPage?: Matrix }

/** `column`: the cell of its row. `isUnsure`: it was read from a picture, and may be another text. */
type PrintedText = { text: string; from: number; to: number; column?: number; isUnsure?: boolean }

/** As in PDF: x becomes `a x + c y + e`, and y becomes `b x + d y + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** The trimmed text of a cell; empty for a cell that the row does not have, and for a column that is not known (below 0). */
export const textIn = (row: SheetRow, at: number): string => (at < 0 ? '' : (row.cells[at] ?? '').trim())

/** The cells of a row that are not blank, trimmed. */
export const filledIn = ({ cells }: Pick<SheetRow, 'cells'>): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== '')

/** All texts of a row as one. */
export const rowText = (row: Pick<SheetRow, 'cells'>): string => filledIn(row).join(' · ')

/** True for a cell that a workbook holds as a number, whatever it shows. */
export const isTypedNumber = ({ types }: SheetRow, at: number): boolean =>
  types?.[at] === 'number' || types?.[at] === 'percent'

/** Rows of cells, before it is known which of them are a table. */
export type Sheet = {
  rows: SheetRow[]
  /** Rows whose cells cannot be told apart. */
  refused: RefusedRow[]
  /** Null for a workbook. */
  delimiter: Delimiter | null
  /** True if another delimiter divides as many rows as evenly. */
  isDelimiterUnclear: boolean
  /** Rows of pasted cells that begin with a quotation mark, of which no other cell shows whether it is part of the text. */
  unclearMarks: number[]
}

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** `file`: RFC 4180. `paste`: cells as spreadsheets copy them, where a quotation mark is usually part of the text. */
type Quoting = 'file' | 'paste'

/**
 * Splits a text into rows of cells. A row that contains a quotation mark in the wrong place is refused together with the rows that
 * a reader of CSV would merge with it: it is never merged. Pasted tabs keep quotation marks: a cell counts as quoted only if its quote
 * closes right before a tab or the end of its line.
 *
 * @param chosen - null to find the delimiter
 */
export function splitText(given: string, { chosen, pasted }: { chosen: Delimiter | null; pasted: boolean }): Sheet {
  const whole = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  // Some spreadsheets declare their delimiter in an extra first line.
  const [declaration = '', declared] = /^(?:sep=|"sep=)(.)"?\n/i.exec(whole) ?? []
  const text = whole.slice(declaration.length)
  const told = delimiters.find((one) => one === declared)
  const guess = guessDelimiter(text, pasted)
  const delimiter = chosen ?? told ?? guess.delimiter
  const quoting = pasted && delimiter === '\t' ? 'paste' : 'file'
  const read = readRows(text, { delimiter, quoting, firstRow: declaration === '' ? 1 : 2 })
  const isDelimiterUnclear = chosen === null && told === undefined && guess.isUnclear
  return { ...read, delimiter, isDelimiterUnclear }
}

/** Characters and rows of the beginning by which the delimiter is found. */
const sampleLength = 65_536
const sampleRows = 200

/**
 * The delimiter that divides the most rows into the same number of cells. One that divides a row of names above them is preferred: a
 * decimal comma divides rows of amounts only. Rows count less if they still contain another delimiter.
 */
function guessDelimiter(text: string, pasted: boolean): { delimiter: Delimiter; isUnclear: boolean } {
  const sample = text.length > sampleLength ? text.slice(0, text.lastIndexOf('\n', sampleLength) + 1) : text
  if (pasted && sample.includes('\t')) return { delimiter: '\t', isUnclear: false }
  const scores = delimiters.map((delimiter) => {
    const read = readRows(sample || text.slice(0, sampleLength), { delimiter, quoting: 'file', firstRow: 1 })
    const rows = read.rows.slice(0, sampleRows)
    const { width, count } = commonWidth(rows.map(({ cells }) => cells.length))
    const even = rows.filter(({ cells }) => cells.length === width)
    if (width < 2 || (pasted && delimiter === ',' && width === 2 && even.every(isAmountDivided)))
      return { delimiter, width, count: 0, divided: 0, hasNames: false }
    const [first] = even
    const hasNames = rows.some(
      ({ row, cells }) => row <= (first?.row ?? 0) && cells.length >= width && cells.every((cell) => !/\d/.test(cell)),
    )
    // A quotation mark in the wrong place hides rows that are as wide as the others; a wrong delimiter hides none.
    const hidden = read.refused.filter((row) => row.row <= sampleRows && row.text.split(delimiter).length === width)
    const others = delimiters.filter((other) => other !== delimiter && other !== ',')
    const divided = even.filter(({ cells }) => cells.some((cell) => others.some((other) => cell.includes(other))))
    return { delimiter, width, count: count + hidden.length, divided: divided.length, hasNames }
  })
  const most = Math.max(...scores.map(({ count }) => count))
  const isNamed = (score: (typeof scores)[number]) => Number(score.hasNames && score.count * 2 >= most)
  const [best, next] = scores.toSorted(
    (a, b) => isNamed(b) - isNamed(a) || b.count - b.divided - (a.count - a.divided) || b.width - a.width,
  )
  if (best === undefined || best.count === 0) return { delimiter: pasted ? '\t' : ',', isUnclear: false }
  return { delimiter: best.delimiter, isUnclear: next !== undefined && next.count === best.count && best.count < 3 }
}

/** True for a text with an amount behind it, such as `Brokerage 34,815.20`, that is divided at the mark of its thousands. */
const isAmountDivided = ({ cells: [text = '', rest = ''] }: SheetRow): boolean =>
  /\p{L}.*\s[-+($]*\d{1,3}$/u.test(text) && /^\d{3}(?:\.\d+)?\)?\s*$/.test(rest)

/** The most frequent number of cells above one, the larger of two as frequent. */
function commonWidth(widths: readonly number[]): { width: number; count: number } {
  const counts = new Map<number, number>()
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
  let best = { width: 1, count: 0 }
  for (const [width, count] of counts)
    if (count > best.count || (count === best.count && width > best.width)) best = { width, count }
  return best
}

type Scan = { delimiter: Delimiter; quoting: Quoting; firstRow: number }

/** A row as scanned; `lines` are its lines in the text, more than one only if a quoted cell contains line breaks. */
type Scanned = {
  row: number
  cells: string[]
  lines: string[]
  isAfterOpenQuote: boolean
  hasLooseQuote: boolean
  /** A pasted cell begins with a quotation mark that does not close at the cell's end. */
  hasLeadingMark: boolean
}

function readRows(text: string, scan: Scan): Pick<Sheet, 'rows' | 'refused' | 'unclearMarks'> {
  const { scanned, refused, hasMarksInText } = scanRows(text, scan)
  const unclearMarks: number[] = []
  const { width } = commonWidth(scanned.flatMap(({ lines, cells }) => (lines.length === 1 ? cells.length : [])))
  const rows: SheetRow[] = []
  /** Rows that a quoted cell with line breaks takes less than a line-by-line reading. */
  let shift = 0
  for (const one of scanned) {
    const row = one.row + shift
    const apart = one.lines.length > 1 ? readAsLines(one.lines, { ...scan, width }) : null
    if (apart !== null) {
      const isTold = one.cells.length !== width && scan.quoting === 'paste'
      for (const [at, cells] of apart.entries())
        if (isTold) rows.push({ row: row + at, cells })
        else refused.push(swallowed(row + at, one.lines[at] ?? ''))
      shift += one.lines.length - 1
    } else if ((one.isAfterOpenQuote && one.cells.length !== width) || one.hasLooseQuote)
      refused.push(swallowed(row, one.lines.join(' ')))
    else if (one.cells.some((cell) => cell.trim() !== '')) {
      rows.push({ row, cells: one.cells })
      if (one.hasLeadingMark && !hasMarksInText) unclearMarks.push(row)
    }
  }
  return { rows, refused, unclearMarks }
}

/**
 * The lines of a row with line breaks as rows of their own, if every one of them has the number of cells that the other rows have;
 * then quotation marks at the start of one row and at the end of another have swallowed what is between them. Else null.
 */
function readAsLines(lines: readonly string[], { delimiter, width }: Scan & { width: number }): string[][] | null {
  if (width < 2) return null
  const apart = lines.map((line) => line.split(delimiter))
  return apart.every((cells) => cells.length === width) ? apart : null
}

const swallowed = (row: number, text: string): RefusedRow => ({
  row,
  column: null,
  text,
  cause: 'A quotation mark is in the wrong place, so it is not certain where this row ends.',
  next_step: 'Correct the quotation marks in the file: a quote inside a quoted cell is written twice.',
})

/** `hasMarksInText`: a cell without quotation marks around it has marks in pairs, so that its program writes them as they are. */
type Scans = { scanned: Scanned[]; refused: RefusedRow[]; hasMarksInText: boolean }

function scanRows(text: string, { delimiter, quoting, firstRow }: Scan): Scans {
  const scanned: Scanned[] = []
  const refused: RefusedRow[] = []
  let row = firstRow
  let isAfterOpenQuote = false
  let hasMarksInText = false
  for (let at = 0; at < text.length; row++) {
    const start = at
    const cells: string[] = []
    let damage: number | null = null
    let hasLooseQuote = false
    let hasLeadingMark = false
    for (;;) {
      const quote = openingQuote(text, at)
      const quoted = quote < 0 ? null : quotedCell(text, quote, delimiter)
      if (quoted === 'open' || quoted === 'misplaced') {
        if (quoting === 'file') {
          damage = quote
          break
        }
      } else if (quoted !== null) {
        cells.push(quoted.text)
        at = quoted.end
        if (text[at] !== delimiter) break
        at++
        continue
      }
      const end = cellEnd(text, at, delimiter)
      const cell = text.slice(at, end)
      cells.push(cell)
      const marks = cell.split('"').length - 1
      // A program that writes quotation marks as text puts the cell in quotation marks: a closing one alone lacks its opening one.
      // In a pasted cell, doubled marks beside a single one are the rest of such quotation marks.
      hasLooseQuote ||=
        quoting === 'file'
          ? cell.trimEnd().endsWith('"') && marks % 2 === 1
          : cell.replace(/^\s*"/, '').includes('""') && (quoted !== null || marks % 2 === 1)
      if (quoted !== null) hasLeadingMark = true
      else if (marks > 0 && marks % 2 === 0) hasMarksInText = true
      at = end
      if (text[at] !== delimiter) break
      at++
    }
    if (damage === null) {
      const raw = text.slice(start, at)
      const lines = raw.includes('\n') ? raw.split('\n') : [raw]
      scanned.push({ row, cells, lines, isAfterOpenQuote, hasLooseQuote, hasLeadingMark })
      at++
      continue
    }
    const close = closingAfter(text, damage + 1, delimiter)
    if (close < 0) isAfterOpenQuote = true
    const end = lineEnd(text, close < 0 ? damage : close)
    const lines = text.slice(start, end).split('\n')
    for (const [index, line] of lines.entries()) refused.push(swallowed(row + index, line))
    row += lines.length - 1
    at = end + 1
  }
  return { scanned, refused, hasMarksInText }
}

/** The index of a cell's opening quotation mark, after spaces at most; -1 if the cell does not begin with one. */
function openingQuote(text: string, from: number): number {
  const at = afterSpaces(text, from)
  return text[at] === '"' ? at : -1
}

/**
 * The quoted cell that begins at `quote`, with the index behind it. `misplaced`: a quotation mark inside it is neither doubled nor
 * followed by the end of the cell; `open`: it is never closed.
 */
function quotedCell(
  text: string,
  quote: number,
  delimiter: string,
): { text: string; end: number } | 'misplaced' | 'open' {
  for (let at = quote + 1; ; ) {
    const next = text.indexOf('"', at)
    if (next < 0) return 'open'
    if (text[next + 1] === '"') {
      at = next + 2
      continue
    }
    const end = afterSpaces(text, next + 1)
    if (end < text.length && text[end] !== delimiter && text[end] !== '\n') return 'misplaced'
    // A character that is no text damages its cell, and not the rows below.
    const stray = text.slice(next + 1, end).replaceAll(' ', '')
    return { text: text.slice(quote + 1, next).replaceAll('""', '"') + stray, end }
  }
}

/** The next quotation mark that ends a cell, where a reader would stop that goes on after a misplaced one; -1 if there is none. */
function closingAfter(text: string, from: number, delimiter: string): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    const end = afterSpaces(text, at + 1)
    if (end >= text.length || text[end] === delimiter || text[end] === '\n') return at
  }
  return -1
}

/** The index behind spaces and NUL. */
function afterSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\0') at++
  return at
}

function cellEnd(text: string, from: number, delimiter: string): number {
  const line = lineEnd(text, from)
  const next = text.slice(from, line).indexOf(delimiter)
  return next < 0 ? line : from + next
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

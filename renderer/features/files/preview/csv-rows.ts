import { rowNumbers } from '../../../../shared/tables/doubts.ts'
import { type Delimiter, type Sheet, splitText } from '../../../../shared/tables/split.ts'

/** Maximum number of rows shown. */
export const maxRows = 10_000
const maxColumns = 200
const maxColumnCharacters = 48

/**
 * A table as one text with the start offsets of its cells, row by row: a worker passes it to the page at once, where millions of
 * strings would take seconds. A cell is cut out only when it is drawn.
 */
export type CsvRows = {
  header: readonly string[]
  /** Number of rows. */
  count: number
  text: string
  starts: Uint32Array<ArrayBuffer>
  /** True if there are more rows, or columns, than shown. */
  moreRows: boolean
  moreColumns: boolean
  /** In characters. */
  widths: readonly number[]
  /** The doubts and their rows, in sentences; null if nothing is. */
  doubt: string | null
  /** The shown rows in doubt, by their index. */
  doubtful: readonly number[]
}

/**
 * The first rows of a CSV file, with the separator detected. The first row contains the column names.
 *
 * @param strayLines - lines with bytes that are not of the text's encoding, see `decode`
 */
export function csvRows(text: string, strayLines: readonly number[] = []): CsvRows {
  const sheet = splitText(text, { chosen: null, pasted: false })
  const data = sheet.rows.slice(0, maxRows + 2).map(({ cells }) => cells)
  const widest = data.reduce((most, row) => Math.max(most, row.length), 0)
  const columns = Math.min(widest, maxColumns)
  const [first = [], ...rest] = data.map((row) => row.slice(0, maxColumns))
  const header = Array.from({ length: columns }, (_, column) => first[column]?.trim() || `Column ${column + 1}`)
  const rows = rest.slice(0, maxRows)
  const starts = new Uint32Array(rows.length * columns + 1)
  let length = 0
  const cells: string[] = []
  for (const [at, row] of rows.entries()) {
    for (let column = 0; column < columns; column += 1) {
      const cell = row[column] ?? ''
      cells.push(cell)
      length += cell.length
      starts[at * columns + column + 1] = length
    }
  }
  const widths = header.map((name, column) =>
    Math.min(
      maxColumnCharacters,
      Math.max(4, name.length, ...rows.slice(0, 500).map((row) => row[column]?.length ?? 0)),
    ),
  )
  const uneven = unevenRows(sheet)
  const doubts = doubtsOf(sheet, { uneven, strayLines })
  const shown = sheet.rows.slice(1, rows.length + 1)
  const unsure = new Set([...uneven, ...strayLines])
  const doubtful = shown.flatMap(({ row }, at) => (unsure.has(row) ? [at] : []))
  const doubt = doubts.length === 0 ? null : doubts.join(' ')
  const more = { moreRows: rest.length > maxRows, moreColumns: widest > maxColumns }
  return { header, count: rows.length, text: cells.join(''), starts, ...more, widths, doubt, doubtful }
}

const separators: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
}

/** The doubts about a table, one sentence each. Rows are counted as a spreadsheet counts them. */
function doubtsOf(
  sheet: Sheet,
  { uneven, strayLines }: { uneven: readonly number[]; strayLines: readonly number[] },
): string[] {
  const sentences: string[] = []
  const add = (rows: readonly number[], says: (numbers: string) => string) => {
    if (rows.length > 0) sentences.push(says(rowNumbers(rows)))
  }
  add(
    sheet.refused.map(({ row }) => row),
    (rows) => `Not shown: ${rows}, where a quotation mark is in the wrong place.`,
  )
  add(uneven, (rows) => `In doubt: ${rows}, with another number of cells than the others.`)
  add(strayLines, (rows) => `In doubt: ${rows}, with characters (\ufffd) that could not be read.`)
  if (sheet.isDelimiterUnclear && sheet.delimiter !== null)
    sentences.push(`It is not certain that ${separators[sheet.delimiter]} separate the cells.`)
  return sentences
}

/** Rows with another number of cells than most rows have; empty cells at the end do not count. */
function unevenRows({ rows }: Sheet): number[] {
  const counts = new Map<number, number>()
  const widths = rows.map(({ cells }) => cells.length)
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [usual, count] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [0, 0]
  // Where no number of cells is usual, the file has no one table.
  if (usual < 2 || count * 2 <= rows.length) return []
  const isEven = (cells: readonly string[]) =>
    cells.length >= usual && cells.slice(usual).every((cell) => cell.trim() === '')
  return rows.flatMap(({ row, cells }) => (isEven(cells) ? [] : [row]))
}

/** The text of one cell. */
export function cellAt({ header, text, starts }: CsvRows, row: number, column: number): string {
  const at = row * header.length + column
  return text.slice(starts[at], starts[at + 1])
}

/** Returns true if a cell contains a number as usually written; these are aligned to the end of their column. */
export const isNumber = (cell: string): boolean =>
  cell.length <= 40 && /^\s*[-+(]?[$€£]?\s?\d[\d.,' ]*\)?\s?%?\s*$/.test(cell)

/** In characters: what a cell has besides its text, and the least of a text that is shortened. */
const [cellRoom, leastText] = [3, 15]
/** Of a longer table, not every number is looked at. */
const mostFitted = 1_000

/**
 * The width of each column, in characters: that of its content; where `room` has less, texts are shortened and numbers are not, which would
 * read as smaller ones. A table that does not fit even so is scrolled.
 */
export function columnsIn(table: CsvRows, room: number): number[] {
  const whole = table.widths.map((width) => width + cellRoom)
  const over = whole.reduce((sum, width) => sum + width, 0) - room
  if (over <= 0 || table.count > mostFitted) return whole
  const rows = Array.from({ length: table.count }, (_, row) => row)
  const numbers = (column: number) => rows.map((row) => cellAt(table, row, column)).filter(isNumber)
  const slack = whole.map((width, column) => {
    const longest = Math.max(0, ...numbers(column).map(({ length }) => length))
    return width - Math.min(width, Math.max(leastText, longest + cellRoom))
  })
  const most = slack.reduce((sum, width) => sum + width, 0)
  return most < over ? whole : whole.map((width, column) => width - ((slack[column] ?? 0) * over) / most)
}

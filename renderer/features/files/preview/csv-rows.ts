import { rowNumbers } from '../../../../shared/tables/doubts.ts'
import { splitText } from '../../../../shared/tables/split.ts'

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
  /** Rows whose cells cannot be told apart, in words; null if there are none. */
  doubt: string | null
}

/** The first rows of a CSV file, with the separator detected. The first row contains the column names. */
export function csvRows(text: string): CsvRows {
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
  const unclear = sheet.refused.map(({ row }) => row)
  const doubt =
    unclear.length === 0 ? null : `Not shown: ${rowNumbers(unclear)}, where a quotation mark is in the wrong place.`
  const more = { moreRows: rest.length > maxRows, moreColumns: widest > maxColumns }
  return { header, count: rows.length, text: cells.join(''), starts, ...more, widths, doubt }
}

/** The text of one cell. */
export function cellAt({ header, text, starts }: CsvRows, row: number, column: number): string {
  const at = row * header.length + column
  return text.slice(starts[at], starts[at + 1])
}

/** Returns true if a cell contains a number as usually written; these are aligned to the end of their column. */
export const isNumber = (cell: string): boolean =>
  cell.length <= 40 && /^\s*[-+(]?[$€£]?\s?\d[\d.,' ]*\)?\s?%?\s*$/.test(cell)

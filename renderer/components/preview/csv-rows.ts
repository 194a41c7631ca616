import Papa from 'papaparse'

/** Rows after this one are not shown. */
export const maxRows = 10_000
const maxColumns = 200
const maxColumnCharacters = 48

export type CsvRows = {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** There are more rows, or columns, than are shown. */
  moreRows: boolean
  moreColumns: boolean
  /** In characters. */
  widths: readonly number[]
}

/** The first rows of a CSV; its separator is found out. The first row names the columns. */
export function csvRows(text: string): CsvRows {
  // A comma is what is meant where a single column leaves nothing to find out.
  const { data } = Papa.parse<string[]>(text, { preview: maxRows + 2, skipEmptyLines: 'greedy' })
  const widest = data.reduce((most, row) => Math.max(most, row.length), 0)
  const columns = Math.min(widest, maxColumns)
  const [first = [], ...rest] = data.map((row) => row.slice(0, maxColumns))
  const header = Array.from({ length: columns }, (_, column) => first[column]?.trim() || `Column ${column + 1}`)
  const rows = rest.slice(0, maxRows)
  const widths = header.map((name, column) =>
    Math.min(
      maxColumnCharacters,
      Math.max(4, name.length, ...rows.slice(0, 500).map((row) => row[column]?.length ?? 0)),
    ),
  )
  return { header, rows, moreRows: rest.length > maxRows, moreColumns: widest > maxColumns, widths }
}

/** Whether a cell is a number, as people write them: those stand at the end of their column. */
export const isNumber = (cell: string): boolean =>
  cell.length <= 40 && /^\s*[-+(]?[$€£]?\s?\d[\d.,' ]*\)?\s?%?\s*$/.test(cell)

import Papa from 'papaparse'

/** Maximum number of rows shown. */
export const maxRows = 10_000
const maxColumns = 200
const maxColumnCharacters = 48

export type CsvRows = {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** True if there are more rows, or columns, than shown. */
  moreRows: boolean
  moreColumns: boolean
  /** In characters. */
  widths: readonly number[]
}

/** The first rows of a CSV file, with the separator detected. The first row contains the column names. */
export function csvRows(text: string): CsvRows {
  // With a single column the separator cannot be detected, and defaults to a comma.
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

/** Returns true if a cell contains a number as usually written; these are aligned to the end of their column. */
export const isNumber = (cell: string): boolean =>
  cell.length <= 40 && /^\s*[-+(]?[$€£]?\s?\d[\d.,' ]*\)?\s?%?\s*$/.test(cell)

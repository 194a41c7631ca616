import { formatCount } from '../../../shared/domain/counts.ts'
import { copyText } from '../../lib/copy-text.ts'
import type { GridColumn } from './grid-column.ts'
import type { RowSource } from './row-source.ts'
import { type Block, countSelected, isSelected, type RowSelection } from './selection.ts'

const number = /^-?\d+(\.\d+)?$/

/**
 * A text as a spreadsheet cell. Text that a spreadsheet would run as a formula is prefixed with an apostrophe; text with line
 * breaks or tabs is quoted.
 */
function cellText(text: string): string {
  const safe = /^[\s]*[=+\-@]/.test(text) && !number.test(text) ? `'${text}` : text
  return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of texts as tab-separated values for the clipboard, as spreadsheets read them. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cellText).join('\t')).join('\n')

/** Maximum number of rows that can be copied; beyond this an export is the better way. */
export const maxCopied = 10_000

type Options<Row> = {
  source: RowSource<Row>
  columns: readonly GridColumn<Row>[]
  idOf: (row: Row) => string
  selection: RowSelection<Row>
  block: Block
}

const textOf = <Row>(column: GridColumn<Row>, row: Row) => column.copy?.(row) ?? column.text?.(row, Date.now()) ?? ''

async function selectedRows<Row>({ source, idOf, selection }: Options<Row>, signal: AbortSignal): Promise<Row[]> {
  if (selection.all) {
    const every = await source.readRange({ first: 0, last: (source.total() ?? 1) - 1 }, signal)
    return every.filter((row) => isSelected(selection, idOf(row)))
  }
  return [...selection.marked.values()].sort((left, right) => left.index - right.index).map(({ row }) => row)
}

const rowsOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/**
 * Copies the marked rows with their headers, or else the selected cells, as tab-separated values.
 *
 * @returns the message to show
 */
export async function copyCells<Row>(options: Options<Row>): Promise<string> {
  const { source, columns, selection, block } = options
  const signal = new AbortController().signal
  const marked = countSelected(selection, source.total() ?? 0)
  const count = marked > 0 ? marked : block.bottom - block.top + 1
  if (count > maxCopied) return `${rowsOf(count)} are too many to copy. Export them instead.`
  if (marked > 0) {
    const rows = await selectedRows(options, signal)
    const table = [columns.map(({ header }) => header), ...rows.map((row) => columns.map((one) => textOf(one, row)))]
    await copyText(toTsv(table))
    return `Copied ${rowsOf(rows.length)}.`
  }
  const rows = await source.readRange({ first: block.top, last: block.bottom }, signal)
  const taken = columns.slice(block.left, block.right + 1)
  await copyText(toTsv(rows.map((row) => taken.map((column) => textOf(column, row)))))
  const cells = rows.length * taken.length
  return cells === 1 ? 'Copied the cell.' : `Copied ${formatCount(cells)} cells.`
}

import { formatCount } from '../../../shared/domain/counts.ts'
import { copyText, notCopied, toTsv } from '../../lib/copy-text.ts'
import type { GridColumn } from './grid-column.ts'
import type { Cell } from './keyboard.ts'
import type { RowSource } from './row-source.ts'
import { countSelected, isSelected, type RowSelection } from './selection.ts'

/** Maximum number of rows that can be copied; beyond this an export is the better way. */
const maxCopied = 10_000

type Options<Row> = {
  source: RowSource<Row>
  columns: readonly GridColumn<Row>[]
  idOf: (row: Row) => string
  selection: RowSelection<Row>
}

const textOf = <Row>(column: GridColumn<Row>, row: Row) => column.copy?.(row) ?? column.text?.(row, Date.now()) ?? ''

/** False for a column that is drawn from more than its row. */
const hasText = <Row>({ copy, text }: GridColumn<Row>) => copy !== undefined || text !== undefined

async function selectedRows<Row>({ source, idOf, selection }: Options<Row>): Promise<Row[]> {
  if (selection.all) {
    const every = await source.readAll(new AbortController().signal)
    return every.filter((row) => isSelected(selection, idOf(row)))
  }
  return [...selection.marked.values()].sort((left, right) => left.index - right.index).map(({ row }) => row)
}

const rowsOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/**
 * Copies the selected rows with their headers as tab-separated values.
 *
 * @returns the message to show
 */
export async function copySelected<Row>(options: Options<Row>): Promise<string> {
  const { source, selection } = options
  const columns = options.columns.filter(hasText)
  const count = countSelected(selection, source.count() ?? 0)
  if (count > maxCopied) return `${rowsOf(count)} are too many to copy. Export them instead.`
  const rows = await selectedRows(options)
  const table = [columns.map(({ header }) => header), ...rows.map((row) => columns.map((one) => textOf(one, row)))]
  return (await copyText(toTsv(table))) ? `Copied ${rowsOf(rows.length)}.` : notCopied
}

type Read<Row> = Pick<Options<Row>, 'source' | 'columns'>

/** Copies cells of one row. Returns the message to show. */
async function copyFrom<Row>({ source, columns }: Read<Row>, index: number, said: string): Promise<string> {
  const rows = await source.readRange({ first: index, last: index }, new AbortController().signal)
  const text = toTsv(rows.map((row) => columns.filter(hasText).map((column) => textOf(column, row))))
  return (await copyText(text)) ? said : notCopied
}

/** Copies the visible cells of one row. Returns the message to show. */
export const copyRow = <Row>(read: Read<Row>, index: number): Promise<string> =>
  copyFrom(read, index, 'Copied the row.')

/** Copies one cell. Returns the message to show. */
export const copyCell = <Row>({ source, columns }: Read<Row>, { row, column }: Cell): Promise<string> =>
  copyFrom({ source, columns: columns.slice(column, column + 1) }, Math.max(0, row), 'Copied the cell.')

import { nameOf } from '../../shared/domain/names.ts'
import { concealTexts, hiddenAmount, hiddenText, tellsAmounts } from '../../shared/domain/presenting.ts'
import type { ColumnKind } from '../../shared/ipc/list-columns.ts'
import { choiceNames, moneyColumns } from '../../shared/records/resource-fields.ts'

/** One value of an export, typed so that each format can write it natively. */
export type Cell =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number; money: boolean }
  /** A sum of money in whole cents, exact at any size. */
  | { kind: 'sum'; cents: bigint }
  /** `YYYY-MM-DD`. */
  | { kind: 'date'; text: string }
  /** ISO 8601. */
  | { kind: 'time'; text: string }
  | { kind: 'boolean'; value: boolean }

/** A column of the file: a row's field, its header, and the kind of its values. */
export type ExportColumn = { column: string; header: string; kind: ColumnKind }

const empty: Cell = { kind: 'empty' }

/** The display name of an enum value, as in the lists on the screen; the value itself if it is unknown. */
export const valueName = (column: string, value: string): string => nameOf(choiceNames.get(column) ?? {}, value)

export const textCell = (text: string): Cell => (text === '' ? empty : { kind: 'text', text })

/** A row's value in a column. A value of another type than the column's is written as text. */
export function cellOf(value: unknown, { column, kind }: ExportColumn): Cell {
  if (value === null || value === undefined || value === '') return empty
  if (typeof value === 'number' && Number.isFinite(value)) {
    return { kind: 'number', value, money: moneyColumns.has(column) }
  }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value !== 'string') return textCell(String(value))
  if (kind === 'number' && moneyColumns.has(column) && /^-?\d+$/.test(value))
    return { kind: 'sum', cents: BigInt(value) }
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return { kind: 'date', text: value }
  if (kind === 'time' && !Number.isNaN(Date.parse(value))) return { kind: 'time', text: value }
  return textCell(kind === 'enum' ? valueName(column, value) : value)
}

/** A row's value while presenting: amounts and shares of them only if they are shown, never external ids and contact details. */
export function presentedCell(value: unknown, column: ExportColumn, { amounts }: { amounts: boolean }): Cell {
  if (!amounts && value !== null && moneyColumns.has(column.column)) return textCell(hiddenAmount)
  if (!amounts && value !== null && tellsAmounts(column.column)) return textCell(hiddenText)
  return cellOf(concealTexts({ [column.column]: value })[column.column], column)
}

/** A line above the list: a name and its value. */
export type AboutLine = { name: string; value: Cell }

/** A file format: lines about the list, one row of headers, the list, and at most one remark below it. */
export type Table = {
  begin(about: readonly AboutLine[], headers: readonly string[]): Promise<void>
  write(rows: readonly (readonly Cell[])[]): Promise<void>
  /** Writes the remark, if there is one, and the end of the file. */
  end(remark: string | null): Promise<void>
  /** Aborts; the file is unusable then. */
  abandon(): void
}

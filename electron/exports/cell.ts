import {
  documentTypeNames,
  entityKindNames,
  entityStageNames,
  entryModeNames,
  inEstateStatusNames,
  nameOf,
  summaryFormatNames,
} from '../../shared/domain/names.ts'
import type { ColumnKind } from '../../shared/ipc/list-columns.ts'

/** One value of an export, typed so that each format can write it natively. */
export type Cell =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number; money: boolean }
  /** `YYYY-MM-DD`. */
  | { kind: 'date'; text: string }
  /** ISO 8601. */
  | { kind: 'time'; text: string }
  | { kind: 'boolean'; value: boolean }

/** A column of the file: a row's field, its header, and the kind of its values. */
export type ExportColumn = { column: string; header: string; kind: ColumnKind }

const empty: Cell = { kind: 'empty' }

/** Amounts in USD; every other number of a list is a count. */
const money: ReadonlySet<string> = new Set(['directly_held_asset_value', 'total_value'])

const valueNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: entityKindNames,
  stage: entityStageNames,
  in_estate_status: inEstateStatusNames,
  type: documentTypeNames,
  entry_mode: entryModeNames,
  summary_format: summaryFormatNames,
}

/** The display name of an enum value, as in the lists on the screen; the value itself if it is unknown. */
export function valueName(column: string, value: string): string {
  const names = Object.hasOwn(valueNames, column) ? valueNames[column] : undefined
  return names ? nameOf(names, value) : value
}

export const textCell = (text: string): Cell => (text === '' ? empty : { kind: 'text', text })

/** A row's value in a column. A value of another type than the column's is written as text. */
export function cellOf(value: unknown, { column, kind }: ExportColumn): Cell {
  if (value === null || value === undefined || value === '') return empty
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', value, money: money.has(column) }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value !== 'string') return textCell(String(value))
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return { kind: 'date', text: value }
  if (kind === 'time' && !Number.isNaN(Date.parse(value))) return { kind: 'time', text: value }
  return textCell(kind === 'enum' ? valueName(column, value) : value)
}

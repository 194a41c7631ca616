import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import { rowsIn } from './asked-households.ts'
import { type ListDefinition, orderOf, readRows, recordLists } from './list.ts'
import type { Reader } from './reader.ts'

/** The exported fields of a record: its row in the list. */
export type ExportedRow = Readonly<Record<string, unknown>>

/** A list with the filters and order of the screen. */
export type ExportedList = {
  sort: { column: string; direction: 'asc' | 'desc' }
  group?: string | undefined
  filters: Filter[]
  scope: Readonly<Record<string, string>>
  /** Only the rows with these ids, or all but these. */
  selected?: { except: boolean; ids: readonly string[] } | null
  /** Only the rows of these households; users belong to none, and stay. */
  household_ids?: readonly string[]
}

/** A list as both steps need it, whatever its rows are. */
const listOf = (resource: Resource) => recordLists[resource] as ListDefinition<unknown, ExportedRow>

/**
 * A complete list in two steps: first the order, then rows by their row number in the mirror. A sweep in between can change the
 * content of a row, but can neither repeat a row nor drop one from the file.
 */
export function readExportOrder(
  reader: Reader,
  { resource, list: { selected, household_ids, ...list } }: { resource: Resource; list: ExportedList },
): Int32Array {
  const whole = orderOf(reader, listOf(resource).shape, list)
  const own = household_ids && new Set(rowsIn(reader.mirror, resource, household_ids))
  const order = own ? whole.filter((row) => own.has(row)) : whole
  if (!selected) return order
  const select = reader.mirror.prepare<[string], number>(
    `SELECT row FROM ${tableOf(resource)} WHERE id IN (SELECT value FROM json_each(?))`,
  )
  const rows = new Set(select.pluck().all(JSON.stringify(selected.ids)))
  return order.filter((row) => rows.has(row) !== selected.except)
}

/** At most as many as requested: rows that no longer exist are left out. */
export function readExportRows(
  reader: Reader,
  { resource, rows }: { resource: Resource; rows: Int32Array },
): ExportedRow[] {
  return readRows(reader, listOf(resource), rows)
}

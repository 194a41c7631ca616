import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { SavedView } from '../../../shared/ipc/views.ts'
import { tableOf } from '../../../shared/service/resource.ts'
import { type ListDefinition, type ListInput, orderOf, readRows } from './list.ts'
import {
  documentList,
  documentSummaryList,
  entityList,
  householdList,
  individualList,
  userList,
  valuationList,
} from './lists.ts'
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
}

/** The parts of a list that both steps need, whatever its rows are. */
type AnyList = {
  order(reader: Reader, input: ListInput): Int32Array
  rows(reader: Reader, rows: Int32Array): ExportedRow[]
}

function anyList<Raw, Row extends object>(definition: ListDefinition<Raw, Row>): AnyList {
  return {
    order: (reader, input) => orderOf(reader, definition.shape, input),
    rows: (reader, rows) => readRows(reader, definition, rows).map((row) => row as Row & ExportedRow),
  }
}

const lists: Readonly<Record<SavedView['resource'], AnyList>> = {
  households: anyList(householdList),
  individuals: anyList(individualList),
  entities: anyList(entityList),
  valuations: anyList(valuationList),
  documents: anyList(documentList),
  'document-summaries': anyList(documentSummaryList),
  users: anyList(userList),
}

/**
 * A complete list in two steps: first the order, then rows by their row number in the mirror. A sweep in between can change the
 * content of a row, but can neither repeat a row nor drop one from the file.
 */
export function readExportOrder(
  reader: Reader,
  { resource, list: { selected, ...list } }: { resource: SavedView['resource']; list: ExportedList },
): Int32Array {
  const order = lists[resource].order(reader, { ...list, offset: 0, limit: 1 })
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
  { resource, rows }: { resource: SavedView['resource']; rows: Int32Array },
): ExportedRow[] {
  return lists[resource].rows(reader, rows)
}

import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { SavedView } from '../../../shared/ipc/views.ts'

/** The exported fields of a record: its row in the list. */
export type ExportedRow = Readonly<Record<string, unknown>>

/** A list with the filters and order of the screen. */
export type ExportedList = {
  sort: { column: string; direction: 'asc' | 'desc' }
  filters: Filter[]
  scope: Readonly<Record<string, string>>
}

/**
 * A complete list in two steps: first the order, then rows by their row number in the mirror. A sweep in between can change the
 * content of a row, but can neither repeat a row nor drop one from the file.
 */
export type ExportReads = {
  'export.order': { input: { resource: SavedView['resource']; list: ExportedList }; output: Int32Array }
  /** At most as many as requested: rows that no longer exist are left out. */
  'export.rows': { input: { resource: SavedView['resource']; rows: Int32Array }; output: ExportedRow[] }
}

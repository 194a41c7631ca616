import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { SavedView } from '../../../shared/ipc/views.ts'

/** What is exported of a record: its row in the list, by field. */
export type ExportedRow = Readonly<Record<string, unknown>>

/** A list as it was filtered and sorted on the screen. */
export type ExportedList = {
  sort: { column: string; direction: 'asc' | 'desc' }
  filters: Filter[]
  scope: Readonly<Record<string, string>>
}

/**
 * A list taken whole, in two steps: the order first, then rows by their place in the mirror. A sweep that goes on meanwhile
 * can change what a row says, but can neither repeat one nor push one out of the file.
 */
export type ExportReads = {
  'export.order': { input: { resource: SavedView['resource']; list: ExportedList }; output: Int32Array }
  /** At most as many as were asked for: what vanished is left out. */
  'export.rows': { input: { resource: SavedView['resource']; rows: Int32Array }; output: ExportedRow[] }
}

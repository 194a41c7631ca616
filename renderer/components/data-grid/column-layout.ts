import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import type { GridColumn } from './grid-column.ts'

/** How one column stands: the layout's word, else the column's own. */
export type LaidColumn<Row> = { column: GridColumn<Row>; hidden: boolean; pinned: boolean; width: number | null }

/**
 * Every column in its order, pinned ones first. A layout may be of an older Steward: columns that it does not know stand
 * at the end as they are by themselves, and ones that are no more are left out.
 */
export function arrange<Row>(
  columns: readonly GridColumn<Row>[],
  layout: readonly ColumnLayout[],
): readonly LaidColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const laid: LaidColumn<Row>[] = []
  for (const { column: id, hidden, pinned, width } of layout) {
    const column = byId.get(id)
    if (!column) continue
    byId.delete(id)
    laid.push({ column, hidden, pinned, width })
  }
  for (const column of byId.values()) laid.push({ column, hidden: column.hidden === true, pinned: false, width: null })
  return [...laid.filter(({ pinned }) => pinned), ...laid.filter(({ pinned }) => !pinned)]
}

export const toLayout = <Row>(laid: readonly LaidColumn<Row>[]): ColumnLayout[] =>
  laid.map(({ column, hidden, pinned, width }) => ({ column: column.id, hidden, pinned, width }))

/** One column changed. The last one that is shown cannot be hidden: a grid needs a column. */
export function changeColumn(
  layout: readonly ColumnLayout[],
  id: string,
  change: Partial<Omit<ColumnLayout, 'column'>>,
): ColumnLayout[] {
  const next = layout.map((column) => (column.column === id ? { ...column, ...change } : column))
  if (next.every(({ hidden }) => hidden)) return [...layout]
  return [...next.filter(({ pinned }) => pinned), ...next.filter(({ pinned }) => !pinned)]
}

/** The column moved before another (null: to the end). It takes the pin of its new neighbour, so that it stays there. */
export function moveColumn(layout: readonly ColumnLayout[], id: string, before: string | null): ColumnLayout[] {
  const moved = layout.find(({ column }) => column === id)
  if (!moved || id === before) return [...layout]
  const others = layout.filter(({ column }) => column !== id)
  const at = before === null ? others.length : others.findIndex(({ column }) => column === before)
  if (at < 0) return [...layout]
  const pinned = others[at]?.pinned === true || (moved.pinned && others[at - 1]?.pinned === true)
  return [...others.slice(0, at), { ...moved, pinned }, ...others.slice(at)]
}

/** The column one place on (`by` 1) or back (−1) among those shown. */
export function nudgeColumn(layout: readonly ColumnLayout[], id: string, by: 1 | -1): ColumnLayout[] {
  const shown = layout.filter(({ hidden, column }) => !hidden || column === id)
  const at = shown.findIndex(({ column }) => column === id)
  const neighbour = shown[at + by]?.column
  if (at < 0 || neighbour === undefined) return [...layout]
  if (by === -1) return moveColumn(layout, id, neighbour)
  return moveColumn(layout, id, layout[layout.findIndex(({ column }) => column === neighbour) + 1]?.column ?? null)
}

export const leastWidth = 48
export const mostWidth = 1200
export const clampWidth = (width: number): number => Math.round(Math.max(leastWidth, Math.min(mostWidth, width)))

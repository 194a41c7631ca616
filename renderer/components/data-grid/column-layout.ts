import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import type { GridColumn } from './grid-column.ts'

/** A column with its settings from the layout, or its defaults if the layout has none. */
export type LaidColumn<Row> = { column: GridColumn<Row>; hidden: boolean; pinned: boolean; width: number | null }

/**
 * Every column in order, pinned ones first. A layout may come from an older version of Steward: columns that it lacks are
 * appended with their defaults, and columns that no longer exist are dropped.
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

/** Returns the layout with one column changed. The last visible column cannot be hidden. */
export function changeColumn(
  layout: readonly ColumnLayout[],
  id: string,
  change: Partial<Omit<ColumnLayout, 'column'>>,
): ColumnLayout[] {
  const next = layout.map((column) => (column.column === id ? { ...column, ...change } : column))
  if (next.every(({ hidden }) => hidden)) return [...layout]
  return [...next.filter(({ pinned }) => pinned), ...next.filter(({ pinned }) => !pinned)]
}

/**
 * Returns the layout with a column moved before another (null: to the end). It takes over the pin of its new neighbour, so that
 * it stays there.
 */
export function moveColumn(layout: readonly ColumnLayout[], id: string, before: string | null): ColumnLayout[] {
  const moved = layout.find(({ column }) => column === id)
  if (!moved || id === before) return [...layout]
  const others = layout.filter(({ column }) => column !== id)
  const at = before === null ? others.length : others.findIndex(({ column }) => column === before)
  if (at < 0) return [...layout]
  const pinned = others[at]?.pinned === true || (moved.pinned && others[at - 1]?.pinned === true)
  return [...others.slice(0, at), { ...moved, pinned }, ...others.slice(at)]
}

/** Returns the layout with a column moved by one place among the visible ones: `by` 1 is right, −1 is left. */
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

type Sizing = { width: number; grow?: number }

/**
 * Column widths in pixels that fill `available` exactly: space beyond the minimum widths is shared in proportion to `grow`. If
 * the minimum widths do not fit, they are kept and the grid scrolls horizontally.
 */
export function columnWidths(columns: readonly Sizing[], available: number): number[] {
  const least = columns.reduce((sum, { width }) => sum + width, 0)
  const shares = columns.reduce((sum, { grow = 0 }) => sum + grow, 0)
  const spare = Math.floor(available) - least
  if (spare <= 0 || shares === 0) return columns.map(({ width }) => width)
  let given = 0
  let seen = 0
  return columns.map(({ width, grow = 0 }) => {
    seen += grow
    const upToHere = Math.floor((spare * seen) / shares)
    const extra = upToHere - given
    given = upToHere
    return width + extra
  })
}

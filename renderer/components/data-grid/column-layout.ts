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
/** The most that the content of a column is given. Wider content is cut: its tooltip has all of it. */
export const mostContent = 360
export const clampWidth = (width: number): number => Math.round(Math.max(leastWidth, Math.min(mostWidth, width)))

type Sizing = {
  /** The least width. */
  width: number
  /** Width of the content. */
  content?: number
  grow?: boolean
  /** How much of the least width is for a value behind its own, and how much of that its text and header need. */
  behind?: { width: number; text: number }
}

/** How much of the first column beyond the edge is in view, in pixels: it shows that the list scrolls. */
const glimpse = 24

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)

/**
 * Column widths in whole pixels: that of each content where `available` has room for it. Further space widens columns that grow by up to a
 * half, then up to `mostContent`, since rows further down may have longer names, and is then left empty; where there is less, columns that grow, such as names, have what they need before the others, and the
 * first of them before the second. None is below its least width. Where not even these have room the list scrolls: the columns that have it
 * share it, so that none of them ends in the middle of a value, and those beyond are as wide as their content.
 */
export function columnWidths(columns: readonly Sizing[], available: number): number[] {
  const wanted = columns.map(({ width, content = width }) => Math.max(width, content))
  const least = columns.map(({ width }) => width)
  if (sumOf(least) > available) {
    // Up to the end of each column: with the value behind its own if that has room, else without it.
    const spaces = columns.map(({ behind = { width: 0, text: 0 } }, at) => {
      const total = sumOf(least.slice(0, at + 1))
      const whole = available + behind.width - behind.text
      if (behind.width > 0 && total <= whole) return whole
      const own = available + behind.width - glimpse
      return total <= own ? own : null
    })
    const last = Math.max(
      0,
      spaces.findLastIndex((space) => space !== null),
    )
    return [...sharedWidths(columns.slice(0, last + 1), spaces[last] ?? available), ...wanted.slice(last + 1)]
  }
  return sharedWidths(columns, available)
}

/** The widths of columns whose least widths have room. */
function sharedWidths(columns: readonly Sizing[], available: number): number[] {
  const wanted = columns.map(({ width, content = width }) => Math.max(width, content))
  const least = columns.map(({ width }) => width)
  if (sumOf(wanted) <= available) {
    const ofGrowing = (from: readonly number[], share: (width: number) => number) =>
      widened(
        from,
        from.map((width, at) => (columns[at]?.grow ? Math.max(0, share(width)) : 0)),
        available,
      )
    const byHalf = ofGrowing(wanted, (width) => Math.floor(width / 2))
    return ofGrowing(byHalf, (width) => mostContent - width)
  }
  const missing = (from: readonly number[]) => wanted.map((whole, at) => whole - (from[at] ?? whole))
  const ofNames = (from: readonly number[]) => missing(from).map((width, at) => (columns[at]?.grow ? width : 0))
  // A row is known by its first name, which has up to three fifths of the space before the others have any.
  const first = columns.findIndex(({ grow }) => grow)
  const most = sumOf(least) + Math.floor((Math.max(0, available - sumOf(least)) * 3) / 5)
  const withFirst = widened(
    least,
    ofNames(least).map((width, at) => (at === first ? width : 0)),
    most,
  )
  const withNames = widened(withFirst, ofNames(withFirst), available)
  return widened(withNames, missing(withNames), available)
}

/** Widths with the space that they leave of `available`, up to each one's share and in proportion to it. */
function widened(from: readonly number[], shares: readonly number[], available: number): number[] {
  const most = sumOf(shares)
  const spare = Math.min(most, Math.floor(available) - sumOf(from))
  if (spare <= 0) return [...from]
  let [given, seen] = [0, 0]
  return from.map((width, at) => {
    seen += shares[at] ?? 0
    const upToHere = Math.floor((spare * seen) / most)
    const extra = upToHere - given
    given = upToHere
    return width + extra
  })
}

/** A visible column, with the one whose value is drawn behind its own; null if there is none, or it is visible itself. */
export type VisibleColumn<Row> = Omit<GridColumn<Row>, 'behind'> & { behind: GridColumn<Row> | null }

/** The visible columns in order. */
export function visibleColumns<Row>(
  columns: readonly GridColumn<Row>[],
  layout: readonly ColumnLayout[],
): readonly { column: VisibleColumn<Row>; pinned: boolean; width: number | null }[] {
  const laid = arrange(columns, layout).filter(({ hidden }) => !hidden)
  const isShown = new Set(laid.map(({ column }) => column.id))
  return laid.map(({ column, pinned, width }) => {
    const behind = columns.find(({ id }) => id === column.behind && !isShown.has(id)) ?? null
    return { column: { ...column, behind }, pinned, width }
  })
}

/** Every column whose values can be seen, in order: those that are drawn behind another one follow it. */
export const withBehind = <Row>(columns: readonly VisibleColumn<Row>[]): Omit<GridColumn<Row>, 'behind'>[] =>
  columns.flatMap((column) => (column.behind ? [column, column.behind] : [column]))

import type { ReadableDatabase } from '../open-database.ts'
import { highestRow } from './build-view.ts'
import type { ColumnCopies } from './column-copies.ts'
import { type ColumnCopy, ranksOf } from './column-copy.ts'
import { countPassing, type FirstPassing, firstPassing, membersOf, pickMembers } from './filter-members.ts'
import { inOrder } from './grouping.ts'
import { declared, tieColumn } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import { countingSort } from './ranked-order.ts'
import { type Direction, isWhole, type Order, type Vector, type View, wholeOf, windowOf } from './view.ts'

/** The columns and orders of a large list that a reading worker has in memory. */
export type InMemory = {
  mirror: ReadableDatabase
  copies: ColumnCopies
  /** A view of the snapshot being read, if it is at hand. */
  kept(view: View): Vector | null
  /** Like `kept` for a whole list, of which only what is read is loaded. */
  read(whole: View): Order | null
  /** Like `kept`; a view that is not at hand is built when nothing else is being built. */
  orderOf(view: View): Vector | null
}

/** A view put together from orders and columns in memory; null if one that it needs is not at hand. */
export function composeView(inMemory: InMemory, view: View): Vector | null {
  if (view.group) return groupByCopy(inMemory, view)
  if (isWhole(view)) return sortByCopy(inMemory, view)
  const whole = wholeOf(view)
  const order = inMemory.kept(whole) ?? sortByCopy(inMemory, whole)
  const members = order && membersOf(inMemory, view, sizeOf(inMemory, view))
  return members && pickMembers(members, order)
}

/** The first rows of a filtered view, without making the whole of it; null if what it needs is not at hand. */
export function composeFirst(
  inMemory: InMemory,
  view: View,
  asked: { direction: Direction; most: number },
): FirstPassing | null {
  const order = view.group || isWhole(view) ? null : inMemory.read(wholeOf(view))
  return order && firstPassing(inMemory, view, { ...asked, order, size: sizeOf(inMemory, view) })
}

/** The number of rows of a filtered view; null if what it needs is not at hand. */
export const countFilters = (inMemory: InMemory, view: View): number | null =>
  countPassing(inMemory, view, sizeOf(inMemory, view))

const sizeOf = ({ mirror }: InMemory, { resource }: View): number => highestRow(mirror, listShapes[resource]) + 1

/** The whole list in the order of a copied column: its rows in the order of their ids, sorted by counting. */
function sortByCopy({ mirror, copies, orderOf }: InMemory, whole: View): Vector | null {
  const { resource, column } = whole
  if (listShapes[resource].columns[column]?.from !== 'own') return null
  const byTie = orderOf({ ...whole, column: tieColumn })
  const copy = copies.of({ resource, column })
  if (byTie === null || copy === null) return null
  return sortByCode(byTie.rows, copy, ranksOf(mirror, copy))
}

/** A grouped view by a copied column: the rows in their order, sorted by counting once more. */
function groupByCopy(inMemory: InMemory, view: View): Vector | null {
  const { mirror, copies, kept } = inMemory
  const { resource, group } = view
  const shape = listShapes[resource]
  if (!group || shape.columns[group.column]?.from !== 'own' || declared(shape, group.column).grouping === 'age')
    return null
  const plain = { ...view, group: null }
  const order = kept(plain) ?? composeView(inMemory, plain)
  const copy = copies.of({ resource, column: group.column })
  if (order === null || copy === null) return null
  const keys = copy.values.map((value) => (value === null ? null : String(value)))
  const places = new Map(inOrder(mirror, shape, group.column, keys).map((key, place) => [key, place + 1]))
  const ranks = Int32Array.from([0, ...keys.map((key) => places.get(key) ?? 0)])
  const { rows } = sortByCode(windowOf(order, group.direction, 0, order.rows.length), copy, ranks)
  return { rows, present: rows.length }
}

/** Rows in the order of a column, those of one value in the given order; `ranks`: of its codes. */
export function sortByCode(rows: Int32Array, { codes }: ColumnCopy, ranks: Int32Array): Vector {
  const rankOfRow = new Int32Array(codes.length)
  for (let row = 0; row < codes.length; row++) rankOfRow[row] = ranks[codes[row] ?? 0] ?? 0
  return countingSort(rows, rankOfRow, ranks.length)
}

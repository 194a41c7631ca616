import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { ColumnKind } from '../../../shared/ipc/list-columns.ts'
import { tableOf } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { ColumnCopies } from './column-copies.ts'
import { codesInRange, passingCodes } from './column-copy.ts'
import { type Range, rangeOf, testOf } from './conditions.ts'
import { endsOf } from './ends.ts'
import { declared, type ListShape, sourceOf } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import { sharedRows, type Vector, type View } from './view.ts'

/** For each row, how many of the filters it passes. */
export type Members = { passed: Uint8Array; filters: number }

type Parts = {
  mirror: ReadableDatabase
  copies: ColumnCopies
  /** The order of a whole list by a column, if it is at hand. */
  orderOf(view: View): Vector | null
}

/** One filter’s part of {@link Members}. */
type Mark = (passed: Uint8Array) => void

/**
 * The rows that pass the filters of a view, found in memory: by the codes of a copied column, or as a part of the order by a column.
 * Null if a filter needs what is not at hand. `size` is more than every row.
 */
export function membersOf(parts: Parts, view: View, size: number): Members | null {
  if (view.filters.length === 0 || view.scope.length > 0) return null
  const marks = view.filters.map((filter) => markOf(parts, view, filter))
  const passed = new Uint8Array(size)
  for (const mark of marks) {
    if (mark === null) return null
    mark(passed)
  }
  return { passed, filters: marks.length }
}

/** The number of rows that pass all filters. */
export function countMembers({ passed, filters }: Members): number {
  let count = 0
  for (let row = 0; row < passed.length; row++) if (passed[row] === filters) count++
  return count
}

/** The rows of an order that pass all filters. */
export function pickMembers({ passed, filters }: Members, { rows, present }: Vector): Vector {
  const picked = sharedRows(countMembers({ passed, filters }))
  let size = 0
  let pickedPresent = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    if (passed[row] === filters) picked[size++] = row
    if (at + 1 === present) pickedPresent = size
  }
  return { rows: picked, present: pickedPresent }
}

const rangeKinds: ReadonlySet<ColumnKind> = new Set(['date', 'time', 'number'])

function markOf(parts: Parts, view: View, filter: Filter): Mark | null {
  const { resource, today } = view
  const shape = listShapes[resource]
  const { column } = filter
  if (shape.columns[column]?.from !== 'own') return null
  const { kind } = declared(shape, column)
  const copy = parts.copies.of({ resource, column })
  const isRange = filter.operator !== 'has' && filter.operator !== 'has_not' && rangeKinds.has(kind)
  if (copy) {
    const passing = isRange
      ? codesInRange(parts.mirror, copy, rangeOf({ kind, filter, today }))
      : passingCodes(parts.mirror, copy, testOf({ kind, filter, today }))
    const { codes } = copy
    return (passed) => {
      const end = Math.min(codes.length, passed.length)
      for (let row = 0; row < end; row++) passed[row] = (passed[row] ?? 0) + (passing[codes[row] ?? 0] ?? 0)
    }
  }
  if (!isRange || !parts.copies.isRefused({ resource, column })) return null
  const order = parts.orderOf({ ...view, column, filters: [], scope: [], group: null, today: '' })
  if (order === null) return null
  const part = partOf(parts.mirror, { shape, column, order, range: rangeOf({ kind, filter, today }) })
  return (passed) => {
    for (let at = 0; at < part.length; at++) {
      const row = part[at] ?? 0
      passed[row] = (passed[row] ?? 0) + 1
    }
  }
}

type Asked = { shape: ListShape; column: string; order: Vector; range: Range<string | number> }

/** The part of an order of which the values are in a range: its ends are found by comparing some twenty rows each. */
function partOf(mirror: ReadableDatabase, { shape, column, order, range }: Asked): Int32Array {
  const source = sourceOf(shape, column)
  if (source.from !== 'own') throw new RangeError('Only a column of the list itself has such a part.')
  const present = order.rows.subarray(0, order.present)
  const [from, to] = endsOf(present, range, (comparison, bound) => {
    const compare = mirror
      .prepare<[string | number, number], number>(
        `SELECT ${source.value} ${comparison} ? FROM ${tableOf(shape.resource)} t WHERE t.row = ?`,
      )
      .pluck()
    return (row) => compare.get(bound, row) === 1
  })
  return present.subarray(from, to)
}

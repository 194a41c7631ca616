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
import { type Direction, type Order, sharedRows, type Vector, type View, windowIn } from './view.ts'

/** For each row, how many of the filters it passes. */
export type Members = { passed: Uint8Array; filters: number }

type Parts = {
  mirror: ReadableDatabase
  copies: ColumnCopies
  /** The order of a whole list by a column, if it is at hand. */
  orderOf(view: View): Vector | null
}

/** A filter on a copied column: for each row its code, and for each code 1 if its value passes. */
type CodeTest = { codes: Uint16Array; passing: Uint8Array }

/** The rows that pass one filter, by a column’s codes or as a part of an order. */
type Test = CodeTest | { part: Int32Array }

/**
 * The rows that pass the filters of a view, found in memory: by the codes of a copied column, or as a part of the order by a column.
 * Null if a filter needs what is not at hand. `size` is more than every row.
 */
export function membersOf(parts: Parts, view: View, size: number): Members | null {
  const tests = testsOf(parts, view)
  return tests && markAll(tests, size)
}

/**
 * The number of rows that pass the filters of a view; null if a filter needs what is not at hand. Up to two filters are counted in one pass,
 * without a mark for each row: of three million people in a third of the time.
 */
export function countPassing(parts: Parts, view: View, size: number): number | null {
  const tests = testsOf(parts, view)
  return tests && countTested(tests, size)
}

/** The beginning of a filtered view, and the number of all its rows. */
export type FirstPassing = { rows: number[]; total: number }

type AskedFirst = { order: Order; direction: Direction; most: number; size: number }

/** Rows of an order that are passed over at once. */
const atOnce = 2 ** 16

/** The first rows of an order that pass the filters of a view: only as much of the order is passed over as is needed. Null as above. */
export function firstPassing(
  parts: Parts,
  view: View,
  { order, direction, most, size }: AskedFirst,
): FirstPassing | null {
  const tests = testsOf(parts, view)
  if (tests === null) return null
  const total = countTested(tests, size)
  const passes = passesAll(tests, size)
  const wanted = Math.min(most, total)
  const rows: number[] = []
  for (let from = 0; from < order.length && rows.length < wanted; from += atOnce) {
    for (const row of windowIn(order, direction, from, from + atOnce)) {
      if (passes(row) && rows.push(row) === wanted) break
    }
  }
  return { rows, total }
}

function passesAll(tests: readonly Test[], size: number): (row: number) => boolean {
  const byCode = tests.filter((test): test is CodeTest => !('part' in test))
  if (byCode.length === tests.length)
    return (row) => byCode.every(({ codes, passing }) => passing[codes[row] ?? 0] === 1)
  const { passed, filters } = markAll(tests, size)
  return (row) => passed[row] === filters
}

function countTested(tests: readonly Test[], size: number): number {
  const [one, other = one, ...more] = tests
  if (one === undefined || other === undefined || more.length > 0) return countMembers(markAll(tests, size))
  if (!('part' in one)) return 'part' in other ? countPart(other.part, one) : countCodes(one, other)
  return 'part' in other ? countMembers(markAll(tests, size)) : countPart(one.part, other)
}

/** The filters of a view; null if one needs what is not at hand. Asks for all that are missing. */
function testsOf(parts: Parts, view: View): Test[] | null {
  if (view.filters.length === 0 || view.scope.length > 0) return null
  const tests = view.filters.map((filter) => testRows(parts, view, filter))
  const found = tests.filter((test) => test !== null)
  return found.length === tests.length ? found : null
}

function markAll(tests: readonly Test[], size: number): Members {
  const passed = new Uint8Array(size)
  for (const test of tests) {
    if ('part' in test) markPart(passed, test.part)
    else markCodes(passed, test)
  }
  return { passed, filters: tests.length }
}

function markCodes(passed: Uint8Array, { codes, passing }: CodeTest): void {
  const end = Math.min(codes.length, passed.length)
  for (let row = 0; row < end; row++) passed[row] = (passed[row] ?? 0) + (passing[codes[row] ?? 0] ?? 0)
}

function markPart(passed: Uint8Array, part: Int32Array): void {
  for (let at = 0; at < part.length; at++) {
    const row = part[at] ?? 0
    passed[row] = (passed[row] ?? 0) + 1
  }
}

/** The number of rows that pass both filters. Rows beyond the end of the list have no code. */
function countCodes(one: CodeTest, other: CodeTest): number {
  const { codes, passing } = one
  const { codes: otherCodes, passing: otherPassing } = other
  const end = Math.min(codes.length, otherCodes.length)
  let count = 0
  for (let row = 0; row < end; row++) {
    count += (passing[codes[row] ?? 0] ?? 0) & (otherPassing[otherCodes[row] ?? 0] ?? 0)
  }
  return count
}

/** The number of rows of a part that pass a filter. */
function countPart(part: Int32Array, { codes, passing }: CodeTest): number {
  let count = 0
  for (let at = 0; at < part.length; at++) count += passing[codes[part[at] ?? 0] ?? 0] ?? 0
  return count
}

function countMembers({ passed, filters }: Members): number {
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

function testRows(parts: Parts, view: View, filter: Filter): Test | null {
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
    return { codes: copy.codes, passing }
  }
  if (!isRange || !parts.copies.isRefused({ resource, column })) return null
  const order = parts.orderOf({ ...view, column, filters: [], scope: [], group: null, today: '' })
  if (order === null) return null
  return { part: partOf(parts.mirror, { shape, column, order, range: rangeOf({ kind, filter, today }) }) }
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

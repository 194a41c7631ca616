import { LRUCache } from 'lru-cache'
import { type ListedResource, type Resource, tableOf } from '../../../shared/service/resource.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { Condition } from './conditions.ts'
import { type GroupKey, grouped, groupsSql, inOrder } from './grouping.ts'
import {
  conditionOf,
  countSql,
  isWalked,
  keyOf,
  type ListOrder,
  type ListShape,
  orderSql,
  resourcesOf,
  rowsKeyOf,
  sourceOf,
} from './list-order.ts'
import { listShapes } from './list-shapes.ts'

/** Rows of a list from an offset on, and the number of all. */
type Window = { rows: Iterable<number>; total: number }

/**
 * The lists of one reading thread: which rows they have, in which order. A window comes in one of three ways: from the whole order, which is kept
 * until one of its resources changes; directly from an index, near the beginning; or from one pass over the list in another thread, near the
 * beginning as well.
 */
export type Lists = {
  /** @throws Suspended while it is read in the other thread. */
  window(order: ListOrder, from: number, to: number): Window
  /**
   * Every row number of a list.
   * @throws Suspended while it is made in the other thread.
   */
  order(order: ListOrder): Int32Array
  /** Number of rows of a list; counted once for each version of its resources. */
  total(order: ListOrder): number
  /** The groups of a list with their numbers of rows, in order. */
  groups(order: ListOrder): Map<GroupKey, number>
  /** True for a list that is sorted in the other thread, because this one would keep other reads waiting. */
  isLarge(order: ListOrder): boolean
  /**
   * Runs a read again when what it waited for has arrived. That is used even if a commit came since, and nothing suspends any more: a list that
   * changes with every commit of a sweep is answered, too.
   */
  resume<Result>(arrived: Arrived, work: () => Result): Result
}

/** The results of another thread. */
type Arrived = MadeOrder | FirstRows

/** Thrown by a read that needs rows which another thread is reading; `resume` the read when `ready` resolves. */
export class Suspended {
  readonly ready: Promise<Arrived>
  constructor(ready: Promise<Arrived>) {
    this.ready = ready
  }
}

/** An {@link OrderMaker} in another thread, where no read waits for it. */
export type OrdersElsewhere = {
  [Way in keyof OrderMaker]: (order: ListOrder) => Promise<ReturnType<OrderMaker[Way]>>
}

type ListsOptions = {
  mirror: ReadableDatabase
  versions: Versions
  /** Null to make every order in this thread. */
  elsewhere: OrdersElsewhere | null
  rowsInPlace?: number | undefined
}

/** Lists of up to this many rows are sorted by the thread that reads, which takes about 20 ms. */
const defaultRowsInPlace = 20_000

/** Bytes of all orders: 300,000 rows take 1.2 MB. */
const mostOrderBytes = 64 * 2 ** 20
const mostFirstRows = 50
const mostTotals = 1000

/** ms after its start in which a reader makes no order ahead: the first window is being drawn, on the same cores. */
const settlingMs = 1000

/** {@link Lists} on one connection; refresh `versions` at the start of every snapshot. */
export function createLists({ mirror, versions, elsewhere, rowsInPlace = defaultRowsInPlace }: ListsOptions): Lists {
  const orders = new LRUCache<string, MadeOrder>({
    maxSize: mostOrderBytes,
    // The newest order stays even if it alone is larger: the caller is about to read it.
    sizeCalculation: ({ rows }) => Math.min(mostOrderBytes, rows.byteLength + 200),
  })
  const firsts = new LRUCache<string, FirstRows>({ max: mostFirstRows })
  const totals = new LRUCache<string, { version: string; total: number }>({ max: mostTotals })
  const underWay = new Map<string, Promise<Arrived>>()
  const settled = new Promise((resolve) => setTimeout(resolve, settlingMs).unref())
  /** The results that the current read waited for. */
  let resumed: Arrived | null = null

  const shapeOf = ({ resource }: ListOrder): ListShape => listShapes[resource]
  const versionOf = (order: ListOrder) => versions.of(resourcesOf(shapeOf(order), order))

  const current = <Kept extends Arrived>(kept: Kept | undefined, order: ListOrder): Kept | null =>
    kept && (kept === resumed || kept.version === versionOf(order)) ? kept : null

  const isLarge = (order: ListOrder) =>
    elsewhere !== null && order.scope.length === 0 && highestRow(mirror, order) > rowsInPlace

  /** Joins work that is under way only if it was requested after the last change that is visible here. */
  const once = (name: string, order: ListOrder, begin: () => Promise<Arrived>): Promise<Arrived> => {
    const key = `${name} ${versionOf(order)} ${keyOf(order)}`
    const ready = underWay.get(key) ?? begin().finally(() => underWay.delete(key))
    underWay.set(key, ready)
    return ready
  }
  const makeWhole = (order: ListOrder, { whole }: OrdersElsewhere) =>
    once('whole', order, async () => {
      const made = await whole(order)
      orders.set(keyOf(order), made)
      return made
    })
  const readFirst = (order: ListOrder, { first }: OrdersElsewhere) =>
    once('first', order, async () => {
      const found = await first(order)
      if ('total' in found) firsts.set(keyOf(order), found)
      else orders.set(keyOf(order), found)
      return found
    })

  /** Makes an order for the scrolling that may follow, if it was not needed before; a later read that needs it gets its error. */
  const makeAhead = (order: ListOrder, made: Promise<unknown>, other: OrdersElsewhere) => {
    made.then(() => (orders.has(keyOf(order)) ? undefined : makeWhole(order, other))).catch(() => {})
  }

  const wholeOrder = (order: ListOrder): Int32Array => {
    const kept = current(orders.get(keyOf(order)), order)
    if (kept) return kept.rows
    if (elsewhere && resumed === null && isLarge(order)) throw new Suspended(makeWhole(order, elsewhere))
    const rows = makeOrder({ mirror, versions }, order)
    orders.set(keyOf(order), { rows, version: versionOf(order) })
    return rows
  }

  const total = (order: ListOrder): number => {
    const kept = current(orders.get(keyOf(order)), order)
    if (kept) return kept.rows.length
    const key = rowsKeyOf(order)
    const version = versionOf(order)
    const known = totals.get(key)
    if (known?.version === version) return known.total
    const counted = countRows(mirror, order)
    totals.set(key, { version, total: counted })
    return counted
  }

  /** A window near the beginning of a large list, without its whole order; null if that is at hand, or is needed. */
  const near = (order: ListOrder, from: number, to: number): Window | null => {
    if (!elsewhere || order.group !== null || to > nearBeginning || !isLarge(order)) return null
    if (current(orders.get(keyOf(order)), order)) return null
    if (isWalked(shapeOf(order), order) && isIndexed(versions, shapeOf(order), order)) {
      if (resumed === null) makeAhead(order, settled, elsewhere)
      return { rows: firstRows({ mirror, versions }, order, to).slice(from), total: total(order) }
    }
    const first = current(firsts.get(keyOf(order)), order)
    if (first) return { rows: first.rows.slice(from, to), total: first.total }
    if (resumed !== null) return null
    const ready = readFirst(order, elsewhere)
    makeAhead(order, ready, elsewhere)
    throw new Suspended(ready)
  }

  return {
    isLarge,
    total,
    order: wholeOrder,
    window(order, from, to) {
      const found = near(order, from, to)
      if (found) return found
      const rows = wholeOrder(order)
      return { rows: rows.subarray(from, to), total: rows.length }
    },
    groups(order) {
      const counted = groupsSql(shapeOf(order), order)
      if (!counted || order.group === null) return new Map()
      const found = mirror.prepare<unknown[], { key: GroupKey; rows: number }>(counted.sql).all(...counted.parameters)
      const rows = new Map(found.map((one) => [one.key, one.rows]))
      return new Map(inOrder(mirror, shapeOf(order), order.group, rows.keys()).map((key) => [key, rows.get(key) ?? 0]))
    },
    resume(arrived, work) {
      resumed = arrived
      try {
        return work()
      } finally {
        resumed = null
      }
    },
  }
}

/** Every row number of a list in an order, in memory that threads share, and the versions of its resources in that snapshot. */
type MadeOrder = { rows: Int32Array; version: string }

/** The beginning of an order, the number of all its rows, and the versions of its resources in that snapshot. */
type FirstRows = { rows: readonly number[]; total: number; version: string }

/** Rows at the beginning of a large list that are read while its whole order is made, or instead of it. */
const nearBeginning = 1000

/** Orders made on one connection; each is read in a snapshot of its own. */
type OrderMaker = {
  /** The whole order: of 300,000 rows in 0.1 to 0.3 s, of which sorting is the most. */
  whole(order: ListOrder): MadeOrder
  /**
   * The first rows, at most {@link nearBeginning}, of an order that is not grouped. SQLite passes once over the list's narrow index and holds no
   * more rows than these: 300,000 rows take 20 to 40 ms, and up to 160 if each row comes before those already held. If the filters let few rows
   * through, it is the whole order, which one pass gives with its length; the first rows alone would need a second pass to count all.
   */
  first(order: ListOrder): FirstRows | MadeOrder
}

type Parts = { mirror: ReadableDatabase; versions: Versions }

export function createOrderMaker({ mirror, versions }: Parts): OrderMaker {
  const inSnapshot = <Made extends object>(order: ListOrder, make: () => Made) =>
    mirror.transaction(() => {
      versions.refresh()
      return { ...make(), version: versions.of(resourcesOf(listShapes[order.resource], order)) }
    })()
  return {
    whole: (order) => inSnapshot(order, () => ({ rows: makeOrder({ mirror, versions }, order) })),
    first: (order) =>
      inSnapshot(order, () => {
        if (isSelective(mirror, order)) return { rows: makeOrder({ mirror, versions }, order) }
        const rows = firstRows({ mirror, versions }, order, nearBeginning)
        // Fewer rows than could be read are all of them: counting would be another pass.
        return { rows, total: rows.length < nearBeginning ? rows.length : countRows(mirror, order) }
      }),
  }
}

/** Every row number of a list in an order. */
function makeOrder({ mirror, versions }: Parts, order: ListOrder): Int32Array {
  const shape = listShapes[order.resource]
  const [present = { sql: '', parameters: [] }, absent] = orderSql(shape, order, isIndexed(versions, shape, order))
  const found = numbersOf(mirror, present)
  // Looking for rows without a value takes as long as sorting the others, and most columns that are borrowed have none.
  const rest = absent && found.length < countRows(mirror, order) ? numbersOf(mirror, absent) : []
  const rows = new Int32Array(new SharedArrayBuffer((found.length + rest.length) * Int32Array.BYTES_PER_ELEMENT))
  rows.set(found)
  rows.set(rest, found.length)
  return order.group === null ? rows : grouped(mirror, order, rows)
}

/** The first rows of an order that is not grouped. */
function firstRows({ mirror, versions }: Parts, order: ListOrder, most: number): number[] {
  const shape = listShapes[order.resource]
  const found: number[] = []
  for (const { sql, parameters } of orderSql(shape, order, isIndexed(versions, shape, order))) {
    if (found.length < most)
      found.push(...numbersOf(mirror, { sql: `${sql} LIMIT ?`, parameters: [...parameters, most - found.length] }))
  }
  return found
}

/** Rows by which a filter is judged, and the part of them up to which sorting all its rows costs less than counting them. */
const sampleRows = 2000
const selectivePart = 0.1

function isSelective(mirror: ReadableDatabase, order: ListOrder): boolean {
  const condition = conditionOf(listShapes[order.resource], order)
  if (!condition) return false
  const sample = `SELECT ${condition.sql} AS matches FROM ${tableOf(order.resource)} t LIMIT ${sampleRows}`
  const [part] = numbersOf(mirror, { ...condition, sql: `SELECT total(matches) / max(count(*), 1) FROM (${sample})` })
  return part !== undefined && part <= selectivePart
}

/** The number of an order's rows, counted by SQLite. */
const countRows = (mirror: ReadableDatabase, order: ListOrder): number =>
  numbersOf(mirror, countSql(listShapes[order.resource], order))[0] ?? 0

/** The largest row number of a list; not less than its length. */
const highestRow = (mirror: ReadableDatabase, { resource }: Pick<ListOrder, 'resource'>): number =>
  numbersOf(mirror, { sql: `SELECT coalesce(max(row), 0) FROM ${tableOf(resource)}`, parameters: [] })[0] ?? 0

/** True if the indexes exist by which a list is read in the order of a column: they are created when a first load ends. */
function isIndexed(versions: Versions, shape: ListShape, { column }: ListOrder): boolean {
  const source = sourceOf(shape, column)
  const needed = [source.from === 'other' ? (source.drivenBy ?? shape.resource) : shape.resource]
  const lenders = source.from === 'other' ? source.dependsOn : []
  return [...needed, ...lenders].every((resource) => resource === 'valuations' || versions.loaded(resource))
}

function numbersOf(mirror: ReadableDatabase, { sql, parameters }: Condition): number[] {
  return mirror
    .prepare<unknown[], number>(sql)
    .pluck()
    .all(...parameters)
}

/** How many commits changed each resource, and whether its first load is complete; data cached in memory depends on it. */
export type Versions = {
  of(resources: readonly Resource[]): string
  /** The number of commits that changed one resource. */
  number(resource: Resource): number
  loaded(resource: Resource): boolean
  /** Reads the versions again; call it at the start of every snapshot. */
  refresh(): void
}

/** {@link Versions} of a mirror; call `refresh` before the first use. */
export function createVersions(mirror: ReadableDatabase): Versions {
  const select = mirror.prepare<[], { resource: Resource; version: number; loaded: number }>(
    'SELECT resource, version, loaded FROM resource_state',
  )
  const known = new Map<Resource, { version: number; loaded: boolean }>()
  const number = (resource: Resource) => known.get(resource)?.version ?? 0
  return {
    refresh() {
      for (const { resource, version, loaded } of select.all()) known.set(resource, { version, loaded: loaded === 1 })
    },
    of: (resources) => resources.map(number).join('.'),
    number,
    loaded: (resource) => known.get(resource)?.loaded ?? false,
  }
}

export type Counts = {
  /** Number of a resource's records with `id` in a column such as `household_id`. */
  of(resource: ListedResource, column: string, id: string): number
}

type Count = (id: string) => number

/** Counts by index; before the index exists (during a first load) by one grouped pass, cached until rows change. */
export function createCounts(mirror: ReadableDatabase, versions: Versions): Counts {
  const grouped = new Map<string, { version: string; counts: Map<string, number> }>()
  const direct = new Map<string, Count>()

  const prepare = (resource: ListedResource, column: string): Count => {
    const { table } = recordTables[resource]
    const count = mirror.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE ${column} = ?`).pluck()
    return (id) => count.get(id) ?? 0
  }

  return {
    of(resource, column, id) {
      const key = `${resource}.${column}`
      if (versions.loaded(resource)) {
        grouped.delete(key)
        const count = direct.get(key) ?? prepare(resource, column)
        direct.set(key, count)
        return count(id)
      }
      const version = versions.of([resource])
      let found = grouped.get(key)
      if (found?.version !== version) {
        found = { version, counts: group(mirror, resource, column) }
        grouped.set(key, found)
      }
      return found.counts.get(id) ?? 0
    },
  }
}

function group(mirror: ReadableDatabase, resource: ListedResource, column: string): Map<string, number> {
  const rows = mirror
    .prepare<[], { id: string; n: number }>(
      `SELECT ${column} AS id, count(*) AS n FROM ${recordTables[resource].table} GROUP BY ${column}`,
    )
    .all()
  return new Map(rows.map(({ id, n }) => [id, n]))
}

import { LRUCache } from 'lru-cache'
import { tableOf } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { createStoredColumns, type StoredColumns } from '../stored-columns/load-column.ts'
import { adjustOrder } from './adjust-order.ts'
import { grouped } from './grouping.ts'
import { type ListShape, tieColumn } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import { among, order, rowsOf } from './order.ts'
import type { Versions } from './versions.ts'
import { conditionOf, joinVector, keepOnly, keyOf, resourcesOf, type Vector, type View, wholeOf } from './view.ts'
import { setSql } from './view-sql.ts'

/** A view's rows, and the versions of its dependencies in the snapshot that it was built from. */
export type BuiltView = Vector & { version: string }

export type ViewBuilder = {
  build(view: View): BuiltView
}

/** Up to this many rows, a filtered set is sorted on its own instead of being picked from the order of the whole list. */
const smallSet = 20_000

/** An order of which more rows have changed is built again, which takes about as long. */
const mostAdjusted = 1000

/** Lists of up to this many rows are built by the thread that reads, which takes about 20 ms. */
export const defaultRowsInPlace = 20_000

/** Size of a {@link ViewCache} in bytes: a million rows take 4 MB. */
const maxCacheBytes = 64 * 2 ** 20

/** Views by key; those used longest ago are dropped first. */
export type ViewCache = LRUCache<string, BuiltView>

/** A {@link ViewCache}. The newest view stays even if it alone is larger than `maxSize`: the caller is about to read it. */
export function createViewCache(maxSize = maxCacheBytes): ViewCache {
  return new LRUCache({ maxSize, sizeCalculation: ({ rows }) => Math.min(maxSize, rows.byteLength + 200) })
}

type Parts = {
  mirror: ReadableDatabase
  versions: Versions
  /** Orders that need not be built; null to build every one. */
  stored?: Pick<StoredColumns, 'order'> | null
}

/**
 * Builds views of large lists. The order of a whole list by a column is built once and cached; a filter then only costs finding
 * its rows, which are picked from that order.
 */
export function createViewBuilder({ mirror, versions, stored = createStoredColumns(mirror) }: Parts): ViewBuilder {
  const orders = createViewCache()

  const wholeOrder = (shape: ListShape, whole: View): BuiltView | undefined => {
    const found = orders.get(keyOf(whole)) ?? stored?.order(whole) ?? undefined
    if (!found || found.version === versions.of(resourcesOf(shape, whole))) return found
    const adjusted = adjustOrder({ mirror, versions }, whole, found, mostAdjusted) ?? undefined
    if (adjusted) orders.set(keyOf(whole), adjusted)
    return adjusted
  }
  const makeOrder = (shape: ListShape, whole: View): BuiltView => {
    const version = versions.of(resourcesOf(shape, whole))
    const tied: View = { ...whole, column: tieColumn }
    const byTie = () => (wholeOrder(shape, tied) ?? makeOrder(shape, tied)).rows
    const made = { ...order(mirror, versions, { shape, column: whole.column, condition: null, byTie }), version }
    orders.set(keyOf(whole), made)
    return made
  }

  const buildPlain = (view: View): Vector => {
    const shape = listShapes[view.resource]
    const condition = conditionOf(shape, view)
    const whole = wholeOf(view)
    const kept = wholeOrder(shape, whole)
    if (!condition) return kept ?? makeOrder(shape, whole)
    const rows = rowsOf(mirror, setSql(shape, condition))
    if (rows.length === 0) return joinVector([], [])
    if (!kept && rows.length <= smallSet) {
      return order(mirror, versions, { shape, column: view.column, condition: among(rows) })
    }
    return keepOnly(kept ?? makeOrder(shape, whole), rows, highestRow(mirror, shape))
  }

  return {
    build: (view) =>
      inSnapshot(mirror, versions, () => {
        const version = versions.of(resourcesOf(listShapes[view.resource], view))
        return { ...grouped(mirror, view, buildPlain({ ...view, group: null })), version }
      }),
  }
}

/** A view built at once, by one statement: for small lists, and for the records of a household or another record. */
export function buildInPlace(mirror: ReadableDatabase, versions: Versions, view: View): Vector {
  const shape = listShapes[view.resource]
  return grouped(
    mirror,
    view,
    order(mirror, versions, { shape, column: view.column, condition: conditionOf(shape, view) }),
  )
}

/** The largest row number of a list; not less than its length. */
export function highestRow(mirror: ReadableDatabase, { resource }: ListShape): number {
  return (
    mirror.prepare<[], { highest: number | null }>(`SELECT max(row) AS highest FROM ${tableOf(resource)}`).get()
      ?.highest ?? 0
  )
}

/** Does work in one snapshot of the mirror, with its versions. */
export function inSnapshot<Result>(mirror: ReadableDatabase, versions: Versions, work: () => Result): Result {
  return mirror.transaction(() => {
    versions.refresh()
    return work()
  })()
}

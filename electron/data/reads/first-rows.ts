import { LRUCache } from 'lru-cache'
import type { ReadableDatabase } from '../open-database.ts'
import { listShapes } from './list-shapes.ts'
import { isDriven, rowsOf } from './order.ts'
import type { Versions } from './versions.ts'
import { conditionOf, type Direction, keyOf, resourcesOf, type View } from './view.ts'
import { countSql, orderSql } from './view-sql.ts'

/** The beginning of a view in a direction, the number of all its rows, and the versions of its dependencies in that snapshot. */
export type FirstRows = { rows: number[]; total: number; version: string }

export type AskedFirst = { view: View; direction: Direction }

/** Reads the first rows of a view in another thread, where no read waits for it. */
export type FirstElsewhere = (asked: AskedFirst) => Promise<FirstRows>

/** Rows from either end of a large list that can be read while its view is being built. */
export const nearEnd = 1000

/**
 * Reads the first {@link nearEnd} rows of a view that is not grouped. SQLite passes once over the list and holds no more rows than these, so
 * it is several times faster than the whole order.
 */
export function readFirstRows(
  mirror: ReadableDatabase,
  versions: Versions,
  { view, direction }: AskedFirst,
): FirstRows {
  const shape = listShapes[view.resource]
  const condition = conditionOf(shape, view)
  const driven = isDriven(versions, shape, view.column)
  const { present, absent } = orderSql(shape, view.column, { condition, driven, direction })
  const take = ({ sql, parameters }: typeof present, most: number) =>
    most > 0 ? rowsOf(mirror, { sql: `${sql} LIMIT ?`, parameters: [...parameters, most] }) : []
  const found = take(present, nearEnd)
  const rest = absent ? take(absent, nearEnd - found.length) : []
  return {
    rows: [...found, ...rest],
    total: countRows(mirror, view),
    version: versions.of(resourcesOf(shape, view)),
  }
}

/** The number of rows of a view, counted by SQLite. */
export function countRows(mirror: ReadableDatabase, view: View): number {
  const shape = listShapes[view.resource]
  const [count] = rowsOf(mirror, countSql(shape, conditionOf(shape, view)))
  return count ?? 0
}

/** The first rows of views that are being built, as one reading worker has them. */
export type FirstRowsCache = {
  /** The rows that were read last; a later commit may have changed them. */
  get(asked: AskedFirst): FirstRows | undefined
  /** Reads them again, unless that is under way since the version. */
  read(asked: AskedFirst, version: string): Promise<void>
}

const mostViews = 50

/** {@link FirstRowsCache}; those used longest ago are dropped first. */
export function createFirstRowsCache(readElsewhere: FirstElsewhere): FirstRowsCache {
  const known = new LRUCache<string, FirstRows>({ max: mostViews })
  const underWay = new Map<string, Promise<void>>()
  const nameOf = ({ view, direction }: AskedFirst) => `${direction} ${keyOf(view)}`
  return {
    get: (asked) => known.get(nameOf(asked)),
    read(asked, version) {
      const name = nameOf(asked)
      const key = `${version} ${name}`
      const reading =
        underWay.get(key) ??
        readElsewhere(asked)
          .then((found) => void known.set(name, found))
          .finally(() => underWay.delete(key))
      underWay.set(key, reading)
      return reading
    },
  }
}

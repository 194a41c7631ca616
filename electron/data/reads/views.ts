import { LRUCache } from 'lru-cache'
import type { Resource } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { adjustOrder } from './adjust-order.ts'
import { type BuiltView, buildInPlace, createViewCache, highestRow } from './build-view.ts'
import { type CopyElsewhere, createColumnCopies } from './column-copies.ts'
import { composeView, countFilters } from './compose-view.ts'
import { createIdleQueue } from './idle-queue.ts'
import { type ListShape, tieColumn } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import { createQuiet } from './quiet.ts'
import type { Versions } from './versions.ts'
import { conditionOf, isWhole, keyOf, resourcesOf, type Vector, type View } from './view.ts'
import { countSql } from './view-sql.ts'

export type Views = {
  /** A cached view that is still valid. */
  kept(view: View): Vector | undefined
  /**
   * A view; built once and cached until something it depends on changes.
   * @throws Suspended when it is being built elsewhere.
   */
  vector(view: View): Vector
  /** True if a view is built elsewhere, so that it is worth answering without it. */
  isLarge(view: View): boolean
  /** Starts building a view for later reads. */
  prepare(view: View): void
  /**
   * Copies the columns of a large list and builds those of its orders that cannot be put together from copies; one at a time, and each
   * after `whenQuiet`.
   */
  warm(resource: Resource, whenQuiet?: () => Promise<void>): Promise<void>
  /** Number of rows of a view; counted once. */
  total(view: View): number
  /** Runs a read whose views have been awaited: they are used as they are, and nothing suspends any more. */
  withoutWaiting<Result>(work: () => Result): Result
}

/** Thrown by a read that needs a view which is being built; run the read again when `ready` resolves. */
export class Suspended {
  readonly ready: Promise<void>
  constructor(ready: Promise<void>) {
    this.ready = ready
  }
}

/** Builds a view in another thread, where no read waits for it. */
export type BuildElsewhere = (view: View) => Promise<BuiltView>

type ViewsOptions = {
  mirror: ReadableDatabase
  versions: Versions
  /** Null to build everything in place. */
  buildElsewhere: BuildElsewhere | null
  /** Null to copy nothing. */
  copyElsewhere?: CopyElsewhere | null
  /** Lists of up to this many rows are built in place, which takes about 20 ms. */
  rowsInPlace?: number
}

const mostTotals = 1000
const defaultRowsInPlace = 20_000

/** An order of which more rows have changed is adjusted in the other thread: here that would take longer than about 10 ms. */
const mostAdjusted = 32

/**
 * ms from the first use of a large list until its columns are copied, so that its first screen does not wait for that; and ms without
 * a commit, so that a sweep does not either.
 */
const warmAfter = 3000

/** The views of one reading worker. */
export function createViews(options: ViewsOptions): Views {
  const { mirror, versions, buildElsewhere, copyElsewhere = null, rowsInPlace = defaultRowsInPlace } = options
  const views = createViewCache()
  const totals = new LRUCache<string, { version: string; total: number }>({ max: mostTotals })
  const building = new Map<string, Promise<void>>()
  const idle = createIdleQueue(() => [...building.values()])
  const copies = createColumnCopies({
    mirror,
    versions,
    copyElsewhere: copyElsewhere && ((copied) => idle.run(() => copyElsewhere(copied))),
  })
  const warmed = new Set<Resource>()
  /** Views that are built when no other is. */
  const later = new Set<string>()
  let waited = false

  const shapeOf = (view: View): ListShape => listShapes[view.resource]
  const versionOf = (view: View) => versions.of(resourcesOf(shapeOf(view), view))

  const kept = (view: View): BuiltView | undefined => {
    const key = keyOf(view)
    const found = views.get(key)
    if (!found || waited || found.version === versionOf(view)) return found
    if (!isWhole(view)) return undefined
    const adjusted = adjustOrder({ mirror, versions }, view, found, mostAdjusted)
    if (adjusted) views.set(key, adjusted)
    return adjusted ?? undefined
  }

  const isLarge = (view: View) =>
    buildElsewhere !== null && view.scope.length === 0 && highestRow(mirror, shapeOf(view)) > rowsInPlace

  /** Joins a running build only if it was requested after the last change that is visible here. */
  const build = (view: View, elsewhere: BuildElsewhere): Promise<void> => {
    const key = keyOf(view)
    const asked = `${versionOf(view)} ${key}`
    const underWay = building.get(asked)
    if (underWay) return underWay
    const ready = elsewhere(view)
      .then((built) => void views.set(key, built))
      .finally(() => building.delete(asked))
    building.set(asked, ready)
    return ready
  }

  /** Builds a view when no other is being built. */
  const buildLater = async (view: View): Promise<void> => {
    const key = keyOf(view)
    if (!buildElsewhere || later.has(key)) return
    later.add(key)
    await idle.run(() => build(view, buildElsewhere)).finally(() => later.delete(key))
  }

  const orderOf = (view: View): Vector | null => {
    const found = kept(view)
    if (!found) buildLater(view).catch(() => {})
    return found ?? null
  }

  const inMemory = { mirror, copies, kept: (view: View) => kept(view) ?? null, orderOf }
  /** Copies are worth it for a large list, and change with every commit until its first load is complete. */
  const hasCopies = (view: View) => copyElsewhere !== null && !waited && isLarge(view) && versions.loaded(view.resource)

  const warm = async (resource: Resource, whenQuiet = () => Promise.resolve()): Promise<void> => {
    await whenQuiet()
    const base: View = { resource, column: tieColumn, filters: [], scope: [], group: null, today: '' }
    await buildLater(base)
    for (const [column, source] of Object.entries(listShapes[resource].columns)) {
      await whenQuiet()
      const isOwn = source.from === 'own'
      if (isOwn) await copies.prepare({ resource, column })
      const isOrdered = isOwn ? copies.isRefused({ resource, column }) : source.from === 'other' && source.ranked
      if (isOrdered && !views.has(keyOf({ ...base, column }))) await buildLater({ ...base, column })
    }
  }

  const warmSoon = (resource: Resource) => {
    if (warmed.has(resource)) return
    warmed.add(resource)
    const whenQuiet = createQuiet(mirror, warmAfter)
    setTimeout(() => {
      warm(resource, whenQuiet).catch(() => {})
    }, warmAfter).unref()
  }

  return {
    kept,
    isLarge,
    warm,
    vector(view) {
      const found = kept(view)
      if (found) return found
      if (hasCopies(view)) {
        warmSoon(view.resource)
        const composed = composeView(inMemory, view)
        if (composed) {
          views.set(keyOf(view), { ...composed, version: versionOf(view) })
          return composed
        }
      }
      if (buildElsewhere && isLarge(view) && !waited) throw new Suspended(build(view, buildElsewhere))
      const built = { ...buildInPlace(mirror, versions, view), version: versionOf(view) }
      views.set(keyOf(view), built)
      return built
    },
    prepare(view) {
      if (hasCopies(view)) warmSoon(view.resource)
      // A later read that needs the view requests it again and then gets the error.
      if (buildElsewhere) build(view, buildElsewhere).catch(() => {})
    },
    total(view) {
      const found = kept(view)
      if (found) return found.rows.length
      const key = keyOf({ ...view, column: '', group: null })
      const version = versionOf(view)
      const known = totals.get(key)
      if (known?.version === version) return known.total
      const total = (hasCopies(view) ? countFilters(inMemory, view) : null) ?? countRows(mirror, view)
      totals.set(key, { version, total })
      return total
    },
    withoutWaiting(work) {
      waited = true
      try {
        return work()
      } finally {
        waited = false
      }
    },
  }
}

/** The number of rows of a view, counted by SQLite. */
function countRows(mirror: ReadableDatabase, view: View): number {
  const shape = listShapes[view.resource]
  const { sql, parameters } = countSql(shape, conditionOf(shape, view))
  const count = mirror.prepare<unknown[], number>(sql).pluck()
  return count.get(...parameters) ?? 0
}

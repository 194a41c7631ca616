import { LRUCache } from 'lru-cache'
import type { ReadableDatabase } from '../open-database.ts'
import { type BuiltView, buildInPlace, createViewCache, highestRow } from './build-view.ts'
import type { ListShape } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import type { Versions } from './versions.ts'
import { conditionOf, keyOf, resourcesOf, type Vector, type View } from './view.ts'
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
  /** Lists of up to this many rows are built in place, which takes about 20 ms. */
  rowsInPlace?: number
}

const mostTotals = 1000
const defaultRowsInPlace = 20_000

/** The views of one reading worker. */
export function createViews(options: ViewsOptions): Views {
  const { mirror, versions, buildElsewhere, rowsInPlace = defaultRowsInPlace } = options
  const views = createViewCache()
  const totals = new LRUCache<string, { version: string; total: number }>({ max: mostTotals })
  const building = new Map<string, Promise<void>>()
  let waited = false

  const shapeOf = (view: View): ListShape => listShapes[view.resource]
  const versionOf = (view: View) => versions.of(resourcesOf(shapeOf(view), view))

  const kept = (view: View): BuiltView | undefined => {
    const found = views.get(keyOf(view))
    return found && (waited || found.version === versionOf(view)) ? found : undefined
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

  return {
    kept,
    isLarge,
    vector(view) {
      const found = kept(view)
      if (found) return found
      if (buildElsewhere && isLarge(view) && !waited) throw new Suspended(build(view, buildElsewhere))
      const built = { ...buildInPlace(mirror, versions, view), version: versionOf(view) }
      views.set(keyOf(view), built)
      return built
    },
    prepare(view) {
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
      const { sql, parameters } = countSql(shapeOf(view), conditionOf(shapeOf(view), view))
      const count = mirror.prepare<unknown[], number>(sql).pluck()
      const total = count.get(...parameters) ?? 0
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

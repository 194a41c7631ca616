import type { Db } from '../open-database.ts'
import { type BuiltView, buildInPlace, highestRow } from './build-view.ts'
import type { ListShape } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import { createLruCache } from './lru-cache.ts'
import type { Vector } from './vector.ts'
import type { Versions } from './versions.ts'
import { conditionOf, keyOf, resourcesOf, type View } from './view.ts'
import { countSql } from './view-sql.ts'

export type Views = {
  /** A view that is at hand and still true. */
  kept(view: View): Vector | undefined
  /**
   * A view; built once and kept until something it depends on changes.
   * @throws Suspended when it is being built elsewhere.
   */
  vector(view: View): Vector
  /** Whether a view is built elsewhere, so that it is worth answering without it. */
  isLarge(view: View): boolean
  /** Has a view built, for whoever asks next. */
  prepare(view: View): void
  /** How many rows a view has; counted once. */
  total(view: View): number
  /** Runs a read for which views were waited for: they are taken as they are, and nothing suspends any more. */
  withoutWaiting<Result>(work: () => Result): Result
}

/** Thrown by a read that needs a view which is being built; the read is to be run again when it is `ready`. */
export class Suspended {
  readonly ready: Promise<void>
  constructor(ready: Promise<void>) {
    this.ready = ready
  }
}

/** Builds a view where it keeps nobody waiting. */
export type BuildElsewhere = (view: View) => Promise<BuiltView>

type ViewsOptions = {
  mirror: Db
  versions: Versions
  /** Null where everything is built in place. */
  buildElsewhere: BuildElsewhere | null
  /** Lists of up to so many rows are built in place: some 20 ms. */
  rowsInPlace?: number
}

/** Bytes of views that are kept: a million rows are 4 MB. */
const maxBytes = 64 * 2 ** 20
const defaultRowsInPlace = 20_000

/** The views of one reading worker. */
export function createViews(options: ViewsOptions): Views {
  const { mirror, versions, buildElsewhere, rowsInPlace = defaultRowsInPlace } = options
  const views = createLruCache<BuiltView>({ maxBytes, bytesOf: ({ rows }) => rows.byteLength + 200 })
  const totals = createLruCache<{ version: string; total: number }>({ maxBytes: 1000, bytesOf: () => 1 })
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

  /** Joins a build only if it was asked for after the last change that is seen here. */
  const build = (view: View, elsewhere: BuildElsewhere): Promise<void> => {
    const key = keyOf(view)
    const asked = `${versionOf(view)} ${key}`
    const underWay = building.get(asked)
    if (underWay) return underWay
    const ready = elsewhere(view)
      .then((built) => views.put(key, built))
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
      views.put(keyOf(view), built)
      return built
    },
    prepare(view) {
      // Whoever needs the view later asks again, and is told then what went wrong.
      if (buildElsewhere) build(view, buildElsewhere).catch(() => {})
    },
    total(view) {
      const found = kept(view)
      if (found) return found.rows.length
      const key = keyOf({ ...view, column: '' })
      const version = versionOf(view)
      const known = totals.get(key)
      if (known?.version === version) return known.total
      const { sql, parameters } = countSql(shapeOf(view), conditionOf(shapeOf(view), view))
      const count = mirror.prepare<unknown[], number>(sql).pluck()
      const total = count.get(...parameters) ?? 0
      totals.put(key, { version, total })
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

import { LRUCache } from 'lru-cache'
import type { Resource } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { createStoredColumns } from '../stored-columns/load-column.ts'
import { adjustOrder, mostAdjusted } from './adjust-order.ts'
import {
  type BuiltView,
  buildInPlace,
  createViewCache,
  defaultRowsInPlace,
  highestRow,
  inSnapshot,
} from './build-view.ts'
import { type CopyElsewhere, createColumnCopies } from './column-copies.ts'
import { composeFirst, composeView, countFilters } from './compose-view.ts'
import { countRows, createFirstRowsCache, type FirstElsewhere, type FirstRows, nearEnd } from './first-rows.ts'
import { createIdleQueue } from './idle-queue.ts'
import type { ListShape } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import type { Versions } from './versions.ts'
import {
  type Direction,
  isWhole,
  keyOf,
  type Order,
  orderIn,
  resourcesOf,
  type Vector,
  type View,
  windowIn,
} from './view.ts'
import { createWarmLists } from './warm-lists.ts'

export type Views = {
  /** A cached view that is still valid. */
  kept(view: View): Vector | undefined
  /**
   * A view; built once and cached until something it depends on changes.
   * @throws Suspended when it is being built elsewhere.
   */
  vector(view: View): Vector
  /** A window near an end of a large list whose order is stored and not yet in memory; null otherwise. */
  stored(
    view: View,
    direction: Direction,
    window: { from: number; to: number },
  ): { rows: Int32Array; total: number } | null
  /**
   * The beginning of a large view that is being built, up to a row; null if the view is at hand, or is needed for this.
   * @throws Suspended when either is on its way.
   */
  first(view: View, direction: Direction, to: number): FirstRows | null
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
  /** Null to wait for every whole view. */
  firstElsewhere?: FirstElsewhere | null
  rowsInPlace?: number
}

const mostTotals = 1000

/** ms after its start in which a reader builds nothing ahead: the first window is being drawn, on the same cores. */
const settlingMs = 1000

/** The views of one reading worker. */
export function createViews(options: ViewsOptions): Views {
  const { mirror, versions, buildElsewhere, rowsInPlace = defaultRowsInPlace } = options
  const { copyElsewhere = null, firstElsewhere = null } = options
  const firsts = firstElsewhere && createFirstRowsCache(firstElsewhere)
  const stored = createStoredColumns(mirror)
  /** Orders that are not stored, or too long ago to be brought up to date here. */
  const unstored = new Set<string>()
  const views = createViewCache()
  const totals = new LRUCache<string, { version: string; total: number }>({ max: mostTotals })
  const building = new Map<string, Promise<void>>()
  const idle = createIdleQueue(() => [...building.values()])
  const copies = createColumnCopies({
    mirror,
    versions,
    copyElsewhere: copyElsewhere && ((copied) => idle.run(() => copyElsewhere(copied))),
    stored,
  })
  /** Views that are built when no other is. */
  const later = new Set<string>()
  const settled = new Promise((resolve) => setTimeout(resolve, settlingMs).unref())
  let waited = false

  const shapeOf = (view: View): ListShape => listShapes[view.resource]
  const versionOf = (view: View) => versions.of(resourcesOf(shapeOf(view), view))

  const fromMirror = (view: View, key: string): BuiltView | undefined => {
    if (waited || unstored.has(key) || !isWhole(view) || !isLarge(view)) return undefined
    const found = stored.order(view)
    if (found) views.set(key, found)
    else unstored.add(key)
    return found ?? undefined
  }

  const kept = (view: View): BuiltView | undefined => {
    const key = keyOf(view)
    const found = views.get(key) ?? fromMirror(view, key)
    if (!found || waited || found.version === versionOf(view)) return found
    if (!isWhole(view)) return undefined
    const adjusted = adjustOrder({ mirror, versions }, view, found, mostAdjusted)
    if (adjusted) views.set(key, adjusted)
    else unstored.add(key)
    return adjusted ?? undefined
  }

  /** The order of a whole list that is stored, not in memory, and up to date. */
  const openStored = (view: View): Order | null => {
    const key = keyOf(view)
    if (waited || unstored.has(key) || views.has(key) || !isWhole(view) || !isLarge(view)) return null
    const found = stored.open(view)
    return found?.version === versionOf(view) ? found : null
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
    const buildUnlessKept = async () => {
      if (!inSnapshot(mirror, versions, () => kept(view))) await build(view, buildElsewhere)
    }
    await idle.run(buildUnlessKept).finally(() => later.delete(key))
  }

  /** A view that is cached or stored; of a stored one only what is read is loaded. */
  const read = (view: View): Order | null => {
    const opened = openStored(view)
    const found = opened ? undefined : kept(view)
    return found ? orderIn(found) : opened
  }

  const orderOf = (view: View): Vector | null => {
    const found = kept(view)
    if (!found) buildLater(view).catch(() => {})
    return found ?? null
  }

  const lists = createWarmLists({ mirror, copies, buildLater, isBuilt: (view) => views.has(keyOf(view)) })
  const inMemory = { mirror, copies, kept: (view: View) => kept(view) ?? null, read, orderOf }
  /** Copies are worth it for a large list, and change with every commit until its first load is complete. */
  const hasCopies = (view: View) => copyElsewhere !== null && !waited && isLarge(view) && versions.loaded(view.resource)

  /** A view that is cached, or can be put together from columns in memory. */
  const atHand = (view: View): Vector | null => {
    const found = kept(view)
    if (found || !hasCopies(view)) return found ?? null
    lists.soon(view.resource)
    const composed = composeView(inMemory, view)
    if (composed) views.set(keyOf(view), { ...composed, version: versionOf(view) })
    return composed
  }

  /** The first rows of a filtered view that is not cached, from columns in memory. */
  const composeNear = (view: View, direction: Direction, most: number): FirstRows | null => {
    if (kept(view) || !hasCopies(view)) return null
    const found = composeFirst(inMemory, view, { direction, most })
    if (!found) return null
    lists.soon(view.resource)
    return { ...found, version: versionOf(view) }
  }

  return {
    kept,
    isLarge,
    warm: lists.warm,
    stored(view, direction, { from, to }) {
      const order = to > nearEnd ? null : openStored(view)
      return order && { rows: windowIn(order, direction, from, to), total: order.length }
    },
    first(view, direction, to) {
      if (view.group || to > nearEnd || !isLarge(view)) return null
      const near = composeNear(view, direction, to)
      if (near || !firsts || !buildElsewhere || atHand(view)) return near
      const asked = { view, direction }
      const found = firsts.get(asked)
      if (waited) return found ?? null
      const whole = build(view, buildElsewhere)
      if (found?.version === versionOf(view)) {
        whole.catch(() => {})
        return found
      }
      // If both fail, the error is that of the whole view.
      throw new Suspended(Promise.any([firsts.read(asked, versionOf(view)), whole]).catch(() => whole))
    },
    vector(view) {
      const found = atHand(view)
      if (found) return found
      if (buildElsewhere && isLarge(view) && !waited) throw new Suspended(build(view, buildElsewhere))
      const built = { ...buildInPlace(mirror, versions, view), version: versionOf(view) }
      views.set(keyOf(view), built)
      return built
    },
    prepare(view) {
      if (hasCopies(view)) lists.soon(view.resource)
      // A later read that needs the view requests it again and then gets the error.
      if (buildElsewhere) settled.then(() => (kept(view) ? undefined : build(view, buildElsewhere))).catch(() => {})
    },
    total(view) {
      const found = read(view)
      if (found) return found.length
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

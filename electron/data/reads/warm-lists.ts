import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Resource } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { ColumnCopies } from './column-copies.ts'
import { tieColumn } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import { createQuiet } from './quiet.ts'
import { type View, wholeOf } from './view.ts'

/** Brings the columns and orders of large lists into memory. */
export type WarmLists = {
  /** Copies a list’s columns and builds those of its orders that cannot be put together from copies; one at a time. */
  warm(resource: Resource): Promise<void>
  /** Does so some seconds after the first call for this list. */
  soon(resource: Resource): void
}

type Parts = {
  mirror: ReadableDatabase
  copies: ColumnCopies
  isBuilt(view: View): boolean
  /** Builds a view when no other is being built. */
  buildLater(view: View): Promise<void>
}

/**
 * ms from the first use of a large list until its columns are copied, so that its first screen does not share the cores with that; and ms without
 * a commit, so that a sweep does not either.
 */
const warmAfter = 3000

/** {@link WarmLists} of one reading worker. */
export function createWarmLists({ mirror, copies, isBuilt, buildLater }: Parts): WarmLists {
  const begun = new Set<Resource>()
  const warm = async (resource: Resource, whenQuiet = () => Promise.resolve()): Promise<void> => {
    await whenQuiet()
    const base = wholeOf({ resource, column: tieColumn })
    await buildLater(base)
    for (const [column, source] of Object.entries(listShapes[resource].columns)) {
      await whenQuiet()
      // Each column that is stored takes some 5 ms to read.
      await nextTurn()
      const isOwn = source.from === 'own'
      if (isOwn) await copies.prepare({ resource, column })
      const isOrdered = isOwn ? copies.isRefused({ resource, column }) : source.from === 'other' && source.ranked
      if (isOrdered && !isBuilt({ ...base, column })) await buildLater({ ...base, column })
    }
  }
  return {
    warm: (resource) => warm(resource),
    soon(resource) {
      if (begun.has(resource)) return
      begun.add(resource)
      const whenQuiet = createQuiet(mirror, warmAfter)
      setTimeout(() => {
        warm(resource, whenQuiet).catch(() => {})
      }, warmAfter).unref()
    },
  }
}

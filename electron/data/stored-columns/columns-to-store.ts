import type { ReadableDatabase } from '../open-database.ts'
import { mostAdjusted, rowsToAdjust } from '../reads/adjust-order.ts'
import { defaultRowsInPlace, highestRow, inSnapshot } from '../reads/build-view.ts'
import type { CopiedColumn } from '../reads/column-copy.ts'
import { tieColumn } from '../reads/list-shape.ts'
import { listShapes } from '../reads/list-shapes.ts'
import type { Versions } from '../reads/versions.ts'
import { resourcesOf, wholeOf } from '../reads/view.ts'
import { statementOf } from './stored-column.ts'

/** A column that is not stored, or so old that a reader cannot bring it up to date at once; and its version now. */
export type ColumnToStore = CopiedColumn & { version: string }

type Parts = { mirror: ReadableDatabase; versions: Versions; rowsInPlace?: number }

/** The columns of large lists that should be stored. A list of which the first load is not complete changes with every commit. */
export function columnsToStore({ mirror, versions, rowsInPlace = defaultRowsInPlace }: Parts): ColumnToStore[] {
  const storedVersion = mirror
    .prepare<[string, string, string], string>(
      'SELECT version FROM stored_column WHERE resource = ? AND name = ? AND statement = ?',
    )
    .pluck()
  return inSnapshot(mirror, versions, () => {
    const large = Object.values(listShapes).filter(
      (shape) => versions.loaded(shape.resource) && highestRow(mirror, shape) > rowsInPlace,
    )
    return large.flatMap((shape) =>
      [tieColumn, ...Object.keys(shape.columns)].flatMap((column): ColumnToStore[] => {
        const view = wholeOf({ resource: shape.resource, column })
        const version = versions.of(resourcesOf(shape, view))
        const stored = storedVersion.get(shape.resource, column, statementOf(view))
        const isNear =
          stored !== undefined &&
          (stored === version || (rowsToAdjust({ mirror, versions }, view, stored)?.length ?? Infinity) <= mostAdjusted)
        return isNear ? [] : [{ resource: shape.resource, column, version }]
      }),
    )
  })
}

import { listedResources } from '../../../shared/service/resource.ts'
import { mostAdjusted, rowsToAdjust } from '../reads/adjust-order.ts'
import { defaultRowsInPlace, highestRow, inSnapshot } from '../reads/build-view.ts'
import type { CopiedColumn } from '../reads/column-copy.ts'
import { tieColumn } from '../reads/list-shape.ts'
import { listShapes } from '../reads/list-shapes.ts'
import type { Versions } from '../reads/versions.ts'
import { resourcesOf, wholeOf } from '../reads/view.ts'
import type { Writer } from '../writer.ts'
import { statementOf } from './stored-column.ts'

/** A column that is not stored, or so old that a reader cannot bring it up to date at once. */
export type ColumnToStore = CopiedColumn & {
  /** Changes with the column, and with every list that arrives for the first time: until then the computer has other work to do. */
  version: string
}

type Parts = Pick<Writer, 'mirror' | 'finishing'> & { versions: Versions; rowsInPlace?: number }

/**
 * The columns of large lists that should be stored. A list of which the first load is not complete changes with every commit. None while a
 * load is being completed, which needs the memory and the processor.
 */
export function columnsToStore({
  mirror,
  finishing,
  versions,
  rowsInPlace = defaultRowsInPlace,
}: Parts): ColumnToStore[] {
  if (finishing.loads > 0) return []
  const storedVersion = mirror
    .prepare<[string, string, string], string>(
      'SELECT version FROM stored_column WHERE resource = ? AND name = ? AND statement = ?',
    )
    .pluck()
  return inSnapshot(mirror, versions, () => {
    const arriving = versions.of(listedResources.filter((resource) => !versions.loaded(resource)))
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
        return isNear ? [] : [{ resource: shape.resource, column, version: `${version} ${arriving}` }]
      }),
    )
  })
}

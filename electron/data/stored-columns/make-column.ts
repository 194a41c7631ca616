import type { ReadableDatabase } from '../open-database.ts'
import { createViewBuilder, inSnapshot } from '../reads/build-view.ts'
import { type CopiedColumn, copyColumnAtOnce, isCopyable, mostCodes, ranksOf } from '../reads/column-copy.ts'
import { sortByCode } from '../reads/compose-view.ts'
import { tieColumn } from '../reads/list-shape.ts'
import { listShapes } from '../reads/list-shapes.ts'
import type { Versions } from '../reads/versions.ts'
import { resourcesOf, wholeOf } from '../reads/view.ts'
import type { StoredColumn } from './stored-column.ts'

/** Makes columns of large lists ready to be stored. */
export type ColumnMaker = { make(asked: CopiedColumn): StoredColumn }

type Parts = { mirror: ReadableDatabase; versions: Versions; mostValues?: number }

/** {@link ColumnMaker} on one connection. A column takes half a second for a million rows, in which the thread does nothing else. */
export function createColumnMaker({ mirror, versions, mostValues = mostCodes }: Parts): ColumnMaker {
  const builder = createViewBuilder({ mirror, versions, stored: null })
  return {
    make: (asked) =>
      inSnapshot(mirror, versions, () => {
        const view = wholeOf(asked)
        const version = versions.number(asked.resource)
        const copy = isCopyable(asked) ? copyColumnAtOnce(mirror, asked, { version, mostValues }) : null
        const { rows, present } = builder.build(copy ? { ...view, column: tieColumn } : view)
        return {
          ...asked,
          version: versions.of(resourcesOf(listShapes[asked.resource], view)),
          order: copy ? sortByCode(rows, copy, ranksOf(mirror, copy)) : { rows, present },
          copy: copy && { codes: copy.codes, values: copy.values, ranks: copy.ranks },
        }
      }),
  }
}

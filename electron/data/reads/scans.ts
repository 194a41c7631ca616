import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReadableDatabase } from '../open-database.ts'
import { inSnapshot } from './build-view.ts'
import { type ColumnCopy, type CopiedColumn, copyColumn, mostCodes } from './column-copy.ts'
import { type AskedFirst, type FirstRows, readFirstRows } from './first-rows.ts'
import type { Versions } from './versions.ts'

/** Passes over large lists, for a reader in another thread. */
export type Scans = {
  /** The first rows of a view; other requests wait until they are found. */
  first(asked: AskedFirst): FirstRows
  /** Copies a column in small pieces, so that no other request waits for it; null if it has too many values. */
  copy(copied: CopiedColumn): Promise<ColumnCopy | null>
}

type Parts = {
  mirror: ReadableDatabase
  versions: Versions
  /** A column with more values is not copied. */
  mostValues?: number
  /** Rows of a column that are copied at once. */
  rowsAtOnce?: number
}

/** {@link Scans} on one connection. */
export function createScans({ mirror, versions, mostValues = mostCodes, rowsAtOnce }: Parts): Scans {
  return {
    first: (asked) => inSnapshot(mirror, versions, () => readFirstRows(mirror, versions, asked)),
    async copy(copied) {
      const version = inSnapshot(mirror, versions, () => versions.number(copied.resource))
      const pieces = rowsAtOnce === undefined ? {} : { rowsAtOnce }
      return copyColumn(mirror, copied, { version, mostValues, ...pieces, giveWay: () => nextTurn() })
    },
  }
}

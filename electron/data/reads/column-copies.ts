import { LRUCache } from 'lru-cache'
import { changedRows } from '../mirror/row-changes.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { StoredColumns } from '../stored-columns/load-column.ts'
import { adjustCopy, type ColumnCopy, type CopiedColumn, isCopyable } from './column-copy.ts'
import type { Versions } from './versions.ts'

/** The columns that one reading worker holds in memory. */
export type ColumnCopies = {
  /** The column as it is in the snapshot being read; null if it is not at hand, and then it is on its way if it can be. */
  of(copied: CopiedColumn): ColumnCopy | null
  /** Copies a column for later reads; resolves when it is at hand, or cannot be. */
  prepare(copied: CopiedColumn): Promise<void>
  /** True if a column has too many values to be copied. */
  isRefused(copied: CopiedColumn): boolean
}

/** Copies a column in another thread, where no read waits for it; null if it has too many values. */
export type CopyElsewhere = (copied: CopiedColumn) => Promise<ColumnCopy | null>

type Parts = {
  mirror: ReadableDatabase
  versions: Versions
  copyElsewhere: CopyElsewhere | null
  stored: Pick<StoredColumns, 'copy'>
}

/** Bytes of all columns; a million rows take 2 MB each. */
const maxBytes = 48 * 2 ** 20

/** A column of which more rows have changed is copied again in the other thread: reading these rows here would take longer than 5 ms. */
const mostAdjusted = 500

/** {@link ColumnCopies}; those used longest ago are dropped first. */
export function createColumnCopies({ mirror, versions, copyElsewhere, stored }: Parts): ColumnCopies {
  // Another thread answers with a copy of its own, so this one may change it.
  const copies = new LRUCache<string, ColumnCopy>({
    maxSize: maxBytes,
    sizeCalculation: ({ codes }) => Math.min(maxBytes, codes.byteLength),
  })
  const underWay = new Map<string, Promise<void>>()
  /** Columns with too many values. */
  const refused = new Set<string>()

  /** Columns that are not stored, or too long ago to be brought up to date here. */
  const unstored = new Set<string>()

  const refuse = (key: string) => {
    refused.add(key)
    copies.delete(key)
  }

  const prepare = (copied: CopiedColumn): Promise<void> => {
    const key = keyOf(copied)
    if (copyElsewhere === null || refused.has(key) || !isCopyable(copied)) return Promise.resolve()
    const asked =
      underWay.get(key) ??
      copyElsewhere(copied)
        .then((copy) => {
          if (copy === null) refuse(key)
          else copies.set(key, copy)
        })
        // The next read that needs the column asks again; until then SQLite compares its values.
        .catch(() => {})
        .finally(() => underWay.delete(key))
    underWay.set(key, asked)
    return asked
  }

  /** The copy in the version of this snapshot, or null. */
  const current = (copied: CopiedColumn, copy: ColumnCopy): ColumnCopy | null => {
    const version = versions.number(copied.resource)
    if (copy.version === version) return copy
    const changed = changedRows(mirror, copied.resource, { from: copy.version, to: version })
    if (changed === null || changed.rows.length > mostAdjusted) {
      copies.delete(keyOf(copied))
      unstored.add(keyOf(copied))
      return null
    }
    const adjusted = adjustCopy(mirror, copied, { copy, rows: changed.rows, version })
    if (adjusted === null) refuse(keyOf(copied))
    return adjusted
  }

  const kept = (copied: CopiedColumn): ColumnCopy | null => {
    const key = keyOf(copied)
    const found = copies.get(key)
    if (found || unstored.has(key) || copyElsewhere === null || !isCopyable(copied)) return found ?? null
    const loaded = stored.copy(copied)
    if (loaded) copies.set(key, loaded)
    else unstored.add(key)
    return loaded
  }

  return {
    of(copied) {
      const found = kept(copied)
      const copy = found ? current(copied, found) : null
      if (copy === null) void prepare(copied)
      return copy
    },
    isRefused: (copied) => refused.has(keyOf(copied)),
    prepare: (copied) => (kept(copied) ? Promise.resolve() : prepare(copied)),
  }
}

const keyOf = ({ resource, column }: CopiedColumn): string => `${resource}.${column}`

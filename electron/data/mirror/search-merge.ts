import type { WritableDatabase } from '../open-database.ts'

/** Merges the segments of the search indexes, of which each query would otherwise read every one. */
export type SearchMerge = {
  /**
   * Makes FTS5 note that all segments are to become one, inside the open transaction: {@link SearchMerge.step} then continues, also
   * after a restart.
   */
  begin(): void
  /** Merges for about 5 ms, in a transaction of its own. Returns false once nothing is left to merge. */
  step(): boolean
}

const indexes = ['search', 'search_name'] as const

/** Pages of 4 KiB that FTS5 writes in one step: about 5 ms. */
const defaultPages = 32

/** A {@link SearchMerge} on one connection. */
export function createSearchMerge(db: WritableDatabase, pagesPerStep = defaultPages): SearchMerge {
  const merges = indexes.map((index) => db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`))
  const written = db.prepare<[], number>('SELECT total_changes()').pluck()
  /** A merge that finds nothing to do counts as one change. */
  const hasMerged = (merge: (typeof merges)[number]) => {
    const before = written.get() ?? 0
    merge.run(pagesPerStep)
    return (written.get() ?? 0) - before >= 2
  }
  return {
    begin() {
      // A negative number includes levels with few segments, which a positive one leaves as they are.
      for (const merge of merges) merge.run(-1)
    },
    step: () => merges.some(hasMerged),
  }
}

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

/** ms without a commit after which merging goes on: while a sweep writes, its commits are closer together. */
const defaultQuiet = 1000
/** ms between two steps: merging takes about half a core. */
const pause = 5

/**
 * Most pages in the write-ahead log that are left to a later commit to copy into the database, which it would do all at once: 10,000
 * pages can take half a second.
 */
const mostLogged = 1000

/** Merges the search indexes in small steps, and empties the write-ahead log, while the writing thread has nothing else to do. */
export type IdleMerge = {
  /** From now on, merging begins after every commit, and now if it was interrupted. Without this call, nothing is merged. */
  start(quiet?: number): void
  /** A batch has ended. */
  wake(): void
  /** Resolves once nothing is left to merge, or once merging is stopped. */
  done(): Promise<void>
  stop(): void
}

type Parts = {
  mirror: Pick<WritableDatabase, 'inTransaction' | 'pragma'>
  merge: Pick<SearchMerge, 'step'>
  onTrouble: (problem: unknown) => void
}

/** An {@link IdleMerge}: a timer before each step lets other calls through first, so that none waits for more than one step. */
export function createIdleMerge({ mirror, merge, onTrouble }: Parts): IdleMerge {
  let wait: number | null = null
  let timer: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []

  const end = () => {
    clearTimeout(timer)
    timer = undefined
    for (const resolve of waiting) resolve()
    waiting = []
  }
  const after = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(step, ms)
  }
  const step = () => {
    // The end of the open batch wakes it again.
    if (mirror.inTransaction) return
    try {
      const isMore = merge.step()
      emptyLog(mirror)
      if (isMore) return after(pause)
    } catch (problem) {
      onTrouble(problem)
    }
    end()
  }

  const wake = () => {
    if (wait !== null) after(wait)
  }
  return {
    start(quiet = defaultQuiet) {
      wait = quiet
      wake()
    },
    wake,
    done: () =>
      new Promise((resolve) => {
        if (timer === undefined) resolve()
        else waiting.push(resolve)
      }),
    stop() {
      wait = null
      end()
    },
  }
}

/** Copies the write-ahead log into the database, as far as no reader needs it, if it has become long. */
function emptyLog(mirror: Parts['mirror']): void {
  const [state] = mirror.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
  if (state && state.log - state.checkpointed > mostLogged) mirror.pragma('wal_checkpoint(PASSIVE)')
}

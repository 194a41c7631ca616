import { hasOnlyPlainWords } from '../../../shared/domain/fold.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { WritableDatabase } from '../open-database.ts'
import type { WaitingRows } from '../write-batch.ts'
import { joined, passageBreak, searchRowOf } from './record-tables.ts'
import { findableWords, indexedText } from './search-words.ts'

/** Full text of all records, and the words of their names for correcting typos; always inside an open transaction. */
export type SearchIndex = {
  put(resource: Resource, row: number, text: { title: string; body: string }): void
  remove(resource: Resource, row: number): void
}

/**
 * A {@link SearchIndex} on one connection; statements are prepared once.
 *
 * @param known - words that need not be added again: names share many. Only for work that is undone as a whole, or not at all.
 */
export function createSearchIndex(db: WritableDatabase, known?: Set<string>): SearchIndex {
  const putText = db.prepare('INSERT OR REPLACE INTO search (rowid, text) VALUES (?, ?)')
  const putName = db.prepare('INSERT OR REPLACE INTO search_name (rowid, name) VALUES (?, ?)')
  const removeText = db.prepare('DELETE FROM search WHERE rowid = ?')
  const removeName = db.prepare('DELETE FROM search_name WHERE rowid = ?')
  const addTerm = db.prepare('INSERT INTO name_term (term) VALUES (?) ON CONFLICT DO NOTHING')
  return {
    put(resource, row, { title, body }) {
      const words = findableWords(title)
      const name = hasOnlyPlainWords(title) ? title : words.join(' ')
      putText.run(searchRowOf(resource, row), `${name} ${indexedText(body)}`)
      if (name !== '') putName.run(searchRowOf(resource, row), name)
      // A word stays when the last name with it is deleted: it then leads to no record.
      for (const word of words) {
        if (known?.has(word) || !isTerm.test(word)) continue
        addTerm.run(word)
        known?.add(word)
      }
    },
    remove(resource, row) {
      removeText.run(searchRowOf(resource, row))
      removeName.run(searchRowOf(resource, row))
    },
  }
}

/** A {@link SearchIndex} of which the rows wait until their batch is committed. */
type BatchedSearchIndex = SearchIndex & WaitingRows

/**
 * Collects the search rows of one batch. FTS5 writes what it has as a segment of its own, and merges segments, at each savepoint and
 * at each row number below the one before: with a savepoint per page that took two fifths of a sweep in which few records changed.
 * So the rows are written together, in the order of their numbers.
 */
export function createBatchedSearchIndex(index: SearchIndex): BatchedSearchIndex {
  let waiting: { at: number; write: () => void }[] = []
  return {
    put(resource, row, text) {
      waiting.push({ at: searchRowOf(resource, row), write: () => index.put(resource, row, text) })
    },
    remove(resource, row) {
      waiting.push({ at: searchRowOf(resource, row), write: () => index.remove(resource, row) })
    },
    write() {
      const last = new Map(waiting.map(({ at, write }) => [at, write]))
      for (const [, write] of [...last].sort(([one], [other]) => one - other)) write()
      waiting = []
    },
    count: () => waiting.length,
    keepOnly(count) {
      waiting.length = Math.min(waiting.length, count)
    },
  }
}

/** Words whose typos are corrected: letters only, long enough to be told apart and no longer than names are. */
const isTerm = /^\p{L}{3,32}$/u

/** The searchable text of a valuation. */
export function valuationBody({ directly_held_assets, description }: Valuation): string {
  return joined([...directly_held_assets.map((asset) => asset.display_name), description], passageBreak)
}

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
 * Most pages that may stay in the write-ahead log. A later commit would copy more of them into the database all at once: 10,000 pages
 * can take half a second.
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
export function emptyLog(mirror: Parts['mirror']): void {
  const [state] = mirror.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
  if (state && state.log - state.checkpointed > mostLogged) mirror.pragma('wal_checkpoint(PASSIVE)')
}

import type { Resource } from '../../shared/service/resource.ts'
import { toCacheError } from './cache-errors.ts'
import type { ChangeLog } from './ledger/changes.ts'
import type { RowChanges } from './mirror/row-changes.ts'
import type { BatchedSearchIndex } from './mirror/search-index.ts'
import type { WritableDatabase } from './open-database.ts'

/** Most pages in one transaction: larger transactions avoid encrypting the same index pages repeatedly. */
const maxPages = 20
/** Longest time in ms that a batch stays open: until then readers do not see its writes, and a crash would lose them. */
const maxAge = 1000
/** Most search rows that wait for the commit: about 50 ms of work. */
const maxSearchRows = 2000

export type WriteBatch = {
  /** Runs writes inside the open batch, and opens one if necessary. If they throw, only they are undone. */
  write<Result>(work: () => Result): Result
  /** Like {@link WriteBatch.write}, for work that can simply be repeated: if it throws, a part of it may stay. */
  writeRepeatable<Result>(work: () => Result): Result
  /** Reports that rows of a resource changed in this batch. */
  changed(resource: Resource): void
  /** Reports the amount of work, in pages; commits when the batch is large or old enough. */
  done(pages: number): void
  commit(): void
  /** Commits for the last time; the stores can be closed. */
  end(): void
}

type BatchOptions = {
  mirror: WritableDatabase
  ledger: WritableDatabase
  /** Called with the resources of which rows changed, if there are any. */
  onChanged: (resources: Resource[]) => void
  /** Called after every commit, also one that failed. */
  onBatchEnd: () => void
  /** What the writes of the batch record; written before a commit, in the same transaction. */
  changes: Pick<ChangeLog, 'onBegin' | 'write' | 'count' | 'keepOnly'>
  rowChanges: Pick<RowChanges, 'resources' | 'write' | 'forget'>
  /** Search rows of the batch; written before a commit, in the same transaction. */
  search: Pick<BatchedSearchIndex, 'write' | 'count' | 'keepOnly'>
  /**
   * Brings the figures of households up to date with the batch; called before a commit, in the same transaction. Returns true if it
   * has to be called again: a batch of its own follows.
   */
  settleTotals: () => boolean
  /** A commit failed: the mirror is as it was before the batch. */
  onLost: () => void
  now: () => number
}

/**
 * One transaction over several pages and answers, in both stores. The ledger commits first: data that the mirror then loses in a
 * crash is downloaded and observed again, while in the reverse order an observation would be lost for good.
 */
export function createWriteBatch(options: BatchOptions): WriteBatch {
  const { mirror, ledger, changes, rowChanges, search, settleTotals, onChanged, onBatchEnd, onLost, now } = options
  const bump = mirror.prepare<[string], unknown>(
    `INSERT INTO resource_state (resource, version, loaded, searched_to) VALUES (?, 1, 0, 0)
     ON CONFLICT (resource) DO UPDATE SET version = version + 1`,
  )
  let pages = 0
  let began = 0
  let timer: NodeJS.Timeout | undefined
  let settling: NodeJS.Timeout | undefined
  const dirty = new Set<Resource>()

  const reset = () => {
    clearTimeout(timer)
    timer = undefined
    pages = 0
    dirty.clear()
    rowChanges.forget()
    search.keepOnly(0)
  }

  const begin = () => {
    if (mirror.inTransaction) return
    reset()
    changes.onBegin()
    mirror.exec('BEGIN IMMEDIATE')
    began = now()
    timer = setTimeout(commitQuietly, maxAge)
  }

  const commit = () => {
    if (!mirror.inTransaction && !ledger.inTransaction) return reset()
    let isMore = false
    const resources = [...new Set([...dirty, ...rowChanges.resources()])]
    try {
      if (mirror.inTransaction) {
        for (const resource of resources) {
          bump.run(resource)
          rowChanges.write(resource)
        }
        isMore = settleTotals()
        search.write()
        changes.write()
      }
      if (ledger.inTransaction) ledger.exec('COMMIT')
      if (mirror.inTransaction) mirror.exec('COMMIT')
    } catch (problem) {
      rollback(mirror)
      rollback(ledger)
      onLost()
      throw toCacheError(problem)
    } finally {
      reset()
      onBatchEnd()
    }
    if (isMore) settling ??= setTimeout(settleMore, 0)
    if (resources.length > 0) onChanged(resources)
  }

  /** The next call that needs the lost pages finds them missing and reports it. */
  const commitQuietly = () => {
    try {
      commit()
    } catch {
      reset()
    }
  }

  const settleMore = () => {
    settling = undefined
    try {
      begin()
    } catch {
      // The next commit settles more.
      return
    }
    commitQuietly()
  }

  return {
    write(work) {
      let recorded = 0
      let searched = 0
      try {
        begin()
        if (search.count() >= maxSearchRows) search.write()
        recorded = changes.count()
        searched = search.count()
        return mirror.transaction(work)()
      } catch (problem) {
        changes.keepOnly(recorded)
        search.keepOnly(searched)
        throw toCacheError(problem)
      }
    },
    writeRepeatable(work) {
      try {
        begin()
        return work()
      } catch (problem) {
        throw toCacheError(problem)
      }
    },
    changed: (resource) => dirty.add(resource),
    done(count) {
      pages += count
      if (pages >= maxPages || now() - began >= maxAge) commit()
    },
    commit,
    end() {
      commit()
      clearTimeout(settling)
    },
  }
}

function rollback(db: WritableDatabase): void {
  if (db.inTransaction) db.exec('ROLLBACK')
}

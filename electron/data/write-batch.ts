import type { Resource } from '../../shared/service/resource.ts'
import { toCacheError } from './cache-errors.ts'
import { commitOpen, rollBack, type WritableDatabase } from './open-database.ts'

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
  /** Reports that rows of a resource changed in this batch; `isOnlyChecked` if only when they were read from the service did. */
  changed(resource: Resource, isOnlyChecked?: boolean): void
  /** Reports the amount of work, in pages; commits when the batch is large or old enough. */
  done(pages: number): void
  commit(): void
  /**
   * Runs the mirror's part of a step of the outbox that the ledger's open transaction has, and commits both. The step is committed
   * even if the mirror fails: returns the mirror's error then, else null.
   * @throws AppError `cache/…` if the ledger fails; then nothing of the step is committed.
   */
  commitStep(work: () => void): unknown
  /** Commits for the last time; the stores can be closed. */
  end(): void
}

/** The mirror, and the batch in which it is written. */
export type BatchedMirror = { mirror: WritableDatabase; batch: WriteBatch }

/** Rows that wait until their batch is committed; they are written just before, in the same transaction. */
export type WaitingRows = {
  /** If it throws, everything still waits. */
  write(): void
  /** The number of rows that wait. */
  count(): number
  /** Forgets the rows after the first `count`: the write that added them was undone. */
  keepOnly(count: number): void
}

type Stores = { mirror: WritableDatabase; ledger: WritableDatabase; now: () => number }

/** Work that the writes of a batch entail; done before a commit, in the same transaction. */
type Entailed = {
  search: WaitingRows
  changes: WaitingRows
  /** Brings the figures of households up to date. Returns true if it has to be called again: a batch of its own follows. */
  settleTotals: () => boolean
}

type Listeners = {
  /** Called with the resources of which rows changed, if there are any; `onlyChecked` are those of which only the time of a check did. */
  onChanged: (resources: Resource[], onlyChecked: Resource[]) => void
  /** Called after every commit. `isLost`: it failed, and the mirror is as it was before the batch. */
  onEnd: (isLost: boolean) => void
}

/**
 * One transaction over several pages and answers, in both stores. The ledger commits first: data that the mirror then loses in a
 * crash is downloaded and observed again, while in the reverse order an observation would be lost for good.
 *
 * Only the ledger's commit waits for the disk (`synchronous=FULL`); the mirror's is written after it has returned, and reaches the disk
 * at some later time (NORMAL). So whichever of the mirror's last commits a power cut takes, the ledger has everything that those
 * left are based on. The mirror notes how far it has got (`results_to`, `changes_to`): after a start, later results are applied
 * again, and later changes are deleted and observed again.
 */
export function createWriteBatch(
  { mirror, ledger, now }: Stores,
  { search, changes, settleTotals }: Entailed,
  { onChanged, onEnd }: Listeners,
): WriteBatch {
  const bump = mirror.prepare<[string], unknown>(
    `INSERT INTO resource_state (resource, version, loaded, searched_to) VALUES (?, 1, 0, 0)
     ON CONFLICT (resource) DO UPDATE SET version = version + 1`,
  )
  const changed = new Set<Resource>()
  const onlyChecked = new Set<Resource>()
  let pages = 0
  let began = 0
  let isLedgerCommitted = false
  let timer: NodeJS.Timeout | undefined
  let settling: NodeJS.Timeout | undefined

  const reset = () => {
    clearTimeout(timer)
    timer = undefined
    pages = 0
    changed.clear()
    onlyChecked.clear()
    search.keepOnly(0)
  }

  const begin = () => {
    if (mirror.inTransaction) return
    reset()
    changes.keepOnly(0)
    mirror.exec('BEGIN IMMEDIATE')
    began = now()
    timer = setTimeout(commitQuietly, maxAge)
  }

  /** The batch's last writes, which depend on all others; returns true if the totals need a further batch. */
  const complete = (resources: readonly Resource[]): boolean => {
    for (const resource of resources) bump.run(resource)
    const isMore = settleTotals()
    search.write()
    changes.write()
    return isMore
  }

  const commitBoth = () => {
    let isMore = false
    let isLost = false
    const resources = [...changed]
    const checked = [...onlyChecked]
    isLedgerCommitted = false
    try {
      if (mirror.inTransaction) isMore = complete(resources)
      commitOpen(ledger)
      isLedgerCommitted = true
      commitOpen(mirror)
    } catch (problem) {
      isLost = true
      rollBack(mirror)
      throw toCacheError(problem)
    } finally {
      reset()
      onEnd(isLost)
    }
    if (isMore) settling ??= setTimeout(settleMore, 0)
    if (resources.length > 0) onChanged(resources, checked)
  }

  const commit = () => {
    if (!mirror.inTransaction && !ledger.inTransaction) return reset()
    try {
      commitBoth()
    } finally {
      rollBack(ledger)
    }
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
    // Their figures are in the lists.
    changed.add('households')
    onlyChecked.delete('households')
    commitQuietly()
  }

  const write = <Result>(work: () => Result): Result => {
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
  }

  return {
    write,
    writeRepeatable(work) {
      try {
        begin()
        return work()
      } catch (problem) {
        throw toCacheError(problem)
      }
    },
    changed(resource, isOnlyChecked = false) {
      if (!isOnlyChecked) onlyChecked.delete(resource)
      else if (!changed.has(resource)) onlyChecked.add(resource)
      changed.add(resource)
    },
    done(count) {
      pages += count
      if (pages >= maxPages || now() - began >= maxAge) commit()
    },
    commit,
    commitStep(work) {
      isLedgerCommitted = false
      try {
        write(work)
        commitBoth()
        return null
      } catch (problem) {
        // Without an open transaction, it was the ledger that failed.
        if (!isLedgerCommitted && !ledger.inTransaction) throw problem
        commitOpen(ledger)
        return problem
      }
    },
    end() {
      commit()
      clearTimeout(settling)
    },
  }
}

import type { CopiedColumn } from '../reads/column-copy.ts'
import type { ColumnToStore } from './columns-to-store.ts'
import type { StoredColumn } from './stored-column.ts'

/** Keeps the columns of large lists stored while a connection is open: at each look, those that have not changed since the one before. */
export type StoringColumns = {
  /** Ends it; the column that is being made is not stored. */
  stop(): Promise<void>
}

/** A thread that makes columns, for as long as there are some to be made. */
export type MakingThread = { make(asked: CopiedColumn): Promise<StoredColumn>; end(): Promise<void> }

export type StoringOptions = {
  toStore(): Promise<ColumnToStore[]>
  store(column: StoredColumn): Promise<void>
  startThread(): Promise<MakingThread>
  /** ms between two looks: a list that changes meanwhile is left for later. */
  lookEvery?: number | undefined
  /** ms since the epoch. */
  now?: () => number
}

const aMinute = 60_000

/** ms until a column is stored again: it is written whole, 4 MB for a million rows. */
const storeEvery = 3_600_000

/** {@link StoringColumns}; the first look is after the time between two. */
export function keepStored(options: StoringOptions): StoringColumns {
  const { toStore, store, startThread, lookEvery = aMinute, now = Date.now } = options
  const seen = new Map<string, string>()
  const storedAt = new Map<string, number>()
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let thread: MakingThread | undefined

  const nameOf = ({ resource, column }: CopiedColumn) => `${resource}.${column}`
  const isDue = (asked: ColumnToStore) => {
    const name = nameOf(asked)
    const isQuiet = seen.get(name) === asked.version
    seen.set(name, asked.version)
    return isQuiet && now() - (storedAt.get(name) ?? -Infinity) >= storeEvery
  }
  const storeAll = async (columns: readonly ColumnToStore[]) => {
    thread = await startThread()
    for (const { resource, column } of columns) {
      if (ended.signal.aborted) return
      const made = await thread.make({ resource, column })
      if (ended.signal.aborted) return
      await store(made)
      storedAt.set(nameOf(made), now())
    }
  }
  const lookOnce = async () => {
    clearTimeout(timer)
    try {
      const due = (await toStore()).filter(isDue)
      if (due.length > 0) await storeAll(due)
    } catch {
      // Nothing is lost: lists are sorted as if nothing was stored, and the next look tries again.
    } finally {
      const last = thread
      thread = undefined
      await last?.end()
      lookLater()
    }
  }
  const look = () => {
    looking = looking.then(() => (ended.signal.aborted ? undefined : lookOnce()))
  }
  const lookLater = () => {
    if (!ended.signal.aborted) timer = setTimeout(look, lookEvery).unref()
  }
  lookLater()

  return {
    async stop() {
      ended.abort()
      clearTimeout(timer)
      await thread?.end()
      await looking
    },
  }
}

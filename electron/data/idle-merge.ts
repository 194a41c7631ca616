import type { SearchMerge } from './mirror/search-merge.ts'
import type { WritableDatabase } from './open-database.ts'

/** ms without a commit after which merging goes on: while a sweep writes, its commits are closer together. */
const defaultQuiet = 1000
/** ms between two steps: merging takes about half a core. */
const pause = 5

/** Merges the search indexes in small steps while the writing thread has nothing else to do. */
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
  mirror: Pick<WritableDatabase, 'inTransaction'>
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
      if (merge.step()) return after(pause)
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

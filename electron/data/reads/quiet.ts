import type { ReadableDatabase } from '../open-database.ts'

/** Longest time that work waits for a pause, ms: some valuations are read for hours. */
const longestWait = 30_000

/**
 * Waits for a time without commits of other threads, so that work that can wait does not take the processor from a sweep.
 *
 * @param pause - ms without a commit that are enough, from the time of this call on
 */
export function createQuiet(mirror: ReadableDatabase, pause: number): () => Promise<void> {
  const commits = () => mirror.pragma('data_version', { simple: true })
  let seen = commits()
  let waited = 0
  return async () => {
    for (let now = commits(); now !== seen && waited < longestWait; now = commits()) {
      seen = now
      waited += pause
      await new Promise<void>((resolve) => {
        setTimeout(resolve, pause).unref()
      })
    }
  }
}

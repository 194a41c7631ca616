import pMap from 'p-map'

type Options = { concurrency: number; signal: AbortSignal }

/**
 * Processes items in order, several at once. The first failure stops the others; it rejects once all of them have ended, so that
 * nothing continues in the background (`p-map` alone would reject at once). Rejects with the signal's reason if it aborts.
 */
export async function forEachConcurrent<Item>(
  items: Iterable<Item>,
  { concurrency, signal }: Options,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const within = AbortSignal.any([signal, stop.signal])
  const problems: unknown[] = []
  const workOn = async (item: Item) => {
    if (within.aborted) return
    try {
      await work(item, within)
    } catch (problem) {
      problems.push(problem)
      stop.abort()
    }
  }
  await pMap(items, workOn, { concurrency })
  if (problems.length > 0) throw problems[0]
  signal.throwIfAborted()
}

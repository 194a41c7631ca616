type Options = { concurrency: number; signal: AbortSignal }

/**
 * Processes items in order, several at once. The first failure stops the others; it rejects once all of them have ended, so that
 * nothing continues in the background.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  { concurrency, signal }: Options,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const stop = new AbortController()
  const within = AbortSignal.any([signal, stop.signal])
  const problems: unknown[] = []
  const workOn = async () => {
    try {
      for (const item of waiting) {
        if (within.aborted) return
        await work(item, within)
      }
    } catch (problem) {
      problems.push(problem)
      stop.abort()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, workOn))
  if (problems.length > 0) throw problems[0]
  signal.throwIfAborted()
}

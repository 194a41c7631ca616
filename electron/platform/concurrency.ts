import pMap from 'p-map'

/** Runs one action at a time, in the order of the calls; a failed action does not stop those after it. */
export type Mutex = <Result>(action: () => Promise<Result>) => Promise<Result>

/** A {@link Mutex} that no action holds. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (action) => {
    const turn = last.then(action)
    last = turn.catch(() => {})
    return turn
  }
}

/** Runs an action some time after a request, once for all requests until then; the last request is never skipped. */
export type Throttle = {
  request(): void
  /** Runs a requested action now. */
  flush(): void
  /** Drops a requested action and ignores later requests. */
  end(): void
}

/** @param ms - delay after a request, and so the shortest time between two runs */
export function createThrottle(ms: number, run: () => void): Throttle {
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    run()
  }
  return {
    request() {
      if (!isEnded) timer ??= setTimeout(flush, ms)
    },
    flush,
    end() {
      isEnded = true
      clearTimeout(timer)
      timer = undefined
    },
  }
}

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

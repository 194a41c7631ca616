// Of both runtimes, which `shared` has no types for.
declare function setTimeout(run: () => void, ms: number): unknown
declare function clearTimeout(timer: unknown): void

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

/** Runs an action for requests, at most once in an interval; the last request is never skipped. */
export type Throttle = {
  request(): void
  /** Runs a requested action now. */
  flush(): void
  /** Drops a requested action and ignores later requests. */
  end(): void
}

/**
 * @param ms - delay after a request, and so the shortest time between two runs
 * @param options.atOnce - the first request runs the action at once, and only those within `ms` after a run are delayed
 */
export function createThrottle(ms: number, run: () => void, { atOnce = false } = {}): Throttle {
  let timer: unknown
  let isRequested = false
  let isEnded = false
  const wait = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      flush()
    }, ms)
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const flush = () => {
    if (!isRequested) return
    isRequested = false
    stop()
    if (atOnce) wait()
    run()
  }
  return {
    request() {
      if (isEnded) return
      isRequested = true
      if (atOnce && timer === undefined) flush()
      else wait()
    },
    flush,
    end() {
      isEnded = true
      isRequested = false
      stop()
    },
  }
}

/** The result of `work`, or that of `late` if it takes longer than `ms`; `late` may throw. The work itself goes on. */
export async function withTimeLimit<Result, Late>(
  work: Promise<Result>,
  ms: number,
  late: () => Late,
): Promise<Result | Late> {
  let timer: unknown
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
  })
  try {
    const first = await Promise.race([work.then((result) => ({ result })), limit])
    return first === 'late' ? late() : first.result
  } finally {
    clearTimeout(timer)
  }
}

type Listener<Event> = (event: Event) => void

/** Calls every listener with each event, in the order in which they were added. */
export type Emitter<Event> = {
  emit(event: Event): void
  /** Returns the unsubscriber. */
  on(listener: Listener<Event>): () => void
  hasListeners(): boolean
  clear(): void
}

/** An {@link Emitter} without listeners. */
export function createEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<Listener<Event>>()
  return {
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hasListeners: () => listeners.size > 0,
    clear: () => listeners.clear(),
  }
}

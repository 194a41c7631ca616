/** Work that can wait: one piece at a time, and none while something more urgent is under way. */
export type IdleQueue = { run<Result>(work: () => Promise<Result>): Promise<Result> }

/** An {@link IdleQueue}; `urgent` returns what is under way elsewhere. */
export function createIdleQueue(urgent: () => readonly Promise<unknown>[]): IdleQueue {
  let last: Promise<unknown> = Promise.resolve()
  const whenIdle = async () => {
    for (let waiting = urgent(); waiting.length > 0; waiting = urgent()) await Promise.allSettled(waiting)
  }
  return {
    run(work) {
      const done = last.then(whenIdle).then(work)
      last = done.catch(() => {})
      return done
    },
  }
}

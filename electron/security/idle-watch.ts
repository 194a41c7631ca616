/** Time, as far as idleness depends on it. */
export type IdleClock = {
  /** Milliseconds since 1970; counts the time that the computer sleeps. */
  now(): number
  /** Runs again and again until what it returns is called. */
  every(ms: number, run: () => void): () => void
}

export const systemIdleClock: IdleClock = {
  now: Date.now,
  every(ms, run) {
    const timer = setInterval(run, ms).unref()
    return () => clearInterval(timer)
  },
}

/** How often it is looked, ms. */
export const lookEveryMs = 5_000

type Options = {
  clock: IdleClock
  /** After so many minutes nobody is there; 0 for never. */
  minutes(): number
  /** What the system says of keys and movements, seconds; null where pages tell. */
  systemSeconds(): number | null
  /** Told at every look until somebody is there again. */
  onIdle(): void
}

/** Looks whether somebody is there. */
export type IdleWatch = {
  /** Somebody is. */
  active(): void
  close(): void
}

/** An {@link IdleWatch} that begins with somebody there. */
export function watchIdleness({ clock, minutes, systemSeconds, onIdle }: Options): IdleWatch {
  let idleMs = 0
  let looked = clock.now()
  const stop = clock.every(lookEveryMs, () => {
    const now = clock.now()
    // A clock that is set back does not make anybody be there.
    idleMs += now > looked ? now - looked : lookEveryMs
    looked = now
    const seconds = systemSeconds()
    const most = minutes()
    if (most > 0 && (seconds === null ? idleMs : seconds * 1000) >= most * 60_000) onIdle()
  })
  return {
    active() {
      idleMs = 0
      looked = clock.now()
    },
    close: stop,
  }
}

import type { IdleClock } from '../platform/clock.ts'

/** How often idleness is checked, in ms. */
const lookEveryMs = 5_000

type Options = {
  clock: IdleClock
  /** Minutes without activity after which the user counts as idle; 0 for never. */
  minutes(): number
  /** The system's idle time in seconds; null if activity is reported by pages. */
  systemSeconds(): number | null
  /** Called at every check until there is activity again. */
  onIdle(): void
}

/** Watches for idleness. */
export type IdleWatch = {
  /** Reports activity. */
  active(): void
  /** Time without activity, in ms. */
  idleMs(): number
  close(): void
}

/** An {@link IdleWatch}, which starts as active. */
export function watchIdleness({ clock, minutes, systemSeconds, onIdle }: Options): IdleWatch {
  let idleMs = 0
  let looked = clock.now()
  const stop = clock.every(lookEveryMs, () => {
    const now = clock.now()
    // A clock that was set back does not count as activity.
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
    idleMs() {
      const seconds = systemSeconds()
      return seconds === null ? idleMs + Math.max(0, clock.now() - looked) : seconds * 1000
    },
    close: stop,
  }
}

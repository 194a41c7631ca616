/** Stops listening. */
type Stop = () => void

/** What the system tells of this computer and of whoever sits at it. Any number of listeners each. */
export type SystemEvents = {
  /** The screen was locked, and opened again. */
  onLock(listener: () => void): Stop
  onUnlock(listener: () => void): Stop
  /** The computer is about to sleep, and is awake again. */
  onSuspend(listener: () => void): Stop
  onResume(listener: () => void): Stop
  /** Seconds since the last key or movement anywhere on this computer; null where the system does not say. */
  idleSeconds(): number | null
}

const never = (): Stop => () => {}

/** The {@link SystemEvents} of a host that is told nothing. */
export const noSystemEvents: SystemEvents = {
  onLock: never,
  onUnlock: never,
  onSuspend: never,
  onResume: never,
  idleSeconds: () => null,
}

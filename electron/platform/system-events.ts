type Stop = () => void

/** System events of this computer, and its idle time. Each event can have any number of listeners. */
export type SystemEvents = {
  /** The screen was locked; it was unlocked. */
  onLock(listener: () => void): Stop
  onUnlock(listener: () => void): Stop
  /** The computer is about to sleep; it woke up. */
  onSuspend(listener: () => void): Stop
  onResume(listener: () => void): Stop
  /** Seconds since the last keyboard or mouse input anywhere on this computer; null if the system does not report it. */
  idleSeconds(): number | null
  /** True while the computer runs on its battery; false also if the system does not report it. */
  isOnBattery(): boolean
}

const never = (): Stop => () => {}

/** {@link SystemEvents} of a host that receives none. */
export const noSystemEvents: SystemEvents = {
  onLock: never,
  onUnlock: never,
  onSuspend: never,
  onResume: never,
  idleSeconds: () => null,
  isOnBattery: () => false,
}

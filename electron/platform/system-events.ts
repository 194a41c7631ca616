import { networkInterfaces } from 'node:os'
import { type Every, everySystem } from './clock.ts'

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

/** Time between two checks of what the system does not report, in ms. */
const lookEveryMs = 5_000
/** If the clock advanced by this much more than expected, the computer slept, in ms; a busy computer is late by less. */
const jumpMs = 30_000

type Options = {
  /** Milliseconds since 1970; includes the time that the computer sleeps. */
  now?: () => number
  every?: Every
}

/**
 * Detects sleep where the system does not report it: the computer slept if the clock advanced while Steward did not run. Reported
 * a few seconds late. A clock that was set forward looks the same, which does no harm.
 */
export function wakingByTheClock({ now = Date.now, every = everySystem }: Options = {}): SystemEvents['onResume'] {
  return (listener) => {
    let looked = now()
    return every(lookEveryMs, () => {
      const passed = now() - looked
      looked = now()
      if (passed > lookEveryMs + jumpMs) listener()
    })
  }
}

/**
 * Calls the listener within seconds after the screen was locked or unlocked, on systems that do not report it but can be queried.
 *
 * @param isLocked - queries whether the screen is locked now
 * @param to - the state to wait for
 * @returns a function that stops the checks
 */
export function whenLockedBecomes(
  isLocked: () => boolean,
  { to, listener, every = everySystem }: { to: boolean; listener: () => void; every?: Every },
): () => void {
  let before = isLocked()
  return every(lookEveryMs, () => {
    const now = isLocked()
    if (now !== before && now === to) listener()
    before = now
  })
}

/** This computer's external addresses; empty without a network. */
function addressesOfThisComputer(): string {
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses.flatMap(({ internal, address }) => (internal ? [] : [address])))
    .sort()
    .join(' ')
}

/**
 * Calls the listener within a few seconds after a network appears or changes, so that work that waits for the service can
 * continue at once. Plain Node has no event for this, so the addresses are polled.
 *
 * @returns a function that takes a listener and returns the unsubscriber
 */
export function watchNetwork({
  addresses = addressesOfThisComputer,
  every = everySystem,
}: {
  addresses?: () => string
  every?: Every
} = {}): (listener: () => void) => Stop {
  return (listener) => {
    let before = addresses()
    return every(lookEveryMs, () => {
      const now = addresses()
      if (now !== before && now !== '') listener()
      before = now
    })
  }
}

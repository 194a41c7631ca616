import { networkInterfaces } from 'node:os'

const lookEveryMs = 5_000

/** Runs a function periodically until the returned function is called. */
type Every = (ms: number, run: () => void) => () => void

const everySystem: Every = (ms, run) => {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
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
} = {}): (listener: () => void) => () => void {
  return (listener) => {
    let before = addresses()
    return every(lookEveryMs, () => {
      const now = addresses()
      if (now !== before && now !== '') listener()
      before = now
    })
  }
}

import { networkInterfaces } from 'node:os'

const lookEveryMs = 5_000

/** Runs again and again until what it returns is called. */
type Every = (ms: number, run: () => void) => () => void

const everySystem: Every = (ms, run) => {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

/** The addresses under which others reach this computer; empty without a network. */
function addressesOfThisComputer(): string {
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses.flatMap(({ internal, address }) => (internal ? [] : [address])))
    .sort()
    .join(' ')
}

/**
 * Calls the listener within a few seconds of a network that comes or changes: what waits for the service need not wait any
 * longer. No system tells a plain Node of it, so it looks.
 *
 * @returns for a listener, what ends the looking
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

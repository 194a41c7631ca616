import type { Clock } from '../../../../electron/platform/clock.ts'
import { watchNetwork } from '../../../../electron/platform/system-events.ts'
import { createRandom, type Random } from '../../../faults/random.ts'
import { createVirtualClock, type Life } from '../../../faults/virtual-clock.ts'
import { startSynced } from '../../sync/support/synced.ts'

/** Steward's interval between checks for a returned network, ms; compared with the one it really uses. */
const mostLookMs = 5_000
const address = '10.0.0.5'

/** Runs a sync engine in virtual time over a real service and a real store, on a computer whose network can be switched off. */
export async function startFlapping(seed: number) {
  const random = createRandom(seed)
  const time = createVirtualClock(Date.parse('2026-01-01T00:00:00Z'), random)
  const life: Life = { dead: false }
  const inner = time.clockOf(life)
  const waits: number[] = []
  const clock: Clock = {
    ...inner,
    sleep(ms, signal) {
      waits.push(ms)
      return inner.sleep(ms, signal)
    },
  }
  const synced = await startSynced({
    sandbox: { households: 5 },
    engine: { valuations: false, periodic: true, clock },
  })
  const { engine, store } = synced
  const { control } = synced.sandbox
  const network = { addresses: address, look: () => {} }
  watchNetwork({
    addresses: () => network.addresses,
    every(ms, run) {
      if (ms > mostLookMs) throw new Error(`It looks every ${ms} ms only.`)
      network.look = run
      return () => {}
    },
  })(engine.wake)

  /** Does something that triggers a run; settles when the run has ended and the next one is scheduled. */
  const untilPlanned = async (act: () => void) => {
    const before = waits.length
    act()
    await engine.idle()
    while (waits.length === before) await new Promise(setImmediate)
    return engine.status()
  }

  return {
    random,
    waits,
    engine,
    control,
    store,
    untilPlanned,
    /** Runs the next scheduled run to its end. */
    next: () => untilPlanned(() => time.advance()),
    /** The network is disconnected. */
    leave() {
      control.goOffline()
      network.addresses = ''
      network.look()
    },
    /** The computer has an address again and Steward checks; the service may still be unreachable. */
    arrive() {
      network.addresses = address
      network.look()
    },
    /** The computer sleeps for this many ms: its clock advances, but timers do not. */
    sleep: (ms: number) => time.setComputer(clock.now() - time.now() + ms),
    /** Virtual time, ms since the epoch. */
    now: clock.now,
    stop: synced.stop,
  }
}

export type Flapping = Awaited<ReturnType<typeof startFlapping>>

/** Returns a random time until the next check for a network, ms. */
export const untilLook = (random: Random): number => random.below(mostLookMs)

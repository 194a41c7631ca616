import { watchNetwork } from '../../../../electron/http/watch-network.ts'
import type { Clock } from '../../../../electron/platform/clock.ts'
import { createRandom, type Random } from '../../../faults/random.ts'
import { createVirtualClock, type Life } from '../../../faults/virtual-clock.ts'
import { startSynced } from '../../sync/support/synced.ts'

/** Steward looks for a network that has come back this often, ms; held against what it asks for. */
const mostLookMs = 5_000
const address = '10.0.0.5'

/** A sync engine in virtual time over a real service and a real store, on a computer that has a network or none. */
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

  /** Does something that a run comes of, and settles when it has ended and the next one is planned. */
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
    /** The next run that is planned begins and ends. */
    next: () => untilPlanned(() => time.advance()),
    /** The cable is pulled. */
    leave() {
      control.goOffline()
      network.addresses = ''
      network.look()
    },
    /** The computer has an address again, and Steward looks; the service may be out of reach still. */
    arrive() {
      network.addresses = address
      network.look()
    },
    /** The lid is closed for so long: the clock goes on, waits do not. */
    sleep: (ms: number) => time.setComputer(clock.now() - time.now() + ms),
    /** Virtual, ms since the epoch. */
    now: clock.now,
    stop: synced.stop,
  }
}

export type Flapping = Awaited<ReturnType<typeof startFlapping>>

/** A while between two looks for a network, ms. */
export const untilLook = (random: Random): number => random.below(mostLookMs)

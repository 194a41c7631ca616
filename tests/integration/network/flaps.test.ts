import { afterEach, expect, it } from 'vitest'
import { networkReturns } from '../../../electron/network/network-returns.ts'
import type { Clock } from '../../../electron/service/clock.ts'
import { createRandom } from '../../faults/random.ts'
import { createVirtualClock, type Life } from '../../faults/virtual-clock.ts'
import { startSynced } from '../sync/support/synced.ts'

let synced: Awaited<ReturnType<typeof startSynced>>
afterEach(() => synced.stop())

const MINUTE = 60_000
const seed = 6
const flaps = 12

/** An engine in virtual time, over a real service and a real store. */
async function arrange() {
  const random = createRandom(seed)
  const time = createVirtualClock(Date.parse('2026-01-01T00:00:00Z'), random)
  const life: Life = { dead: false }
  const waits: number[] = []
  const inner = time.clockOf(life)
  const clock: Clock = {
    ...inner,
    sleep(ms, signal) {
      waits.push(ms)
      return inner.sleep(ms, signal)
    },
  }
  synced = await startSynced({ sandbox: { households: 5 }, engine: { valuations: false, periodic: true, clock } })
  return { random, time, waits, engine: synced.engine, control: synced.sandbox.control }
}

/** Settles when the engine has ended its run and waits for the next. */
async function ended(engine: typeof synced.engine, waits: readonly number[], before: number): Promise<void> {
  await engine.idle()
  while (waits.length === before) await new Promise(setImmediate)
}

it(`waits longer and longer while the network is away, five minutes at most, and never twice the same (seed ${seed})`, async () => {
  const { time, waits, engine, control } = await arrange()
  control.goOffline()
  engine.start()
  for (let runs = 0; runs < 14; runs += 1) {
    await ended(engine, waits, runs)
    time.advance()
    await new Promise(setImmediate)
  }
  expect(waits[0]).toBeLessThanOrEqual(5_000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(5 * MINUTE)
  expect(Math.min(...waits.slice(8))).toBeGreaterThanOrEqual(2.5 * MINUTE)
  expect(new Set(waits.map(Math.round)).size).toBeGreaterThan(10)
})

it(`checks again within ten seconds of a network that returns, ${flaps} times, however long it was away (seed ${seed})`, async () => {
  const { random, time, waits, engine, control } = await arrange()
  const network = { addresses: '10.0.0.5', look: () => {} }
  networkReturns({
    addresses: () => network.addresses,
    every(ms, run) {
      network.look = run
      expect(ms).toBeLessThan(10_000)
      return () => {}
    },
  })(engine.wake)
  let planned = 0
  engine.start()
  await ended(engine, waits, planned)
  for (let flap = 0; flap < flaps; flap += 1) {
    control.goOffline()
    network.addresses = ''
    network.look()
    for (let away = 1 + random.below(8); away > 0; away -= 1) {
      planned = waits.length
      time.advance()
      await ended(engine, waits, planned)
      expect(engine.status().problem?.code).toBe('service/offline')
    }
    // The network is there before its names are: the first try fails, and is not made to wait for minutes.
    const tooEarly = random.chance(0.5)
    if (!tooEarly) control.goOnline()
    planned = waits.length
    network.addresses = '10.0.0.5'
    network.look()
    await ended(engine, waits, planned)
    if (tooEarly) {
      expect(waits.at(-1)).toBeLessThanOrEqual(5_000)
      control.goOnline()
      planned = waits.length
      time.advance()
      await ended(engine, waits, planned)
    }
    expect(engine.status()).toMatchObject({ problem: null, reachable: 'online' })
  }
})

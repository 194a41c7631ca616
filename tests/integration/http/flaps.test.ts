import { expect, it } from 'vitest'
import { runFlaps } from '../../crash/flaps.ts'
import { startFlapping } from './support/flapping.ts'

const minute = 60_000
const seed = 6
const flaps = 24

it(`waits longer and longer while the network is away, five minutes at most, and never twice the same (seed ${seed})`, async () => {
  const { waits, engine, control, untilPlanned, next, stop } = await startFlapping(seed)
  control.goOffline()
  await untilPlanned(() => engine.start())
  for (let runs = 0; runs < 13; runs += 1) await next()
  expect(waits[0]).toBeLessThanOrEqual(5_000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(5 * minute)
  expect(Math.min(...waits.slice(8))).toBeGreaterThanOrEqual(2.5 * minute)
  expect(new Set(waits.map(Math.round)).size).toBeGreaterThan(10)
  await stop()
})

it(`has what a colleague wrote within ten seconds of a network or a computer that returns, ${flaps} times`, async () => {
  const { problems, figures } = await runFlaps({ seed, runs: flaps })
  expect(problems, `npm run crash -- --part flaps --seed ${seed} --runs ${flaps}`).toEqual([])
  expect(figures.networks_lost + figures.sleeps).toBe(flaps)
  expect(Math.min(figures.networks_lost, figures.sleeps)).toBeGreaterThan(3)
})

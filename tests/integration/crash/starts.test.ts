import { expect, it } from 'vitest'
import { runClockJumps } from '../../crash/clock.ts'
import { runPart } from '../../crash/parts.ts'
import { runSecondInstances } from '../../crash/second.ts'
import { propertySeed } from '../../doubles/property-runs.ts'

it('brings stores of every schema forward, killed on the way or not, and leaves newer ones alone', async () => {
  const result = await runPart('migrate', { seed: propertySeed, runs: 10, step: 1 })
  if (typeof result === 'string') {
    console.warn(`NOT RUN: ${result}`)
    return
  }
  expect(result.problems, `npm run crash -- --part migrate --seed ${propertySeed} --runs 10`).toEqual([])
  expect(result.figures).toMatchObject({ migrations: 8, newer_refused: 2 })
})

it('is one, however many are started at once: the others show it, and nothing is sent twice', async () => {
  const { problems, figures } = await runSecondInstances({ seed: propertySeed, runs: 1 })
  expect(problems, `npm run crash -- --part second --seed ${propertySeed} --runs 1`).toEqual([])
  expect(figures).toMatchObject({ starts: 3, refused_and_shown: 2, duplicates: 0 })
})

it('loses nothing and makes nothing twice when the clock is set back and forward', async () => {
  const { problems, figures } = await runClockJumps({ seed: propertySeed, runs: 8 })
  expect(problems, `npm run crash -- --part clock --seed ${propertySeed} --runs 8`).toEqual([])
  expect(figures.clock_set).toBeGreaterThan(8)
})

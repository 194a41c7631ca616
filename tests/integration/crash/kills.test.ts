import { expect, it } from 'vitest'
import { runKills } from '../../crash/campaign.ts'
import { propertySeed } from '../../doubles/property-runs.ts'

it('loses no acknowledged write, makes none twice and damages nothing when it is killed at random moments', async () => {
  const { problems, figures } = await runKills({ seed: propertySeed, runs: 1 })
  expect(problems, `npm run crash -- --seed ${propertySeed} --runs 1`).toEqual([])
  expect(figures.acknowledged).toBeGreaterThan(0)
})

it('uploads every file that was saved, once and whole, when it is killed on the way', async () => {
  const { problems, figures } = await runKills({ seed: propertySeed, runs: 1, work: 'upload' })
  expect(problems, `npm run crash -- --part upload --seed ${propertySeed} --runs 1`).toEqual([])
  expect(figures.acknowledged).toBeGreaterThan(0)
})

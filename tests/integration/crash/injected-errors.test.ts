import { expect, it } from 'vitest'
import { runCorruptions } from '../../crash/corrupt.ts'
import { runPart } from '../../crash/parts.ts'
import type { CampaignResult } from '../../crash/result.ts'
import { propertySeed } from '../../doubles/property-runs.ts'

/** Returns null, with a warning, if this part cannot run here. */
function tried(result: CampaignResult | string): CampaignResult | null {
  if (typeof result === 'string') {
    console.warn(`NOT RUN: ${result}`)
    return null
  }
  return result
}

it('names every error of the disk, takes none for damage, and keeps what was saved', async () => {
  // Seed 5 is a regression test: a read error in the write-ahead log was once ignored and lost half a day's work.
  const result = tried(await runPart('io', { seed: 5, runs: 1, step: 1 }))
  expect(result?.problems ?? []).toEqual([])
  if (result) expect(result.figures.injected).toBeGreaterThan(0)
})

it('reads on when the disk is full or the ledger is held, and saves again at once when it is not', async () => {
  const result = tried(await runPart('disk', { seed: 1, runs: 1, step: 1 }))
  expect(result?.problems ?? []).toEqual([])
})

it('sets aside what was damaged, shows nothing that nobody wrote, and tells what is lost', async () => {
  // Seed 1 damages so many pages that the recovery takes 40 s.
  const seed = propertySeed + 1
  const { problems, figures } = await runCorruptions({ seed, runs: 1 })
  expect(problems, `npm run crash -- --part corrupt --seed ${seed} --runs 1`).toEqual([])
  expect(figures.corruptions).toBe(1)
})

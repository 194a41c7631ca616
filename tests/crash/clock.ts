import { runFaults } from '../faults/run.ts'
import { createGround } from '../faults/world.ts'
import type { CampaignOptions, CampaignResult } from './result.ts'

/** The probability per step: about one in fifteen, or eight times a day. */
const clockJumps = 1 / 15

/**
 * Runs days with faults in virtual time on which the computer's clock is changed by up to three days, while the service's clock
 * stays right.
 */
export async function runClockJumps({ seed, runs, onRun }: CampaignOptions): Promise<CampaignResult> {
  const ground = createGround()
  const problems: string[] = []
  const figures = { days: runs, clock_set: 0, writes: 0, lives: 0 }
  try {
    for (let run = 0; run < runs; run += 1) {
      const result = await runFaults(ground, seed + run, { clockJumps })
      figures.clock_set += result.jumps
      figures.writes += result.writes
      figures.lives += result.lives
      onRun?.(`day ${seed + run}`)
      problems.push(...result.problems.map((what) => `--seed ${seed + run} --runs 1: ${what}`))
    }
    return { problems, figures }
  } finally {
    ground.remove()
  }
}

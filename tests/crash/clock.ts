import { runFaults } from '../faults/run.ts'
import { createGround } from '../faults/world.ts'
import type { CampaignOptions, CampaignResult } from './result.ts'

/** About one step in fifteen: eight times a day. */
const clockJumps = 1 / 15

/** Bad days in virtual time on which somebody sets the computer's clock, by up to three days, while the service's goes on. */
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

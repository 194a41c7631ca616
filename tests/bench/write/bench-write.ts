import type { BenchResult } from '../main.ts'
import { measureDrain } from './drain.ts'
import { measureSaves } from './saves.ts'

/** Measures how long saving takes for the user on a generated mirror, and how fast the outbox sends compared with bare calls. */
export async function benchWrite({
  individuals,
  rounds,
}: {
  individuals: number
  rounds: number
}): Promise<BenchResult> {
  const drained = await measureDrain(rounds)
  const saves = await measureSaves(individuals)
  const figures = {
    save_ms_p95: round(quantile(saves, 0.95)),
    drain_ratio: round(quantile(drained.away, 0.5)),
    drain_ratio_on_this_computer: round(quantile(drained.here, 0.5)),
  }
  return { figures, goals }
}

/**
 * Locally, only the processor matters, and service, client and cache share it. So the local figure is reported without a goal.
 */
const goals = { save_ms_p95: '≤ 100', drain_ratio: '≥ 0.8', drain_ratio_on_this_computer: 'as it is' }

/** Returns the smallest value that this share of all values does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

const round = (value: number) => Math.round(value * 100) / 100

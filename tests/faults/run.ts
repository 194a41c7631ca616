import { violations } from './oracle.ts'
import { createRandom } from './random.ts'
import { createScript } from './script.ts'
import { createWorld, type Ground } from './world.ts'

export type RunResult = {
  seed: number
  /** What was wrong; empty when nothing was. */
  problems: string[]
  /** Everything that came about, for telling two runs apart. */
  trace: string
  writes: number
  lives: number
  /** How often the computer's clock was set. */
  jumps: number
  faults: Record<string, number>
}

const steps = 120

/** The most that a computer's clock is wrong by, ms. */
const mostWrong = 3 * 86_400_000

/**
 * One bad day from a seed, to its end, held against the service's own state.
 * @param options.clockJumps - how likely somebody sets the computer's clock, back or forward, at each step
 */
export async function runFaults(ground: Ground, seed: number, { clockJumps = 0 } = {}): Promise<RunResult> {
  const world = await createWorld(ground, seed)
  // Of its own, so that a day without jumps is the same day as ever.
  const random = createRandom(seed)
  let jumps = 0
  try {
    const script = createScript(world)
    await world.engine()
    for (let step = 0; step < steps; step += 1) {
      await script.step()
      if (random.chance(clockJumps)) {
        world.clock.setComputer((random.next() * 2 - 1) * mostWrong)
        jumps += 1
      }
      await world.engine()
    }
    const ended = await script.toTheEnd()
    const left = script
      .open()
      .map(({ id, action, state, question }) => `${id} ${action} ${state} ${question?.kind ?? ''}`)
    const problems = ended ? violations(world, script) : [`it did not come to an end: ${left.join(', ')}`]
    const trace = world.ledger.commits
      .flatMap(({ events }) => events.map(({ at, operationId, event }) => `${at} ${operationId} ${event}`))
      .join('\n')
    const { lives } = world.state
    return {
      seed,
      problems,
      trace,
      writes: script.acknowledged.length,
      lives,
      jumps,
      faults: { ...world.transport.counts },
    }
  } finally {
    await world.end()
  }
}

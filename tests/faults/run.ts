import { violations } from './oracle.ts'
import { createRandom } from './random.ts'
import { createScript } from './script.ts'
import { createWorld, type Ground } from './world.ts'

export type RunResult = {
  seed: number
  /** The violations found; empty if there are none. */
  problems: string[]
  /** The sequence of events, to compare two runs. */
  trace: string
  writes: number
  /** Number of records that a colleague created similar to one that was being sent. */
  twins: number
  lives: number
  /** Saved clearings of a field. */
  clears: number
  /** Saves that were undone. */
  undone: number
  /** How often the computer's clock was changed. */
  jumps: number
  faults: Record<string, number>
}

const steps = 120

/** The largest error of the computer's clock, ms. */
const mostWrong = 3 * 86_400_000

/**
 * Runs one day with faults from a seed to its end, and compares the result with the service's own state.
 *
 * @param options.clockJumps - the probability per step that the computer's clock is changed, back or forward
 */
export async function runFaults(ground: Ground, seed: number, { clockJumps = 0 } = {}): Promise<RunResult> {
  const world = await createWorld(ground, seed)
  // A separate generator, so that clock jumps do not change the rest of the day.
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
      twins: script.twins(),
      lives,
      clears: script.clears.length,
      undone: script.told.undone.size,
      jumps,
      faults: { ...world.transport.counts },
    }
  } finally {
    await world.end()
  }
}

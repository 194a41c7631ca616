import { violations } from './oracle.ts'
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
  faults: Record<string, number>
}

const steps = 120

/** One bad day from a seed, to its end, held against the service's own state. */
export async function runFaults(ground: Ground, seed: number): Promise<RunResult> {
  const world = await createWorld(ground, seed)
  try {
    const script = createScript(world)
    await world.engine()
    for (let step = 0; step < steps; step += 1) {
      await script.step()
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
    return { seed, problems, trace, writes: script.acknowledged.length, lives, faults: { ...world.transport.counts } }
  } finally {
    await world.end()
  }
}

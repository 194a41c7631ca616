import { type Flapping, startFlapping, untilLook } from '../integration/http/support/flapping.ts'
import type { CampaignOptions } from './result.ts'

const minute = 60_000
const soonMs = 10_000
const longestWaitMs = 5 * minute
/** Long enough that the next check is overdue afterwards, whatever random jitter is added to a quarter of an hour. */
const shortestSleep = 20 * minute
const anIndividual = { offset: 0, limit: 1, sort: { column: 'title', direction: 'asc' } } as const

type Figures = {
  networks_lost: number
  sleeps: number
  failed_checks: number
  too_early: number
  slowest_return_ms: number
  longest_wait_ms: number
}

/**
 * The network drops and returns, or the computer sleeps and wakes, in virtual time, while a colleague writes. After half of the
 * returns DNS does not work yet, so that the first check fails.
 */
export async function runFlaps({
  seed,
  runs,
  onRun,
}: CampaignOptions): Promise<{ problems: string[]; figures: Figures }> {
  const flapping = await startFlapping(seed)
  const figures: Figures = {
    networks_lost: 0,
    sleeps: 0,
    failed_checks: 0,
    too_early: 0,
    slowest_return_ms: 0,
    longest_wait_ms: 0,
  }
  const problems: string[] = []
  try {
    await flapping.untilPlanned(() => flapping.engine.start())
    for (let flap = 1; flap <= runs; flap += 1) {
      const found = await flapOnce(flapping, figures, flap)
      problems.push(...found.map((what) => `--seed ${seed} --runs ${flap}: ${what}`))
      onRun?.(`flap ${flap}`)
    }
    return { problems, figures }
  } finally {
    await flapping.stop()
  }
}

async function flapOnce(flapping: Flapping, figures: Figures, flap: number): Promise<string[]> {
  const { random, control, engine, untilPlanned, next, waits } = flapping
  const isSleep = random.chance(0.5)
  const problems: string[] = []
  const { rows } = await flapping.store.read('individuals.list', anIndividual)
  const id = rows[0]?.id ?? ''
  if (isSleep) {
    figures.sleeps += 1
    flapping.sleep(shortestSleep + random.below(600) * minute)
  } else {
    figures.networks_lost += 1
    problems.push(...(await stayAway(flapping, figures)))
  }
  control.colleague.edit('individuals', id, { city: `City ${flap}` })
  const tooEarly = random.chance(0.5)
  if (tooEarly) control.goOffline()
  else control.goOnline()
  // A computer reports its waking at once; for the network, Steward polls every few seconds.
  let returnMs = isSleep ? 0 : untilLook(random)
  let status = await untilPlanned(isSleep ? engine.wake : flapping.arrive)
  if (tooEarly) {
    figures.too_early += 1
    returnMs += waits.at(-1) ?? 0
    control.goOnline()
    status = await next()
  }
  figures.slowest_return_ms = Math.max(figures.slowest_return_ms, Math.round(returnMs))
  if (returnMs > soonMs) problems.push(`it took ${returnMs} ms to check again`)
  if (status.problem !== null || status.reachable !== 'online')
    problems.push(`it says ${JSON.stringify(status.problem)}`)
  const { record } = await flapping.store.read('individuals.get', { id })
  if (record.city !== `City ${flap}`) problems.push('what a colleague wrote meanwhile is not there')
  return problems
}

/** A random number of failing checks, each with its wait before the next. */
async function stayAway(flapping: Flapping, figures: Figures): Promise<string[]> {
  const problems: string[] = []
  flapping.leave()
  for (let away = 1 + flapping.random.below(10); away > 0; away -= 1) {
    const { problem } = await flapping.next()
    figures.failed_checks += 1
    const wait = flapping.waits.at(-1) ?? 0
    figures.longest_wait_ms = Math.max(figures.longest_wait_ms, Math.round(wait))
    if (wait > longestWaitMs) problems.push(`it waits ${wait} ms`)
    if (problem?.code !== 'service/offline') problems.push(`without a network it says ${problem?.code}`)
  }
  return problems
}

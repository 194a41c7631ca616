import { asText } from '../../../electron/api/transport/json-text.ts'
import { openConnectionStore } from '../../../electron/data/connection-store.ts'
import { createCoreDouble } from '../../doubles/core.ts'
import { type Transport, transports } from '../../doubles/ipc-transports.ts'
import { connectionId } from '../../doubles/samples/sample.ts'
import type { GeneratedMirror } from '../generate/mirror-cache.ts'
import type { Random } from '../generate/random.ts'
import { p50, p95, round2, type Times, timeOf } from './measure.ts'
import type { Sides } from './open-sides.ts'
import { answered, pageSize, setups } from './pages.ts'

/**
 * Measures what the path from a screen's call to its rows adds to the statement: the page's client, a transport, the schemas on
 * both ends, the reading worker, and back. Each page is also answered in this thread directly before. The result is the median
 * over several rounds, since three threads are sensitive to other load: p95 minus p95, for the slower transport.
 */
export async function measureIpc(sides: Sides, generated: GeneratedMirror, random: Random, count: number) {
  const workerUrl = new URL('../../../electron/data/worker.ts', import.meta.url)
  const store = await openConnectionStore({ workerUrl, memory: false, ...generated.files })
  const double = createCoreDouble()
  const list: Core['individuals']['list'] = asText(({ connectionId: _, ...input }) =>
    store.readText('individuals.list', input),
  )
  const core = { ...double, individuals: { ...double.individuals, list } }
  try {
    const added: number[] = []
    for (const transport of transports) added.push(await addedBy(transport, { sides, core, random, count }))
    return Math.max(...added)
  } finally {
    await store.close()
  }
}

const ipcRounds = 9

type Core = Parameters<Transport['open']>[0]
type Parts = { sides: Sides; core: Core; random: Random; count: number }

async function addedBy(transport: Transport, { sides, core, random, count }: Parts): Promise<number> {
  const open = await transport.open(core)
  const [setup] = setups
  if (!setup) throw new Error('There is nothing to page through.')
  const rounds: { whole: Times; statement: Times }[] = []
  try {
    for (let round = -1; round < ipcRounds; round++) {
      const times = { whole: [] as Times, statement: [] as Times }
      for (let asked = 0; asked < count; asked++) {
        const input = { ...setup, offset: random.below(sides.size - pageSize), limit: pageSize }
        times.statement.push(timeOf(() => answered(sides, input)))
        const began = performance.now()
        const { rows } = await open.client.individuals.list({ connectionId, ...input })
        times.whole.push(performance.now() - began)
        if (rows.length !== pageSize) throw new Error('A page came short.')
      }
      // The first round only warms up and waits until the worker has built its view.
      if (round >= 0) rounds.push(times)
    }
  } finally {
    await open.close()
  }
  const line = (of: Times) => `p50 ${p50(of).toFixed(2)} p95 ${p95(of).toFixed(2)} ms`
  const whole = rounds.flatMap((times) => times.whole)
  const statement = rounds.flatMap((times) => times.statement)
  console.log(`whole way over ${transport.name}: ${line(whole)}   statement ${line(statement)}`)
  return round2(p50(rounds.map((times) => p95(times.whole) - p95(times.statement))))
}

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { asText } from '../../../electron/api/core.ts'
import { openConnectionStore } from '../../../electron/data/connection-store.ts'
import { answerRead } from '../../../electron/data/reads/read.ts'
import { threadsOf } from '../../../electron/data/workers/worker-client.ts'
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
 *
 * The same way with a thread that has the text of a page ready is measured beside it: what it takes is not the reading thread's.
 */
export async function measureIpc(sides: Sides, generated: GeneratedMirror, random: Random, count: number) {
  const startThread = threadsOf(new URL('../../../electron/data/workers/worker.ts', import.meta.url))
  const store = await openConnectionStore({ startThread, memory: false, ...generated.files })
  const ready = await startReady(await store.readText('individuals.list', { ...anyPage(), offset: 0 }))
  const coreWith = (list: Core['individuals']['list']): Core => {
    const double = createCoreDouble()
    return { ...double, individuals: { ...double.individuals, list } }
  }
  const cores = {
    whole: coreWith(asText(({ connectionId: _, ...input }) => store.readText('individuals.list', input))),
    ready: coreWith(asText(() => ready.ask())),
  }
  try {
    const added: number[] = []
    for (const transport of transports) added.push(await addedBy(transport, { sides, cores, random, count }))
    return Math.max(...added)
  } finally {
    await ready.close()
    await store.close()
  }
}

async function startReady(text: string) {
  const worker = new Worker(new URL('./ready-text.ts', import.meta.url), { workerData: text })
  return {
    async ask(): Promise<string> {
      worker.postMessage(null)
      const [answer] = await once(worker, 'message')
      return answer
    },
    close: () => worker.terminate(),
  }
}

function anyPage() {
  const [setup] = setups
  if (!setup) throw new Error('There is nothing to page through.')
  return { ...setup, limit: pageSize }
}

const ipcRounds = 9

type Core = Parameters<Transport['open']>[0]
type Parts = { sides: Sides; cores: Record<'whole' | 'ready', Core>; random: Random; count: number }
type Round = Record<'whole' | 'ready' | 'statement', Times>

async function addedBy(transport: Transport, { sides, cores, random, count }: Parts): Promise<number> {
  const open = { whole: await transport.open(cores.whole), ready: await transport.open(cores.ready) }
  const rounds: Round[] = []
  try {
    for (let round = -1; round < ipcRounds; round++) {
      const times: Round = { whole: [], ready: [], statement: [] }
      // The store's own work after its opening may have changed a version since the last round.
      await answerRead(sides.reader, 'individuals.list', { ...anyPage(), offset: Math.round(sides.size / 2) })
      for (let asked = 0; asked < count; asked++) {
        const input = { ...anyPage(), offset: random.below(sides.size - pageSize) }
        times.statement.push(timeOf(() => answered(sides, input)))
        for (const way of ['whole', 'ready'] as const) {
          const began = performance.now()
          const { rows } = await open[way].client.individuals.list({ connectionId, ...input })
          times[way].push(performance.now() - began)
          if (rows.length !== pageSize) throw new Error('A page came short.')
        }
      }
      // The first round only warms up and waits until the worker has made its order.
      if (round >= 0) rounds.push(times)
    }
  } finally {
    await open.whole.close()
    await open.ready.close()
  }
  const line = (of: keyof Round) => {
    const all = rounds.flatMap((times) => times[of])
    return `p50 ${p50(all).toFixed(2)} p95 ${p95(all).toFixed(2)} ms`
  }
  console.log(
    `whole way over ${transport.name}: ${line('whole')}   statement ${line('statement')}   with a ready text ${line('ready')}`,
  )
  return round2(p50(rounds.map((times) => p95(times.whole) - p95(times.statement))))
}

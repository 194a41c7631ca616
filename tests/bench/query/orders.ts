import { createViewBuilder } from '../../../electron/data/reads/build-view.ts'
import { individualShape } from '../../../electron/data/reads/list-shapes.ts'
import { answerRead, type ReadInput } from '../../../electron/data/reads/read.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { createScans } from '../../../electron/data/reads/scans.ts'
import { viewOf } from '../../../electron/data/reads/view.ts'
import type { ReaderCalls } from '../../../electron/data/worker-calls.ts'
import { startWorker } from '../../../electron/data/worker-client.ts'
import type { GeneratedMirror } from '../generate/mirror-cache.ts'
import { p50, p95, type Times, timeOf } from './measure.ts'
import { type Sides, today } from './open-sides.ts'
import { pageSize } from './pages.ts'

const joined = { sort: { column: 'household_name', direction: 'asc' } } as const

/** Times of building the order of all individuals by the name of their household, each from nothing, in ms. */
export function measureJoinedOrder({ reader: { mirror, versions } }: Sides, rounds: number): Times {
  const view = viewOf(individualShape, joined, today)
  const times = Array.from({ length: rounds }, () =>
    timeOf(() => createViewBuilder({ mirror, versions, stored: null }).build(view)),
  )
  console.log(`order by a joined name p50 ${p50(times).toFixed(0)} p95 ${p95(times).toFixed(0)} ms`)
  return times
}

type Input = ReadInput<'individuals.list'>

/** Each column in each direction, and with a filter. */
const sorts: readonly Input[] = Object.keys(individualShape.columns).flatMap((column) => {
  const page = { offset: 0, limit: pageSize }
  const filters = [{ column: 'state', operator: 'is', values: ['ny'] }]
  return [
    { sort: { column, direction: 'asc' }, ...page },
    { sort: { column, direction: 'desc' }, ...page },
    { sort: { column, direction: 'asc' }, filters, ...page },
  ] as Input[]
})

const nameOf = ({ sort, filters = [] }: Input) =>
  `${sort.column}, ${sort.direction}${filters.length > 0 ? ', filtered' : ''}`

/** Makes everything once, for several readers. */
function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const name = JSON.stringify(key)
    const found = known.get(name) ?? make(key)
    known.set(name, found)
    return found
  }
}

/**
 * Sorts a list of all individuals in each way, always for the first time, and measures the ms until its first page is read. Columns
 * are in memory as they are some seconds after a list was opened. A page that has to wait until another thread has built its order
 * counts with that time.
 */
export async function measureFirstPages({ reader }: Sides): Promise<Times> {
  const { mirror, versions, ledger } = reader
  const times: Times = []
  const build = once(createViewBuilder({ mirror, versions }).build)
  const copy = once(createScans({ mirror, versions }).copy)
  for (const input of sorts) {
    const first = { isWarm: false, built: 0 }
    const asked = createReader(mirror, ledger, {
      buildElsewhere: async (view) => {
        if (!first.isWarm) return build(view)
        first.built += timeOf(() => createViewBuilder({ mirror, versions: asked.versions }).build(view))
        return build(view)
      },
      copyElsewhere: copy,
      today: () => today,
    })
    asked.versions.refresh()
    await asked.views.warm('individuals')
    first.isWarm = true
    const began = performance.now()
    const answer = answerRead(asked, 'individuals.list', input)
    const waited = performance.now() - began
    // Nothing answers before the order is built; otherwise it is built while the page is shown.
    const ms = answer instanceof Promise ? waited + first.built : waited - first.built
    await answer
    console.log(`first page by ${nameOf(input)}: ${ms.toFixed(1)} ms`)
    times.push(ms)
  }
  return times
}

/**
 * The same right after an advisor opens the firm: through the app's threads, before any column is in memory. The orders are stored in the
 * mirror, as the app stores them in the minutes after a first load.
 */
export async function measureColdFirstPages({ files }: GeneratedMirror): Promise<Times> {
  const workerUrl = new URL('../../../electron/data/worker.ts', import.meta.url)
  const times: Times = []
  for (const input of sorts) {
    const worker = startWorker<ReaderCalls>({ workerUrl, setup: { role: 'reader', files, workerUrl: workerUrl.href } })
    const { calls } = await worker.open()
    for (const column of ['title', input.sort.column === 'state' ? 'city' : 'state'] as const) {
      await calls.read('individuals.list', { sort: { column, direction: 'asc' }, offset: 0, limit: pageSize })
    }
    const began = performance.now()
    const { rows } = await calls.read('individuals.list', input)
    times.push(performance.now() - began)
    if (rows.length !== pageSize) throw new Error('A page came short.')
    console.log(`first page by ${nameOf(input)}, nothing in memory: ${times.at(-1)?.toFixed(1)} ms`)
    await worker.terminate()
  }
  return times
}

import { isWalked, type ListOrder, listOrderOf } from '../../../electron/data/lists/list-order.ts'
import { individualShape } from '../../../electron/data/lists/list-shapes.ts'
import { createOrderMaker } from '../../../electron/data/lists/lists.ts'
import type { ReadInput } from '../../../electron/data/reads/read.ts'
import type { ReaderCalls } from '../../../electron/data/workers/worker-calls.ts'
import { startWorker, threadsOf } from '../../../electron/data/workers/worker-client.ts'
import type { GeneratedMirror } from '../generate/mirror-cache.ts'
import { p50, p95, type Times, timeOf } from './measure.ts'
import { beside, type Sides } from './open-sides.ts'
import { pageSize } from './pages.ts'

const orderOf = (input: Input): ListOrder => listOrderOf(individualShape, input, beside)

/** Times of sorting all individuals in each way, each from nothing, in ms. */
export function measureWholeOrders({ reader: { mirror, versions } }: Sides): Times {
  const maker = createOrderMaker({ mirror, versions })
  return sorts.map((input) => {
    const ms = timeOf(() => maker.whole(orderOf(input)))
    console.log(`whole order by ${nameOf(input)}: ${ms.toFixed(0)} ms`)
    return ms
  })
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

/** Times of the first page of each order, ms. */
export type FirstPages = { indexed: Times; others: Times; slowest: Times }

/**
 * Sorts a list of all individuals in each way, always for the first time and through the app's threads, right after an advisor has opened the
 * firm and looked at two lists. `slowest`: the order by e-mail backwards, in which each row comes before those already held.
 */
export async function measureFirstPages({ files }: GeneratedMirror): Promise<FirstPages> {
  const startThread = threadsOf(new URL('../../../electron/data/workers/worker.ts', import.meta.url))
  const times: FirstPages = { indexed: [], others: [], slowest: [] }
  for (const input of sorts) {
    const worker = startWorker<ReaderCalls>({ startThread, setup: { role: 'reader', files } })
    const { calls } = await worker.open()
    for (const column of ['title', input.sort.column === 'state' ? 'city' : 'state'] as const) {
      await calls.read('individuals.list', { sort: { column, direction: 'asc' }, offset: 0, limit: pageSize })
    }
    // The order that the second list makes ahead is done, too.
    await calls.read('individuals.list', { sort: { column: 'state', direction: 'asc' }, offset: 5000, limit: 1 })
    const began = performance.now()
    const { rows } = await calls.read('individuals.list', input)
    const ms = performance.now() - began
    if (rows.length !== pageSize) throw new Error('A page came short.')
    const { column, direction } = input.sort
    const isSlowest = column === 'email' && direction === 'desc'
    const kind = isSlowest ? 'slowest' : isWalked(individualShape, orderOf(input)) ? 'indexed' : 'others'
    times[kind].push(ms)
    console.log(`first page by ${nameOf(input)}, ${kind}: ${ms.toFixed(1)} ms`)
    await worker.terminate()
  }
  for (const [kind, of] of Object.entries(times))
    console.log(`first pages, ${kind}: p50 ${p50(of).toFixed(1)} p95 ${p95(of).toFixed(1)} ms`)
  return times
}

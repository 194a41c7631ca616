import { createViewBuilder } from '../../../electron/data/reads/build-view.ts'
import { individualShape } from '../../../electron/data/reads/list-shapes.ts'
import { answerRead } from '../../../electron/data/reads/read.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { viewOf } from '../../../electron/data/reads/view.ts'
import { p50, p95, type Times, timeOf } from './measure.ts'
import { type Sides, today } from './open-sides.ts'
import { pageSize } from './pages.ts'

const joined = { sort: { column: 'household_name', direction: 'asc' } } as const

/** Times of building the order of all individuals by the name of their household, each from nothing, in ms. */
export function measureJoinedOrder({ reader: { mirror, versions } }: Sides, rounds: number): Times {
  const view = viewOf(individualShape, joined, today)
  const times = Array.from({ length: rounds }, () => timeOf(() => createViewBuilder({ mirror, versions }).build(view)))
  console.log(`order by a joined name p50 ${p50(times).toFixed(0)} p95 ${p95(times).toFixed(0)} ms`)
  return times
}

/**
 * Sorts a list of all individuals by each column in each direction, always for the first time, and measures the ms until its first page
 * is read. In the app another thread builds the full order meanwhile; here, a column that needs it builds it in place.
 */
export function measureFirstPages({ reader: { mirror, ledger } }: Sides): Times {
  const times: Times = []
  for (const column of Object.keys(individualShape.columns)) {
    for (const direction of ['asc', 'desc'] as const) {
      const waiting: (() => void)[] = []
      const builder = createReader(mirror, ledger, {
        buildElsewhere: (view) =>
          new Promise((resolve) => {
            waiting.push(() => resolve(createViewBuilder({ mirror, versions: builder.versions }).build(view)))
          }),
        today: () => today,
      })
      const input = { sort: { column, direction }, offset: 0, limit: pageSize } as Parameters<
        typeof answerRead<'individuals.list'>
      >[2]
      const ms = timeOf(() => {
        const answer = answerRead(builder, 'individuals.list', input)
        // Nothing answers before the order is built.
        if (answer instanceof Promise) for (const build of waiting) build()
      })
      console.log(`first page by ${column}, ${direction}: ${ms.toFixed(1)} ms`)
      times.push(ms)
    }
  }
  return times
}

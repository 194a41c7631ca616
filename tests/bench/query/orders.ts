import { createViewBuilder } from '../../../electron/data/reads/build-view.ts'
import { individualShape } from '../../../electron/data/reads/list-shapes.ts'
import { answerRead, type ReadInput } from '../../../electron/data/reads/read.ts'
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

type Builder = ReturnType<typeof createViewBuilder>
type Input = ReadInput<'individuals.list'>

/** A builder that builds everything once, for several readers. */
function buildOnce({ mirror, versions }: Sides['reader']): Builder {
  const builder = createViewBuilder({ mirror, versions })
  const views = new Map<string, ReturnType<Builder['build']>>()
  const copies = new Map<string, ReturnType<Builder['copy']>>()
  const once = <Key, Value>(known: Map<string, Value>, make: (key: Key) => Value) => {
    return (key: Key): Value => {
      const name = JSON.stringify(key)
      const found = known.get(name) ?? make(key)
      known.set(name, found)
      return found
    }
  }
  return { build: once(views, builder.build), copy: once(copies, builder.copy) }
}

/**
 * Sorts a list of all individuals, and one with a filter, by each column in each direction, always for the first time, and measures the
 * ms until its first page is read. Columns are in memory as they are some seconds after a list was opened. A page that has to
 * wait until another thread has built its order counts with that time.
 */
export async function measureFirstPages({ reader }: Sides): Promise<Times> {
  const { mirror, ledger } = reader
  const times: Times = []
  const once = buildOnce(reader)
  for (const column of Object.keys(individualShape.columns)) {
    for (const [direction, filters] of [
      ['asc', []],
      ['desc', []],
      ['asc', [{ column: 'state', operator: 'is', values: ['ny'] }]],
    ] as const) {
      const first = { isWarm: false, built: 0 }
      const asked = createReader(mirror, ledger, {
        buildElsewhere: async (view) => {
          if (!first.isWarm) return once.build(view)
          first.built += timeOf(() => createViewBuilder({ mirror, versions: asked.versions }).build(view))
          return once.build(view)
        },
        copyElsewhere: async (copied) => once.copy(copied),
        today: () => today,
      })
      asked.versions.refresh()
      await asked.views.warm('individuals')
      first.isWarm = true
      const input = { sort: { column, direction }, filters, offset: 0, limit: pageSize } as unknown as Input
      const began = performance.now()
      const answer = answerRead(asked, 'individuals.list', input)
      const waited = performance.now() - began
      // Nothing answers before the order is built; otherwise it is built while the page is shown.
      const ms = answer instanceof Promise ? waited + first.built : waited - first.built
      await answer
      const filtered = filters.length > 0 ? ', filtered' : ''
      console.log(`first page by ${column}, ${direction}${filtered}: ${ms.toFixed(1)} ms`)
      times.push(ms)
    }
  }
  return times
}

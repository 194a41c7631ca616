import { listShapes } from '../../../electron/data/reads/list-shapes.ts'
import { conditionOf, type View, viewOf } from '../../../electron/data/reads/view.ts'
import { countSql } from '../../../electron/data/reads/view-sql.ts'
import { createViews } from '../../../electron/data/reads/views.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { entityKinds } from '../../../shared/service/entity.ts'
import type { Random } from '../generate/random.ts'
import { interleave, p50, p95, type Times, timeOf } from './measure.ts'
import { type Sides, today } from './open-sides.ts'

const pieces = ['an', 'son', 'mar', 'el', 'ing', 'ma', 'or', 'ish', 'ber', 'li']

type Asked = { resource: 'individuals' | 'entities'; filters: Filter[] }

/** Returns a filter with or without an index, on own or joined columns. */
function anyFilter(random: Random): Asked {
  const text = random.pick(pieces) + random.word(random.below(2))
  const options: readonly (() => Asked)[] = [
    () => ({ resource: 'individuals', filters: [{ column: 'title', operator: 'contains', values: [text] }] }),
    () => ({ resource: 'individuals', filters: [{ column: 'city', operator: 'starts_with', values: [text] }] }),
    () => ({ resource: 'individuals', filters: [{ column: 'household_name', operator: 'contains', values: [text] }] }),
    () => ({
      resource: 'individuals',
      filters: [
        { column: 'updated_at', operator: 'within_days', values: [random.below(900)] },
        { column: 'is_trustee', operator: 'is', values: [true] },
      ],
    }),
    () => ({
      resource: 'entities',
      filters: [{ column: 'kind', operator: 'any_of', values: [random.pick(entityKinds)] }],
    }),
    () => ({
      resource: 'entities',
      filters: [{ column: 'effective_date', operator: 'older_than_days', values: [random.below(900)] }],
    }),
  ]
  return random.pick(options)()
}

/** Measures how long counting a filter's rows takes: recounted by the app each time, beside the same statement on bare SQLite. */
export function measureCounts({ reader, bare }: Sides, random: Random, count: number) {
  const { mirror, versions } = reader
  const questions: View[] = Array.from({ length: count }, () => {
    const { resource, filters } = anyFilter(random)
    return viewOf(listShapes[resource], { sort: { column: 'title', direction: 'asc' }, filters }, today)
  })
  return interleave(questions, {
    // New views each time, since a view counts its total once and caches it.
    ours: (view) => createViews({ mirror, versions, buildElsewhere: null }).total(view),
    bare(view) {
      const shape = listShapes[view.resource]
      const { sql, parameters } = countSql(shape, conditionOf(shape, view))
      return bare.prepare<unknown[]>(sql).get(...parameters)
    },
  })
}

/** Filters that an index answers alone. */
const indexed: readonly ((random: Random) => Filter)[] = [
  (random) => ({ column: 'state', operator: 'is', values: [random.pick(['ca', 'ny', 'tx', 'wa', 'fl'])] }),
  (random) => ({ column: 'city', operator: 'starts_with', values: [random.pick(pieces)] }),
  (random) => ({ column: 'is_primary', operator: 'is', values: [random.chance(0.5)] }),
  (random) => ({ column: 'is_trustee', operator: 'is', values: [random.chance(0.5)] }),
  (random) => ({ column: 'updated_at', operator: 'within_days', values: [random.below(900)] }),
  (random) => ({ column: 'date_of_birth', operator: 'on_or_after', values: [`19${60 + random.below(39)}-01-01`] }),
]

/** Any two filters, on different columns. */
function anyPair(random: Random): View {
  const one = random.below(indexed.length)
  const other = (one + 1 + random.below(indexed.length - 1)) % indexed.length
  const filters = [one, other].flatMap((at) => indexed[at]?.(random) ?? [])
  return viewOf(listShapes.individuals, { sort: { column: 'title', direction: 'asc' }, filters }, today)
}

/**
 * Times of counting the individuals that match two filters, each count asked for the first time, in ms. In a large firm the columns are
 * in memory if `reader.views.warm` was awaited, as some seconds after a list was opened.
 */
export function measurePairs({ reader }: Pick<Sides, 'reader'>, random: Random, count: number): Times {
  reader.versions.refresh()
  return Array.from({ length: count }, () => {
    const view = anyPair(random)
    return timeOf(() => reader.views.total(view))
  })
}

/** Prints how long it takes until the columns are in memory, and the times of counts before and after; compares each with SQLite's. */
export async function warmAndCompare({ reader }: Pick<Sides, 'reader'>, random: Random, count: number): Promise<void> {
  const { mirror, versions, views } = reader
  versions.refresh()
  const began = performance.now()
  await views.warm('individuals')
  console.log(`columns and orders of individuals in memory after ${(performance.now() - began).toFixed(0)} ms`)
  const times = { warm: [] as Times, cold: [] as Times }
  for (let asked = 0; asked < count; asked++) {
    const view = anyPair(random)
    const plain = createViews({ mirror, versions, buildElsewhere: null })
    times.cold.push(timeOf(() => plain.total(view)))
    times.warm.push(timeOf(() => views.total(view)))
    if (plain.total(view) !== views.total(view)) throw new Error(`A count is wrong: ${JSON.stringify(view.filters)}`)
  }
  const line = (of: Times) => `p50 ${p50(of).toFixed(1)} p95 ${p95(of).toFixed(1)} ms`
  console.log(`count of two filters ${line(times.warm)}, before the columns are in memory ${line(times.cold)}`)
}

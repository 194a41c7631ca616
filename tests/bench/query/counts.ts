import { countSql, type ListOrder, listOrderOf } from '../../../electron/data/lists/list-order.ts'
import { listShapes } from '../../../electron/data/lists/list-shapes.ts'
import { createLists } from '../../../electron/data/lists/lists.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { entityKinds } from '../../../shared/service/entity.ts'
import type { Random } from '../generate/random.ts'
import { interleave, type Times, timeOf } from './measure.ts'
import { beside, type Sides } from './open-sides.ts'

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
  const questions: ListOrder[] = Array.from({ length: count }, () => {
    const { resource, filters } = anyFilter(random)
    return listOrderOf(listShapes[resource], { sort: { column: 'title', direction: 'asc' }, filters }, beside)
  })
  return interleave(questions, {
    // New lists each time, since they keep their counts.
    ours: (order) => createLists({ mirror, versions, elsewhere: null }).total(order),
    bare(order) {
      const { sql, parameters } = countSql(listShapes[order.resource], order)
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
function anyPair(random: Random): ListOrder {
  const one = random.below(indexed.length)
  const other = (one + 1 + random.below(indexed.length - 1)) % indexed.length
  const filters = [one, other].flatMap((at) => indexed[at]?.(random) ?? [])
  return listOrderOf(listShapes.individuals, { sort: { column: 'title', direction: 'asc' }, filters }, beside)
}

/** Times of counting the individuals that match two filters, each count asked for the first time, in ms. */
export function measurePairs({ reader }: Pick<Sides, 'reader'>, random: Random, count: number): Times {
  reader.versions.refresh()
  return Array.from({ length: count }, () => {
    const order = anyPair(random)
    return timeOf(() => reader.lists.total(order))
  })
}

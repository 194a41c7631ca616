import { listShapes } from '../../../electron/data/reads/list-shapes.ts'
import { conditionOf, type View, viewOf } from '../../../electron/data/reads/view.ts'
import { countSql } from '../../../electron/data/reads/view-sql.ts'
import { createViews } from '../../../electron/data/reads/views.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { entityKinds } from '../../../shared/service/entity.ts'
import type { Random } from '../generate/random.ts'
import { interleave } from './measure.ts'
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

import fc from 'fast-check'
import { expect } from 'vitest'
import { createViewBuilder, type ViewBuilder } from '../../../../electron/data/reads/build-view.ts'
import { nearEnd } from '../../../../electron/data/reads/first-rows.ts'
import { individualShape } from '../../../../electron/data/reads/list-shapes.ts'
import { answerRead, type ReadInput } from '../../../../electron/data/reads/read.ts'
import { createReader, type Reader } from '../../../../electron/data/reads/reader.ts'
import { createScans } from '../../../../electron/data/reads/scans.ts'
import { createVersions } from '../../../../electron/data/reads/versions.ts'
import { conditionOf, viewOf } from '../../../../electron/data/reads/view.ts'
import { countSql } from '../../../../electron/data/reads/view-sql.ts'
import type { Filter } from '../../../../shared/domain/filter-rules.ts'
import { type People, today } from './people.ts'

const days = fc.constantFrom('2024-01-01', '2024-05-06', '2025-01-01', '2025-01-03', '1960-02-29', '2030-01-01')
const aFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    column: fc.constantFrom('state', 'city'),
    operator: fc.constantFrom('is', 'is_not', 'contains', 'starts_with'),
    values: fc.constantFrom('', 'ny', 'n', 'CA', 'york', 'É').map((text) => [text]),
  }),
  fc.record({
    column: fc.constantFrom('state', 'city', 'date_of_birth', 'email'),
    operator: fc.constantFrom('has', 'has_not'),
    values: fc.constant([]),
  }),
  fc.record({
    column: fc.constantFrom('is_primary', 'is_trustee'),
    operator: fc.constant('is'),
    values: fc.boolean().map((flag) => [flag]),
  }),
  fc.record({
    column: fc.constantFrom('date_of_birth', 'updated_at', 'created_at'),
    operator: fc.constantFrom('on_or_after', 'on_or_before'),
    values: days.map((day) => [day]),
  }),
  fc.record({
    column: fc.constantFrom('date_of_birth', 'updated_at'),
    operator: fc.constant('between'),
    values: fc.tuple(days, days).map((both) => [...both].sort()),
  }),
  fc.record({
    column: fc.constantFrom('date_of_birth', 'updated_at'),
    operator: fc.constantFrom('within_days', 'older_than_days'),
    values: fc.integer({ min: 0, max: 900 }).map((count) => [count]),
  }),
) as fc.Arbitrary<Filter>

export const sortColumns = [
  'title',
  'household_name',
  'state',
  'email',
  'date_of_birth',
  'is_primary',
  'updated_at',
] as const
const anOrder = fc.record({
  column: fc.constantFrom(...sortColumns),
  direction: fc.constantFrom('asc', 'desc'),
})

/** A reader that holds columns and orders in memory, and a count of what was built for it. */
export function openReader({ reading: { mirror, ledger } }: People, mostValues?: number) {
  const versions = createVersions(mirror)
  const builder = createViewBuilder({ mirror, versions })
  const scans = createScans({ mirror, versions, rowsAtOnce: 2, ...(mostValues === undefined ? {} : { mostValues }) })
  const built = { views: 0, copies: 0 }
  const reader = createReader(mirror, ledger, {
    buildElsewhere: async (view: Parameters<ViewBuilder['build']>[0]) => {
      built.views++
      return builder.build(view)
    },
    copyElsewhere: async (copied) => {
      built.copies++
      return scans.copy(copied)
    },
    rowsInPlace: 0,
    today: () => today,
  })
  return { reader, built }
}

/** Everything that follows from counts and orders in memory, beside what SQLite finds. */
export async function expectRight({ reading: { mirror, ledger } }: People, reader: Reader, asked: readonly Asked[]) {
  const plain = createReader(mirror, ledger, { buildElsewhere: null, today: () => today })
  for (const { filters, sort, group } of asked) {
    const view = viewOf(individualShape, { sort, filters }, today)
    const total = mirror.transaction(() => {
      reader.versions.refresh()
      return reader.views.total(view)
    })()
    const { sql, parameters } = countSql(individualShape, conditionOf(individualShape, view))
    expect([filters, total]).toEqual([
      filters,
      mirror
        .prepare(sql)
        .pluck()
        .get(...parameters),
    ])
    // The first windows of a list are made without the whole list, one that reaches further from it.
    for (const [offset, limit] of [
      [0, 3],
      [2, 5],
      [0, nearEnd + 1],
    ] as const) {
      const input = { sort, filters, ...(group ? { group } : {}), offset, limit }
      // The contract's schema names the columns of filters; they are those of this list.
      const asked = input as unknown as ReadInput<'individuals.list'>
      const listed = await answerRead(reader, 'individuals.list', asked)
      const expected = await answerRead(plain, 'individuals.list', asked)
      expect([input, listed.total, listed.rows.map(({ id }) => id)]).toEqual([
        input,
        expected.total,
        expected.rows.map(({ id }) => id),
      ])
    }
  }
}

/** A list to read. */
export type Asked = {
  filters: Filter[]
  sort: { column: (typeof sortColumns)[number]; direction: 'asc' | 'desc' }
  group?: 'state' | 'is_primary' | undefined
}
/** Lists to read: filters, an order, and sometimes groups. */
export const someAsked = fc.array(
  fc.record({
    filters: fc.array(aFilter, { maxLength: 3 }),
    sort: anOrder,
    group: fc.constantFrom(undefined, undefined, 'state', 'is_primary'),
  }) as fc.Arbitrary<Asked>,
  { minLength: 2, maxLength: 4 },
)

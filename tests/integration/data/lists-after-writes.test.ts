import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { createOrderMaker, createVersions } from '../../../electron/data/lists/lists.ts'
import { answerRead, type ReadInput } from '../../../electron/data/reads/read.ts'
import { createReader, type Reader } from '../../../electron/data/reads/reader.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { foldLetters } from '../../../shared/domain/fold.ts'
import { searchColumn } from '../../../shared/ipc/list-columns.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { expectedIds, type OracleRow } from './support/list-oracle.ts'
import { aPersonTurn, createPeople, type People, today } from './support/people.ts'

let people: People | undefined
afterEach(() => people?.close())

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

const sortColumns = ['title', 'household_name', 'state', 'email', 'date_of_birth', 'is_primary', 'updated_at'] as const
const anOrder = fc.record({
  column: fc.constantFrom(...sortColumns),
  direction: fc.constantFrom('asc', 'desc'),
})

/** A list to read. */
type Asked = {
  filters: Filter[]
  sort: { column: (typeof sortColumns)[number]; direction: 'asc' | 'desc' }
  group?: 'state' | 'is_primary' | undefined
}
/** Lists to read: filters, an order, and sometimes groups. */
const someAsked = fc.array(
  fc.record({
    filters: fc.array(aFilter, { maxLength: 3 }),
    sort: anOrder,
    group: fc.constantFrom(undefined, undefined, 'state', 'is_primary'),
  }) as fc.Arbitrary<Asked>,
  { minLength: 2, maxLength: 4 },
)

/** Two readers: one sorts in place, one has every list sorted elsewhere, as if it were large. */
function openReaders({ reading: { mirror, ledger } }: People): Reader[] {
  const maker = createOrderMaker({ mirror, versions: createVersions(mirror) })
  const elsewhere = {
    whole: async (order: Parameters<typeof maker.whole>[0]) => maker.whole(order),
    first: async (order: Parameters<typeof maker.first>[0]) => maker.first(order),
  }
  return [
    createReader(mirror, ledger, { today: () => today }),
    createReader(mirror, ledger, { elsewhere, rowsInPlace: 0, today: () => today }),
  ]
}

type Person = OracleRow['values'] & { id: string; first_name: string; last_name: string; household_id: string }

const nothingIfEmpty = (value: unknown) => (value === '' || value === undefined ? null : (value as string | null))

/** The people as their list shows them, from the records alone: SQL that names no index, no list and no kept order. */
function rowsOf({ reading: { mirror } }: People): OracleRow[] {
  const jsonOf = (table: string) => mirror.prepare<[], string>(`SELECT json FROM ${table} ORDER BY row`).pluck().all()
  const households = new Map(
    jsonOf('households').map((json) => {
      const { id, name }: { id: string; name: string | null } = JSON.parse(json)
      return [id, name || id]
    }),
  )
  return jsonOf('individuals').map((json) => {
    const person: Person = JSON.parse(json)
    const title = [person.first_name, person.last_name].filter((part) => part !== '').join(' ') || person.id
    const household_name = households.get(person.household_id) ?? null
    return { id: person.id, values: { ...person, title, household_name } }
  })
}

/** A row is found if every word is in one of its texts. */
const isFound = (typed: string, { values: { title, email, household_name } }: OracleRow) =>
  foldLetters(typed)
    .split(' ')
    .filter((word) => word !== '')
    .every((word) => [title, email, household_name].some((text) => foldLetters(String(text ?? '')).includes(word)))

/** The groups of some rows, in order: states by their text, yes before no; rows without a value are last. */
function groupsOf(group: 'state' | 'is_primary', rows: readonly OracleRow[]): { key: string | null; ids: string[] }[] {
  const keyOf = ({ values }: OracleRow) => {
    if (group === 'is_primary') return values.is_primary === true ? '1' : '0'
    const state = nothingIfEmpty(values.state)
    return state === null ? null : foldLetters(state)
  }
  const place = (key: string | null) => (group === 'is_primary' ? (key === '1' ? '0' : '1') : (key ?? '\u{10ffff}'))
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, of]) => ({ key, ids: of.map(({ id }) => id) }))
    .sort((one, other) => (place(one.key) < place(other.key) ? -1 : 1))
}

const aSearch = fc.option(fc.constantFrom('ada', 'A', 'zul', 'émile b', 'x.example', 'beta ccc', ' ', 'nobody'))

/** Windows at the beginning, a little further on, and over everything. */
const windows = [
  [0, 3],
  [2, 5],
  // Beyond the 1,000 rows that are read while the whole order is made.
  [0, 1001],
] as const

async function expectLists(from: People, reader: Reader, asked: readonly (Asked & { typed: string | null })[]) {
  const rows = rowsOf(from)
  for (const { filters, sort, group, typed } of asked) {
    const searched: Filter[] = typed === null ? [] : [{ column: searchColumn, operator: 'contains', values: [typed] }]
    const matching = typed === null ? rows : rows.filter((row) => isFound(typed, row))
    const ids = expectedIds('individuals', matching, { filters, sort, today })
    const byId = new Map(matching.map((row) => [row.id, row]))
    const groups =
      group &&
      groupsOf(
        group,
        ids.map((id) => byId.get(id) as OracleRow),
      )
    const expected = groups ? groups.flatMap((one) => one.ids) : ids
    // The contract's schema names the columns of filters; they are those of this list.
    const query = { sort, filters: [...filters, ...searched], ...(group ? { group } : {}) } as unknown as Omit<
      ReadInput<'individuals.list'>,
      'offset' | 'limit'
    >
    for (const [offset, limit] of windows) {
      const found = await answerRead(reader, 'individuals.list', { ...query, offset, limit })
      expect({ query, offset, total: found.total, ids: found.rows.map(({ id }) => id) }).toEqual({
        ...{ query, offset, total: expected.length },
        ids: expected.slice(offset, offset + limit),
      })
    }
    const exported = await answerRead(reader, 'export.order', {
      resource: 'individuals',
      list: { ...query, filters: [...(query.filters ?? [])], scope: {} },
    })
    expect(exported.length).toBe(expected.length)
    if (!groups) continue
    const listed = await answerRead(reader, 'rollUps.groups', { of: { what: 'individuals', ...query } as never })
    expect(listed.map(({ key, rows: count }) => ({ key, count }))).toEqual(
      groups.map(({ key, ids: of }) => ({ key, count: of.length })),
    )
  }
}

const someLists = fc
  .tuple(someAsked, fc.array(aSearch, { minLength: 4, maxLength: 4 }))
  .map(([asked, typed]) => asked.map((one, at) => ({ ...one, typed: typed[at] ?? null })))

test('whatever is written, swept, deleted or lost in a crash, every list has the rows, order, groups and counts of the records', async () => {
  const turns = fc.array(fc.tuple(aPersonTurn, someLists), { minLength: 3, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(fc.boolean(), turns, async (isLoaded, all) => {
      people = createPeople()
      if (isLoaded) await people.fill()
      const readers = openReaders(people)
      try {
        for (const [turn, asked] of all) {
          await people.run(turn)
          people.writer().batch.commit()
          for (const reader of readers) await expectLists(people, reader, asked)
        }
      } finally {
        people.close()
      }
    }),
    propertyRuns(200),
  )
})

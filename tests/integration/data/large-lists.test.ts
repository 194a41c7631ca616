import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { individualShape } from '../../../electron/data/lists/list-shapes.ts'
import type { ReadInput } from '../../../electron/data/reads/read.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anIndividual, bodyOf } from './support/records.ts'

/** More rows than the app sorts in place. */
const people = 21_000
const pageSize = 1000

let folder: string
let store: OpenedStore

beforeAll(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[]])
  await sweep(store, 'households', [[aHousehold(1, { name: 'Alpha' }), aHousehold(2, { name: 'Beta' })]])
  const person = (n: number) =>
    anIndividual(n, {
      last_name: `Person${String((n * 7919) % people).padStart(6, '0')}`,
      household_id: `household_${(n % 2) + 1}`,
      city: n % 3 === 0 ? null : `City ${n % 50}`,
    })
  const pages = Array.from({ length: people / pageSize }, (_, page) =>
    Array.from({ length: pageSize }, (_, at) => person(page * pageSize + at + 1)),
  )
  await sweep(store, 'individuals', pages)
})
afterAll(async () => {
  await store.close()
  removeFolder(folder)
})

type Way = ReadInput<'individuals.list'>['sort']
const page = (sort: Way, offset: number) => store.read('individuals.list', { offset, limit: 100, sort })

test('the first and the last page of names are the same before and after the order of the whole is made', async () => {
  const sort = { column: 'title', direction: 'desc' } as const
  const before = [await page(sort, 0), await page(sort, people - 50)]
  // A page in the middle needs the complete order.
  const middle = await page(sort, people / 2)
  const after = [await page(sort, 0), await page(sort, people - 50)]
  expect(after).toEqual(before)
  expect(before.map(({ rows, total }) => [rows.length, total])).toEqual([
    [100, people],
    [50, people],
  ])
  const titles = [...(before[0]?.rows ?? []), ...middle.rows, ...(before[1]?.rows ?? [])].map((row) => row.title)
  expect(titles).toEqual(titles.toSorted().toReversed())
})

test('the first page by a borrowed name comes before its whole order, and they agree', async () => {
  const sort = { column: 'household_name', direction: 'desc' } as const
  const before = await page(sort, 0)
  await page(sort, people / 2)
  expect(await page(sort, 0)).toEqual(before)
  expect(new Set(before.rows.map((row) => row.household_name))).toEqual(new Set(['Beta']))
})

test('while a large list is being ordered, other reads are answered', async () => {
  const done: string[] = []
  const ordered = page({ column: 'city', direction: 'asc' }, 0).then(({ rows }) => {
    done.push('ordered')
    return rows
  })
  const household = store.read('households.get', { id: 'household_1' }).then(() => done.push('household'))
  const [rows] = await Promise.all([ordered, household])
  expect(done).toEqual(['household', 'ordered'])
  expect(rows[0]?.city).toBe('City 0')
  expect((await page({ column: 'city', direction: 'asc' }, people - 100)).rows.every(({ city }) => city === null)).toBe(
    true,
  )
})

test('while a large list is grouped and counted, other reads are answered', async () => {
  const done: string[] = []
  const of = { what: 'individuals', sort: { column: 'title', direction: 'asc' }, group: 'is_primary' } as const
  const groups = store.read('rollUps.groups', { of }).then((found) => {
    done.push('groups')
    return found
  })
  await Promise.all([groups, store.read('households.get', { id: 'household_1' }).then(() => done.push('household'))])
  expect(done).toEqual(['household', 'groups'])
  expect((await groups).reduce((sum, { rows }) => sum + rows, 0)).toBe(people)
})

test('the order of a large list follows a change, whoever had asked for it before', async () => {
  const sort = { column: 'title', direction: 'asc' } as const
  await page(sort, people / 2)
  const stale = page({ column: 'email', direction: 'asc' }, 0)
  await store.applyRecord(
    'individuals',
    bodyOf(anIndividual(people + 1, { first_name: 'AAA', email: 'aaa@x.example' })),
  )
  const first = (await page(sort, 0)).rows[0]
  expect(first?.title).toMatch(/^AAA /)
  await stale
  const byEmail = await page({ column: 'email', direction: 'asc' }, 0)
  expect(byEmail.rows[0]?.email).toBe('aaa@x.example')
  expect(byEmail.total).toBe(people + 1)
})

test('a filtered list is the same in both directions, and follows a change', async () => {
  const inCity = (direction: 'asc' | 'desc') =>
    store.read('individuals.list', {
      offset: 0,
      limit: 300,
      sort: { column: 'is_primary', direction },
      filters: [
        { column: 'city', operator: 'is', values: ['City 7'] },
        { column: 'updated_at', operator: 'on_or_after', values: ['2024-01-01'] },
      ],
    })
  const idsOf = ({ rows }: Awaited<ReturnType<typeof inCity>>) => rows.map(({ id }) => id)
  const expected = Array.from({ length: people }, (_, at) => at + 1)
    .filter((n) => n % 50 === 7 && n % 3 !== 0)
    .map((n) => `client_profile_${n}`)
    .sort()
  const before = await inCity('asc')
  const after = await inCity('desc')
  expect([before.total, after.total]).toEqual([expected.length, expected.length])
  expect([idsOf(before), idsOf(after)]).toEqual([expected, expected.toReversed()])
  const changed = anIndividual(1, { city: 'City 7', household_id: 'household_2' })
  await store.applyRecord('individuals', bodyOf(changed))
  expect(idsOf(await inCity('asc'))).toEqual([...expected, 'client_profile_1'].sort())
  expect(idsOf(await inCity('desc'))).toEqual([...expected, 'client_profile_1'].sort().toReversed())
})

test('the first page of every order is the same before and after the whole order is made', async () => {
  for (const column of Object.keys(individualShape.columns) as Way['column'][]) {
    for (const direction of ['asc', 'desc'] as const) {
      const before = await page({ column, direction }, 100)
      await page({ column, direction }, people / 2)
      const after = await page({ column, direction }, 100)
      expect([column, direction, after]).toEqual([column, direction, before])
      expect([after.rows.length, after.total]).toEqual([100, people + 1])
    }
  }
})

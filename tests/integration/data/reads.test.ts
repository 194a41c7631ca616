import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import type { ReadInput } from '../../../electron/data/reads/read.ts'
import { contract } from '../../../shared/ipc/contract.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aSummary,
  aUser,
  aValuation,
  bodyOf,
  many,
} from './support/records.ts'

let folder: string
let store: OpenedStore

beforeAll(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1, { last_name: 'Zimmer' }), aUser(2, { last_name: 'Abel' })]])
  await sweep(store, 'households', [
    [
      aHousehold(1, { name: 'Émile & Co', external_id: 'CRM-1' }),
      aHousehold(2, { name: undefined, primary_individuals: [anIndividual(7), anIndividual(8)] }),
      aHousehold(3, { name: 'emil', primary_relationship_owner_id: 'user_2' }),
      aHousehold(4, { name: 'Zed', primary_relationship_owner_id: 'user_gone' }),
    ],
  ])
  const household = (n: number) => ({ household_id: `household_${(n % 2) + 1}` })
  await sweep(store, 'individuals', [
    many((n) => anIndividual(n, { ...household(n), city: n < 5 ? undefined : `City ${n}` }), 40),
  ])
  await sweep(store, 'entities', [many((n) => anEntity(n, household(n)), 10)])
  await sweep(store, 'documents', [many((n) => aDocument(n, { ...household(n), entity_id: 'entity_1' }), 6)])
  await sweep(store, 'document-summaries', [many((n) => aSummary(n, { summary: `About the lighthouse ${n}` }), 3)])
  for (const entity of [1, 2, 3]) {
    const value = { directly_held_asset_value: entity === 2 ? -10 : entity * 100, total_value: entity }
    await store.applyValuation({ entityId: `entity_${entity}`, bytes: bodyOf(aValuation(entity, value)) })
  }
  await store.flush()
})
afterAll(async () => {
  await store.close()
  removeFolder(folder)
})

const list = (column: ReadInput<'households.list'>['sort']['column'], direction: 'asc' | 'desc' = 'asc') =>
  store.read('households.list', { offset: 0, limit: 10, sort: { column, direction } })

test('names are ordered without regard to case and accents, absent values stand last either way', async () => {
  expect((await list('title')).rows.map((row) => row.title)).toEqual([
    'Ada Person7 & Ada Person8',
    'emil',
    'Émile & Co',
    'Zed',
  ])
  expect((await list('title', 'desc')).rows.map((row) => row.title)[0]).toBe('Zed')
  expect((await list('external_id')).rows[0]?.external_id).toBe('CRM-1')
  expect((await list('external_id', 'desc')).rows[0]?.external_id).toBe('CRM-1')
  expect((await list('owner_name')).rows.map((row) => row.owner_name)).toEqual([
    'Uma Abel',
    'Uma Zimmer',
    'Uma Zimmer',
    null,
  ])
})

test('a window is a slice of the whole, wherever it lies', async () => {
  const sort = { column: 'city', direction: 'desc' } as const
  const whole = await store.read('individuals.list', { offset: 0, limit: 100, sort })
  expect(whole.total).toBe(40)
  const window = await store.read('individuals.list', { offset: 13, limit: 9, sort })
  expect(window.rows).toEqual(whole.rows.slice(13, 22))
  expect((await store.read('individuals.list', { offset: 39, limit: 9, sort })).rows).toEqual(whole.rows.slice(39))
  expect((await store.read('individuals.list', { offset: 400, limit: 9, sort })).rows).toEqual([])
  expect(whole.rows.slice(36).every((row) => row.city === null)).toBe(true)
})

test('a scope narrows by exact id, and one that a list does not know finds nothing', async () => {
  const sort = { column: 'title', direction: 'asc' } as const
  const inHousehold = await store.read('individuals.list', {
    offset: 0,
    limit: 100,
    sort,
    scope: { household_id: 'household_2' },
  })
  expect(inHousehold.total).toBe(20)
  expect(inHousehold.rows.every((row) => row.household_id === 'household_2')).toBe(true)
  expect(
    (await store.read('households.list', { offset: 0, limit: 5, sort, scope: { owner_id: 'user_2' } })).total,
  ).toBe(1)
  expect(
    (await store.read('valuations.list', { offset: 0, limit: 5, sort, scope: { household_id: 'household_2' } })).total,
  ).toBe(2)
  expect(
    (await store.read('users.list', { offset: 0, limit: 5, sort, scope: { document_id: 'document_1' } })).total,
  ).toBe(0)
})

test('a view follows what changes in it and in what it borrows', async () => {
  const sort = { column: 'household_name', direction: 'asc' } as const
  const first = () => store.read('entities.list', { offset: 0, limit: 1, sort })
  expect((await first()).rows[0]?.household_name).toBe('Ada Person7 & Ada Person8')
  await store.applyRecord('households', bodyOf(aHousehold(1, { name: 'AAA', external_id: 'CRM-1' })))
  expect((await first()).rows[0]?.household_name).toBe('AAA')
  await store.applyRecord('households', bodyOf(aHousehold(1, { name: 'Émile & Co', external_id: 'CRM-1' })))
  expect((await first()).rows[0]?.household_name).toBe('Ada Person7 & Ada Person8')
})

test('entities are ordered by amount as numbers, those never valued last', async () => {
  const sort = { column: 'directly_held_asset_value', direction: 'asc' } as const
  const { rows } = await store.read('entities.list', { offset: 0, limit: 4, sort })
  expect(rows.map((row) => row.directly_held_asset_value)).toEqual([-10, 100, 300, null])
})

test('a household shows its people, entities, documents and summaries with whole counts', async () => {
  const found = await store.read('households.get', { id: 'household_1' })
  expect(found).toMatchObject({
    title: 'Émile & Co',
    owner: { id: 'user_1', name: 'Uma Zimmer' },
    counts: { individuals: 20, entities: 5, documents: 3, summaries: 3 },
  })
  expect(found.individuals).toHaveLength(20)
  const row = (await list('title')).rows.find((one) => one.id === 'household_1')
  expect(row).toMatchObject({ individual_count: 20, entity_count: 5, document_count: 3, primaries: '' })
})

test.each(['households', 'individuals', 'entities', 'valuations', 'documents', 'documentSummaries', 'users'] as const)(
  'every id of the list of %s can be opened, and both answers keep to the contract',
  async (domain) => {
    const input = { offset: 0, limit: 100, sort: { column: 'updated_at', direction: 'asc' } } as const
    const answer = await store.read(`${domain}.list`, input)
    const procedures = contract[domain]
    expect(procedures.list['~orpc'].outputSchema?.parse(answer)).toEqual(answer)
    expect(answer.rows.length).toBeGreaterThan(0)
    for (const { id } of answer.rows) {
      const found = await store.read(`${domain}.get`, { id })
      expect(procedures.get['~orpc'].outputSchema?.parse(found)).toEqual(found)
      expect(found.record.id).toBe(id)
    }
    await expect(store.read(`${domain}.get`, { id: 'nobody' })).rejects.toMatchObject({ code: 'record/not-found' })
  },
)

const hitsOf = async (text: string) => (await store.read('search.query', { text, limit: 20 })).hits

test('search finds by the beginnings of words, names first, in any case and without accents', async () => {
  expect((await hitsOf('EMIL'))[0]).toMatchObject({ resource: 'households', title: 'emil' })
  expect((await hitsOf('emil')).map((hit) => hit.title)).toContain('Émile & Co')
  expect((await hitsOf('crm-1'))[0]).toMatchObject({ id: 'household_1' })
  expect((await hitsOf('lighth')).map((hit) => hit.resource)).toEqual(Array(3).fill('document-summaries'))
  expect((await hitsOf('person40 ada'))[0]).toMatchObject({ id: 'client_profile_40' })
  expect(await hitsOf('person40 lighthouse')).toEqual([])
})

test.each([
  '',
  '   ',
  '"',
  '*',
  "'; DROP TABLE search; --",
  'NEAR(a b)',
  'title:x',
  'a AND OR NOT',
  '(((',
  '👨‍👩‍👧',
  '\u0000',
  '-',
  'x'.repeat(200),
])('search takes %j as words, never as an expression', async (text) => {
  expect(Array.isArray(await hitsOf(text))).toBe(true)
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { ofKind } from '../../../electron/api/today.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { usualRules } from '../../../shared/rules/rules.ts'
import { firstRows, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aCreate, step } from './support/operations.ts'
import { aHousehold, anIndividual, bodyOf, many } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const eva = { first_name: 'Eva', last_name: 'Muster', date_of_birth: '1960-01-01', email: null }
const at = (n: number) => ({ household_id: `household_${n}` })

const people = [
  anIndividual(1, { ...eva, ...at(1) }),
  anIndividual(2, { ...eva, ...at(2), first_name: 'ÉVA' }),
  anIndividual(3, { ...eva, ...at(3), date_of_birth: '1961-01-01' }),
  // The same name and e-mail address, and another date of birth.
  anIndividual(4, { ...at(1), first_name: 'Bo', last_name: 'Li', date_of_birth: '1950-01-01', email: 'Bo@x.example' }),
  anIndividual(5, { ...at(3), first_name: 'Bo', last_name: 'Li', date_of_birth: '1951-01-01', email: 'bo@x.example' }),
  // In one household, one without a date of birth; in another household that is no sign.
  anIndividual(6, { ...at(2), first_name: 'Cy', last_name: 'Oh', date_of_birth: '1950-01-01' }),
  anIndividual(7, { ...at(2), first_name: 'Cy', last_name: 'Oh' }),
  anIndividual(8, { ...at(3), first_name: 'Cy', last_name: 'Oh' }),
  // The same date of birth and e-mail address, and another suffix.
  anIndividual(9, { ...eva, ...at(3), suffix: 'Jr.', email: 'e@x.example' }),
]

const fill = async () => {
  const households = many((n) => aHousehold(n, n < 3 ? { name: 'Muster Family' } : {}), 3)
  await sweep(store, 'households', [households])
  await sweep(store, 'individuals', [people])
}

const list = async (of: { resource: 'households' | 'individuals'; id: string } | null = null, limit = 100) => {
  const { people: found, households } = await store.read('doubles.list', { of, limit })
  const number = (id: string) => Number(id.split('_').at(-1))
  return {
    people: found.pairs.map(({ one, other, by }) => `${number(one.id)} ${number(other.id)} ${by.join(' ')}`),
    households: households.pairs.map((pair) => `${number(pair.one.id)} ${number(pair.other.id)} ${pair.people}`),
    totals: [found.total, households.total],
  }
}

test('people of one name and one date of birth or e-mail address are pairs, and of one household where a date is missing', async () => {
  await fill()
  expect(await list()).toEqual({
    people: ['4 5 email', '6 7 household', '1 2 birth'],
    households: ['1 2 1'],
    totals: [3, 1],
  })
  expect(await peopleListed(true)).toEqual([1, 2, 4, 5, 6, 7])
})

/** The people whom the list filters as recorded twice, or as not, by their numbers. */
async function peopleListed(twice: boolean): Promise<number[]> {
  const filters = [{ column: 'possible_double' as const, operator: 'is' as const, values: [twice] }]
  const { rows } = await store.read('individuals.list', { ...firstRows, filters })
  return rows.map((row) => Number(row.id.split('_').at(-1))).toSorted((one, other) => one - other)
}

test('a pair marked “Not the same” is neither listed nor counted in Data quality, and is again once the mark is taken back', async () => {
  await fill()
  const rules = ofKind(usualRules, 'quality').filter(({ id }) => id.startsWith('possible-double'))
  const counted = async () =>
    Promise.all(rules.map(async (rule) => (await store.read('today.quality', { rule })).found))
  expect(await counted()).toEqual([6, 2])
  const people = { resource: 'individuals', one_id: 'client_profile_2', other_id: 'client_profile_1' } as const
  const households = { resource: 'households', one_id: 'household_1', other_id: 'household_2' } as const

  await store.writeLedger('doubles.setApart', { ...people, apart: true })
  expect(await list()).toEqual({ people: ['4 5 email', '6 7 household'], households: [], totals: [2, 0] })
  expect((await list({ resource: 'individuals', id: 'client_profile_1' })).people).toEqual([])
  expect(await peopleListed(true)).toEqual([4, 5, 6, 7])
  expect(await peopleListed(false)).toEqual([1, 2, 3, 8, 9])
  expect(await counted()).toEqual([4, 0])

  await store.writeLedger('doubles.setApart', { ...people, apart: false })
  await store.writeLedger('doubles.setApart', { ...households, apart: true })
  expect(await list()).toEqual({ people: ['4 5 email', '6 7 household', '1 2 birth'], households: [], totals: [3, 0] })
  expect(await counted()).toEqual([6, 0])
})

test('the rule about households counts and lists those of the pairs, and follows a change of their people', async () => {
  await fill()
  const listed = async (twice: boolean) => {
    const filters = [{ column: 'possible_double' as const, operator: 'is' as const, values: [twice] }]
    const { rows } = await store.read('households.list', { ...firstRows, filters })
    return rows.map((row) => Number(row.id.split('_').at(-1))).toSorted((one, other) => one - other)
  }
  expect(await listed(true)).toEqual([1, 2])
  expect(await listed(false)).toEqual([3])
  await sweep(store, 'individuals', [
    people.map((person) => (person.id.endsWith('_2') ? { ...person, ...at(3) } : person)),
  ])
  expect(await listed(true)).toEqual([])
  expect(await listed(false)).toEqual([1, 2, 3])
})

test('a person who is not the same as one of two others is still counted for the other one', async () => {
  const third = anIndividual(10, { ...eva, ...at(3) })
  await fill()
  await sweep(store, 'individuals', [[...people, third]])
  const pair = (one_id: string, other_id: string) =>
    store.writeLedger('doubles.setApart', { resource: 'individuals', one_id, other_id, apart: true })
  await pair('client_profile_1', 'client_profile_10')
  expect(await peopleListed(true)).toEqual([1, 2, 4, 5, 6, 7, 10])
  await pair('client_profile_10', 'client_profile_2')
  expect(await peopleListed(true)).toEqual([1, 2, 4, 5, 6, 7])
})

test('a person and a household have their own pairs, the limit leaves the totals, and a pair has both households', async () => {
  await fill()
  expect(await list({ resource: 'individuals', id: 'client_profile_2' })).toEqual({
    people: ['1 2 birth'],
    households: ['1 2 1'],
    totals: [1, 1],
  })
  expect(await list({ resource: 'households', id: 'household_3' })).toEqual({
    people: ['4 5 email'],
    households: [],
    totals: [1, 0],
  })
  expect(await list(null, 1)).toMatchObject({ people: ['4 5 email'], totals: [3, 1] })
  expect(await list(null, 0)).toMatchObject({ people: [], households: [], totals: [3, 1] })
  const { people: found } = await store.read('doubles.list', { of: null, limit: 3 })
  expect(found.pairs[2]).toEqual({
    one: {
      ...{ id: 'client_profile_1', name: 'Eva Muster', date_of_birth: '1960-01-01', email: null },
      household: { id: 'household_1', name: 'Muster Family' },
    },
    other: {
      ...{ id: 'client_profile_2', name: 'ÉVA Muster', date_of_birth: '1960-01-01', email: null },
      household: { id: 'household_2', name: 'Muster Family' },
    },
    by: ['birth'],
  })
})

test('a pair ends when one of the two changes or goes', async () => {
  await fill()
  const other = anIndividual(2, { ...eva, ...at(2), date_of_birth: '1962-01-01', updated_at: new Date().toISOString() })
  await sweep(store, 'individuals', [people.map((one) => (one.id === other.id ? other : one))])
  expect((await list()).people).toEqual(['4 5 email', '6 7 household'])
  await store.removeRecords('individuals', ['client_profile_5'])
  expect((await list()).people).toEqual(['6 7 household'])
})

test('a person and a household that were marked “Not the same” before they were sent stay so, and the household keeps its amount', async () => {
  await fill()
  const twin = { first_name: 'Eva', last_name: 'Muster', date_of_birth: '1960-01-01' }
  const household = aCreate(1, 'households', { fields: { primary_relationship_owner_id: 'user_1' } })
  const create = aCreate(2, 'individuals', {
    parent_id: household.record_id,
    fields: { ...twin, household_id: household.record_id },
  })
  await store.outbox.commit(step(household, create))
  const before = await list()
  expect(before.totals).toEqual([5, 1])
  const apart = (resource: 'households' | 'individuals', one_id: string, other_id: string) =>
    store.writeLedger('doubles.setApart', { resource, one_id, other_id, apart: true })
  await apart('individuals', create.record_id, 'client_profile_1')
  await apart('individuals', create.record_id, 'client_profile_2')
  await apart('households', household.record_id, 'household_1')
  await apart('households', household.record_id, 'household_2')
  const own = { amount: { usd: 5, year: 2026 }, primaries: null, is_off: false }
  await store.writeLedger('estate.setAmount', { household_id: household.record_id, own })
  expect(await list()).toMatchObject({ people: ['4 5 email', '6 7 household', '1 2 birth'], totals: [3, 1] })

  await store.outbox.commit({
    ...step({ ...household, state: 'done', server_id: 'household_15' }),
    records: [{ resource: 'households', bytes: bodyOf(aHousehold(15, { name: 'Muster Family' })) }],
  })
  await store.outbox.commit({
    ...step({ ...create, state: 'done', server_id: 'client_profile_15' }),
    records: [{ resource: 'individuals', bytes: bodyOf(anIndividual(15, { ...eva, ...at(15) })) }],
  })
  expect(await list()).toMatchObject({ people: ['4 5 email', '6 7 household', '1 2 birth'], totals: [3, 1] })
  await store.writeLedger('doubles.setApart', {
    ...{ resource: 'individuals', one_id: 'client_profile_15', other_id: 'client_profile_2', apart: false },
  })
  expect((await list()).totals[0]).toBe(4)
  // The toast of “Not the same” still has the id from before.
  await store.writeLedger('doubles.setApart', {
    ...{ resource: 'individuals', one_id: create.record_id, other_id: 'client_profile_1', apart: false },
  })
  expect((await list()).totals[0]).toBe(5)
  await apart('individuals', create.record_id, 'client_profile_1')
  expect((await list()).totals[0]).toBe(4)
  expect((await store.read('estate.amounts', { household_id: 'household_15' })).own).toEqual(own)
})

test('two people who are not the same are not the same either after one of them is merged into a third', async () => {
  const third = anIndividual(10, { ...eva, ...at(3) })
  await fill()
  await sweep(store, 'individuals', [[...people, third]])
  const pair = (one_id: string, other_id: string) =>
    store.writeLedger('doubles.setApart', { resource: 'individuals', one_id, other_id, apart: true })
  await pair('client_profile_1', 'client_profile_2')
  await pair('client_profile_1', 'client_profile_10')
  expect((await list()).people).toEqual(['4 5 email', '6 7 household', '10 2 birth'])
  const merged = { resource: 'individuals' as const, from_id: 'client_profile_10', to_id: 'client_profile_2' }
  await store.outbox.commit({ operations: [], events: [], merged: [{ ...merged, household_id: 'household_2' }] })
  await store.removeRecords('individuals', ['client_profile_10'])
  expect((await list()).people).toEqual(['4 5 email', '6 7 household'])
})

test('each household of a pair comes with what tells it from the other one', async () => {
  const primary = anIndividual(2, { ...eva, ...at(2) })
  await sweep(store, 'households', [
    [aHousehold(1, { name: 'Muster' }), aHousehold(2, { name: 'Muster', primary_individuals: [primary] })],
  ])
  await sweep(store, 'individuals', [
    [
      anIndividual(1, { ...eva, ...at(1) }),
      anIndividual(2, { ...eva, ...at(2), city: 'Bern', is_primary: false }),
      anIndividual(3, { ...at(2), city: 'Basel', state: 'BS', is_primary: true }),
    ],
  ])
  const { households } = await store.read('doubles.list', { of: null, limit: 100 })
  const [pair] = households.pairs
  expect(pair?.one).toMatchObject({ primaries: null, city: null, people: 1 })
  expect(pair?.other).toMatchObject({ primaries: 'Eva Muster', city: 'Basel, BS', people: 2 })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, anIndividual, many } from './support/records.ts'

let folder: string
let store: OpenedStore

const people = [
  ['Ann', 'Lee-Bell'],
  ['A.', 'Bo'],
  ['Abby', 'Bo'],
  ['A', 'Tambo'],
  ['Li', 'O’Dea'],
  ['Lisa', 'O’Dea'],
  ['明', '王'],
]
const entities = ['The A B Trust', 'A B Trust', 'Ab Trust', 'The Able B Trust']

beforeAll(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'households', [many((n) => aHousehold(n, { name: `Household ${n}` }), 20)])
  const individuals = people.map(([first_name = '', last_name = ''], at) =>
    anIndividual(at + 1, { household_id: `household_${at + 1}`, first_name, last_name }),
  )
  await sweep(store, 'individuals', [individuals])
  await sweep(store, 'entities', [
    entities.map((name, at) => anEntity(at + 1, { household_id: `household_${at + 11}`, display_name: name })),
  ])
})
afterAll(async () => {
  await store.close()
  removeFolder(folder)
})

const householdsOf = async (name: string, is: 'person' | 'entity', except = 'household_20') => {
  const { households } = await store.read('intake.householdsOf', { name, is, except })
  return households.map(({ id }) => id)
}

it.each([
  ['Ann Bell', ['household_1']],
  ['A Bo', ['household_2']],
  ['Li Odea', ['household_5']],
  ['明 王', ['household_7']],
  ['A Lee', []],
  ['Ann Ell', []],
])('a person named %s is found in the households %j', async (name, found) => {
  expect(await householdsOf(name, 'person')).toEqual(found)
})

it('an entity of one-letter words is found with or without "The", and no other that begins with these letters', async () => {
  expect((await householdsOf('The A B Trust', 'entity')).sort()).toEqual(['household_11', 'household_12'])
  expect(await householdsOf('A B Trust', 'entity', 'household_12')).toEqual(['household_11'])
})

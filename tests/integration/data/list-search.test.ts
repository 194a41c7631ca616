import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
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
} from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1), aUser(2, { first_name: 'Zoë', email: 'zoe@firm.example' })]])
  await sweep(store, 'households', [
    [
      aHousehold(1, { name: 'Müller & Ångström', external_id: 'REF-77' }),
      aHousehold(2, { name: 'Baker' }),
      aHousehold(3, { name: '100% Green_House' }),
    ],
  ])
  await sweep(store, 'individuals', [
    [
      anIndividual(1, { first_name: 'Jo', last_name: 'Muller', household_id: 'household_1' }),
      anIndividual(2, {
        first_name: 'Ida',
        last_name: 'Baker',
        household_id: 'household_2',
        email: 'ida@home.example',
      }),
      anIndividual(3, { first_name: 'Søren', last_name: 'O’Łódź', household_id: 'household_3' }),
    ],
  ])
  await sweep(store, 'entities', [
    [anEntity(1, { display_name: 'Lake Trust' }), anEntity(2, { household_id: 'household_2' })],
  ])
  await sweep(store, 'documents', [
    [aDocument(1, { name: 'Will of Jo' }), aDocument(2, { household_id: 'household_2' })],
  ])
  await sweep(store, 'document-summaries', [[aSummary(1, { display_name: 'In short' })]])
  for (const n of [1, 2]) await store.applyValuation({ entityId: `entity_${n}`, bytes: bodyOf(aValuation(n)) })
  await store.flush()
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const lists = {
  households: 'households.list',
  individuals: 'individuals.list',
  entities: 'entities.list',
  valuations: 'valuations.list',
  documents: 'documents.list',
  summaries: 'documentSummaries.list',
  users: 'users.list',
} as const

async function found(list: keyof typeof lists, text: string): Promise<string[]> {
  const filters = [{ column: 'search', operator: 'contains', values: [text] }]
  const input = { offset: 0, limit: 10, sort: { column: 'title', direction: 'asc' }, filters } as never
  const { rows, total } = await store.read(lists[list] as 'households.list', input)
  expect(total).toBe(rows.length)
  return rows.map(({ id }) => id).toSorted()
}

test.each([
  ['households', 'ller', ['household_1']],
  ['households', 'MULLER', ['household_1']],
  ['households', 'angstrom mül', ['household_1']],
  ['households', 'ref-7', ['household_1']],
  ['households', '  baker ', ['household_2']],
  ['households', 'baker muller', []],
  ['households', '0%', ['household_3']],
  ['households', 'n_h', ['household_3']],
  ['households', "'; --", []],
  ['individuals', 'ida@home', ['client_profile_2']],
  ['individuals', 'ångström', ['client_profile_1']],
  ['individuals', 'jo müller', ['client_profile_1']],
  ['individuals', "soren o'lodz", ['client_profile_3']],
  ['individuals', 'OLODZ', ['client_profile_3']],
  ['entities', 'lake', ['entity_1']],
  ['entities', 'trust baker', ['entity_2']],
  ['valuations', 'lake', ['valuationv2_1']],
  ['valuations', 'baker', ['valuationv2_2']],
  ['documents', 'will mull', ['document_1']],
  ['summaries', 'short ang', ['document_summary_1']],
  ['users', 'zoe', ['user_2']],
] as const)('the search field of %s finds by “%s” what is named so', async (list, text, ids) => {
  expect(await found(list, text)).toEqual(ids)
})

test('an empty search leaves the list whole', async () => {
  expect(await found('households', ' ')).toHaveLength(3)
})

test('what is found follows a household’s new name', async () => {
  expect(await found('entities', 'renamed')).toEqual([])
  await store.applyRecord('households', bodyOf(aHousehold(2, { name: 'Renamed', updated_at: '2025-01-01T00:00:00Z' })))
  expect(await found('entities', 'renamed')).toEqual(['entity_2'])
  expect(await found('valuations', 'renamed')).toEqual(['valuationv2_2'])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { builtInViews } from '../../../shared/domain/built-in-views.ts'
import { dateBefore } from '../../../shared/domain/days.ts'
import type { SavedView } from '../../../shared/ipc/views.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aDocument, aHousehold, anEntity, anIndividual, aUser, aValuation, bodyOf } from './support/records.ts'

let folder: string
let store: OpenedStore

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1), aUser(2)]])
  await sweep(store, 'households', [
    [
      aHousehold(1, { primary_individuals: [anIndividual(1)] }),
      aHousehold(2, { primary_relationship_owner_id: 'user_2', updated_at: daysAgo(2) }),
      aHousehold(3, { primary_individuals: [anIndividual(3, { household_id: 'household_3' })] }),
    ],
  ])
  await sweep(store, 'individuals', [
    [
      anIndividual(1, { date_of_birth: '1950-01-01' }),
      anIndividual(2, { household_id: 'household_2', is_primary: false }),
      anIndividual(3, { household_id: 'household_3', is_deceased: true, updated_at: daysAgo(1) }),
    ],
  ])
  await sweep(store, 'entities', [
    [
      anEntity(1),
      anEntity(2, { household_id: 'household_2' }),
      anEntity(3),
      anEntity(4, { household_id: 'household_2' }),
    ],
  ])
  await sweep(store, 'documents', [[aDocument(1, { entity_id: 'entity_1' })]])
  const valuations = [
    aValuation(1),
    aValuation(2, { effective_date: dateBefore(Date.now(), 10) }),
    null,
    aValuation(4, { effective_date: dateBefore(Date.now(), 367) }),
  ]
  for (const [at, valuation] of valuations.entries()) {
    if (valuation) await store.applyValuation({ entityId: `entity_${at + 1}`, bytes: bodyOf(valuation) })
  }
  await store.flush()
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const expected: Partial<Record<SavedView['resource'], Record<string, string[]>>> = {
  households: {
    'My households': ['household_2'],
    'My households with values over a year old': ['household_2'],
    'Recently changed': ['household_2'],
    'Without a primary': ['household_2'],
  },
  individuals: {
    'Recently changed': ['client_profile_3'],
    'Without a birth date': ['client_profile_2', 'client_profile_3'],
    'Living, without a birth date': ['client_profile_2'],
  },
  entities: {
    'Of my households': ['entity_2', 'entity_4'],
    'Recently changed': [],
    'No valuation in a year': ['entity_1', 'entity_4'],
    'Never valued': ['entity_3'],
    'Without documents': ['entity_2', 'entity_3', 'entity_4'],
  },
  valuations: {
    'Of my households': ['valuationv2_2', 'valuationv2_4'],
    'Recently changed': [],
    'Older than a year': ['valuationv2_1', 'valuationv2_4'],
  },
}

test.each(['households', 'individuals', 'entities', 'valuations'] as const)(
  'the built-in views of %s find what their names say',
  async (resource) => {
    const found: Record<string, string[]> = {}
    for (const { name, filters, sort } of builtInViews(resource, 'user_2')) {
      // Each list's own column type is narrower than a view's; another test checks that they fit.
      const input = { offset: 0, limit: 10, sort: sort ?? { column: 'title', direction: 'asc' }, filters } as never
      const { rows, total } = await store.read(`${resource}.list`, input)
      expect(total).toBe(rows.length)
      found[name] = rows.map(({ id }) => id).sort()
    }
    expect(found).toEqual(expected[resource])
  },
)

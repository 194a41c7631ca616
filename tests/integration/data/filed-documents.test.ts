import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { defaultDocumentRules } from '../../../shared/domain/document-rules.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aDocument, aHousehold, anEntity, anIndividual } from './support/records.ts'

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

const rules = defaultDocumentRules

test('a household’s kinds of documents are counted, by an index, and what rules miss is what Today tells of it', async () => {
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2)]])
  await sweep(store, 'individuals', [[anIndividual(1), anIndividual(2, { household_id: 'household_2' })]])
  await sweep(store, 'entities', [[anEntity(1), anEntity(2, { stage: 'DRAFT' })]])
  await sweep(store, 'documents', [
    [
      aDocument(1, { individual_id: 'client_profile_1' }),
      aDocument(2, { type: 'PASSPORT', individual_id: 'client_profile_1' }),
      aDocument(3, { type: 'PASSPORT', individual_id: 'client_profile_1' }),
      aDocument(4, { household_id: 'household_2', type: 'DEED' }),
    ],
  ])
  const ada = { resource: 'individuals', id: 'client_profile_1', name: 'Ada Person1' }
  const filed = await store.read('today.filed', { household_id: 'household_1', rules })
  expect(filed).toEqual({
    kinds: [
      { type: 'PASSPORT', count: 2 },
      { type: 'WILL', count: 1 },
    ],
    missing: [
      { rule_id: 'health-care-proxy', rule: 'Health care proxy', about: ada },
      { rule_id: 'power-of-attorney', rule: 'Power of attorney', about: ada },
      {
        rule_id: 'trust-agreement',
        rule: 'Trust agreement',
        about: { resource: 'entities', id: 'entity_1', name: 'Trust 1' },
      },
    ],
  })
  const { lines } = await store.read('today.missing', { owner_id: null, rules, limit: 10 })
  expect(lines.find(({ household }) => household.id === 'household_1')?.missing).toEqual(filed.missing)
  expect(await store.read('today.filed', { household_id: 'household_9', rules })).toEqual({ kinds: [], missing: [] })

  // Once the first load is complete.
  const plan = lookInto(folder, 'mirror', (db) =>
    db
      .prepare<unknown[], { detail: string }>(
        'EXPLAIN QUERY PLAN SELECT type, count(*) FROM documents WHERE household_id = ? GROUP BY type',
      )
      .all('household_1')
      .map(({ detail }) => detail)
      .join('\n'),
  )
  expect(plan).toMatch(/SEARCH documents USING (COVERING )?INDEX/)
})

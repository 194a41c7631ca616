import { afterEach, beforeEach, expect, test } from 'vitest'
import { ofKind } from '../../../electron/api/today.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { usualRules } from '../../../shared/rules/rules.ts'
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

const rules = ofKind(usualRules, 'document')

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
  const missing = { state: 'missing', years: [] }
  const ada = { resource: 'individuals', id: 'client_profile_1', name: 'Ada Person1' }
  const filed = await store.read('today.filed', { household_id: 'household_1', rules })
  expect(filed).toEqual({
    kinds: [
      { type: 'PASSPORT', count: 2 },
      { type: 'WILL', count: 1 },
    ],
    missing: [
      { rule_id: 'health-care-proxy', rule: 'Health care proxy', about: ada, ...missing },
      { rule_id: 'power-of-attorney', rule: 'Power of attorney', about: ada, ...missing },
      {
        rule_id: 'trust-agreement',
        rule: 'Trust agreement',
        about: { resource: 'entities', id: 'entity_1', name: 'Trust 1' },
        ...missing,
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

test('a date that was confirmed in a document’s text is its year, and that of an agreement the year from which letters are expected', async () => {
  const letters = rules.filter(({ id }) => id === 'crummey-letter')
  const year = Number(localToday().slice(0, 4))
  const ofTrust = { entity_id: 'entity_1', individual_id: null }
  await sweep(store, 'households', [[aHousehold(1)]])
  await sweep(store, 'entities', [[anEntity(1, { kind: 'ILIT_TRUST' })]])
  await sweep(store, 'documents', [
    [
      aDocument(1, { ...ofTrust, type: 'CRUMMEY_LETTER', name: 'Letter to the beneficiaries' }),
      aDocument(2, { ...ofTrust, type: 'SIGNED_TRUST_DOCUMENT', name: 'Agreement' }),
    ],
  ])
  const found = async () => {
    const { missing } = await store.read('today.filed', { household_id: 'household_1', rules: letters })
    return missing.map(({ state, years }) => ({ state, years }))
  }
  expect(await found()).toEqual([{ state: 'unknown', years: [year] }])
  const confirm = (document_id: string, value: string) =>
    store.writeLedger('facts.confirm', {
      ...{ document_id, key: 'date', sha256: 'a', link: null },
      fact: { kind: 'date', value, who: [], about: null, sentence: 'Dated.', page: 1, article: null },
    })
  await confirm('document_1', `${year - 1}-03-01`)
  expect(await found()).toEqual([{ state: 'missing', years: [year] }])
  await confirm('document_2', `${year - 2}-06-01`)
  expect(await found()).toEqual([{ state: 'missing', years: [year - 2, year] }])
})

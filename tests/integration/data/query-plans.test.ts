import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ListDefinition, type ListInput, viewOf } from '../../../electron/data/reads/list.ts'
import {
  documentList,
  documentSummaryList,
  entityList,
  householdList,
  individualList,
  valuationList,
} from '../../../electron/data/reads/lists.ts'
import { firstRows, lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'

let folder: string

beforeAll(async () => {
  folder = makeFolder()
  const store = await openStore(folder)
  for (const resource of [
    'users',
    'households',
    'individuals',
    'entities',
    'documents',
    'document-summaries',
  ] as const) {
    await sweep(store, resource, [[]])
  }
  await store.close()
})
afterAll(() => removeFolder(folder))

function planOf(sql: string, parameters: readonly unknown[]): string {
  return lookInto(folder, 'mirror', (db) => {
    const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters)
    return steps.map(({ detail }) => detail).join('\n')
  })
}

const planOfView = <Raw, Row>(list: ListDefinition<Raw, Row>, input: Partial<ListInput>) => {
  const view = viewOf(list, { ...firstRows, ...input })
  return planOf(view.sql, view.parameters)
}

test('what belongs to a household, an entity, a document or a person is looked up by an index', () => {
  const scoped = [
    planOfView(individualList, { scope: { household_id: 'x' } }),
    planOfView(entityList, { scope: { household_id: 'x' } }),
    planOfView(documentList, { scope: { household_id: 'x' } }),
    planOfView(documentList, { scope: { entity_id: 'x' } }),
    planOfView(documentList, { scope: { individual_id: 'x' } }),
    planOfView(documentSummaryList, { scope: { household_id: 'x' } }),
    planOfView(documentSummaryList, { scope: { document_id: 'x' } }),
    planOfView(valuationList, { scope: { household_id: 'x' } }),
    planOfView(valuationList, { scope: { entity_id: 'x' } }),
    planOfView(householdList, { scope: { owner_id: 'x' } }),
  ]
  for (const plan of scoped) {
    expect(plan).toContain('SEARCH t USING')
    expect(plan).not.toMatch(/SCAN (?!s\b)/)
  }
})

test('the order by name comes ready from an index, both ways', () => {
  for (const list of [householdList, individualList, entityList, documentList, documentSummaryList]) {
    for (const direction of ['asc', 'desc'] as const) {
      const plan = planOfView(list as ListDefinition<never, unknown>, { sort: { column: 'title', direction } })
      expect(plan).toMatch(/SCAN t USING COVERING INDEX/)
      expect(plan).not.toContain('TEMP B-TREE')
    }
  }
})

test('a row, and the names it borrows, are looked up by key', () => {
  for (const list of [householdList, individualList, entityList, documentList, documentSummaryList, valuationList]) {
    const plan = planOf(`SELECT ${list.select} FROM ${list.table} t WHERE t.row = ?`, [1])
    expect(plan).toContain('SEARCH t USING INTEGER PRIMARY KEY')
    expect(plan).not.toContain('SCAN')
  }
})

test('counts beside a household or a document come from an index alone', () => {
  const counted = ['individuals', 'entities', 'documents', 'document_summaries']
  for (const table of counted) {
    expect(planOf(`SELECT count(*) FROM ${table} WHERE household_id = ?`, ['x'])).toContain('COVERING INDEX')
  }
  expect(planOf('SELECT count(*) FROM document_summaries WHERE document_id = ?', ['x'])).toContain('COVERING INDEX')
})

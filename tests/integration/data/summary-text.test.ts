import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aDocument, aHousehold, aSummary, many } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeAll(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'households', [[aHousehold(1)]])
  await sweep(store, 'documents', [many((n) => aDocument(n, { name: `Deed ${n}` }), 200)])
  await sweep(store, 'document-summaries', [
    [
      aSummary(1, { document_id: 'document_1', summary: 'Leaves the **vineyard** at Zürich to the niece.' }),
      aSummary(2, { document_id: 'document_1', summary: 'The vineyard again.' }),
      aSummary(3, { document_id: 'document_2', summary: 'Two vineyards, and a boat.' }),
      aSummary(4, { document_id: 'document_3', summary: 'A house by the lake.' }),
      ...many((n) => aSummary(n, { document_id: `document_${n - 90}`, summary: 'Nothing but routine.' }), 100, 100),
    ],
  ])
  await store.flush()
})
afterAll(async () => {
  await store.close()
  removeFolder(folder)
})

const found = async (text: string, more: { column: string; operator: string; values: string[] }[] = []) => {
  const filters = [{ column: 'summary_text', operator: 'contains', values: [text] }, ...more] as never
  const { rows, total } = await store.read('documents.list', {
    offset: 0,
    limit: 10,
    sort: { column: 'title', direction: 'asc' },
    filters,
  })
  return { total, titles: rows.map(({ title }) => title) }
}

test.each([
  ['vineyard', ['Deed 1', 'Deed 2']],
  ['VINEYARD zurich', ['Deed 1']],
  ['vine boat', ['Deed 2']],
  ['lake', ['Deed 3']],
  ['vineyard lake', []],
  ['Deed', []],
  ['" OR * NEAR(', []],
  ['—', []],
])('documents are found by %j in the text of their summaries, each once', async (text, titles) => {
  expect(await found(text)).toEqual({ total: titles.length, titles })
})

test('their number is exact, however many there are, and other filters narrow them', async () => {
  expect((await found('routine')).total).toBe(100)
  const one = { column: 'title', operator: 'is', values: ['Deed 57'] }
  expect(await found('routine', [one])).toEqual({ total: 1, titles: ['Deed 57'] })
})

test('a summary that changes is found by its new text, and no longer by the old', async () => {
  await sweep(store, 'document-summaries', [[aSummary(4, { document_id: 'document_3', summary: 'A cabin.' })]])
  await store.flush()
  expect(await found('lake')).toEqual({ total: 0, titles: [] })
  expect(await found('cabin')).toEqual({ total: 1, titles: ['Deed 3'] })
})

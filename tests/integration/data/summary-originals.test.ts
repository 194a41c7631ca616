import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRecordUseCases, keepOriginals } from '../../../electron/api/records.ts'
import type { ConnectionRuntime } from '../../../electron/connections/connection-runtime.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { makeFolder, openStore, removeFolder } from './support/open-store.ts'
import { aSummary } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeAll(async () => {
  folder = makeFolder()
  store = await openStore(folder)
})
afterAll(async () => {
  await store.close()
  removeFolder(folder)
})

/** The original of a summary, as its page asks for it. */
async function readOriginal(id: string) {
  // The parts of a runtime that this use case needs.
  const runtime = { open: async () => ({ store }) } as unknown as ConnectionRuntime
  const { documentSummaries } = createRecordUseCases({ get: async () => runtime }, () => {})
  return (await documentSummaries.original({ connectionId: 'a'.repeat(32), id })).original
}

const edit = (n: number, base: object): Write => ({
  action: 'update',
  resource: 'document-summaries',
  record_id: `document_summary_${n}`,
  fields: { summary: 'Mine.' },
  base: { ...aSummary(n), ...base } as never,
})

test('a summary that a machine wrote is kept as it was at its first edit, and at no later one', async () => {
  const machine = { entry_mode: 'AI_AUTO', summary_format: 'MARKDOWN', summary: '# As it was', display_name: 'Will' }
  await keepOriginals(store, [edit(1, machine)])
  await keepOriginals(store, [edit(1, { ...machine, summary: 'Mine.' })])
  expect(await readOriginal('document_summary_1')).toEqual({
    kept_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    display_name: 'Will',
    summary: '# As it was',
    summary_format: 'MARKDOWN',
  })
})

test('nothing is kept of what a person wrote, of other records, and of summaries nobody edited', async () => {
  const household: Write = {
    action: 'update',
    resource: 'households',
    record_id: 'document_summary_3',
    fields: { notes: 'x' },
    base: { entry_mode: 'AI_AUTO' },
  }
  await keepOriginals(store, [edit(2, { entry_mode: 'USER' }), household])
  for (const n of [2, 3, 4]) expect(await readOriginal(`document_summary_${n}`)).toBeNull()
})

test('of several edits at once each summary is kept, and all outlive a restart', async () => {
  const many = [5, 6, 7].map((n) => edit(n, { entry_mode: 'AI_AUTO', summary: `Text ${n}` }))
  await keepOriginals(store, many)
  await store.close()
  store = await openStore(folder)
  const texts = await Promise.all([5, 6, 7].map(async (n) => (await readOriginal(`document_summary_${n}`))?.summary))
  expect(texts).toEqual(['Text 5', 'Text 6', 'Text 7'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import { createTextReader } from '../../../electron/texts/text-reader.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

type Row = { id: string; household_id: string; type: string; entity_id?: string; individual_id?: string }

const script = process.env.STEWARD_TEST_TEXT_READER ?? ''
const reader = createTextReader({ start: ({ memoryMb }) => startReader(script, { memoryMb }), limits: {} })
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ households: 25, fullFiles: true, hostile: false })
})
afterAll(() => Promise.all([reader.close(), sandbox.close()]))

const list = async <Item = Row>(path: string) =>
  ((await sandbox.client.api(path)).body as { data: (Item & Row)[] }).data

async function textOf(id: string) {
  const { headers, bytes } = await sandbox.client.api(`/documents/${id}/download`)
  const mediaType = String(headers['content-type']).replace(/;.*/, '')
  const inPieces = (async function* () {
    yield bytes
  })()
  const file = await reader.read(
    { mediaType, name: 'file', size: bytes.length, bytes: inPieces },
    new AbortController().signal,
  )
  return { mediaType, size: bytes.length, pages: file.is === 'text' ? file.pages.map(({ text }) => text) : null }
}

/** Types of which a file has one page, or one of two in some layouts. */
const short = /CONFIRMATION|RECEIPT|PAYMENT|LOGGED|BALANCE|LICENSE|PASSPORT/

test('documents have several pages, say whose they are, and agree with the truth that tests know', async () => {
  const [documents, entities] = [
    await list('/documents?limit=1000'),
    await list<{ display_name: string }>('/entities?limit=1000'),
  ]
  expect(documents.length).toBeGreaterThan(180)
  const kinds = new Set<string>()
  const missing: string[] = []
  const some = [...Map.groupBy(documents, ({ type }) => type).values()].flatMap((each) => each.slice(0, 3))
  for (const document of some) {
    const about = `${document.type} ${document.id}`
    const truth = sandbox.control.truthOf(document.id)
    const entity = entities.find(({ id }) => id === document.entity_id)
    expect(truth, about).toMatchObject({
      type: document.type,
      household_id: document.household_id,
      entity: entity?.display_name ?? null,
    })
    expect(truth?.person === null, about).toBe(document.individual_id === undefined)
    const { mediaType, size, pages } = await textOf(document.id)
    kinds.add(mediaType)
    expect(size, about).toBeLessThan(60_000)
    if (mediaType === 'image/png') continue
    const text = pages?.join(' ').replace(/\s+/g, ' ') ?? ''
    if (mediaType === 'application/pdf' && !short.test(document.type)) expect(pages?.length, about).toBeGreaterThan(1)
    if (mediaType === 'text/csv') continue
    const letters = (name: string) => name.replace(/\s+/g, ' ').toLowerCase()
    for (const { name, role } of truth?.people ?? [])
      if (!letters(text).includes(letters(name))) missing.push(`${about} ${role}`)
    if (!text.includes(truth?.date?.slice(0, 4) ?? '')) missing.push(`${about} date`)
  }
  expect(missing).toEqual([])
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  expect([...kinds].sort()).toEqual(['application/pdf', docx, 'image/png', 'text/csv', 'text/plain'])
})

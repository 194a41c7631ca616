import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTexts, type Texts } from '../../../electron/texts/read-texts.ts'
import type { TextOfFile } from '../../../electron/texts/text-reader.ts'
import { startTravelling } from '../travel/support/travelling.ts'

type World = Awaited<ReturnType<typeof startTravelling>>

let world: World
let texts: Texts
let documents: { id: string }[]
/** The names of the files that were read, and the texts of the next ones. */
const reader = { read: [] as string[], next: [] as TextOfFile[] }

const all = { scope: 'all', space_mb: 2_000, keeps_text: false } as const
const text = (name: string): TextOfFile => ({
  ...{ is: 'text', pages: [{ page: 1, text: `The ${name} keeps the key.` }] },
  ...{ pageCount: 1, withoutText: [], cut: null },
})

beforeEach(async () => {
  Object.assign(reader, { read: [], next: [] })
  world = await startTravelling({ valuations: false })
  await world.sweep()
  documents = await world.listed('/documents?limit=1000')
  texts = createTexts({
    ...{ ...world.steward, connectionId: 'c'.repeat(32), publish: () => {} },
    reader: {
      prepare: async (file) => file,
      async read({ name }) {
        reader.read.push(name)
        return reader.next.shift() ?? text('kestrel')
      },
    },
    scans: {
      reader: { readScan: () => Promise.reject(new Error('No scan is read here.')) },
      engine: null,
      surroundings: { idleMs: () => 0, isOnBattery: () => false, every: () => () => {}, hold: () => true },
    },
    rules: { mayRead: () => true, mustForget: () => false, mayKeepText: () => true, isSignedIn: async () => true },
  })
  await texts.setScope({ ...all, confirmed: { files: documents.length, bytes: null } })
  await texts.idle()
})
afterEach(async () => {
  await texts.close()
  await world.stop()
})

describe('files that are downloaded to be searched', () => {
  it('are downloaded and read again when another file has taken their place at the service', async () => {
    const [{ id } = { id: '' }, { id: renamed } = { id: '' }] = documents
    const { colleague } = world.sandbox.control
    reader.next.push(text('heron'))
    reader.read.length = 0
    await colleague.replaceFile(id, {
      ...{ fileName: 'New deed.txt', mediaType: 'text/plain', content: Buffer.from('The heron keeps the key.') },
    })
    colleague.edit('documents', renamed, { name: 'Renamed' })
    await world.sweep()
    await texts.idle()
    const hits = async (words: string) =>
      (await world.steward.store.read('texts.search', { text: words, filters: {}, offset: 0, limit: 50 })).hits.map(
        ({ document_id }) => document_id,
      )
    await expect.poll(() => hits('heron')).toEqual([id])
    expect(await hits('kestrel')).not.toContain(id)
    expect(reader.read).toEqual(['New deed.txt'])
    expect(await texts.previewScope({ scope: 'all' })).toMatchObject({ files: 0 })
  })

  it('are not asked about again when only what happens to their text changes', async () => {
    await texts.setPaused(true)
    await texts.idle()
    world.sandbox.control.colleague.edit('documents', documents[0]?.id ?? '', { name: 'Renamed' })
    await world.sweep()
    expect((await texts.previewScope({ scope: 'all' })).files).toBeGreaterThan(0)
    await texts.setScope({ ...all, keeps_text: true, confirmed: null })
    expect(await texts.coverage()).toMatchObject({ scope: 'all', keeps_text: true })
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTexts, type Texts } from '../../../electron/texts/read-texts.ts'
import type { TextOfFile, TextReader } from '../../../electron/texts/text-reader.ts'
import { startTravelling } from '../travel/support/travelling.ts'

type World = Awaited<ReturnType<typeof startTravelling>>

let world: World
let texts: Texts
/** Ids of all documents, and of those of one household. */
let documents: { id: string; household_id: string; name: string }[]
let household: string

const rules = { mayRead: true, mustForget: false, mayKeepText: true }
/** The names of the files that were read, and what the next ones are. */
const reader = {
  ...{ read: [] as string[], next: [] as TextOfFile[], hangs: false, began: () => {} },
  /** Awaited before each answer. */
  waits: async () => {},
}

const double: Pick<TextReader, 'read' | 'prepare'> = {
  prepare: async (file) => file,
  async read({ name, bytes }, signal) {
    let size = 0
    for await (const piece of bytes) size += piece.byteLength
    reader.read.push(name)
    reader.began()
    if (reader.hangs) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await reader.waits()
    const pages = [
      { page: 1, text: `A file of ${size} bytes.` },
      { page: 3, text: 'The kestrel keeps the key.' },
    ]
    return reader.next.shift() ?? { is: 'text', pages, pageCount: 3, withoutText: [2], cut: null }
  },
}

/** Awaited before each part of a text is written. */
const put = { waits: async () => {} }
/** The documents whose files were taken from the store. */
const taken: string[] = []

const noScans = {
  reader: { readScan: () => Promise.reject(new Error('No scan is read here.')) },
  engine: null,
  surroundings: { idleMs: () => 0, isOnBattery: () => false, every: () => () => {}, hold: () => true },
}

const begin = () => {
  const { store: opened, files: held, fetcher, sync, travel, onFilesChanged } = world.steward
  const files: typeof held = {
    ...held,
    held: {
      ...held.held,
      read(ref, range) {
        taken.push(ref.id)
        return held.held.read(ref, range)
      },
    },
  }
  const store: typeof opened = {
    ...opened,
    async writeFileCache(name, input) {
      if (name === 'texts.put') await put.waits()
      return opened.writeFileCache(name, input)
    },
  }
  texts = createTexts({
    ...{ store, files, fetcher, sync, travel, onFilesChanged, connectionId: 'c'.repeat(32), reader: double },
    scans: noScans,
    rules: {
      mayRead: () => rules.mayRead,
      mustForget: () => rules.mustForget,
      mayKeepText: () => rules.mayKeepText,
      isSignedIn: async () => world.session.signedIn,
    },
    publish: () => {},
  })
}

beforeEach(async () => {
  Object.assign(rules, { mayRead: true, mustForget: false, mayKeepText: true })
  Object.assign(reader, { read: [], next: [], hangs: false, began: () => {}, waits: async () => {} })
  taken.length = 0
  put.waits = async () => {}
  world = await startTravelling({ valuations: false })
  await world.sweep()
  documents = await world.listed('/documents?limit=1000')
  const counts = Map.groupBy(documents, ({ household_id }) => household_id)
  household = [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
  begin()
})
afterEach(async () => {
  await texts.close()
  await world.stop()
})

async function* piece(bytes: Uint8Array) {
  yield bytes
}

const download = async (id: string) => {
  const { fetcher } = world.steward
  await fetcher.fetch({ kind: 'document', id }, { refresh: false, signal: new AbortController().signal })
  await texts.idle()
}
const found = async () => {
  const { hits } = await world.steward.store.read('texts.search', {
    ...{ text: '"kestrel keeps"', filters: {}, offset: 0, limit: 50 },
  })
  return hits.map(({ document_id }) => document_id).sort()
}
const groups = async () => {
  const { searchable, waiting, not_here, left_out, unreadable } = await texts.coverage()
  return { searchable, waiting, not_here, left_out, unreadable }
}
const all = { scope: 'all', space_mb: 2_000, keeps_text: false } as const

describe('the texts of a connection', () => {
  it('are read when their files come, and go with them', async () => {
    const [one, other] = documents.map(({ id }) => id)
    await download(one ?? '')
    await download(other ?? '')
    expect(await found()).toEqual([one, other].sort())
    expect(await groups()).toMatchObject({ searchable: 2, waiting: 0, not_here: documents.length - 2 })
    await world.steward.files.held.remove({ kind: 'document', id: one ?? '' })
    expect(await found()).toEqual([other])
    expect(reader.read).toHaveLength(2)
  })

  it('are written one after another while the next files are read', async () => {
    await texts.setPaused(true)
    const [one, other, third] = documents.map(({ id }) => id)
    for (const id of [one, other, third]) await download(id ?? '')
    const written = Promise.withResolvers<void>()
    put.waits = () => written.promise
    await texts.setPaused(false)
    await expect.poll(() => reader.read).toHaveLength(3)
    expect(await groups()).toMatchObject({ searchable: 0, waiting: 3 })
    written.resolve()
    await texts.idle()
    expect(await found()).toEqual([one, other, third].sort())
    expect(reader.read).toHaveLength(3)
  })

  describe('while one file is read and the next was taken from the store', () => {
    let one = ''
    let others: string[] = []
    const answer = { now: () => {} }

    beforeEach(async () => {
      await texts.setPaused(true)
      for (const { id } of documents.slice(0, 4)) await download(id)
      const answered = Promise.withResolvers<void>()
      answer.now = answered.resolve
      reader.waits = () => answered.promise
      await texts.setPaused(false)
      await expect.poll(() => taken).toHaveLength(2)
      one = taken[0] ?? ''
      others = documents.slice(0, 4).flatMap(({ id }) => (id === one ? [] : [id]))
      expect(reader.read).toHaveLength(1)
    })

    it('each is read once', async () => {
      answer.now()
      await texts.idle()
      expect(await found()).toEqual([one, ...others].sort())
      expect(reader.read).toHaveLength(4)
    })

    it('a file that someone asks for is read before those of the list', async () => {
      const last = others.find((id) => id !== taken[1]) ?? ''
      await texts.readNow(last)
      answer.now()
      await texts.idle()
      expect(taken[2]).toBe(last)
      expect(await found()).toEqual([one, ...others].sort())
    })

    it('neither is read any further when they may not be read, and each is read once that ends', async () => {
      rules.mayRead = false
      texts.rulesChanged()
      answer.now()
      await texts.idle()
      expect(await found()).toEqual([])
      expect(reader.read).toHaveLength(1)
      rules.mayRead = true
      texts.rulesChanged()
      await texts.idle()
      expect(await found()).toEqual([one, ...others].sort())
      expect(reader.read).toHaveLength(5)
    })

    it('the text of the next one is not written if it is removed meanwhile', async () => {
      const next = taken[1] ?? ''
      await world.steward.files.held.remove({ kind: 'document', id: next })
      answer.now()
      await texts.idle()
      expect(await found()).toEqual([one, ...others].filter((id) => id !== next).sort())
      expect(await groups()).toMatchObject({ searchable: 3, waiting: 0, unreadable: 0 })
    })

    it('the next one is read as it is now if it is replaced meanwhile', async () => {
      const id = taken[1] ?? ''
      const { held } = world.steward.files
      const bytes = new TextEncoder().encode('Replaced.')
      const sealed = await held.store.write(piece(bytes), { signal: new AbortController().signal })
      await held.put({ kind: 'document', id }, sealed, { name: 'new.txt', etag: null, recordUpdatedAt: null })
      answer.now()
      await texts.idle()
      const { hits } = await world.steward.store.read('texts.search', {
        ...{ text: `"file of ${bytes.byteLength} bytes"`, filters: {}, offset: 0, limit: 50 },
      })
      expect(hits.map(({ document_id }) => document_id)).toEqual([id])
      expect(await groups()).toMatchObject({ searchable: 4, waiting: 0 })
    })
  })

  it('are there after a restart, without being read again', async () => {
    await download(documents[0]?.id ?? '')
    await texts.close()
    await world.restart()
    begin()
    await texts.idle()
    expect(await found()).toEqual([documents[0]?.id])
    expect(reader.read).toHaveLength(1)
  })

  it('stop at once when they may not be read, and go on later', async () => {
    reader.hangs = true
    const reading = new Promise<void>((resolve) => {
      reader.began = resolve
    })
    const [{ id } = { id: '' }] = documents
    const { fetcher } = world.steward
    await fetcher.fetch({ kind: 'document', id }, { refresh: false, signal: new AbortController().signal })
    await reading
    rules.mayRead = false
    texts.rulesChanged()
    await texts.idle()
    expect(await groups()).toMatchObject({ searchable: 0, waiting: 1 })
    Object.assign(reader, { hangs: false })
    rules.mayRead = true
    texts.rulesChanged()
    await texts.idle()
    expect(await found()).toEqual([id])
  })

  it('wait while they are paused, but for a file that is asked for', async () => {
    await texts.setPaused(true)
    const [one, other] = documents.map((document) => document.id)
    await download(one ?? '')
    await download(other ?? '')
    expect(await groups()).toMatchObject({ searchable: 0, waiting: 2 })
    await texts.readNow(other ?? '')
    await texts.idle()
    expect(await found()).toEqual([other])
    await texts.setPaused(false)
    await texts.idle()
    expect(await found()).toEqual([one, other].sort())
    await expect(texts.readNow(documents[5]?.id ?? '')).rejects.toMatchObject({ code: 'files/not-held' })
  })

  it('of a file that ends its reader twice are not tried again until someone asks', async () => {
    const ended = { is: 'unreadable', why: 'took-too-long' } as const
    reader.next = [ended, ended]
    const [{ id } = { id: '' }] = documents
    await download(id)
    expect(reader.read).toHaveLength(2)
    texts.rulesChanged()
    await texts.idle()
    expect(reader.read).toHaveLength(2)
    expect(await groups()).toMatchObject({ unreadable: 1 })
    await texts.readNow(id)
    await texts.idle()
    expect(await found()).toEqual([id])
  })

  it('are deleted when the firm forbids them, and read again when it does not', async () => {
    const [{ id } = { id: '' }] = documents
    await download(id)
    Object.assign(rules, { mayRead: false, mustForget: true })
    texts.rulesChanged()
    await texts.idle()
    expect(await groups()).toMatchObject({ searchable: 0, waiting: 1 })
    Object.assign(rules, { mayRead: true, mustForget: false })
    texts.rulesChanged()
    await texts.idle()
    expect(await found()).toEqual([id])
  })

  it('of pinned households alone go when a household is unpinned', async () => {
    await texts.setScope({ ...all, scope: 'pinned', confirmed: null })
    const own = documents.filter((document) => document.household_id === household).map(({ id }) => id)
    const other = documents.find((document) => document.household_id !== household)?.id ?? ''
    await download(other)
    await world.steward.travel.pin(household)
    await world.steward.travel.idle()
    await texts.idle()
    expect(await found()).toEqual(own.sort())
    expect(await groups()).toMatchObject({ searchable: own.length, left_out: 1 })
    await world.steward.travel.unpin(household)
    await expect.poll(found).toEqual([])
    expect(await groups()).toMatchObject({ searchable: 0, left_out: own.length + 1 })
  })
})

describe('files that are downloaded to be searched', () => {
  it('come after a question about their number, one after another', async () => {
    expect(await texts.previewScope({ scope: 'all' })).toEqual({ files: documents.length, bytes: null })
    for (const confirmed of [null, { files: documents.length - 1, bytes: null }])
      await expect(texts.setScope({ ...all, confirmed })).rejects.toMatchObject({ code: 'texts/not-confirmed' })
    world.sandbox.control.resetStats()
    await texts.setScope({ ...all, confirmed: { files: documents.length, bytes: null } })
    await texts.idle()
    expect(await groups()).toEqual({
      searchable: documents.length,
      waiting: 0,
      not_here: 0,
      left_out: 0,
      unreadable: 0,
    })
    expect(new Set(reader.read).size).toBe(documents.length)
    expect(await texts.previewScope({ scope: 'all' })).toMatchObject({ files: 0 })
    // They are the first to make room.
    const usage = await world.steward.files.held.usage()
    expect(new Set(usage.map(({ usedAt }) => usedAt))).toEqual(new Set(['1970-01-01T00:00:00.000Z']))
  })

  it('end where the space does, and nothing makes room for them', async () => {
    const sizes = await Promise.all(documents.map(async ({ id }) => (await world.fileAtService(id)).size))
    const budget = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 2)
    await world.steward.store.writeLedger('texts.set', { scope: 'all' })
    await world.steward.store.writeLedger('travel.setBudget', { bytes: budget })
    texts.rulesChanged()
    await texts.idle()
    const { searchable, not_here, not_fitting } = await texts.coverage()
    expect(searchable).toBeGreaterThan(0)
    expect(not_fitting).toBeGreaterThan(0)
    expect(searchable + not_here).toBe(documents.length)
    const used = (await world.steward.files.held.usage()).reduce((sum, { size }) => sum + size, 0)
    expect(used).toBeLessThanOrEqual(budget)
  })

  it('leave their text here when they make room, if user and firm let it stay', async () => {
    await world.steward.store.writeLedger('texts.set', { scope: 'all', keeps_text: true })
    await world.steward.store.writeLedger('travel.setBudget', { bytes: 1 })
    texts.rulesChanged()
    await texts.idle()
    expect((await found()).length).toBe(Math.min(50, documents.length))
    await world.steward.travel.setBudget(1)
    expect(await world.steward.files.held.usage()).toEqual([])
    expect(await groups()).toMatchObject({ searchable: documents.length, not_here: 0 })
    const [hit] = (
      await world.steward.store.read('texts.search', { text: 'kestrel', filters: {}, offset: 0, limit: 1 })
    ).hits
    expect(hit?.is_here).toBe(false)
    rules.mayKeepText = false
    texts.rulesChanged()
    await texts.idle()
    expect(await found()).toEqual([])
  })

  it('say what stands in their way, and come after the next check of the service', async () => {
    world.session.signedIn = false
    await texts.setScope({ ...all, confirmed: { files: documents.length, bytes: null } })
    await texts.idle()
    expect((await texts.coverage()).problem).toMatch(/^Sign in/)
    world.session.signedIn = true
    world.sandbox.control.fail({ fault: { kind: 'status', status: 404 }, path: '/documents/[^/]+/download', times: 1 })
    await world.sweep()
    await expect
      .poll(() => texts.coverage())
      .toMatchObject({ searchable: documents.length - 1, not_here: 1, problem: null, is_working: false })
    await world.sweep()
    await expect.poll(() => texts.coverage()).toMatchObject({ searchable: documents.length, not_here: 0 })
  })
})

describe('in the middle of the work', () => {
  const scopeAll = () => texts.setScope({ ...all, confirmed: { files: documents.length, bytes: null } })
  const downloads = () => world.sandbox.control.stats().requests['GET /documents/{id}/download'] ?? 0
  const heldNow = async () => (await world.steward.files.held.usage()).length

  /** Lets the next file that is read hang, and resolves when its reading has begun. */
  const nextReading = () => {
    reader.hangs = true
    return new Promise<void>((resolve) => {
      reader.began = resolve
    })
  }

  it('a pause ends the download under way, and nothing more is asked of the service until it ends', async () => {
    world.sandbox.control.fail({ fault: { kind: 'hang' }, path: '/documents/[^/]+/download', times: 1 })
    world.sandbox.control.resetStats()
    await scopeAll()
    await expect.poll(downloads).toBe(1)
    await texts.setPaused(true)
    await texts.idle()
    expect([downloads(), await heldNow()]).toEqual([1, 0])
    expect(await texts.coverage()).toMatchObject({ is_paused: true, is_working: false, searchable: 0 })
    await world.sweep()
    expect(downloads()).toBe(1)
    await texts.setPaused(false)
    await texts.idle()
    expect(await groups()).toMatchObject({ searchable: documents.length, not_here: 0 })
  })

  it('a smaller scope ends the downloads, and what was read stays while its file is here', async () => {
    const reading = nextReading()
    await scopeAll()
    await reading
    await texts.setScope({ ...all, scope: 'here', confirmed: null })
    Object.assign(reader, { hangs: false, began: () => {} })
    world.sandbox.control.resetStats()
    texts.rulesChanged()
    await texts.idle()
    expect(downloads()).toBe(0)
    expect(await groups()).toMatchObject({ searchable: 1, not_here: documents.length - 1, waiting: 0 })
  })

  it('a policy that forbids the text deletes what was read and ends what is being read', async () => {
    const [one, other] = documents.map(({ id }) => id)
    await download(one ?? '')
    const reading = nextReading()
    const { fetcher } = world.steward
    await fetcher.fetch({ kind: 'document', id: other ?? '' }, { refresh: false, signal: new AbortController().signal })
    await reading
    Object.assign(rules, { mayRead: false, mustForget: true })
    texts.rulesChanged()
    await texts.idle()
    expect(await found()).toEqual([])
    expect(await groups()).toMatchObject({ searchable: 0, waiting: 2 })
    expect(await heldNow()).toBe(2)
  })

  it('a document that was deleted at the service takes its text and its file with it at the next sync', async () => {
    const [one, other] = documents.map(({ id }) => id)
    await download(one ?? '')
    await download(other ?? '')
    await world.sandbox.control.colleague.remove('documents', one ?? '')
    await world.sweep()
    await expect.poll(found).toEqual([other])
    // A file that was used a moment ago may be open on a screen; then it goes later.
    world.pass(31 * 60_000)
    await world.sweep()
    await expect.poll(heldNow).toBe(1)
  })

  it('a new version of a file is read in place of the old one, also while that is being read', async () => {
    const id = documents[0]?.id ?? ''
    const reading = nextReading()
    const { files, fetcher } = world.steward
    await fetcher.fetch({ kind: 'document', id }, { refresh: false, signal: new AbortController().signal })
    await reading
    async function* source() {
      yield Buffer.from('Another version.')
    }
    const file = await files.held.store.write(source(), { signal: new AbortController().signal })
    await files.held.put({ kind: 'document', id }, file, { name: 'new.txt', etag: null, recordUpdatedAt: null })
    Object.assign(reader, { hangs: false, began: () => {} })
    texts.rulesChanged()
    await texts.idle()
    const page = await world.steward.store.read('texts.page', { document_id: id, page: 1, text: '' })
    expect(page.text).toBe('A file of 16 bytes.')
    expect(await groups()).toMatchObject({ searchable: 1, waiting: 0 })
  })

  it('a service that cannot be reached is said, is not asked again for each file, and goes on with the next sync', async () => {
    world.sandbox.control.goOffline()
    world.sandbox.control.resetStats()
    await scopeAll()
    await texts.idle()
    expect((await texts.coverage()).problem).not.toBeNull()
    expect(await groups()).toMatchObject({ searchable: 0, not_here: documents.length })
    texts.rulesChanged()
    await texts.idle()
    expect(await heldNow()).toBe(0)
    world.sandbox.control.goOnline()
    await world.sweep()
    await expect
      .poll(() => texts.coverage())
      .toMatchObject({ searchable: documents.length, not_here: 0, problem: null })
  })

  it('an end of Steward waits for nothing that hangs, and the next start goes on', async () => {
    const reading = nextReading()
    await scopeAll()
    await reading
    await texts.close()
    Object.assign(reader, { hangs: false, began: () => {} })
    await world.restart()
    begin()
    await texts.idle()
    expect(await groups()).toMatchObject({ searchable: documents.length, not_here: 0, waiting: 0 })
  })
})

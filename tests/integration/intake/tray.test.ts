import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import type { ConnectionFiles } from '../../../electron/documents/connection-files.ts'
import { openConnectionFiles } from '../../../electron/documents/connection-files.ts'
import { openSourceFile } from '../../../electron/intake/source-file.ts'
import { createTray, type Tray } from '../../../electron/intake/tray.ts'
import type { DocumentWrite, Saved } from '../../../electron/outbox/outbox.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { maxIntakeRows } from '../../../shared/ipc/intake.ts'
import { makeFolder, openStore, removeFolder } from '../data/support/open-store.ts'
import { aCreate, anEvent } from '../data/support/operations.ts'

type Open = { store: OpenedStore; files: ConnectionFiles; tray: Tray; saved: DocumentWrite[] }

const owner = { household_id: 'household_1', entity_id: null, individual_id: null }
const text = 'Last will and testament of somebody'

let folder: string
let open: Open
let clock = 0
beforeEach(async () => {
  folder = makeFolder()
  open = await start()
})
afterEach(async () => {
  await open.tray.close()
  await open.store.close()
  removeFolder(folder)
})

/** Opens everything; `save` replaces the outbox. */
async function start(save?: (writes: readonly DocumentWrite[], open: Open) => Promise<Saved[]>): Promise<Open> {
  const store = await openStore(folder)
  const folders = { held: join(folder, 'files'), staged: join(folder, 'staged') }
  const files = await openConnectionFiles({ rows: store, folders, ofThisRun: null, onChanged() {} })
  const saved: DocumentWrite[] = []
  const made: Open = { store, files, saved, tray: {} as Tray }
  const saveDocuments = async (writes: readonly DocumentWrite[]) => {
    if (save) return save(writes, made)
    saved.push(...writes)
    return writes.map((_, at) => ({ operation_id: `op_${at}`, record_id: `document_local_${at}`, undo: null }))
  }
  made.tray = createTray({
    store,
    files,
    outbox: { saveDocuments },
    onChange() {},
    newId: () => `drop_${randomUUID()}`,
    now() {
      clock += 1
      return new Date(Date.UTC(2026, 2, 1) + clock).toISOString()
    },
  })
  return made
}

/** Stops everything at once, as a crash would, and opens it again. */
async function crash(save?: Parameters<typeof start>[0]): Promise<void> {
  await open.store.terminate()
  open = await start(save)
}

async function* bytes(...pieces: string[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}

async function* cutAfter(piece: string) {
  yield Buffer.from(piece)
  throw new Error('The connection was cut.')
}

const file = (name: string, size: number, inFolder = '') => ({ name, folder: inFolder, size })

async function announce(...files: { name: string; folder: string; size: number | null }[]): Promise<string[]> {
  return (await open.tray.announce({ owner, files })).map(({ row_id: id }) => id)
}

async function drop(name: string, content = text): Promise<string> {
  const [id = ''] = await announce(file(name, Buffer.byteLength(content)))
  expect(await open.tray.receive(id, bytes(content))).toBe(true)
  await open.tray.change({ row_ids: [id], change: { type: 'OTHER' } })
  return id
}

const rows = async () => (await open.tray.list()).rows
const row = async (id: string) => (await rows()).find((one) => one.id === id)
const staged = () => (existsSync(join(folder, 'staged')) ? readdirSync(join(folder, 'staged')) : [])

async function contentOf(stagedId: string): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of open.files.staged.read(stagedId)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describe('a file that is taken in', () => {
  it('gets a row without a type, which outlives a restart', async () => {
    const [id = ''] = await announce(file('../../scan_0001.txt', Buffer.byteLength(text), 'Estate/../2026'))
    expect(await row(id)).toMatchObject({
      state: 'staging',
      file_name: '-..-scan_0001.txt',
      folder: 'Estate / 2026',
      name: '-..-scan 0001',
      type: '',
      pages: 'waiting',
      sha256: null,
      received: 0,
    })
    expect(await open.tray.receive(id, bytes(text.slice(0, 10), text.slice(10)))).toBe(true)
    const ready = {
      state: 'ready',
      media_type: 'text/plain',
      sha256: createHash('sha256').update(text).digest('hex'),
      type: '',
      pages: 'waiting',
      received: text.length,
      issue: null,
    }
    expect(await row(id)).toMatchObject(ready)
    await crash()
    expect(await row(id)).toMatchObject(ready)
    await open.tray.change({ row_ids: [id], change: { type: 'WILL' } })
    expect(await open.tray.submit([id])).toMatchObject({ saved: [{ row_id: id }], refused: [] })
    const [write] = open.saved
    expect(write?.fields).toEqual({ household_id: 'household_1', name: '-..-scan 0001', type: 'WILL' })
    expect(await contentOf(write?.file.staged_id ?? '')).toBe(text)
    expect(await rows()).toEqual([])
  })

  it('keeps what a person chose, whatever its content says, and before it was there', async () => {
    const [id = ''] = await announce(file('scan.txt', text.length))
    await open.tray.change({ row_ids: [id], change: { type: 'DEED', name: 'The deed', entity_id: 'entity_1' } })
    await open.tray.receive(id, bytes(text))
    expect(await row(id)).toMatchObject({ type: 'DEED', name: 'The deed', entity_id: 'entity_1' })
    await open.tray.change({ row_ids: [id], change: { entity_id: null } })
    expect(await row(id)).toMatchObject({ type: 'DEED', entity_id: null })
  })

  it.each([
    ['is cut', () => cutAfter('Last'), 'transfer stopped'],
    ['is shorter', () => bytes('Last'), 'changed while'],
    ['is longer', () => bytes(text, '!'), 'changed while'],
  ])('that %s leaves a reason and nothing else behind', async (_what, source, why) => {
    const [id = ''] = await announce(file('will.txt', text.length))
    expect(await open.tray.receive(id, source())).toBe(false)
    expect(await row(id)).toMatchObject({ state: 'failed', sha256: null })
    expect((await row(id))?.issue?.message).toContain(why)
    expect(staged()).toEqual([])
    expect(await open.tray.receive(id, bytes(text))).toBe(false)
    expect(await open.tray.submit([id])).toMatchObject({ saved: [], refused: [{ row_id: id }] })
  })

  it('is told of when it is empty, cannot be read, was given up, or is one too many', async () => {
    const [blank = '', unreadable = '', given = ''] = await announce(
      file('empty.pdf', 0),
      { name: 'locked.pdf', folder: '', size: null },
      file('gone.pdf', 5),
    )
    await open.tray.giveUp(given, { field: 'file', message: 'Nobody came.', next_step: 'Drop it again.' })
    expect((await rows()).map(({ id, state, issue }) => [id, state, issue?.message])).toEqual([
      [blank, 'failed', 'The file is empty: it has no bytes.'],
      [unreadable, 'failed', 'The file could not be read.'],
      [given, 'failed', 'Nobody came.'],
    ])
    await open.tray.remove([blank, unreadable, given])
    await open.tray.announce({ owner, files: Array.from({ length: maxIntakeRows - 1 }, (_, at) => file(`${at}`, 1)) })
    const last = await open.tray.announce({ owner, files: [file('fits', 1), file('does not', 1)] })
    expect(last.map(({ waits }) => waits)).toEqual([true, false])
  })

  it('is cut by a restart: its row says so, and nothing of it lies around', async () => {
    const [id = ''] = await announce(file('will.txt', text.length))
    const begun = Promise.withResolvers<void>()
    const never = Promise.withResolvers<void>()
    async function* slow() {
      yield Buffer.from('Last')
      begun.resolve()
      await never.promise
    }
    const receiving = open.tray.receive(id, slow())
    await begun.promise
    await open.store.terminate()
    never.resolve()
    await receiving
    open = await start()
    expect(await row(id)).toMatchObject({ state: 'failed', issue: { next_step: 'Drop it again.' } })
    expect(staged()).toEqual([])
  })
})

describe('rows that are removed', () => {
  it('come back as they were, the last ones first, and are gone after a restart with their files', async () => {
    const [first, second, third] = [await drop('a.txt', 'aaa'), await drop('b.txt', 'bbb'), await drop('c.txt', 'ccc')]
    await open.tray.remove([first])
    await open.tray.remove([second, third])
    expect(await rows()).toEqual([])
    expect(await open.tray.restore('document')).toBe(2)
    expect((await rows()).map(({ id, state }) => [id, state])).toEqual([
      [second, 'ready'],
      [third, 'ready'],
    ])
    expect(staged()).toHaveLength(3)
    await crash()
    expect((await rows()).map(({ id }) => id)).toEqual([second, third])
    expect(staged()).toHaveLength(2)
    expect(await open.tray.restore('document')).toBe(0)
  })

  it('stop what is on its way, and say so when they come back', async () => {
    const [id = ''] = await announce(file('will.txt', text.length))
    const begun = Promise.withResolvers<void>()
    const removed = Promise.withResolvers<void>()
    async function* slow() {
      yield Buffer.from('Last')
      begun.resolve()
      await removed.promise
      yield Buffer.from(text.slice(4))
    }
    const receiving = open.tray.receive(id, slow())
    await begun.promise
    await open.tray.remove([id])
    removed.resolve()
    expect(await receiving).toBe(false)
    expect(staged()).toEqual([])
    await open.tray.restore('document')
    expect(await row(id)).toMatchObject({ state: 'failed', issue: { next_step: 'Drop it again.' } })
  })
})

describe('statements', () => {
  it('are in the same tray without being documents: neither listed, changed, submitted nor restored with them', async () => {
    const document = await drop('will.txt')
    const [id = ''] = (await open.tray.announceStatements([file('positions.csv', 5)])).map(({ row_id }) => row_id)
    expect(await open.tray.receive(id, bytes('a,b\n1'))).toBe(true)
    expect((await rows()).map((one) => one.id)).toEqual([document])
    const [kept] = await open.tray.statements()
    expect(kept).toMatchObject({ id, state: 'ready', file_name: 'positions.csv', received: 5 })
    expect(kept?.added_at).toMatch(/^2026-03-01T/)
    await open.tray.change({ row_ids: [id], change: { name: 'Another', type: 'WILL' } })
    expect(await open.tray.submit([id])).toEqual({ saved: [], refused: [] })
    await open.tray.remove([id])
    expect(await open.tray.restore('document')).toBe(0)
    expect(await open.tray.statements()).toEqual([])
    expect(await open.tray.restore('statement')).toBe(1)
    await crash()
    expect(await open.tray.statements()).toEqual([kept])
  })

  it('that are too large, empty or unreadable say so, and wait for no bytes', async () => {
    const made = await open.tray.announceStatements([file('a.csv', 16_000_001), file('b.csv', 0)])
    expect(made.map(({ waits }) => waits)).toEqual([false, false])
    const issues = (await open.tray.statements()).map(({ issue }) => issue?.message)
    expect(issues).toEqual(['A statement has at most 16 MB.', 'The file is empty: it has no bytes.'])
  })
})

describe('duplicates', () => {
  it('are told by content: of another row, of an upload that waits, of a document that is held', async () => {
    const first = await drop('will.txt')
    const second = await drop('copy of it.txt')
    expect((await row(first))?.duplicates).toEqual([])
    expect((await row(second))?.duplicates).toEqual([{ where: 'tray', id: first, title: 'will.txt' }])
    await open.tray.remove([first])
    expect((await row(second))?.duplicates).toEqual([])
    await open.tray.remove([second])
    await crash()
    const upload = await open.files.staged.add(await open.files.staged.store.write(bytes(text), never()), 'will.txt')
    const operation = aCreate(1, 'documents', {
      title: 'Will',
      fields: { household_id: 'household_1', name: 'Will', type: 'WILL' },
      file: { staged_id: upload.id, name: 'w', size: text.length, sha256: upload.sha256, media_type: 'text/plain' },
    })
    await open.store.outbox.commit({ operations: [operation], events: [anEvent(operation)] })
    const third = await drop('again.txt')
    expect((await row(third))?.duplicates).toEqual([{ where: 'outbox', id: operation.id, title: 'Will' }])
  })
})

const never = () => ({ signal: new AbortController().signal })

describe('uploading', () => {
  it('refuses what cannot be a document, with the reason at its row, and saves the others', async () => {
    const [good, nameless, typeless, unset] = [
      await drop('a.txt', 'aaa'),
      await drop('b.txt', 'bbb'),
      await drop('c.txt', 'c'),
      await drop('d.txt', 'd'),
    ]
    await open.tray.change({ row_ids: [nameless], change: { name: '   ' } })
    await open.tray.change({ row_ids: [typeless], change: { type: 'LETTER_TO_SANTA' } })
    await open.tray.change({ row_ids: [unset], change: { type: '' } })
    const { saved, refused } = await open.tray.submit([good, nameless, typeless, unset])
    expect(saved.map(({ row_id: id }) => id)).toEqual([good])
    expect(refused.map(({ row_id: id, issue }) => [id, issue.field, issue.message])).toEqual([
      [nameless, 'name', 'It has no name, or one longer than 1,000 characters.'],
      [typeless, 'type', 'The service does not know its type.'],
      [unset, 'type', 'It has no type yet.'],
    ])
    await crash()
    // The saved row is in no outbox of this test; the others are still there, with their issues.
    expect((await rows()).map(({ id, issue }) => [id, issue?.field])).toEqual([
      [nameless, 'name'],
      [typeless, 'type'],
      [unset, 'type'],
    ])
    await open.tray.change({ row_ids: [nameless], change: { name: 'Now it has one' } })
    expect((await row(nameless))?.issue).toBe(null)
  })

  it('leaves everything as it was when the outbox takes nothing', async () => {
    const id = await drop('a.txt')
    const before = await row(id)
    await crash(async () => {
      throw new AppError('outbox/read-only', { message: 'Read-only.', nextStep: 'Switch it.' })
    })
    await expect(open.tray.submit([id])).rejects.toMatchObject({ code: 'outbox/read-only' })
    expect(await row(id)).toEqual(before)
    await crash()
    expect(await row(id)).toEqual(before)
  })

  it.each([
    ['before the outbox had it: it is in the tray', false],
    ['after the outbox had it: it is in the outbox alone', true],
  ])('is cut by a crash %s', async (_what, kept) => {
    const id = await drop('a.txt')
    const reached = Promise.withResolvers<void>()
    await crash(async (writes, { store }) => {
      const [write] = writes
      const operation = aCreate(1, 'documents', { fields: { household_id: 'household_1' }, file: write?.file ?? null })
      if (kept) await store.outbox.commit({ operations: [operation], events: [anEvent(operation)] })
      reached.resolve()
      return new Promise(() => {})
    })
    void open.tray.submit([id])
    await reached.promise
    await crash()
    expect((await rows()).map((one) => [one.id, one.state])).toEqual(kept ? [] : [[id, 'ready']])
    expect(staged()).toHaveLength(1)
  })
})

it('sweeps staged files that nothing refers to', async () => {
  expect(await rows()).toEqual([])
  await open.files.staged.add(await open.files.staged.store.write(bytes('stray'), never()), 'stray.txt')
  const id = await drop('kept.txt')
  expect(staged()).toHaveLength(2)
  await crash()
  expect((await rows()).map((one) => one.id)).toEqual([id])
  expect(staged()).toHaveLength(1)
})

describe('a path that the desktop names', () => {
  it('is read once, from the file that was looked at', async () => {
    const path = join(folder, 'source.txt')
    await writeFile(path, text)
    const source = await openSourceFile(path)
    expect(source.size).toBe(text.length)
    const [id = ''] = await announce(file('source.txt', text.length))
    expect(await open.tray.receive(id, source.bytes)).toBe(true)
    await source.close()
    await writeFile(path, 'something else')
    expect(await row(id)).toMatchObject({ sha256: createHash('sha256').update(text).digest('hex') })
  })

  it('is none that is a folder, a link, a pipe, a device, or not there', async () => {
    const target = join(folder, 'target.txt')
    await writeFile(target, text)
    await symlink(target, join(folder, 'link.txt'))
    await promisify(execFile)('mkfifo', [join(folder, 'pipe')])
    for (const path of [folder, join(folder, 'link.txt'), join(folder, 'pipe'), '/dev/zero', join(folder, 'none')]) {
      await expect(openSourceFile(path), path).rejects.toMatchObject({ code: 'files/not-a-file' })
    }
  })
})

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { openConnectionFiles } from '../../../electron/documents/connection-files.ts'
import type { PagesRead, ReadFilePages } from '../../../electron/intake/read-pages.ts'
import { createTray, type Tray } from '../../../electron/intake/tray.ts'
import type { IntakeOwner } from '../../../shared/ipc/intake.ts'
import { makeFolder, openStore, removeFolder, sweep } from '../data/support/open-store.ts'
import { aHousehold, anEntity, anIndividual } from '../data/support/records.ts'

const will = `LAST WILL AND TESTAMENT OF KARL HILPERT
I, Karl Hilpert, of Bath, declare this to be my Last Will and revoke all prior wills.
My executor shall hold the residue. Dated: March 3, 2019`

const household: IntakeOwner = { household_id: 'household_1', entity_id: null, individual_id: null }

let folder: string
let store: OpenedStore
let tray: Tray
beforeEach(async () => {
  folder = makeFolder()
  await start()
  await sweep(store, 'households', [[aHousehold(1, { name: 'Hilpert' }), aHousehold(2, { name: 'Lind' })]])
  const person = (n: number, first_name: string, last_name: string, of: number) =>
    anIndividual(n, { first_name, last_name, household_id: `household_${of}` })
  await sweep(store, 'individuals', [[person(1, 'Karl', 'Hilpert', 1), person(2, 'Ada', 'Lind', 2)]])
  await sweep(store, 'entities', [[anEntity(1, { display_name: 'Hilpert Family Trust' })]])
})
afterEach(async () => {
  await tray.close()
  await store.close()
  removeFolder(folder)
})

async function start(): Promise<void> {
  store = await openStore(folder)
  const folders = { held: join(folder, 'files'), staged: join(folder, 'staged') }
  const files = await openConnectionFiles({ rows: store, folders, ofThisRun: null, onChanged() {} })
  tray = createTray({
    ...{ store, files, onChange() {}, newId: () => `drop_${randomUUID()}`, now: () => '2026-03-01T00:00:00.000Z' },
    outbox: { saveDocuments: async () => [] },
  })
}

async function drop(name: string, owner = household): Promise<string> {
  const [announced] = await tray.announce({ owner, files: [{ name, folder: '', size: 3 }] })
  const id = announced?.row_id ?? ''
  expect(await tray.receive(id, [Buffer.from('abc')].values() as unknown as AsyncIterable<Uint8Array>)).toBe(true)
  return id
}

const row = async (id: string) => (await tray.list()).rows.find((one) => one.id === id)
const never = new AbortController().signal
const pages = (...texts: string[]): PagesRead => ({
  ...{ state: 'read', isCut: false },
  pages: texts.map((text, at) => ({ page: at + 1, text })),
})
const reading =
  (read: PagesRead): ReadFilePages =>
  async () =>
    read

describe('the pages of a dropped file', () => {
  it('propose its fields with their words and pages, and outlive a restart', async () => {
    const id = await drop('scan.pdf')
    expect(await row(id)).toMatchObject({ type: '', pages: 'waiting' })
    await tray.readPages(reading(pages(will)), never)
    const read = {
      ...{ pages: 'read', type: 'WILL', individual_id: 'client_profile_1', entity_id: null, doubts: [] },
      proposals: {
        type: { value: 'WILL', words: 'LAST WILL AND TESTAMENT OF KARL HILPERT', page: 1 },
        individual_id: { value: 'client_profile_1', words: 'LAST WILL AND TESTAMENT OF KARL HILPERT', page: 1 },
        date: { value: '2019-03-03', page: 1 },
        household_id: null,
      },
    }
    expect(await row(id)).toMatchObject(read)
    await store.terminate()
    await start()
    expect(await row(id)).toMatchObject(read)
  })

  it('never replace what the user chose, before or while they are read', async () => {
    const [before, during] = [await drop('a.pdf'), await drop('b.pdf')]
    await tray.change({ row_ids: [before], change: { type: 'DEED', individual_id: null } })
    await tray.readPages(async ({ name }) => {
      if (name === 'b.pdf') await tray.change({ row_ids: [during], change: { type: '' } })
      return pages(will)
    }, never)
    expect(await row(before)).toMatchObject({
      type: 'DEED',
      individual_id: null,
      proposals: { type: null, individual_id: null },
    })
    expect(await row(during)).toMatchObject({ type: '', individual_id: 'client_profile_1', proposals: { type: null } })
  })

  it('leave a file to the entity on which it was dropped', async () => {
    const id = await drop('a.pdf', { ...household, entity_id: 'entity_1' })
    await tray.readPages(reading(pages(will)), never)
    expect(await row(id)).toMatchObject({ type: 'WILL', entity_id: 'entity_1', individual_id: null })
  })

  it('ask about another household, and move the file only when told so', async () => {
    const id = await drop('a.pdf')
    const hers = pages(will.replaceAll('Karl', 'Ada').replaceAll('Hilpert', 'Lind').replace('KARL HILPERT', 'ADA LIND'))
    await tray.readPages(reading(hers), never)
    const question = { value: 'household_2', title: 'Lind', page: 1 }
    expect(await row(id)).toMatchObject({
      household_id: 'household_1',
      individual_id: null,
      proposals: { household_id: question },
    })
    await tray.change({ row_ids: [id], change: { household_id: 'household_2' } })
    expect(await row(id)).toMatchObject({
      household_id: 'household_2',
      pages: 'waiting',
      proposals: { household_id: null },
    })
    await tray.readPages(reading(hers), never)
    expect(await row(id)).toMatchObject({ individual_id: 'client_profile_2', proposals: { household_id: null } })
  })

  it('ask about another household of a person whose name has accents, an apostrophe and a hyphen', async () => {
    const other = { first_name: 'Siobhán', last_name: "O'Brien-Ávila", household_id: 'household_2' }
    await sweep(store, 'individuals', [[anIndividual(3, other)]])
    const id = await drop('a.pdf')
    const hers = will
      .replaceAll('Karl Hilpert', 'Siobhan O’Brien-Avila')
      .replace('KARL HILPERT', 'SIOBHAN O’BRIEN-AVILA')
    await tray.readPages(reading(pages(hers)), never)
    expect(await row(id)).toMatchObject({ proposals: { household_id: { value: 'household_2', page: 1 } } })
  })

  it('ask nothing more about another household once the user keeps the file', async () => {
    const id = await drop('a.pdf')
    await tray.readPages(
      reading(pages(will.replaceAll('Karl Hilpert', 'Ada Lind').replace('KARL HILPERT', 'ADA LIND'))),
      never,
    )
    await tray.change({ row_ids: [id], change: { household_id: 'household_1' } })
    expect(await row(id)).toMatchObject({
      household_id: 'household_1',
      type: 'WILL',
      proposals: { household_id: null },
    })
  })

  it.each(['protected', 'scan', 'too-large', 'unreadable', 'no-text'] as const)(
    'that are %s propose nothing; its name only suggests',
    async (state) => {
      const id = await drop('Karl Hilpert passport.pdf')
      await tray.readPages(reading({ state, pages: [], isCut: false }), never)
      expect(await row(id)).toMatchObject({
        ...{ pages: state, type: '', individual_id: null },
        suggested: {
          type: { value: 'PASSPORT', page: null },
          individual_id: { value: 'client_profile_1', page: null },
        },
      })
    },
  )

  it('that the firm forbids to read leave its name, which proposes', async () => {
    const id = await drop('Karl Hilpert passport.pdf')
    await tray.readPages(null, never)
    expect(await row(id)).toMatchObject({
      ...{ pages: 'forbidden', type: 'PASSPORT', individual_id: 'client_profile_1' },
      proposals: { type: { words: '“passport” in its name', page: null } },
    })
  })

  it('are forgotten with the values that rest on them when the firm forbids them later', async () => {
    const [proposed, chosen] = [await drop('a.pdf'), await drop('b.pdf')]
    await tray.readPages(reading(pages(will)), never)
    await tray.change({ row_ids: [chosen], change: { type: 'WILL' } })
    await tray.setPagesAllowed(false)
    expect(await row(proposed)).toMatchObject({
      type: '',
      individual_id: null,
      pages: 'waiting',
      proposals: { date: null },
    })
    expect(await row(chosen)).toMatchObject({ type: 'WILL', pages: 'waiting' })
    expect(JSON.stringify(await store.read('intake.rows', {}))).not.toContain('TESTAMENT')
  })

  it('are read again once the firm allows it, and those that were read before are not', async () => {
    const read = await drop('a.pdf')
    await tray.readPages(reading(pages(will)), never)
    const forbidden = await drop('b.pdf')
    await tray.readPages(null, never)
    expect(await row(forbidden)).toMatchObject({ pages: 'forbidden', type: '' })
    await tray.setPagesAllowed(true)
    expect(await row(read)).toMatchObject({ pages: 'read', type: 'WILL' })
    expect(await row(forbidden)).toMatchObject({ pages: 'waiting', type: '' })
    await tray.readPages(reading(pages(will)), never)
    expect(await row(forbidden)).toMatchObject({ pages: 'read', type: 'WILL' })
  })

  it('are left to the next time when the reading is cancelled, and a file that fails does not stop the next', async () => {
    const ids = [await drop('a.pdf'), await drop('b.pdf')]
    const leaving = new AbortController()
    await tray.readPages(async () => {
      leaving.abort()
      throw leaving.signal.reason
    }, leaving.signal)
    expect((await tray.list()).rows.map((one) => one.pages)).toEqual(['waiting', 'waiting'])
    await tray.readPages(async ({ name }) => {
      if (name === 'a.pdf') throw new Error('broken')
      return pages(will)
    }, never)
    expect(await Promise.all(ids.map(row))).toMatchObject([{ pages: 'unreadable' }, { pages: 'read', type: 'WILL' }])
  })

  it('say where only their beginning was read', async () => {
    const id = await drop('a.pdf')
    await tray.readPages(reading({ ...pages(will), isCut: true }), never)
    expect((await row(id))?.doubts.join()).toContain('Only the beginning was read')
  })
})

describe('a row of an earlier version', () => {
  const stored = async (change: object) => {
    const id = await drop('Will.pdf')
    const [kept] = await store.read('intake.rows', {})
    const {
      pages: _,
      proposals,
      suggested,
      doubts,
      entity_chosen,
      individual_chosen,
      household_chosen,
      ...old
    } = JSON.parse(kept?.json ?? '{}')
    const json = JSON.stringify({ ...old, ...change })
    await store.writeLedger('intake.put', { rows: [{ id, staged_id: old.staged_id, removed_at: null, json }] })
    await tray.close()
    await store.terminate()
    await start()
    await tray.readPages(reading(pages(will)), never)
    return row(id)
  }

  it('keeps the type and the owner that it had', async () => {
    expect(await stored({ type: 'DEED', type_reason: '“deed” in its name' })).toMatchObject({
      type: 'DEED',
      individual_id: null,
    })
  })

  it('gets a type where it had none but “Other”', async () => {
    expect(await stored({ type: 'OTHER', type_reason: null })).toMatchObject({ type: 'WILL', individual_id: null })
  })
})

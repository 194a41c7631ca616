import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { openConnectionFiles } from '../../../electron/documents/connection-files.ts'
import { createTray } from '../../../electron/intake/tray.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { mountSmallDisk, type SmallDisk } from '../../crash/small-disk.ts'
import { firstRows, openStore, sweep } from './support/open-store.ts'
import { anEdit, step } from './support/operations.ts'
import { anIndividual } from './support/records.ts'

let root: string
let folder: string
let disk: SmallDisk | string

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'steward-full-disk-'))
  folder = join(root, 'disk')
  disk = await mountSmallDisk(folder, 32)
})
afterEach(async () => {
  if (typeof disk !== 'string') await disk.remove()
  rmSync(root, { recursive: true, force: true })
})

const people = 200

/** Takes all space but this, in bytes. Returns how to give it back. */
function fill(spare: number): () => void {
  const ballast = join(folder, 'ballast')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - spare)))
  return () => rmSync(ballast)
}

const cityOf = (nth: number) => `City ${nth}`
const save = (store: OpenedStore, nth: number) =>
  store.outbox.commit(step(anEdit(nth + 1, 'individuals', anIndividual(nth), { city: cityOf(nth) })))

const isFull = (problem: unknown) =>
  problem instanceof AppError && problem.code === 'cache/write-failed' && problem.message === 'The disk is full.'

/** Saves edits of one person after the other until the disk is full; returns the number of those that were acknowledged. */
async function saveUntilFull(store: OpenedStore): Promise<number> {
  for (let nth = 0; nth < people; nth += 1) {
    const problem = await save(store, nth).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (problem === null) continue
    expect(problem).toSatisfy(isFull)
    return nth
  }
  throw new Error('The disk was not full.')
}

async function shownCities(store: OpenedStore): Promise<(string | null)[]> {
  const { rows } = await store.read('individuals.list', { ...firstRows, limit: people })
  const cities = new Map(rows.map(({ id, city }) => [id, city]))
  return Array.from({ length: people }, (_, nth) => cities.get(String(anIndividual(nth).id)) ?? null)
}

// Other spare space fills the disk at another moment of a save.
test.each([0, 40_000, 80_000, 120_000, 200_000, 333_333])(
  'every acknowledged edit is shown on a disk that has %i bytes left, at once and after a start',
  async (spare) => {
    if (typeof disk === 'string') return expect(disk).toContain('mount')
    const store = await openStore(folder)
    await sweep(store, 'individuals', [Array.from({ length: people }, (_, nth) => anIndividual(nth))])
    await store.flush()
    const empty = fill(spare)
    const saved = await saveUntilFull(store)
    const expected = Array.from({ length: saved }, (_, nth) => cityOf(nth))
    expect((await shownCities(store)).slice(0, saved)).toEqual(expected)
    await store.close()
    const again = await openStore(folder)
    expect((await shownCities(again)).slice(0, saved)).toEqual(expected)
    empty()
    await save(again, saved)
    expect((await shownCities(again))[saved]).toBe(cityOf(saved))
    await again.close()
  },
)

test('files can be removed from the tray of a full disk, and their space is free at once', async () => {
  if (typeof disk === 'string') return expect(disk).toContain('mount')
  const store = await openStore(folder)
  const folders = { held: join(folder, 'files'), staged: join(folder, 'staged') }
  const files = await openConnectionFiles({ rows: store, folders, ofThisRun: null, onChanged() {} })
  const tray = createTray({
    ...{ store, files, onChange() {}, now: () => '2026-03-01T12:00:00.000Z' },
    outbox: { saveDocuments: async () => [] },
    newId: () => `drop_${randomUUID()}`,
  })
  const owner = { household_id: 'household_1', entity_id: null, individual_id: null }
  const drop = async (name: string) => {
    const [row] = await tray.announce({ owner, files: [{ name, folder: '', size: fileBytes }] })
    return { id: row?.row_id ?? '', isHere: await tray.receive(row?.row_id ?? '', content()) }
  }
  const first = await drop('first.txt')
  const second = await drop('second.txt')
  const empty = fill(0)
  // Nothing more fits.
  await expect(drop('third.txt')).rejects.toSatisfy(isFull)
  expect(await tray.remove([first.id])).toEqual({ restorable: false })
  expect((await tray.list()).rows.map(({ id }) => id)).toEqual([second.id])
  expect(await tray.restore('document')).toBe(0)
  expect(statfsSync(folder).bavail * statfsSync(folder).bsize).toBeGreaterThan(fileBytes / 2)
  // With room again, a removal can be undone.
  empty()
  expect(await tray.remove([second.id])).toEqual({ restorable: true })
  expect(await tray.restore('document')).toBe(1)
  expect(first.isHere && second.isHere).toBe(true)
  await tray.close()
  await store.close()
})

const fileBytes = 3 * 1024 * 1024

async function* content() {
  yield Buffer.alloc(fileBytes, 'a text of a line\n')
}

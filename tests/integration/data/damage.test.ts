import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstRows, lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { anIndividual, many } from './support/records.ts'

let folder: string
const path = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = makeFolder()
  const store = await openStore(folder)
  await sweep(store, 'individuals', [many((n) => anIndividual(n, { notes: 'n'.repeat(900) }), 400)])
  await store.close()
})
afterEach(() => removeFolder(folder))

function flip(name: string, at: number): void {
  const file = openSync(path(name), 'r+')
  writeSync(file, Uint8Array.of((readFileSync(path(name))[at] ?? 0) ^ 0x40), 0, 1, at)
  closeSync(file)
}

const pageSize = 8192

const quarantined = () => readdirSync(folder).filter((name) => name.includes('.damaged-'))

test('a damaged first page sets the mirror aside and begins an empty one, ready for a sweep', async () => {
  const before = statSync(path('mirror.db')).size
  flip('mirror.db', 700)
  const store = await openStore(folder)
  expect(store.mirrorRebuilt).toBe(true)
  expect(quarantined().map((name) => statSync(path(name)).size)).toContain(before)
  expect((await store.read('individuals.list', firstRows)).total).toBe(0)
  await sweep(store, 'individuals', [many(anIndividual, 3)])
  expect((await store.read('individuals.list', firstRows)).total).toBe(3)
  await store.close()
})

test('damage met while opening sets the mirror aside at once', async () => {
  const { size } = statSync(path('mirror.db'))
  for (let at = 9_000; at < size; at += 4_096) flip('mirror.db', at)
  const store = await openStore(folder)
  expect(store.mirrorRebuilt).toBe(true)
  expect((await store.read('individuals.list', firstRows)).total).toBe(0)
  await store.close()
})

test('damage met while reading is named, and the next opening sets the mirror aside', async () => {
  // Only pages with rows are damaged, since opening does not read them.
  const pages = lookInto(folder, 'mirror', (db) =>
    db.prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'individuals' AND pagetype = 'leaf'").pluck().all(),
  )
  expect(pages.length).toBeGreaterThan(10)
  for (const page of pages) flip('mirror.db', (page - 1) * pageSize + 700)
  const store = await openStore(folder)
  const everyRow = store.read('individuals.list', { ...firstRows, limit: 400 })
  await expect(everyRow).rejects.toMatchObject({
    code: 'cache/damaged',
  })
  await store.close()
  const again = await openStore(folder)
  expect(again.mirrorRebuilt).toBe(true)
  expect(quarantined().length).toBeGreaterThan(0)
  await again.close()
})

test('a ledger that does not open is set aside as it was, and missed', async () => {
  flip('ledger.db', 700)
  const before = readFileSync(path('ledger.db'))
  const store = await openStore(folder)
  expect(store.ledgerReport).toMatchObject({ damaged: true, incomplete: true })
  expect(quarantined().some((name) => readFileSync(path(name)).equals(before))).toBe(true)
  expect((await store.read('individuals.list', firstRows)).total).toBe(400)
  await store.close()
})

test('whatever byte is flipped or however the mirror is cut, nothing wrong is ever read', async () => {
  const whole = readFileSync(path('mirror.db'))
  const clean = await openStore(folder)
  const expected = (await clean.read('individuals.list', firstRows)).rows
  await clean.close()
  // Twelve places across the file, at a fixed stride so that failures are reproducible.
  for (let nth = 0; nth < 12; nth++) {
    const at = (nth * 104_729 + 13) % whole.length
    removeFolder(path('mirror.db-wal'))
    const file = openSync(path('mirror.db'), 'w')
    writeSync(file, whole)
    closeSync(file)
    if (nth % 3 === 2) truncateSync(path('mirror.db'), at)
    else flip('mirror.db', at)
    const store = await openStore(folder)
    const answer = await store.read('individuals.list', firstRows).then(
      ({ rows }) => rows,
      (problem: { code: string }) => problem.code,
    )
    if (typeof answer === 'string') expect(answer).toBe('cache/damaged')
    else if (!store.mirrorRebuilt) expect(answer).toEqual(expected)
    else expect(answer).toEqual([])
    await store.close()
    expect(existsSync(path('ledger.db'))).toBe(true)
  }
})

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, requireCipher, requireEncryptedFile } from '../../../electron/data/open-database.ts'
import {
  firstRows,
  ledgerKey,
  lookInto,
  makeFolder,
  mirrorKey,
  openStore,
  removeFolder,
  sweep,
} from './support/open-store.ts'
import { anEntity, anIndividual, aValuation, bodyOf, many } from './support/records.ts'

const canary = 'Zanzibarquackenbush'
let folder: string

beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => removeFolder(folder))

const filesIn = () => readdirSync(folder).map((name) => join(folder, name))

test('nothing that a record says can be read in any file, while open and after closing', async () => {
  const store = await openStore(folder)
  await sweep(store, 'individuals', [
    many((n) => anIndividual(n, { last_name: canary, notes: `${canary} lives here` }), 300),
  ])
  await sweep(store, 'entities', [[anEntity(1, { display_name: canary })]])
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1, { description: canary })) })
  await store.flush()
  const found = await store.read('search.query', { text: canary, limit: 50 })
  expect(found.hits.length).toBeGreaterThan(1)
  for (const close of [async () => {}, () => store.close()]) {
    await close()
    const files = filesIn()
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const file of files) {
      const bytes = readFileSync(file)
      expect(bytes.includes(canary), file).toBe(false)
      expect(bytes.toString('latin1').toLowerCase().includes(canary.toLowerCase()), file).toBe(false)
      expect(bytes.subarray(0, 15).toString('latin1')).not.toBe('SQLite format 3')
    }
  }
})

test('a file that is opened for reading takes no statement that writes, not even into a temporary table', async () => {
  const store = await openStore(folder)
  await sweep(store, 'individuals', [many(anIndividual, 3)])
  await store.close()
  const file = { path: join(folder, 'mirror.db'), key: mirrorKey, synchronous: 'NORMAL', readonly: true } as const
  const db = openDatabase(file)
  for (const sql of ['CREATE TEMP TABLE copied AS SELECT * FROM individuals', 'DELETE FROM individuals']) {
    expect(() => db.exec(sql), sql).toThrow(/readonly/)
  }
  expect(db.prepare('SELECT count(*) FROM individuals').pluck().get()).toBe(3)
  db.close()
})

test('files are for their owner alone', async () => {
  const nested = join(folder, 'connection')
  const store = await openStore(nested)
  await sweep(store, 'individuals', [many(anIndividual, 10)])
  expect(statSync(nested).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(nested)) expect(statSync(join(nested, name)).mode & 0o077, name).toBe(0)
  await store.close()
})

test('a new key does not open an older copy, and leaves it as it is', async () => {
  const store = await openStore(folder)
  await sweep(store, 'individuals', [many(anIndividual, 5)])
  await store.close()
  const before = readFileSync(join(folder, 'mirror.db'))
  const wrong = { key: 'ff'.repeat(32), created: true }
  await expect(openStore(folder, { mirror: wrong })).rejects.toMatchObject({ code: 'cache/locked' })
  await expect(openStore(folder, { ledger: wrong })).rejects.toMatchObject({ code: 'cache/locked' })
  expect(readFileSync(join(folder, 'mirror.db')).equals(before)).toBe(true)
  const again = await openStore(folder)
  expect((await again.read('individuals.list', firstRows)).total).toBe(5)
  await again.close()
})

test('without a key nothing is opened or made', async () => {
  for (const key of ['', 'secret', 'AB'.repeat(32)]) {
    await expect(openStore(folder, { mirror: { key, created: true } })).rejects.toMatchObject({ code: 'cache/locked' })
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('mirror'))).toEqual([])
})

test('a folder that cannot be written is named, not guessed at', async () => {
  writeFileSync(join(folder, 'a-file'), '')
  await expect(openStore(join(folder, 'a-file', 'inside'))).rejects.toMatchObject({ code: 'cache/write-failed' })
})

test('an empty mirror file is damage: it is set aside and an empty copy is begun', async () => {
  await (await openStore(folder)).close()
  writeFileSync(join(folder, 'mirror.db'), '')
  const store = await openStore(folder)
  expect(store.mirrorRebuilt).toBe(true)
  expect(readdirSync(folder).some((name) => name.startsWith('mirror.db.damaged-'))).toBe(true)
  await store.close()
})

test('an empty ledger file is damage: it is set aside, never taken for a new one in silence', async () => {
  await (await openStore(folder)).close()
  writeFileSync(join(folder, 'ledger.db'), '')
  const store = await openStore(folder)
  expect(store.ledgerReport).toMatchObject({ damaged: true })
  const aside = readdirSync(folder).filter((name) => name.startsWith('ledger.db.damaged-'))
  expect(aside.map((name) => statSync(join(folder, name)).size)).toEqual(aside.map(() => 0))
  expect(aside.length).toBeGreaterThan(0)
  await store.close()
})

test.each(['mirror', 'ledger'] as const)('a %s from a newer version is refused, untouched', async (name) => {
  await (await openStore(folder)).close()
  lookInto(folder, name, (db) => db.pragma('user_version=999'))
  const before = readFileSync(join(folder, `${name}.db`))
  await expect(openStore(folder)).rejects.toMatchObject({ code: 'cache/newer' })
  expect(readFileSync(join(folder, `${name}.db`)).equals(before)).toBe(true)
})

test('the ledger reaches the disk at every commit, the mirror is allowed to lag', () => {
  const file = { path: join(folder, 'a.db'), key: ledgerKey, readonly: false }
  const ledger = openDatabase({ ...file, synchronous: 'FULL' })
  expect(ledger.pragma('synchronous', { simple: true })).toBe(2)
  expect(ledger.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(ledger.pragma('temp_store', { simple: true })).toBe(2)
  expect(ledger.pragma('cipher', { simple: true })).toBe('aegis')
  ledger.close()
  const mirror = openDatabase({ ...file, path: join(folder, 'b.db'), key: mirrorKey, synchronous: 'NORMAL' })
  expect(mirror.pragma('synchronous', { simple: true })).toBe(1)
  mirror.close()
})

test.each([
  ['another cipher', (db: Database.Database) => db.pragma("cipher='chacha20'"), /chacha20/],
  [
    'no answer, as a library without ciphers gives',
    (db: Database.Database) => Object.assign(db, { pragma: () => undefined }),
    /undefined/,
  ],
])('a library that took %s is refused before anything is written', (_what, prepare, detail) => {
  const path = join(folder, 'unencrypted.db')
  const db = new Database(path)
  try {
    prepare(db)
    expect(() => requireCipher(db)).toThrow(
      expect.objectContaining({ code: 'cache/locked', detail: expect.stringMatching(detail) }),
    )
    expect(statSync(path).size).toBe(0)
  } finally {
    db.close()
  }
})

test('the cipher that a new database was asked for is the one it has', () => {
  const db = openDatabase({ path: join(folder, 'new.db'), key: 'ab'.repeat(32), synchronous: 'FULL', readonly: false })
  expect(db.pragma('cipher', { simple: true })).toBe('aegis')
  db.close()
})

test('the library can take a key, name its cipher and encrypt nothing; such a new file is removed and refused', () => {
  const path = join(folder, 'plain.db')
  const db = new Database(path)
  db.pragma("cipher='aegis'")
  // An empty key is accepted without an error.
  expect(db.pragma('key=""', { simple: true })).toBe('ok')
  requireCipher(db)
  db.pragma('journal_mode=WAL')
  db.close()
  expect(readFileSync(path).subarray(0, 15).toString('latin1')).toBe('SQLite format 3')
  expect(() => requireEncryptedFile(path)).toThrow(expect.objectContaining({ code: 'cache/locked' }))
  expect(readdirSync(folder)).toEqual([])
})

test.each([true, false])(
  'an unencrypted file in the place of a store is named as such, and not changed (readonly %s)',
  (readonly) => {
    const path = join(folder, 'plain.db')
    const db = new Database(path)
    db.exec('CREATE TABLE t (x)')
    db.close()
    const before = readFileSync(path)
    const open = () => openDatabase({ path, key: ledgerKey, synchronous: 'FULL', readonly })
    expect(open).toThrow(expect.objectContaining({ code: 'cache/damaged', detail: 'unencrypted file' }))
    expect(readFileSync(path).equals(before)).toBe(true)
  },
)

test('a new database opens with its key alone, once it was read back from the disk', () => {
  const path = join(folder, 'new.db')
  const open = (key: string) => openDatabase({ path, key, synchronous: 'FULL', readonly: false })
  const db = open(ledgerKey)
  expect(db.pragma('page_size', { simple: true })).toBe(8192)
  db.exec('CREATE TABLE t (x)')
  db.close()
  expect(() => open('cd'.repeat(32))).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }))
  open(ledgerKey).close()
})

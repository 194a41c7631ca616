import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { anEdit, step } from './support/operations.ts'
import { anIndividual, many } from './support/records.ts'

const writes = 60
/** So many that the pages that lead to the others are not in the last tenth of the file, which a test cuts off. */
const drafts = 90
const pageSize = 8192

let folder: string
/** The folder of the stores as each test finds them; they are filled once, by 150 commits. */
let filled: string
const path = (name: string) => join(folder, name)

beforeAll(async () => {
  filled = makeFolder()
  const store = await openStore(filled)
  await sweep(store, 'individuals', [many((n) => anIndividual(n, { notes: 'n'.repeat(900) }), 100)])
  for (let n = 0; n < writes; n += 1) await store.outbox.commit(step(editOf(n)))
  for (let n = 0; n < drafts; n += 1) await store.writeLedger('drafts.keep', draftOf(n))
  await store.close()
})
afterAll(() => removeFolder(filled))

beforeEach(() => {
  folder = makeFolder()
  cpSync(filled, folder, { recursive: true })
})
afterEach(() => removeFolder(folder))

/** Long enough that two of them fill a page. */
const editOf = (n: number) =>
  anEdit(n + 1, 'individuals', anIndividual(n, { notes: 'n'.repeat(3_000) }), { city: `City ${n}` })
const draftOf = (n: number) => ({ name: `draft-${(n * 7919) % 1000}`, json: JSON.stringify(`${n} `.repeat(800)) })

/** Returns the leaf pages of a table, with the number of rows on each. */
const leavesOf = (table: string) =>
  lookInto(folder, 'ledger', (db) =>
    db
      .prepare<[string], { pageno: number; ncell: number }>(
        "SELECT pageno, ncell FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
      )
      .all(table),
  )

function damagePage(pageno: number): void {
  const file = openSync(path('ledger.db'), 'r+')
  const at = (pageno - 1) * pageSize + 700
  writeSync(file, Uint8Array.of((readFileSync(path('ledger.db'))[at] ?? 0) ^ 0x40), 0, 1, at)
  closeSync(file)
}

/** Reads everything; damage is reported, and the next opening repairs it. */
async function openMended(): Promise<OpenedStore> {
  const store = await openStore(folder)
  const everything = async () => {
    await store.outbox.load()
    await store.read('drafts.list', {})
  }
  const problem = await everything().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (problem === null) return store
  expect(problem).toMatchObject({ code: 'cache/damaged' })
  await store.close()
  return openStore(folder)
}

const idsIn = async (store: OpenedStore) => (await store.outbox.load()).operations.map(({ id }) => id)
const namesIn = async (store: OpenedStore) => (await store.read('drafts.list', {})).map(({ name }) => name)

const aside = () => readdirSync(folder).filter((name) => /^ledger\.db\.damaged-[^.]*Z$/.test(name))

test('of a damaged ledger every row goes on but those of the damaged pages, wherever these lie', async () => {
  const [operations, settings] = [leavesOf('operation'), leavesOf('setting')]
  expect(operations.length).toBeGreaterThan(20)
  expect(settings.length).toBeGreaterThan(7)
  const harmed = [operations[0], operations[9], operations.at(-1), settings[2], settings[5], settings.at(-1)].flatMap(
    (leaf) => leaf ?? [],
  )
  for (const { pageno } of harmed) damagePage(pageno)
  const before = readFileSync(path('ledger.db'))
  const store = await openMended()
  const lost = (leaves: typeof harmed) => leaves.reduce((sum, { ncell }) => sum + ncell, 0)
  const kept = await store.outbox.load()
  expect(kept.operations).toHaveLength(writes - lost(harmed.slice(0, 3)))
  const written = new Map(Array.from({ length: writes }, (_, n) => [editOf(n).id, editOf(n)]))
  for (const operation of kept.operations) expect(operation).toEqual(written.get(operation.id))
  const drafted = await store.read('drafts.list', {})
  // The report is also stored as a setting, but on none of these pages.
  expect(drafted).toHaveLength(drafts - lost(harmed.slice(3)))
  const texts = new Map(Array.from({ length: drafts }, (_, n) => [draftOf(n).name, draftOf(n).json]))
  for (const { name, json } of drafted) expect(json).toBe(texts.get(name))
  expect(store.ledgerReport).toMatchObject({
    damaged: true,
    incomplete: true,
    lostWrites: lost(harmed.slice(0, 3)),
  })
  expect(aside().map((name) => readFileSync(path(name)).equals(before))).toEqual([true])
  // Lost writes are not shown as pending.
  const marked = lookInto(folder, 'mirror', (db) => db.prepare("SELECT id FROM overlay WHERE operations <> '[]'").all())
  expect(marked).toHaveLength(kept.operations.length)
  await store.close()
})

test.each([
  ['ledger', 'beside its log'],
  ['ledger', 'after a clean end'],
  ['mirror', 'beside its log'],
  ['mirror', 'after a clean end'],
])('of a %s that was cut short %s, nothing that is missing is taken for empty', async (name, when) => {
  const open = await openStore(folder)
  for (let n = writes; n < writes + 3; n += 1) await open.outbox.commit(step(editOf(n)))
  const cut = makeFolder()
  if (when === 'after a clean end') await open.close()
  cpSync(folder, cut, { recursive: true })
  await open.close()
  const file = join(cut, `${name}.db`)
  truncateSync(file, Math.floor(statSync(file).size * 0.9))
  const store = await openStore(cut)
  const isLedger = name === 'ledger'
  expect(store.mirrorRebuilt).toBe(!isLedger)
  if (isLedger) expect(store.ledgerReport).toMatchObject({ damaged: true, incomplete: true })
  const texts = new Map(Array.from({ length: drafts }, (_, n) => [draftOf(n).name, draftOf(n).json]))
  const found = await store.read('drafts.list', {})
  expect(found.filter(({ name: of, json }) => texts.get(of) !== json)).toEqual([])
  expect(found.length).toBeGreaterThan(isLedger ? drafts / 4 : drafts - 1)
  expect((await idsIn(store)).length).toBeGreaterThan(isLedger ? writes / 4 : writes + 2)
  await store.close()
  removeFolder(cut)
})

test('a ledger that was mended takes new writes, under numbers that nobody has', async () => {
  const last = leavesOf('operation').at(-1)
  damagePage(last?.pageno ?? 0)
  const store = await openMended()
  const { nextSeq, operations } = await store.outbox.load()
  expect(nextSeq).toBe((operations.at(-1)?.seq ?? 0) + 1)
  const again = { ...editOf(90), seq: nextSeq }
  await store.outbox.commit(step(again))
  expect(await idsIn(store)).toContain(again.id)
  const { history } = await store.read('outbox.get', { id: again.id })
  expect(history).toHaveLength(1)
  await store.close()
})

test('it is told at every opening of the next days, and no longer', async () => {
  damagePage(leavesOf('operation')[3]?.pageno ?? 0)
  const first = await openMended()
  const told = first.ledgerReport
  expect(told?.damaged).toBe(true)
  await first.close()
  const second = await openStore(folder)
  expect(second.ledgerReport).toEqual(told)
  await second.close()
  lookInto(folder, 'ledger', (db) =>
    db
      .prepare(
        "UPDATE setting SET value = json_set(value, '$.at', '2020-01-01T00:00:00.000Z') WHERE name = 'ledger-report'",
      )
      .run(),
  )
  const later = await openStore(folder)
  expect(later.ledgerReport).toBeNull()
  await later.close()
})

test('writes that went with the log of changes are missed, since the mirror had shown them', async () => {
  const open = await openStore(folder)
  for (let n = writes; n < writes + 3; n += 1) await open.outbox.commit(step(editOf(n)))
  const killed = makeFolder()
  cpSync(folder, killed, { recursive: true })
  await open.close()
  rmSync(join(killed, 'ledger.db-wal'))
  const store = await openStore(killed)
  expect(store.ledgerReport).toMatchObject({ damaged: false, lostWrites: 3 })
  expect(await idsIn(store)).toHaveLength(writes)
  await store.close()
  removeFolder(killed)
})

test('a ledger of which nothing opens is set aside and begun again empty, and its loss is reported', async () => {
  writeFileSync(path('ledger.db'), Buffer.alloc(16_384, 7))
  const store = await openStore(folder)
  expect(store.ledgerReport).toMatchObject({ damaged: true, incomplete: true, lostWrites: writes })
  expect([await idsIn(store), await namesIn(store)]).toEqual([[], []])
  expect(aside()).toHaveLength(1)
  await store.close()
})

test('files waiting to be uploaded are kept beside the damaged ledger: their keys may be where it cannot be read', async () => {
  const staged = path('staged')
  cpSync(path('mirror.db'), join(staged, 'sealed'))
  damagePage(leavesOf('operation')[0]?.pageno ?? 0)
  await (await openMended()).close()
  const [name = ''] = aside()
  expect(readFileSync(path(`${name}-staged/sealed`)).equals(readFileSync(join(staged, 'sealed')))).toBe(true)
})

test('a mending that was cut short between its two renamings is ended, and nothing of the damaged log gets into it', async () => {
  const whole = readFileSync(path('ledger.db'))
  damagePage(leavesOf('operation')[0]?.pageno ?? 0)
  const mended = await openMended()
  const kept = await idsIn(mended)
  await mended.close()
  cpSync(path('ledger.db'), path('ledger.db.salvaged'))
  rmSync(path('ledger.db'))
  writeFileSync(path('ledger.db-wal'), whole)
  const store = await openStore(folder)
  expect(await idsIn(store)).toEqual(kept)
  expect(existsSync(path('ledger.db.salvaged'))).toBe(false)
  expect(readdirSync(folder).some((name) => /^ledger\.db\.damaged-.*-wal$/.test(name))).toBe(true)
  await store.close()
})

import { copyFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStores, type Stores } from '../../../electron/data/open-stores.ts'
import { commitStep, settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import { applyRecord } from '../../../electron/data/records.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { changesIn } from './support/changed-firm.ts'
import { ledgerKey, makeFolder, mirrorKey, removeFolder } from './support/open-store.ts'
import { anEdit, step } from './support/operations.ts'
import { anIndividual, bodyOf } from './support/records.ts'

let folder: string
let stores: Stores
let writer: Writer
let troubles: unknown[]

const sentAt = '2026-03-01T12:00:01.000Z'
const readAt = '2026-03-01T12:00:00.000Z'

const openIn = (where: string): Stores =>
  openStores({
    folder: where,
    mirror: { key: mirrorKey, created: true },
    ledger: { key: ledgerKey, created: true },
  })

function openWriter(on: Stores): Writer {
  const opened = createWriter({
    ...on,
    now: () => Date.parse(readAt),
    onChanged: () => {},
    onTrouble: (problem) => troubles.push(problem),
  })
  settleMirror(opened)
  return opened
}

beforeEach(() => {
  folder = makeFolder()
  troubles = []
  stores = openIn(join(folder, 'now'))
  writer = openWriter(stores)
  for (const n of [1, 2, 3]) applyRecord(writer, 'individuals', bodyOf(anIndividual(n, { city: 'Rome' })))
  writer.batch.commit()
})
afterEach(() => {
  close(stores)
  removeFolder(folder)
})

function close({ mirror, ledger }: Stores): void {
  mirror.close()
  ledger.close()
}

/** An edit that is being sent. */
function sendingEdit(n: number): Operation {
  const edit = anEdit(n, 'individuals', anIndividual(n, { city: 'Rome' }), { city: 'Lyon' })
  commitStep(writer, step(edit))
  const sending: Operation = { ...edit, state: 'sending', sent_at: sentAt, attempts: 1 }
  commitStep(writer, step(sending))
  return sending
}

const updated = { updated_at: '2026-03-01T12:00:01.500Z' }

const answerTo = (operation: Operation, n: number) => ({
  ...step({ ...operation, state: 'done' }),
  records: [{ resource: 'individuals' as const, bytes: bodyOf(anIndividual(n, { city: 'Lyon', ...updated })) }],
})

const logOf = (where: string, name: 'mirror' | 'ledger') => join(where, `${name}.db-wal`)

/** Length of a store's write-ahead log after each of its commits: the frame that ends one has the store's size in it. */
function commitsIn(log: string): number[] {
  const bytes = readFileSync(log)
  const frame = 24 + bytes.readUInt32BE(8)
  const isOwn = (at: number) => bytes.subarray(at + 8, at + 16).equals(bytes.subarray(16, 24))
  const ends: number[] = []
  for (let at = 32; at + frame <= bytes.length && isOwn(at); at += frame) {
    if (bytes.readUInt32BE(at + 4) > 0) ends.push(at + frame)
  }
  return ends
}

const cityOf = (on: Stores, n: number) =>
  on.mirror.prepare('SELECT city FROM individuals WHERE id = ?').pluck().get(`client_profile_${n}`)
const stateOf = (on: Stores, { id }: Operation) =>
  on.ledger.prepare('SELECT state FROM operation WHERE id = ?').pluck().get(id)
const recorded = (on: Stores) =>
  changesIn(on.ledger).map(({ record_id, fields }) => [
    record_id,
    fields.map(({ field, after, operation }) => [field, after, operation]),
  ])

test('a step that brings an answer is one commit of the ledger, with the change that the answer shows', () => {
  const sending = sendingEdit(1)
  const before = commitsIn(logOf(join(folder, 'now'), 'ledger')).length
  commitStep(writer, answerTo(sending, 1))
  expect(commitsIn(logOf(join(folder, 'now'), 'ledger'))).toHaveLength(before + 1)
  expect(recorded(stores)).toEqual([['client_profile_1', [['city', 'Lyon', 1]]]])
  expect(stateOf(stores, sending)).toBe('done')
  expect(stores.ledger.pragma('synchronous', { simple: true })).toBe(2)
  expect(stores.mirror.pragma('synchronous', { simple: true })).toBe(1)
})

test('whichever of the mirror’s commits a power cut takes, each answer is shown and each change is recorded once', () => {
  const whole = join(folder, 'now')
  for (const n of [1, 2, 3]) commitStep(writer, answerTo(sendingEdit(n), n))
  const all = [1, 2, 3].map((n) => [`client_profile_${n}`, [['city', 'Lyon', n]]])
  expect(recorded(stores)).toEqual(all)
  const ends = commitsIn(logOf(whole, 'mirror'))
  // Opening, three records, and for each edit: shown as pending, then answered.
  expect(ends.length).toBeGreaterThanOrEqual(6)
  const sixBeforeLast = ends.slice(-7)
  for (const [index, end] of sixBeforeLast.entries()) {
    const cut = join(folder, `cut-${index}`)
    mkdirSync(cut)
    for (const file of ['mirror.db', 'mirror.db-wal', 'ledger.db', 'ledger.db-wal'])
      copyFileSync(join(whole, file), join(cut, file))
    truncateSync(logOf(cut, 'mirror'), end)
    const left = openIn(cut)
    openWriter(left)
    expect([1, 2, 3].map((n) => cityOf(left, n))).toEqual(['Lyon', 'Lyon', 'Lyon'])
    expect(recorded(left)).toEqual(all)
    close(left)
  }
})

test.each([
  ['undoes its transaction while a change is recorded', "SELECT RAISE(ROLLBACK, 'disk')"],
  ['fails at its commit', 'INSERT INTO child VALUES (7)'],
])('when the ledger %s, nothing of the step is kept, and it can be repeated', (_, action) => {
  const sending = sendingEdit(1)
  stores.ledger.exec('CREATE TABLE parent (id INTEGER PRIMARY KEY)')
  stores.ledger.exec('CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)')
  stores.ledger.exec(`CREATE TEMP TRIGGER refuse AFTER INSERT ON observed_change BEGIN ${action}; END`)
  expect(() => commitStep(writer, answerTo(sending, 1))).toThrow(
    expect.objectContaining({ code: 'cache/constraint-failed' }),
  )
  expect(stores.ledger.inTransaction || stores.mirror.inTransaction).toBe(false)
  expect(stateOf(stores, sending)).toBe('sending')
  expect(recorded(stores)).toEqual([])
  expect(troubles).toEqual([])

  stores.ledger.exec('DROP TRIGGER refuse')
  commitStep(writer, answerTo(sending, 1))
  expect(stateOf(stores, sending)).toBe('done')
  expect(cityOf(stores, 1)).toBe('Lyon')
  expect(recorded(stores)).toEqual([['client_profile_1', [['city', 'Lyon', 1]]]])
  expect(troubles).toEqual([])
})

test.each([
  ['while it shows the answer', 'UPDATE', 'individuals'],
  ['while it notes how many changes are recorded', 'INSERT', 'change_state'],
])('when the mirror fails %s, the step is kept, and the change is recorded once', (_, event, table) => {
  const sending = sendingEdit(1)
  stores.mirror.exec(`CREATE TEMP TRIGGER refuse BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'disk'); END`)
  commitStep(writer, answerTo(sending, 1))
  expect(troubles).toMatchObject([{ code: 'cache/constraint-failed' }])
  expect(stateOf(stores, sending)).toBe('done')
  expect(stores.ledger.inTransaction).toBe(false)

  stores.mirror.exec('DROP TRIGGER refuse')
  commitStep(writer, answerTo(sendingEdit(2), 2))
  expect(recorded(stores)).toEqual([1, 2].map((n) => [`client_profile_${n}`, [['city', 'Lyon', n]]]))
  expect(cityOf(stores, 1)).toBe('Lyon')
  expect(troubles).toHaveLength(1)
})

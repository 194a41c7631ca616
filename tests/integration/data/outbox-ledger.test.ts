import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { openOperations } from '../../../electron/data/ledger/operations.ts'
import { migrate, schemaVersion } from '../../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { openMemoryDatabase } from '../../../electron/data/open-database.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { anEvent, anOperation, step } from './support/operations.ts'
import { anEntity, aValuation, bodyOf } from './support/records.ts'
import { stepsBefore } from './support/steps-before.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

test('the step that brings the outbox leaves what was kept before as it was', () => {
  const db = openMemoryDatabase()
  migrate(db, stepsBefore(ledgerMigrations, 'CREATE TABLE operation ('), () => {})
  db.prepare("INSERT INTO setting (name, value) VALUES ('me', 'user_1')").run()
  db.prepare("INSERT INTO favourite (resource, id, added_at) VALUES ('households', 'household_1', 1)").run()
  migrate(db, ledgerMigrations, () => {})
  expect(schemaVersion(db)).toBe(ledgerMigrations.length)
  expect(db.prepare('SELECT name, value FROM setting').all()).toEqual([{ name: 'me', value: 'user_1' }])
  expect(db.prepare('SELECT id FROM favourite').pluck().all()).toEqual(['household_1'])
  for (const table of ['operation', 'operation_event', 'operation_result', 'adopted']) {
    expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
  }
  db.close()
})

test('a history that went by ids goes by numbers, in the same order under the same places', () => {
  const db = openMemoryDatabase()
  migrate(db, stepsBefore(ledgerMigrations, 'RENAME TO operation_event_by_id'), () => {})
  const put = db.prepare(
    `INSERT INTO operation (seq, id, action, resource, record_id, state, is_open, attention, saved_at, changed_at, json)
     VALUES (?, ?, 'update', 'individuals', 'x', 'done', 0, 0, 'a', 'a', '{}')`,
  )
  const note = db.prepare('INSERT INTO operation_event (seq, operation_id, at, event, note) VALUES (?, ?, ?, ?, ?)')
  put.run(3, 'op_late')
  put.run(1, 'op_early')
  note.run(1, 'op_early', 'Monday', 'saved', 'Saved.')
  note.run(2, 'op_late', 'Tuesday', 'saved', 'Saved.')
  note.run(9, 'op_early', 'Wednesday', 'done', 'The service has it.')
  migrate(db, ledgerMigrations, () => {})
  const events = db
    .prepare<[], object>('SELECT seq, operation, at, event, note FROM operation_event ORDER BY seq')
    .all()
  expect(events.map((event) => Object.values(event))).toEqual([
    [1, 1, 'Monday', 'saved', 'Saved.'],
    [2, 3, 'Tuesday', 'saved', 'Saved.'],
    [9, 1, 'Wednesday', 'done', 'The service has it.'],
  ])
  const next = db.prepare("INSERT INTO operation_event (operation, at, event, note) VALUES (3, 'b', 'done', '')").run()
  expect(next.lastInsertRowid).toBe(10)
  db.close()
})

test('a history from before values were kept stays as it was, and says that they were not', () => {
  const db = openMemoryDatabase()
  migrate(db, stepsBefore(ledgerMigrations, 'ADD COLUMN was TEXT'), () => {})
  db.prepare("INSERT INTO operation_event (operation, at, event, note) VALUES (1, 'Monday', 'changed', 'x')").run()
  migrate(db, ledgerMigrations, () => {})
  const events = db.prepare<[], object>('SELECT operation, at, event, note, was FROM operation_event').all()
  expect(events.map((event) => Object.values(event))).toEqual([[1, 'Monday', 'changed', 'x', null]])
  db.close()
})

test('pending writes from before they could be undone do not wait', () => {
  const db = openMemoryDatabase()
  migrate(db, stepsBefore(ledgerMigrations, "'$.grace_until'"), () => {})
  const put = db.prepare(
    `INSERT INTO operation (seq, id, action, resource, record_id, state, is_open, attention, saved_at, changed_at, json)
     VALUES (?, ?, 'update', 'individuals', 'x', 'queued', ?, 0, 'a', 'a', ?)`,
  )
  const { grace_until: _until, save: _save, earlier: _earlier, ...before } = anOperation(1)
  put.run(1, before.id, 1, JSON.stringify(before))
  put.run(2, 'op_done', 0, '{"state":"done"}')
  migrate(db, ledgerMigrations, () => {})
  expect(openOperations(db)).toEqual([anOperation(1)])
  expect(db.prepare('SELECT json FROM operation WHERE seq = 2').pluck().get()).toBe('{"state":"done"}')
  db.close()
})

test('a kept step survives the end of the worker in the next instant, whole, amid an open batch', async () => {
  await sweep(store, 'entities', [[anEntity(1)]])
  // Leaves an observation in an uncommitted transaction.
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  const operations = [anOperation(1), anOperation(2, { fields: { city: 'Turin' } }), anOperation(3, { state: 'done' })]
  await store.outbox.commit(step(...operations))
  await store.outbox.setAllPaused(true)
  await store.terminate()
  expect(
    lookInto(folder, 'ledger', (db) => ({
      observed: db.prepare('SELECT entity_id FROM observed_valuation').pluck().all(),
      events: db.prepare('SELECT count(*) FROM operation_event').pluck().get(),
    })),
  ).toEqual({ observed: ['entity_1'], events: 3 })
  store = await openStore(folder)
  expect(await store.outbox.load()).toEqual({ operations: operations.slice(0, 2), allPaused: true, nextSeq: 4 })
  await store.outbox.setAllPaused(false)
  expect(await store.outbox.load()).toMatchObject({ allPaused: false })
})

test('the first operation of a ledger has the number 1', async () => {
  expect(await store.outbox.load()).toEqual({ operations: [], allPaused: false, nextSeq: 1 })
})

test('an operation is replaced as a whole, and one that is over is no longer loaded', async () => {
  await store.outbox.commit(step(anOperation(1), anOperation(2)))
  const sending = anOperation(1, { state: 'sending', attempts: 1, sent_at: '2026-03-01T12:00:01.000Z' })
  await store.outbox.commit(step(sending, anOperation(2, { state: 'discarded' })))
  expect(await store.outbox.load()).toEqual({ operations: [sending], allPaused: false, nextSeq: 3 })
})

test('a step that cannot be kept whole is not kept at all, nor does it come along with a later one', async () => {
  await store.outbox.commit(step(anOperation(1)))
  const taken = anOperation(1, { id: 'op_another' })
  const broken = { operations: [anOperation(2), taken], events: [anEvent(taken)] }
  await expect(store.outbox.commit(broken)).rejects.toMatchObject({
    code: 'cache/constraint-failed',
    detail: 'SQLITE_CONSTRAINT_PRIMARYKEY in operation',
  })
  const junk = new TextEncoder().encode('<html>')
  const records = [{ resource: 'individuals', bytes: junk }] as const
  const unreadable = store.outbox.commit({ ...step(anOperation(3)), records })
  await expect(unreadable).rejects.toMatchObject({ code: 'service/not-json' })
  await store.outbox.commit(step(anOperation(4)))
  await store.close()
  store = await openStore(folder)
  expect((await store.outbox.load()).operations.map(({ seq }) => seq)).toEqual([1, 4])
})

test('in memory the outbox works the same', async () => {
  const { openConnectionStore } = await import('../../../electron/data/connection-store.ts')
  const { startThread } = await import('./support/open-store.ts')
  const memory = await openConnectionStore({ startThread, memory: true })
  await memory.outbox.commit(step(anOperation(7)))
  expect(await memory.outbox.load()).toEqual({ operations: [anOperation(7)], allPaused: false, nextSeq: 8 })
  await memory.close()
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStoresInMemory, type Stores } from '../../../electron/data/open-stores.ts'
import { commitStep, ensureSettled, settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import { applyRecord } from '../../../electron/data/records.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { commitToLedger } from './support/commit-to-ledger.ts'
import { anEdit, step } from './support/operations.ts'
import { anIndividual, bodyOf } from './support/records.ts'

let stores: Stores
let writer: Writer
let troubles: unknown[]
let changes: Resource[][]

beforeEach(() => {
  stores = openStoresInMemory()
  troubles = []
  changes = []
  writer = createWriter({
    ...stores,
    now: () => 0,
    onChanged: (resources) => changes.push(resources),
    onTrouble: (problem) => troubles.push(problem),
  })
  settleMirror(writer)
  applyRecord(writer, 'individuals', bodyOf(anIndividual(1)))
  changes.length = 0
})
afterEach(() => {
  stores.mirror.close()
  stores.ledger.close()
})

const city = () => stores.mirror.prepare('SELECT city FROM individuals').pluck().get()
const refuse = (table: string) =>
  stores.mirror.exec(`CREATE TEMP TRIGGER refuse BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk'); END`)

test('a step is kept though the mirror cannot be written, and shows with the next piece of work', () => {
  refuse('overlay')
  const edit = anEdit(1, 'individuals', anIndividual(1), { city: 'Lyon' })
  commitStep(writer, step(edit))
  expect(troubles).toMatchObject([{ code: 'cache/constraint-failed' }])
  expect(stores.ledger.prepare('SELECT id FROM operation').pluck().all()).toEqual([edit.id])
  expect(city()).toBeNull()
  expect(() => ensureSettled(writer)).toThrow(expect.objectContaining({ code: 'cache/constraint-failed' }))

  stores.mirror.exec('DROP TRIGGER refuse')
  ensureSettled(writer)
  expect(city()).toBe('Lyon')
  expect(changes).toEqual([['individuals']])
})

test('when a commit of the mirror takes the overlay back, it is made again', () => {
  const edit = anEdit(1, 'individuals', anIndividual(1), { city: 'Lyon' })
  // Fails at the commit, not before.
  stores.mirror.exec('PRAGMA foreign_keys = ON; CREATE TABLE parent (id INTEGER PRIMARY KEY)')
  stores.mirror.exec('CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)')
  stores.mirror.exec(
    'CREATE TEMP TRIGGER late AFTER INSERT ON overlay BEGIN INSERT INTO child SELECT 7 WHERE NEW.id IS NOT NULL; END',
  )
  commitStep(writer, step(edit))
  expect(troubles).toHaveLength(1)
  expect(city()).toBeNull()
  stores.mirror.exec('DROP TRIGGER late')
  const second = anEdit(2, 'individuals', anIndividual(1), { state: 'NY' })
  commitStep(writer, step(second))
  expect(stores.mirror.prepare('SELECT city, state FROM individuals').all()).toEqual([{ city: 'Lyon', state: 'NY' }])
  expect(troubles).toHaveLength(1)
})

test('a ledger put back from a copy is followed from where it is', () => {
  stores.mirror.exec('UPDATE outbox_state SET results_to = 99')
  settleMirror(writer)
  // Commits only the ledger's half of a step and crashes.
  const json = JSON.stringify(anIndividual(1, { city: 'Turin' }))
  const results = [{ resource: 'individuals', id: 'client_profile_1', json }] as const
  commitToLedger(stores.ledger, { operations: [], results, adoptions: [] })
  settleMirror(writer)
  expect(city()).toBe('Turin')
})

test('a step that changes nothing that is shown tells nobody', () => {
  const edit = anEdit(1, 'individuals', anIndividual(1), { city: 'Lyon' })
  commitStep(writer, step(edit))
  expect(changes).toEqual([['individuals']])
  commitStep(writer, step({ ...edit, state: 'sending', attempts: 1 }))
  expect(changes).toHaveLength(1)
  commitStep(writer, step({ ...edit, state: 'failed' }))
  expect(changes).toHaveLength(2)
})

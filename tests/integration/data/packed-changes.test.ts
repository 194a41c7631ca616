import { expect, test } from 'vitest'
import { readHouseholdMark } from '../../../electron/data/ledger/household-marks.ts'
import { migrate } from '../../../electron/data/migrate.ts'
import { ledgerPackedChanges } from '../../../electron/data/migrations/changes.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { openMemoryDatabase, type WritableDatabase } from '../../../electron/data/open-database.ts'
import { readObservedChanges } from '../../../electron/data/reads/changes.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { anOperation } from './support/operations.ts'

type OldRow = {
  seq: number
  first: number
  kind: string
  field?: string
  before?: string
  after?: string
  left?: string
  operation?: number
  seen?: number | null
}

/** A ledger of the schema before, with these rows; the last number given out is 40. */
function ledgerBefore(rows: readonly OldRow[]): WritableDatabase {
  const ledger = openMemoryDatabase()
  migrate(ledger, ledgerMigrations.slice(0, ledgerMigrations.indexOf(ledgerPackedChanges)), () => {})
  const insert = ledger.prepare(
    `INSERT INTO observed_change (seq, first, resource, record_id, household_id, left_household_id, title, kind, field,
       before, after, observed_at, seen_before, operation)
     VALUES (?, ?, 'individuals', ?, 'household_1', ?, 'Ada', ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const { seq, first, kind, field, before, after, left, operation, seen = 500 } of rows)
    insert.run(
      ...[seq, first, `client_profile_${first}`, left ?? null, kind, field ?? null, before ?? null, after ?? null],
      ...[1000 * first, seen, operation ?? null],
    )
  ledger.exec("UPDATE sqlite_sequence SET seq = 40 WHERE name = 'observed_change'")
  const operation = anOperation(3, { id: 'op-3', state: 'done' })
  ledger
    .prepare(
      `INSERT INTO operation (seq, id, action, resource, record_id, state, is_open, attention, saved_at, changed_at, json)
       VALUES (3, 'op-3', 'update', 'individuals', 'client_profile_1', 'done', 0, 0, '', '', ?)`,
    )
    .run(JSON.stringify(operation))
  return ledger
}

function readerOf(ledger: WritableDatabase) {
  const mirror = openMemoryDatabase()
  migrate(mirror, mirrorMigrations, () => {})
  return createReader(mirror, ledger)
}

const all = { household_id: null, owner_id: null, others_only: false, before: null, limit: 50 }

test('a ledger of the schema before keeps every change, its values, its own writes, its marks and its numbering', () => {
  const ledger = ledgerBefore([
    { seq: 1, first: 1, kind: 'added', operation: 3 },
    { seq: 2, first: 2, kind: 'changed', field: 'city', before: '"Lyon"', after: '"Zürich “1”"', operation: 3 },
    { seq: 3, first: 2, kind: 'changed', field: 'email', before: 'null', after: '"a@b.example"' },
    // Its first field was joined to a later change, so the number of the change has no row.
    { seq: 6, first: 5, kind: 'changed', field: 'is_primary', before: 'true', after: 'false', left: 'household_2' },
    {
      seq: 7,
      first: 7,
      kind: 'changed',
      field: 'city',
      before: '1e+308',
      after: '[{"name":"Cash","value":0.1}]',
      operation: 3,
    },
    { seq: 9, first: 9, kind: 'gone', seen: null },
  ])
  ledger.exec("INSERT INTO household_mark (household_id, looked_at, looked_to) VALUES ('household_1', 1, 3)")
  migrate(ledger, ledgerMigrations, () => {})
  const reader = readerOf(ledger)
  const { changes } = readObservedChanges(reader, all)
  const at = (seconds: number) => `1970-01-01T00:00:0${seconds}.000Z`
  const one = (number: number, first: number, more: object) => ({
    ...{ number, resource: 'individuals', record_id: `client_profile_${first}`, title: 'Ada' },
    ...{ household: { id: 'household_1', name: '' }, operation_id: null, own: false, fields: [] },
    ...{ observed_at: at(first), seen_before: '1970-01-01T00:00:00.500Z' },
    ...more,
  })
  expect(changes).toEqual([
    one(9, 9, { kind: 'gone', seen_before: null }),
    one(7, 7, {
      ...{ kind: 'changed', own: true },
      fields: [{ field: 'city', before: 1e308, after: [{ name: 'Cash', value: 0.1 }], operation_id: 'op-3' }],
    }),
    one(6, 5, {
      kind: 'changed',
      fields: [{ field: 'is_primary', before: true, after: false, operation_id: null }],
    }),
    one(3, 2, {
      kind: 'changed',
      fields: [
        { field: 'city', before: 'Lyon', after: 'Zürich “1”', operation_id: 'op-3' },
        { field: 'email', before: null, after: 'a@b.example', operation_id: null },
      ],
    }),
    one(1, 1, { kind: 'added', own: true, operation_id: 'op-3' }),
  ])
  // Those numbered 6 and 9: what was looked at stays looked at.
  expect(readHouseholdMark(reader, { household_id: 'household_1' }).unseen).toBe(2)
  expect(readHouseholdMark(reader, { household_id: 'household_2' }).unseen).toBe(1)
  ledger.exec(
    `INSERT INTO observed_change (resource, record_id, title, kind, fields, is_own, observed_at)
     VALUES ('users', 'user_1', '', 'added', '[]', 0, 1)`,
  )
  expect(ledger.prepare('SELECT max(seq) FROM observed_change').pluck().get()).toBe(41)
  expect(ledger.pragma('integrity_check', { simple: true })).toBe('ok')
})

test('a ledger of the schema before without changes goes on numbering where it was', () => {
  const ledger = ledgerBefore([{ seq: 1, first: 1, kind: 'added' }])
  ledger.exec('DELETE FROM observed_change')
  migrate(ledger, ledgerMigrations, () => {})
  expect(readObservedChanges(readerOf(ledger), all)).toEqual({ changes: [], next: null })
  const { lastInsertRowid } = ledger
    .prepare(
      `INSERT INTO observed_change (resource, record_id, title, kind, fields, is_own, observed_at)
       VALUES ('users', 'user_1', '', 'added', '[]', 0, 1)`,
    )
    .run()
  expect(lastInsertRowid).toBe(41)
})

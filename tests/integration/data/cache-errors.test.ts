import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toCacheError } from '../../../electron/data/cache-errors.ts'
import { migrate } from '../../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { openDatabase, type WritableDatabase } from '../../../electron/data/open-database.ts'
import { openStores } from '../../../electron/data/open-stores.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { ledgerKey, makeFolder, mirrorKey, removeFolder } from './support/open-store.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => removeFolder(folder))

function openMirror(): WritableDatabase {
  const db = openDatabase({ path: join(folder, 'mirror.db'), key: mirrorKey, synchronous: 'NORMAL', readonly: false })
  migrate(db, mirrorMigrations, () => {})
  return db
}

function failureOf(work: () => unknown): AppError {
  try {
    work()
  } catch (thrown) {
    const problem = toCacheError(thrown)
    if (problem instanceof AppError) return problem
    throw thrown
  }
  throw new Error('It did not fail.')
}

const user =
  "INSERT INTO users (id, checked_at, created_at, updated_at, title, title_sort, email, json) VALUES ('a', 1, '', '', '', '', '', '')"

test.each([
  ['a row that is there already', `${user}; ${user}`, 'SQLITE_CONSTRAINT_UNIQUE in users'],
  ['a row without a value', 'INSERT INTO users (id) VALUES (NULL)', 'SQLITE_CONSTRAINT_NOTNULL in users'],
  [
    'a second number',
    "INSERT INTO page_records VALUES ('a', 1, x''), ('a', 1, x'')",
    'SQLITE_CONSTRAINT_PRIMARYKEY in page_records',
  ],
  ['a rule of a table', 'INSERT INTO change_state VALUES (2, 1)', 'SQLITE_CONSTRAINT_CHECK'],
])('%s breaks a constraint, and is called that', (_what, sql, detail) => {
  const db = openMirror()
  const problem = failureOf(() => db.exec(sql))
  expect({ code: problem.code, detail: problem.detail }).toEqual({ code: 'cache/constraint-failed', detail })
  expect(problem.nextStep).not.toContain('disk')
  db.close()
})

test('only a full disk asks for disk space', () => {
  const db = openMirror()
  db.pragma(`max_page_count=${db.pragma('page_count', { simple: true })}`)
  const full = failureOf(() => db.exec(`INSERT INTO thumbnail VALUES ('a', '', zeroblob(100000))`))
  expect(full).toMatchObject({
    code: 'cache/write-failed',
    message: 'The disk is full.',
    nextStep: expect.stringContaining('Free disk space'),
    detail: 'SQLITE_FULL',
  })
  db.close()
  writeFileSync(join(folder, 'a-file'), '')
  const again = openMirror()
  for (const fails of [() => mkdirSync(join(folder, 'a-file', 'inside')), () => again.exec('SELECT * FROM nowhere')])
    expect(failureOf(fails).nextStep).not.toMatch(/space/)
  again.close()
})

test('a store that another program has locked names the other program', () => {
  const [one, other] = [openMirror(), openMirror()]
  other.pragma('busy_timeout=0')
  one.exec('BEGIN IMMEDIATE')
  const problem = failureOf(() => other.exec('BEGIN IMMEDIATE'))
  expect(problem).toMatchObject({ message: 'Another program is using the offline copy.', detail: 'SQLITE_BUSY' })
  expect(problem.nextStep).toContain('Close the other program')
  one.close()
  other.close()
})

test.each(['mirror', 'ledger'] as const)('a migration that fails is called that, with its step: %s', (name) => {
  const files = {
    folder,
    mirror: { key: mirrorKey, created: true },
    ledger: { key: ledgerKey, created: true },
  }
  const stores = openStores(files)
  const all = { mirror: mirrorMigrations, ledger: ledgerMigrations }[name]
  const adding = all.findLastIndex((step) => typeof step === 'string' && step.includes('ADD COLUMN'))
  // The store has what that step adds already, as after a step that was put in the middle of the list.
  stores[name].pragma(`user_version=${adding}`)
  stores.mirror.close()
  stores.ledger.close()
  const problem = failureOf(() => openStores(files))
  expect(problem).toMatchObject({ code: 'cache/migration-failed', nextStep: expect.not.stringContaining('space') })
  expect(problem.detail).toMatch(new RegExp(`^${name} step ${adding + 1}: SQLITE_ERROR`))
})

test('a migration that meets a full disk says that the disk is full', () => {
  const db = openMirror()
  db.pragma(`max_page_count=${db.pragma('page_count', { simple: true })}`)
  const fills = 'CREATE TABLE big (bytes BLOB); INSERT INTO big VALUES (zeroblob(100000))'
  const problem = failureOf(() => migrate(db, [...mirrorMigrations, fills], () => {}))
  expect(problem).toMatchObject({ code: 'cache/write-failed', message: 'The disk is full.' })
  db.close()
})

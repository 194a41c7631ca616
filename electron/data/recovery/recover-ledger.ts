import { appendFileSync, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDamage, newerCache } from '../cache-errors.ts'
import { migrate, schemaVersion } from '../migrate.ts'
import { ledgerMigrations } from '../migrations/ledger.ts'
import { type DatabaseFile, openDatabase, type WritableDatabase } from '../open-database.ts'
import { lostAtEnd, nameOfDamaged, readLogFacts } from './write-ahead-log.ts'

/** The result of recovering a damaged ledger. */
export type Recovered = {
  /** Number of rows in the new ledger. */
  rows: number
  /** Tables with data that could not be read. */
  tables: string[]
}

/**
 * Creates a new ledger at `target` with every readable row of the damaged one, which is only read. If not even its beginning can
 * be opened, the new ledger is empty.
 * @throws AppError `cache/newer`; SqliteError when the disk is full
 */
function recoverLedger(damaged: DatabaseFile, target: string): Recovered {
  const from = openDamaged(damaged)
  try {
    const version = from === null ? 0 : schemaVersion(from)
    if (version > ledgerMigrations.length) throw newerCache(version, ledgerMigrations.length)
    const to = openDatabase({ ...damaged, path: target })
    try {
      // Rows are copied into the schema version in which they were written, and then migrated.
      migrate(to, version > 0 ? ledgerMigrations.slice(0, version) : ledgerMigrations, () => {})
      const salvaged = from === null ? { rows: 0, tables: tablesOf(to) } : copyRows(from, to)
      migrate(to, ledgerMigrations, () => {})
      // The number of a lost write is used again, so its history is deleted: it must not become that of another write.
      to.exec('DELETE FROM operation_event WHERE operation NOT IN (SELECT seq FROM operation)')
      return salvaged
    } finally {
      to.close()
    }
  } finally {
    from?.close()
  }
}

function openDamaged(damaged: DatabaseFile): WritableDatabase | null {
  return readOrNull(() => openDatabase({ ...damaged, readonly: true, forSalvage: true }))
}

function readOrNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (problem) {
    if (isDamage(problem)) return null
    throw problem
  }
}

function copyRows(from: WritableDatabase, to: WritableDatabase): Recovered {
  const salvaged: Recovered = { rows: 0, tables: [] }
  to.transaction(() => {
    // Numbering continues where it was, whatever rows are missing.
    copyTable('sqlite_sequence', from, to)
    for (const table of tablesOf(to)) {
      const { copied, isWhole } = copyTable(table, from, to)
      salvaged.rows += copied
      if (!isWhole) salvaged.tables.push(table)
    }
  })()
  return salvaged
}

function copyTable(table: string, from: WritableDatabase, to: WritableDatabase): { copied: number; isWhole: boolean } {
  const info = to
    .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?)')
    .all(table)
  const columns = info.map(({ name }) => name)
  const isText =
    to.prepare<[string], number>('SELECT wr FROM pragma_table_list WHERE name = ?').pluck().get(table) === 1
  const key = isText ? (info.find(({ pk }) => pk === 1)?.name ?? '') : 'rowid'
  const put = to.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  const rows = readAround({ db: from, table, key, isText, columns, last: lastNumber(from, table) })
  let copied = 0
  for (let row = rows.next(); ; row = rows.next()) {
    if (row.done) return { copied, isWhole: row.value }
    copied += put.run(row.value).changes
  }
}

/** The highest row number that the table may have, from any source that can be read. */
function lastNumber(from: WritableDatabase, table: string): number {
  const sequence = 'SELECT seq FROM sqlite_sequence WHERE name = ?'
  const noted = readOrNull(() => from.prepare<[string], number>(sequence).pluck().get(table))
  const written = table === 'operation' ? readOrNull(() => highestWrite(from)) : null
  return Math.max(noted ?? 0, written ?? 0) || Number.MAX_SAFE_INTEGER
}

/** Every write has a history. */
const highestWrite = (from: WritableDatabase): number | null =>
  from.prepare<[], number | null>('SELECT max(operation) FROM operation_event').pluck().get() ?? null

const tablesOf = (db: WritableDatabase): string[] =>
  db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .pluck()
    .all()

const suffixes = ['', '-wal', '-shm']

const salvagedName = (path: string): string => `${path}.salvaged`

/**
 * Replaces a damaged ledger with a new one that has every readable row. The damaged one is kept under another name, together with
 * the files waiting to be uploaded: the keys of some of them may be in its unreadable part.
 * @throws AppError `cache/newer`; SqliteError or the file system's errors, with the damaged one still in place
 */
export function replaceLedger(file: DatabaseFile): Recovered {
  const { path } = file
  const made = salvagedName(path)
  removeStore(made)
  const salvaged = withLostPages(path, (whole) => recoverLedger({ ...file, path: whole }, made))
  const aside = nameOfDamaged(path)
  keepStaged(path, `${aside}-staged`)
  renameSync(path, aside)
  finishReplacing(file)
  return salvaged
}

/**
 * Completes a replacement that was interrupted between the renames: the new ledger is complete before the damaged one is renamed.
 * The damaged one's `-wal` and `-shm` files must never be taken for those of the new one.
 */
export function finishReplacing({ path }: Pick<DatabaseFile, 'path'>): void {
  const made = salvagedName(path)
  if (existsSync(path) || !existsSync(made)) return
  const aside = nameOfDamaged(path)
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  }
  renameSync(made, path)
}

/**
 * Reads a truncated store from a copy in which the missing part is filled with bytes that cannot be decrypted: the library would
 * treat missing pages as empty ones.
 */
function withLostPages<Value>(path: string, read: (path: string) => Value): Value {
  const lost = lostAtEnd(path, readLogFacts(path))
  if (lost === 0) return read(path)
  const copy = `${path}.copied`
  removeStore(copy)
  copyFileSync(path, copy)
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
  appendFileSync(copy, Buffer.alloc(lost, 0xff))
  try {
    return read(copy)
  } finally {
    removeStore(copy)
  }
}

function removeStore(path: string): void {
  for (const suffix of suffixes) rmSync(path + suffix, { force: true })
}

/** Links or copies the sealed files next to the ledger, because files without a row in the ledger are deleted. */
function keepStaged(path: string, aside: string): void {
  const staged = join(dirname(path), 'staged')
  if (!existsSync(staged)) return
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(staged)) {
    try {
      linkSync(join(staged, name), join(aside, name))
    } catch {
      // Not every file system supports hard links.
      copyFileSync(join(staged, name), join(aside, name))
    }
  }
}

/** A table of the damaged file: the key of its rows, and the columns to read. */
type Damaged = {
  db: WritableDatabase
  table: string
  key: string
  isText: boolean
  columns: readonly string[]
  last: number
}

type Key = string | number
type Row = Record<string, unknown>
/**
 * Keys that have not been read yet. `from` itself is included: a search for keys after another one begins on that key's page,
 * which may be the damaged one.
 */
type Gap = { from: Key; before: Key }

/** Most numeric keys that are tried one by one before the rest is given up. */
const mostNumbers = 100_000
/** Most attempts with text keys: in the middle of an unread range, then in the middle of its halves. */
const mostTexts = 4_000

/**
 * Yields every row that can be read, however many parts of the table are damaged: rows before, after and between damaged places.
 * A page that was changed cannot be decrypted, so every row is exactly as it was written.
 * @returns true if the whole table was read
 */
function* readAround(damaged: Damaged): Generator<Row, boolean> {
  return yield* damaged.isText ? readByTexts(damaged) : readByNumbers(damaged)
}

function* readByNumbers(damaged: Damaged): Generator<Row, boolean> {
  const all: Gap = { from: 0, before: Number.MAX_SAFE_INTEGER }
  const up = yield* readRun(damaged, all, 'ASC')
  if (up.isWhole) return true
  const from = up.reached ?? all.from
  const down = yield* readRun(damaged, { from, before: all.before }, 'DESC')
  yield* readNumbers(damaged, { from, before: down.reached ?? damaged.last + 1 })
  return false
}

function* readByTexts(damaged: Damaged): Generator<Row, boolean> {
  const up = yield* walk(damaged, 'ASC')
  if (up.toEnd) return up.missed === 0
  const down = yield* walk(damaged, 'DESC')
  yield* readTexts(damaged, { from: up.reached ?? '', before: down.reached ?? textEnd })
  return false
}

/**
 * Rows in the order of their text keys, skipping unreadable ones, as long as the pages with the keys are intact. Long rows
 * continue on other pages. It advances by offset, because a search by key reads whole rows on its way, damaged ones too.
 */
function* walk(
  { db, table, key, columns }: Damaged,
  order: 'ASC' | 'DESC',
): Generator<Row, { reached: string | null; toEnd: boolean; missed: number }> {
  const { steps, reached, toEnd } = countSteps(db, `SELECT ${key} FROM ${table} ORDER BY ${key} ${order}`)
  const rows = db.prepare<[number], Row>(
    `SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${key} ${order} LIMIT -1 OFFSET ?`,
  )
  let missed = 0
  for (let at = 0; at < steps; at += 1) {
    try {
      for (const row of rows.iterate(at)) {
        yield row
        at += 1
      }
    } catch (problem) {
      if (!isDamage(problem)) throw problem
      if (at < steps) missed += 1
    }
  }
  return { reached, toEnd, missed }
}

function countSteps(db: WritableDatabase, sql: string): { steps: number; reached: string | null; toEnd: boolean } {
  const found: { steps: number; reached: string | null } = { steps: 0, reached: null }
  try {
    for (const reached of db.prepare<[], string>(sql).pluck().iterate()) {
      found.steps += 1
      found.reached = reached
    }
    return { ...found, toEnd: true }
  } catch (problem) {
    if (!isDamage(problem)) throw problem
    return { ...found, toEnd: false }
  }
}

/** Consecutive rows until one cannot be read. */
function* readRun(
  { db, table, key, columns }: Damaged,
  { from, before }: Gap,
  order: 'ASC' | 'DESC',
): Generator<Row, { reached: Key | null; isWhole: boolean }> {
  let reached: Key | null = null
  try {
    const rows = db.prepare<[Key, Key], Row>(
      `SELECT ${key} AS "the key", ${columns.join(', ')} FROM ${table}
       WHERE ${key} >= ? AND ${key} < ? ORDER BY ${key} ${order}`,
    )
    for (const { 'the key': found, ...row } of rows.iterate(from, before)) {
      yield row
      reached = found as Key
    }
    return { reached, isWhole: true }
  } catch (problem) {
    if (!isDamage(problem)) throw problem
    return { reached, isWhole: false }
  }
}

function* readNumbers(damaged: Damaged, { from, before }: Gap): Generator<Row, void> {
  const end = Math.min(Number(before), Number(from) + mostNumbers)
  for (let next = Number(from) + 1; next < end; next += 1) {
    const { reached, isWhole } = yield* readRun(damaged, { from: next, before }, 'ASC')
    if (isWhole) return
    if (reached !== null) next = Number(reached)
  }
}

/**
 * Where a row is found, all intact rows around it are read, up to the damage on both sides. Rows between two damaged places are
 * found by trying the middle, so a single row there may be missed.
 */
function* readTexts(damaged: Damaged, whole: Gap): Generator<Row, void> {
  const gaps = gapsOfLikeKeys(String(whole.from), String(whole.before))
  for (let tries = 0; tries < mostTexts; tries += 1) {
    const gap = gaps.shift()
    if (gap === undefined) return
    const middle = between(gap.from, gap.before)
    if (middle === null) continue
    const up = yield* readRun(damaged, { from: middle, before: gap.before }, 'ASC')
    const isMet = up.isWhole || up.reached !== null
    const down = isMet ? yield* readRun(damaged, { from: gap.from, before: middle }, 'DESC') : null
    if (!down?.isWhole) gaps.push({ from: gap.from, before: String(down?.reached ?? middle) })
    if (!up.isWhole) gaps.push({ from: String(up.reached ?? middle), before: gap.before })
  }
}

const first = 0x20
const digits = 0x5f
/** Number of letters after the common prefix of two keys that are compared. */
const depth = 12

/** Sorts after every key of plain letters. */
const textEnd = '~'.repeat(depth)

/** A text about half way between two others in the order of their bytes; null when there is none of this length. */
function between(low: string, high: string): string | null {
  const shared = sharedLength(low, high)
  const [a, z] = [numberOf(low.slice(shared)), numberOf(high.slice(shared))]
  if (z - a < 2n) return null
  return high.slice(0, shared) + textOf((a + z) / 2n)
}

/**
 * Ranges that may contain keys when only one end is known: keys share a prefix, most likely one longer than the compared letters.
 */
function gapsOfLikeKeys(from: string, before: string): { from: string; before: string }[] {
  const whole = { from, before }
  if (before === textEnd) return [...beginnings(from).map((start) => ({ from, before: `${start}~` })), whole]
  if (from === '') return [...beginnings(before).map((start) => ({ from: start, before })), whole]
  return [whole]
}

/** The longest first. */
const beginnings = (key: string): string[] =>
  Array.from({ length: key.length }, (_, at) => key.slice(0, key.length - at - 1))

function sharedLength(low: string, high: string): number {
  let at = 0
  while (at < low.length && low[at] === high[at]) at += 1
  return at
}

/** Other letters count as the nearest plain one: this only decides where to look, not what is found. */
function numberOf(text: string): bigint {
  let number = 0n
  for (let at = 0; at < depth; at += 1) {
    const digit = Math.min(Math.max((text.codePointAt(at) ?? first) - first, 0), digits - 1)
    number = number * BigInt(digits) + BigInt(digit)
  }
  return number
}

function textOf(number: bigint): string {
  let text = ''
  for (let rest = number, at = 0; at < depth; at += 1) {
    text = String.fromCodePoint(first + Number(rest % BigInt(digits))) + text
    rest /= BigInt(digits)
  }
  return text.trimEnd()
}

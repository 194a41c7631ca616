import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../../shared/domain/app-error.ts'
import { damagedCache, toCacheError } from './cache-errors.ts'
import { sqliteOptions } from './sqlite-binary.ts'

/** A prepared statement that returns rows. */
type ReadStatement<Parameters extends unknown[], Row> = {
  /** Returns the first column of a row instead of the row. */
  pluck(): ReadStatement<Parameters, Row>
  /** Returns a row as an array of its columns. */
  raw(): ReadStatement<Parameters, Row>
  /** Integers are returned as bigint. */
  safeIntegers(): ReadStatement<Parameters, Row>
  get(...parameters: Parameters): Row | undefined
  all(...parameters: Parameters): Row[]
  iterate(...parameters: Parameters): IterableIterator<Row>
}

/** A prepared statement that may also change rows. */
type WriteStatement<Parameters extends unknown[], Row> = ReadStatement<Parameters, Row> & {
  pluck(): WriteStatement<Parameters, Row>
  run(...parameters: Parameters): { changes: number; lastInsertRowid: number | bigint }
}

declare const access: unique symbol

/**
 * A database as the reading code has it: without any means to change it. The reading threads also open its file read-only.
 * `transaction` gives a snapshot.
 */
export type ReadableDatabase = {
  readonly [access]: 'read' | 'write'
  prepare<Parameters extends unknown[] = unknown[], Row = unknown>(sql: string): ReadStatement<Parameters, Row>
  transaction<Result>(work: () => Result): () => Result
  /** One value, such as a size or the result of a check; `pragma` cannot change anything in a file opened read-only. */
  pragma(query: string, options: { simple: true }): unknown
  close(): void
}

/** A database as the writing code has it, which may also read. */
export type WritableDatabase = Omit<ReadableDatabase, 'prepare' | 'transaction' | 'pragma'> &
  Pick<Database.Database, 'exec' | 'inTransaction' | 'pragma' | 'unsafeMode' | 'serialize'> & {
    readonly [access]: 'write'
    prepare<Parameters extends unknown[] = unknown[], Row = unknown>(sql: string): WriteStatement<Parameters, Row>
    transaction<Result>(work: () => Result): (() => Result) & { immediate(): Result }
  }

/** A connection's two stores, as reading code has them. */
export type ReadableStores = { mirror: ReadableDatabase; ledger: ReadableDatabase }

export type DatabaseFile = {
  path: string
  /** 64 hex digits: a raw 256-bit key. */
  key: string
  /** The mirror can be downloaded again (NORMAL); the ledger cannot (FULL: every commit is on the disk). */
  synchronous: 'NORMAL' | 'FULL'
  readonly: boolean
  /** Opens a damaged file to recover data from it: the file may be shorter than its header says. */
  forSalvage?: boolean
}

/**
 * AEGIS-256: authenticated, and by measurement nearly as fast as no encryption. Set explicitly, since the library's default may
 * change.
 */
const cipher = 'aegis'

/** Page size in bytes. Fewer, larger pages make rewriting index pages cheaper under encryption. Fixed when a file is created. */
export const pageSize = 8192

/**
 * Opens an encrypted database and verifies the key by reading the schema. The library can take a key without an error and then work on
 * an unencrypted file, so a file is checked, and a new one before anything but its header is written.
 * @throws AppError `cache/damaged` for an empty file, which SQLite would take for a new one under any key, and for one that is not
 *   encrypted; `cache/locked` if a new one would not be encrypted; SqliteError otherwise.
 */
export function openDatabase(file: DatabaseFile): WritableDatabase {
  if (!/^[0-9a-f]{64}$/.test(file.key)) throw unkeyed()
  const size = existsSync(file.path) ? statSync(file.path).size : null
  if (size === 0) throw damagedCache('empty file')
  if (!file.readonly) mkdirSync(dirname(file.path), { recursive: true, mode: 0o700 })
  if (size === null && !file.readonly) createEncrypted(file)
  if (!isEncryptedFile(file.path)) throw damagedCache('unencrypted file')
  const db = openKeyed(file)
  try {
    if (file.forSalvage) db.unsafeMode().pragma('writable_schema=ON')
    db.prepare('SELECT count(*) FROM sqlite_master').get()
    configure(db, file)
    if (!file.readonly) chmodSync(file.path, 0o600)
    return asWritable(db)
  } catch (problem) {
    db.close()
    throw problem
  }
}

/** Opens the file with its cipher and key. Nothing has been read or written yet. */
function openKeyed({ path, key, readonly }: DatabaseFile): Database.Database {
  const db = new Database(path, { ...sqliteOptions(), readonly, timeout: 10_000 })
  try {
    db.pragma(`cipher='${cipher}'`)
    db.pragma(`key="raw:${key}"`)
    requireCipher(db)
    return db
  } catch (problem) {
    db.close()
    throw problem
  }
}

/** Creates a file that contains only a header. It is removed again if it is not encrypted. */
function createEncrypted(file: DatabaseFile): void {
  const db = openKeyed(file)
  try {
    db.pragma(`page_size=${pageSize}`)
    db.pragma('journal_mode=WAL')
  } finally {
    db.close()
  }
  requireEncryptedFile(file.path)
}

/**
 * Removes a file that was just created and is not encrypted.
 * @throws AppError `cache/locked`
 */
export function requireEncryptedFile(path: string): void {
  if (isEncryptedFile(path)) return
  rmSync(path, { force: true })
  throw unencrypted('a file that it does not encrypt')
}

/** The first bytes of every SQLite file that is not encrypted. */
const plainHeader = Buffer.from('SQLite format 3\0', 'latin1')

/** False for an unencrypted database, and for a file without a header. A missing file is left to SQLite's own error. */
function isEncryptedFile(path: string): boolean {
  if (!existsSync(path)) return true
  const header = Buffer.alloc(plainHeader.length)
  const file = openSync(path, 'r')
  try {
    return readSync(file, header, 0, header.length, 0) === header.length && !header.equals(plainHeader)
  } finally {
    closeSync(file)
  }
}

/** Like {@link openDatabase}, for reading only: by its type, and by the way its file is opened. */
export function openForReading(file: Omit<DatabaseFile, 'readonly'>): ReadableDatabase {
  return openDatabase({ ...file, readonly: true })
}

/** The types of the library do not say what a statement may do. */
const asWritable = (db: Database.Database) => db as unknown as WritableDatabase

/**
 * SQLite silently ignores an unknown pragma or an unknown value: a build without the cipher would write everything unencrypted.
 *
 * @throws AppError `cache/locked`
 */
export function requireCipher(db: Pick<Database.Database, 'pragma'>): void {
  const taken = db.pragma('cipher', { simple: true })
  if (taken !== cipher) throw unencrypted(String(taken))
}

/**
 * Commits the open transaction, if there is one.
 * @throws AppError `cache/…`; then nothing of it is committed.
 */
export function commitOpen(db: WritableDatabase): void {
  if (!db.inTransaction) return
  try {
    db.exec('COMMIT')
  } catch (problem) {
    rollBack(db)
    throw toCacheError(problem)
  }
}

/** Undoes the open transaction, if there is one. */
export function rollBack(db: WritableDatabase): void {
  if (db.inTransaction) db.exec('ROLLBACK')
}

/** A database in memory only, for computers without a usable keychain. */
export function openMemoryDatabase(): WritableDatabase {
  const db = new Database(':memory:', sqliteOptions())
  db.pragma('temp_store=MEMORY')
  return asWritable(db)
}

/**
 * KiB of decrypted pages in the cache. Reads jump anywhere in a million rows: four times the memory halves the time of a page of a list. The
 * index in which 300,000 people are filtered has 59 MB, and stays beside the rows that are shown. Writes are mostly sequential.
 */
const cacheSize = { reading: 96_000, writing: 16_000 }

function configure(db: Database.Database, file: DatabaseFile): void {
  db.pragma('temp_store=MEMORY')
  db.pragma(`cache_size=-${file.readonly ? cacheSize.reading : cacheSize.writing}`)
  db.pragma('foreign_keys=ON')
  if (file.readonly) {
    // Not even a temporary table, which a file opened read-only allows.
    db.pragma('query_only=ON')
    return
  }
  db.pragma('journal_mode=WAL')
  db.pragma(`synchronous=${file.synchronous}`)
  db.pragma('wal_autocheckpoint=10000')
  db.pragma('journal_size_limit=67108864')
}

function unkeyed(): AppError {
  return new AppError('cache/locked', {
    message: 'There is no key for the offline copy.',
    nextStep: 'Unlock the keychain, then open the connection again.',
    detail: 'refused to open without a key',
  })
}

function unencrypted(taken: string): AppError {
  return new AppError('cache/locked', {
    message: 'The offline copy cannot be encrypted with this installation of Steward.',
    nextStep: 'Install Steward again; nothing was written.',
    detail: `the database library takes the cipher for ${taken.slice(0, 20)}`,
  })
}

/** The version of the SQLite library, as it reports itself. Opens no file. */
export function readSqliteVersion(): string {
  const database = openMemoryDatabase()
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get())
  } finally {
    database.close()
  }
}

import { chmodSync, closeSync, existsSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { damagedCache, isDamage, isUnwritable, toCacheError } from './cache-errors.ts'
import { type Migration, migrate, schemaVersion } from './migrate.ts'
import { ledgerMigrations } from './migrations/ledger.ts'
import { mirrorMigrations } from './migrations/mirror.ts'
import {
  type DatabaseFile,
  openDatabase,
  openForReading,
  openMemoryDatabase,
  type ReadableDatabase,
  requireEncryptedFile,
  type WritableDatabase,
} from './open-database.ts'
import { rebuiltNote } from './rebuilt-note.ts'
import { finishReplacing, type Recovered, replaceLedger } from './recovery/recover-ledger.ts'
import { nameOfDamaged, openWithAnyLog, openWithLog } from './recovery/write-ahead-log.ts'

/** The location of the two stores, and their keys. */
export type StoreFiles = { folder: string; mirror: StoreKey; ledger: StoreKey }

/**
 * A store's key from the keychain: 64 hex digits, and whether it was created just now. An existing key was verified with its
 * marker, so a file that does not open with it is damaged.
 */
type StoreKey = { key: string; created: boolean }

export type Stores = {
  mirror: WritableDatabase
  ledger: WritableDatabase
  /** The mirror was damaged: the file is set aside under another name, and the new mirror is empty. */
  mirrorRebuilt: boolean
  /** The ledger was damaged: the file is set aside under another name, and the rows reported here are in a new one. */
  salvaged: Recovered | null
  /** False if the folder is not writable: existing data can be read, and SQLite refuses all writes. */
  isWritable: boolean
}

/**
 * Opens both stores for writing and migrates them to the newest schema. A damaged file is renamed, never deleted: the mirror
 * starts empty, and every readable row of the ledger is copied to a new one. In a folder that is not writable, the stores are
 * opened for reading if they are intact and of the newest schema.
 * @throws AppError `cache/locked`, `cache/newer`, `cache/migration-failed`, `cache/write-failed`.
 */
export function openStores(files: StoreFiles): Stores {
  try {
    return openForWriting(files)
  } catch (problem) {
    const stores = isUnwritable(problem) ? openUnwritable(files) : null
    if (stores === null) throw problem
    return stores
  }
}

function openForWriting(files: StoreFiles): Stores {
  const suspect = suspectNote(files.folder)
  const isSuspect = existsSync(suspect)
  const { ledger, salvaged } = openLedger(files, isSuspect)
  try {
    const mirror = openMirror(files, isSuspect && salvaged === null)
    rmSync(suspect, { force: true })
    return { ledger, salvaged, ...mirror, isWritable: true }
  } catch (problem) {
    ledger.close()
    throw problem
  }
}

/** Null if the stores cannot be opened for reading, for any reason. */
function openUnwritable(files: StoreFiles): Stores | null {
  try {
    const open = (name: StoreName) => openDatabase({ ...fileOf(files, name), readonly: true })
    const [mirror, ledger] = [open('mirror'), open('ledger')]
    if (isNewest(mirror, 'mirror') && isNewest(ledger, 'ledger')) {
      return { mirror, ledger, mirrorRebuilt: false, salvaged: null, isWritable: false }
    }
    mirror.close()
    ledger.close()
  } catch {
    // The error of opening them for writing is more informative and is the one thrown.
  }
  return null
}

const isNewest = (db: ReadableDatabase, name: StoreName): boolean => schemaVersion(db) === migrationsOf[name].length

/** Opens the stores created by {@link openStores}, for reading only. */
export function openStoresForReading(files: StoreFiles): { mirror: ReadableDatabase; ledger: ReadableDatabase } {
  const open = (name: StoreName) => openForReading(fileOf(files, name))
  return { mirror: open('mirror'), ledger: open('ledger') }
}

/**
 * Leaves a closed store in a state that can be opened without write access: with an empty `-wal` and an empty `-shm` file, which
 * SQLite would otherwise have to create first.
 */
export function leaveReadable({ folder }: StoreFiles): void {
  for (const name of ['mirror', 'ledger']) {
    for (const suffix of ['-wal', '-shm']) makeEmpty(join(folder, `${name}.db${suffix}`))
  }
}

function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // The file exists because another process has the store open, or the disk is full. Then only this fallback is missing.
  }
}

/** Both stores in memory: nothing is written to the disk. */
export function openStoresInMemory(): Stores {
  const mirror = openMemoryDatabase()
  const ledger = openMemoryDatabase()
  migrate(mirror, mirrorMigrations, () => {})
  migrate(ledger, ledgerMigrations, () => {})
  return { mirror, ledger, mirrorRebuilt: false, salvaged: null, isWritable: true }
}

/** Leaves a note for the next start: one of the stores was found damaged while in use. */
export function reportDamage(folder: string): void {
  if (existsSync(join(folder, 'mirror.db'))) writeFileSync(suspectNote(folder), '', { mode: 0o600 })
}

/** The name is from the time when only mirrors were repaired. */
const suspectNote = (folder: string): string => join(folder, 'mirror.db.suspect')

type StoreName = 'mirror' | 'ledger'

const migrationsOf = { mirror: mirrorMigrations, ledger: ledgerMigrations } as const

function fileOf(files: StoreFiles, name: StoreName): DatabaseFile {
  return {
    path: join(files.folder, `${name}.db`),
    key: files[name].key,
    synchronous: name === 'mirror' ? 'NORMAL' : 'FULL',
    readonly: false,
  }
}

function openStore(files: StoreFiles, name: StoreName): WritableDatabase {
  const file = fileOf(files, name)
  try {
    if (!existsSync(file.path)) createStore(file, migrationsOf[name])
    return openMigrated(file, migrationsOf[name], (db, from) => {
      if (name === 'ledger') copyLedger(db, { ...file, path: `${file.path}.schema-${from}` })
    })
  } catch (thrown) {
    const problem = toCacheError(thrown)
    if (!(problem instanceof AppError)) throw problem
    if (problem.code === 'cache/migration-failed') throw named(problem, name)
    const unreadable = problem.detail === 'SQLITE_NOTADB' && !files[name].created
    if (!unreadable && problem.code !== 'cache/damaged') throw problem
    throw damagedCache(unreadable ? 'does not open with the proven key' : (problem.detail ?? ''), thrown)
  }
}

/** The same error, with the store in its detail. */
function named(problem: AppError, store: StoreName): AppError {
  const { code, message, nextStep, detail, cause } = problem
  return new AppError(code, { message, nextStep, detail: `${store} ${detail}`, cause })
}

/** Created completely under another name first, so that an empty file under the real name always means damage. */
function createStore(file: DatabaseFile, migrations: readonly Migration[]): void {
  const path = `${file.path}.new`
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  openMigrated({ ...file, path }, migrations, () => {}).close()
  renameSync(path, file.path)
}

function openMigrated(
  file: DatabaseFile,
  migrations: readonly Migration[],
  before: (db: WritableDatabase, from: number) => void,
): WritableDatabase {
  // A mirror downloads the commits that it lost again, or gets them from the ledger.
  const db = file.synchronous === 'FULL' ? openWithLog(file) : openWithAnyLog(file)
  try {
    migrate(db, migrations, (from) => before(db, from))
    return db
  } catch (problem) {
    db.close()
    throw problem
  }
}

/**
 * Encrypted like its source: the database itself makes the copy, under the same key. The copy is read back completely, because an
 * older Steward may have nothing else.
 * @throws AppError `cache/locked` if the copy is not encrypted, `cache/write-failed` if it is not whole.
 */
function copyLedger(ledger: WritableDatabase, target: DatabaseFile): void {
  rmSync(target.path, { force: true })
  ledger.prepare('VACUUM INTO ?').run(target.path)
  requireEncryptedFile(target.path)
  chmodSync(target.path, 0o600)
  requireWholeCopy(target)
}

/** @throws AppError `cache/write-failed` */
function requireWholeCopy(target: DatabaseFile): void {
  const copy = openForReading(target)
  try {
    const found = String(copy.pragma('quick_check(1)', { simple: true }))
    if (found === 'ok') return
    throw new AppError('cache/write-failed', {
      message: 'A copy of your unsent changes could not be made, so the offline copy was not changed.',
      nextStep: 'Restart Steward. If it happens again, make a support bundle in the settings and ask for help.',
      detail: 'the copy before a migration is not whole',
    })
  } finally {
    copy.close()
  }
}

function openLedger(files: StoreFiles, isSuspect: boolean): { ledger: WritableDatabase; salvaged: Recovered | null } {
  const file = fileOf(files, 'ledger')
  finishReplacing(file)
  const ledger = openWhole(files, 'ledger', isSuspect)
  if (ledger !== null) return { ledger, salvaged: null }
  const salvaged = inCacheWords(() => replaceLedger(file))
  return { ledger: openStore(files, 'ledger'), salvaged }
}

function openMirror(files: StoreFiles, isSuspect: boolean): { mirror: WritableDatabase; mirrorRebuilt: boolean } {
  const mirror = openWhole(files, 'mirror', isSuspect)
  if (mirror !== null) return { mirror, mirrorRebuilt: false }
  // Before the damaged file is set aside: a kill in between must not make the next start forget that the mirror was started empty.
  writeFileSync(rebuiltNote(files.folder), '', { mode: 0o600 })
  quarantine(fileOf(files, 'mirror').path)
  return { mirror: openStore(files, 'mirror'), mirrorRebuilt: true }
}

/** Null when the store is damaged. A suspect store is checked page by page. */
function openWhole(files: StoreFiles, name: StoreName, isSuspect: boolean): WritableDatabase | null {
  try {
    if (!isSuspect) return openStore(files, name)
  } catch (problem) {
    if (!isDamagedStore(problem)) throw problem
  }
  return inCacheWords(() => confirmDamage(fileOf(files, name).path, () => openStore(files, name)))
}

const isDamagedStore = (problem: unknown): boolean => problem instanceof AppError && problem.code === 'cache/damaged'

function inCacheWords<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (problem) {
    throw toCacheError(problem)
  }
}

function quarantine(path: string): void {
  const name = nameOfDamaged(path)
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, name + suffix)
  }
}

/** Number of checks: a failing disk may also fail during a check. */
const looks = 2

/** Bytes that are read at once. */
const piece = 4 * 1024 * 1024

/**
 * Checks again before a store is treated as damaged: SQLite also reports disk errors as damage, and a copy that is set aside on a
 * plane cannot be downloaded again.
 *
 * @param path - of the store; files next to it with the same name belong to it
 * @param open - opens it as usual
 * @returns the store if every page of it can be read after all; null when it is damaged
 * @throws the file system's or SQLite's error if the disk still fails
 */
function confirmDamage(path: string, open: () => WritableDatabase): WritableDatabase | null {
  for (let look = 0; look < looks; look += 1) {
    for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) readThrough(path + suffix)
    const db = openOrNull(open)
    if (db !== null && isWhole(db)) return db
    db?.close()
  }
  return null
}

function readThrough(path: string): void {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(piece)
    for (let at = 0, length = piece; length > 0; at += length) length = readSync(file, bytes, 0, piece, at)
  } finally {
    closeSync(file)
  }
}

function openOrNull(open: () => WritableDatabase): WritableDatabase | null {
  try {
    return open()
  } catch (problem) {
    if (isDamage(problem)) return null
    throw problem
  }
}

function isWhole(db: WritableDatabase): boolean {
  try {
    return db.pragma('quick_check(1)', { simple: true }) === 'ok'
  } catch {
    return false
  }
}

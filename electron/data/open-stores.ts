import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { damagedCache, isUnwritable, toCacheError } from './cache-errors.ts'
import { confirmDamage } from './confirm-damage.ts'
import { type Migration, migrate, schemaVersion } from './migrate.ts'
import { ledgerMigrations } from './migrations/ledger.ts'
import { mirrorMigrations } from './migrations/mirror.ts'
import { type DatabaseFile, type Db, openDatabase, openMemoryDatabase } from './open-database.ts'
import { nameOfDamaged } from './recovery/damaged-name.ts'
import type { Recovered } from './recovery/recover-ledger.ts'
import { finishReplacing, replaceLedger } from './recovery/replace-ledger.ts'
import { openWithAnyLog, openWithLog } from './recovery/write-ahead-log.ts'

/** Where the two stores are, and what is known about them from outside. */
export type StoreFiles = { folder: string; mirror: StoreKey; ledger: StoreKey }

/**
 * A store's key, as the keychain's side hands it over: 64 hex digits, and whether it was made just now. One that was there
 * before was checked against its marker, so a file that does not open under it is damaged.
 */
export type StoreKey = { key: string; created: boolean }

export type Stores = {
  mirror: Db
  ledger: Db
  /** The mirror was damaged: it is set aside under another name, and empty. */
  mirrorRebuilt: boolean
  /** The ledger was damaged: it is set aside under another name, and these rows of it are in a new one. */
  salvaged: Recovered | null
  /** False where the folder cannot be written: what is there is read, and everything else refused. */
  isWritable: boolean
}

/**
 * Opens both stores for writing and brings them to the newest schema. What is damaged is renamed, never deleted: the mirror
 * is begun anew, of the ledger every row that can be read goes on in a new one. In a folder that cannot be written they are
 * opened for reading, if they are whole and of the newest schema.
 * @throws AppError `cache/locked`, `cache/newer`, `cache/write-failed`.
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

/** Null where that cannot be, for any reason. */
function openUnwritable(files: StoreFiles): Stores | null {
  try {
    const { mirror, ledger } = openStoresForReading(files)
    if (isNewest(mirror, 'mirror') && isNewest(ledger, 'ledger')) {
      return { mirror, ledger, mirrorRebuilt: false, salvaged: null, isWritable: false }
    }
    mirror.close()
    ledger.close()
  } catch {
    // What kept them from being opened for writing says more.
  }
  return null
}

const isNewest = (db: Db, name: StoreName): boolean => schemaVersion(db) === migrationsOf[name].length

/** Opens what {@link openStores} made, for reading only. */
export function openStoresForReading(files: StoreFiles): { mirror: Db; ledger: Db } {
  const open = (name: StoreName) => openDatabase({ ...fileOf(files, name), readonly: true })
  return { mirror: open('mirror'), ledger: open('ledger') }
}

/**
 * Leaves a closed store as it can be opened where nothing can be written: with a log and a list of readers, both empty. Without
 * them SQLite would have to make them first.
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
    // It is there, since somebody else has the store open, or the disk takes no more: then there is only less to fall back on.
  }
}

/** Both stores in memory: nothing reaches the disk. */
export function openStoresInMemory(): Stores {
  const mirror = openMemoryDatabase()
  const ledger = openMemoryDatabase()
  migrate(mirror, mirrorMigrations, () => {})
  migrate(ledger, ledgerMigrations, () => {})
  return { mirror, ledger, mirrorRebuilt: false, salvaged: null, isWritable: true }
}

/** A note for the next start: one of the stores was found damaged while in use. */
export function reportDamage(folder: string): void {
  if (existsSync(join(folder, 'mirror.db'))) writeFileSync(suspectNote(folder), '', { mode: 0o600 })
}

/** Under this name since only mirrors were mended. */
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

function openStore(files: StoreFiles, name: StoreName): Db {
  const file = fileOf(files, name)
  try {
    if (!existsSync(file.path)) createStore(file, migrationsOf[name])
    return openMigrated(file, migrationsOf[name], (db, from) => {
      if (name === 'ledger') copyLedger(db, `${file.path}.schema-${from}`)
    })
  } catch (thrown) {
    const problem = toCacheError(thrown)
    if (!(problem instanceof AppError)) throw problem
    const unreadable = problem.detail === 'SQLITE_NOTADB' && !files[name].created
    if (!unreadable && problem.code !== 'cache/damaged') throw problem
    throw damagedCache(unreadable ? 'does not open with the proven key' : (problem.detail ?? ''), thrown)
  }
}

/** Made whole under another name first, so that an empty file under the real one is always damage. */
function createStore(file: DatabaseFile, migrations: readonly Migration[]): void {
  const path = `${file.path}.new`
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  openMigrated({ ...file, path }, migrations, () => {}).close()
  renameSync(path, file.path)
}

function openMigrated(
  file: DatabaseFile,
  migrations: readonly Migration[],
  before: (db: Db, from: number) => void,
): Db {
  // What a mirror loses of its last commits it fetches again, or has from the ledger.
  const db = file.synchronous === 'FULL' ? openWithLog(file) : openWithAnyLog(file)
  try {
    migrate(db, migrations, (from) => before(db, from))
    return db
  } catch (problem) {
    db.close()
    throw problem
  }
}

/** Encrypted like its source: the copy is made by the database itself, under the same key. */
function copyLedger(ledger: Db, target: string): void {
  rmSync(target, { force: true })
  ledger.prepare('VACUUM INTO ?').run(target)
  chmodSync(target, 0o600)
}

function openLedger(files: StoreFiles, isSuspect: boolean): { ledger: Db; salvaged: Recovered | null } {
  const file = fileOf(files, 'ledger')
  finishReplacing(file)
  const ledger = openWhole(files, 'ledger', isSuspect)
  if (ledger !== null) return { ledger, salvaged: null }
  const salvaged = inCacheWords(() => replaceLedger(file))
  return { ledger: openStore(files, 'ledger'), salvaged }
}

function openMirror(files: StoreFiles, isSuspect: boolean): { mirror: Db; mirrorRebuilt: boolean } {
  const mirror = openWhole(files, 'mirror', isSuspect)
  if (mirror !== null) return { mirror, mirrorRebuilt: false }
  quarantine(fileOf(files, 'mirror').path)
  return { mirror: openStore(files, 'mirror'), mirrorRebuilt: true }
}

/** Null when it is damaged, which a suspect one is looked through for. */
function openWhole(files: StoreFiles, name: StoreName, isSuspect: boolean): Db | null {
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

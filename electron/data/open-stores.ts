import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { damagedCache, damagedLedger, toCacheError } from './cache-errors.ts'
import { type Migration, migrate } from './migrate.ts'
import { ledgerMigrations } from './migrations/ledger.ts'
import { mirrorMigrations } from './migrations/mirror.ts'
import { type DatabaseFile, type Db, openDatabase, openMemoryDatabase } from './open-database.ts'

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
}

/**
 * Opens both stores for writing and brings them to the newest schema. A damaged mirror is renamed, never deleted, and
 * begun anew; a damaged ledger is left as it is.
 * @throws AppError `cache/locked`, `cache/damaged` (ledger), `cache/newer`, `cache/write-failed`.
 */
export function openStores(files: StoreFiles): Stores {
  const ledger = openStore(files, 'ledger')
  try {
    return { ledger, ...openMirror(files) }
  } catch (problem) {
    ledger.close()
    throw problem
  }
}

/** Opens what {@link openStores} made, for reading only. */
export function openStoresForReading(files: StoreFiles): { mirror: Db; ledger: Db } {
  const open = (name: StoreName) => openDatabase({ ...fileOf(files, name), readonly: true })
  return { mirror: open('mirror'), ledger: open('ledger') }
}

/** Both stores in memory: nothing reaches the disk. */
export function openStoresInMemory(): Stores {
  const mirror = openMemoryDatabase()
  const ledger = openMemoryDatabase()
  migrate(mirror, mirrorMigrations, () => {})
  migrate(ledger, ledgerMigrations, () => {})
  return { mirror, ledger, mirrorRebuilt: false }
}

/** Whether it is the mirror that is damaged, which the next opening mends, and not the ledger. */
export function isMirrorDamage({ code, detail }: { code: string; detail?: string | undefined }): boolean {
  return code === 'cache/damaged' && !detail?.startsWith(ledgerDamage)
}

/** A note for the next start: the mirror was found damaged while in use. */
export function reportDamage(folder: string): void {
  const path = join(folder, 'mirror.db')
  if (existsSync(path)) writeFileSync(`${path}.suspect`, '', { mode: 0o600 })
}

const ledgerDamage = 'ledger:'

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
    const detail = unreadable ? 'does not open with the proven key' : (problem.detail ?? '')
    throw name === 'mirror' ? damagedCache(detail, thrown) : damagedLedger(`${ledgerDamage} ${detail}`, thrown)
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
  const db = openDatabase(file)
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

function openMirror(files: StoreFiles): { mirror: Db; mirrorRebuilt: boolean } {
  const { path } = fileOf(files, 'mirror')
  const suspect = `${path}.suspect`
  try {
    if (existsSync(suspect)) throw damagedCache('found damaged while in use')
    return { mirror: openStore(files, 'mirror'), mirrorRebuilt: false }
  } catch (problem) {
    if (!(problem instanceof AppError) || problem.code !== 'cache/damaged') throw problem
    quarantine(path)
    rmSync(suspect, { force: true })
    return { mirror: openStore(files, 'mirror'), mirrorRebuilt: true }
  }
}

function quarantine(path: string): void {
  const name = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, name + suffix)
  }
}

import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { damagedCache, toCacheError } from './cache-errors.ts'
import { migrate } from './migrate.ts'
import { ledgerMigrations } from './migrations/ledger.ts'
import { mirrorMigrations } from './migrations/mirror.ts'
import { type Db, openDatabase, openMemoryDatabase } from './open-database.ts'

/** Where the two stores are, and what is known about them from outside. */
export type StoreFiles = {
  folder: string
  mirrorKey: string
  ledgerKey: string
  /** The marker beside the stores says they were made before. */
  expectExisting: boolean
  /** The marker's canary proves that the keys are the right ones: a file that does not open then is damaged. */
  keysProven: boolean
}

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
  const ledger = openLedger(files)
  try {
    return { ledger, ...openMirror(files) }
  } catch (problem) {
    ledger.close()
    throw toCacheError(problem)
  }
}

/** Opens what {@link openStores} made, for reading only. */
export function openStoresForReading(files: StoreFiles): { mirror: Db; ledger: Db } {
  const open = (name: StoreName) => openDatabase({ ...fileOf(files, name), expectExisting: true, readonly: true })
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

/** A note for the next start: the mirror was found damaged while in use. */
export function reportDamage(folder: string): void {
  const path = join(folder, 'mirror.db')
  if (existsSync(path)) writeFileSync(`${path}.suspect`, '', { mode: 0o600 })
}

type StoreName = 'mirror' | 'ledger'

function fileOf(files: StoreFiles, name: StoreName) {
  return {
    path: join(files.folder, `${name}.db`),
    key: name === 'mirror' ? files.mirrorKey : files.ledgerKey,
    synchronous: name === 'mirror' ? ('NORMAL' as const) : ('FULL' as const),
  }
}

function openLedger(files: StoreFiles): Db {
  const file = fileOf(files, 'ledger')
  let ledger: Db | undefined
  try {
    ledger = openDatabase({ ...file, expectExisting: files.expectExisting, readonly: false })
    const opened = ledger
    migrate(opened, ledgerMigrations, (from) => copyLedger(opened, `${file.path}.schema-${from}`))
    return opened
  } catch (problem) {
    ledger?.close()
    throw proven(files, problem)
  }
}

/** Encrypted like its source: the copy is made by the database itself, under the same key. */
function copyLedger(ledger: Db, target: string): void {
  rmSync(target, { force: true })
  ledger.prepare('VACUUM INTO ?').run(target)
}

function openMirror(files: StoreFiles): { mirror: Db; mirrorRebuilt: boolean } {
  const file = fileOf(files, 'mirror')
  const suspect = `${file.path}.suspect`
  try {
    if (existsSync(suspect)) throw damagedCache('found damaged while in use')
    return { mirror: openAndMigrateMirror(file, files.expectExisting), mirrorRebuilt: false }
  } catch (thrown) {
    const problem = proven(files, thrown)
    if (!(problem instanceof AppError) || problem.code !== 'cache/damaged') throw problem
    quarantine(file.path)
    rmSync(suspect, { force: true })
    return { mirror: openAndMigrateMirror(file, false), mirrorRebuilt: true }
  }
}

function openAndMigrateMirror(file: ReturnType<typeof fileOf>, expectExisting: boolean): Db {
  const mirror = openDatabase({ ...file, expectExisting, readonly: false })
  try {
    migrate(mirror, mirrorMigrations, () => {})
    return mirror
  } catch (problem) {
    mirror.close()
    throw problem
  }
}

/** "Not a database" means a wrong key, unless the key is proven right. */
function proven(files: StoreFiles, thrown: unknown): unknown {
  const problem = toCacheError(thrown)
  const unreadable =
    problem instanceof AppError && problem.code === 'cache/locked' && problem.detail === 'SQLITE_NOTADB'
  return unreadable && files.keysProven ? damagedCache('does not open with the proven key', thrown) : problem
}

function quarantine(path: string): void {
  const name = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, name + suffix)
  }
}

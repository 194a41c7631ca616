import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { refold } from '../../../electron/data/maintenance.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { recordTables } from '../../../electron/data/mirror/record-tables.ts'
import { openDatabase } from '../../../electron/data/open-database.ts'
import { openStores, type StoreFiles, type Stores } from '../../../electron/data/open-stores.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import { buildMirror } from './build-mirror.ts'
import { createFirm, type FirmSize } from './firm.ts'

/** Where a generated firm is stored: the app's own encrypted stores. */
export type GeneratedMirror = { files: StoreFiles; size: FirmSize }

const keys = {
  mirror: { key: 'c3'.repeat(32), created: false },
  ledger: { key: 'd4'.repeat(32), created: false },
}

/** Increment this when the generated records change. */
const generation = 1

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)

/** What a generated mirror was made with; stored beside it once it is complete. */
type Made = { generation: number; indexes: string; mirror: string[]; ledger: string[] }

const current: Made = {
  generation,
  indexes: hash(Object.values(recordTables).map(({ indexes }) => indexes)),
  mirror: mirrorMigrations.map(hash),
  ledger: ledgerMigrations.map(hash),
}

/** Returns a generated firm's stores, built once and cached in the system's temporary folder. */
export async function generatedMirror(seed: number, size: FirmSize): Promise<GeneratedMirror> {
  const name = `steward-mirror-${seed}-${size.individuals}-`
  const folder = join(tmpdir(), name + hash(current))
  if (!existsSync(join(folder, 'complete')) && !migrateOlder(folder, name, size)) await generate(folder, seed, size)
  return { files: { folder, ...keys }, size }
}

/** Returns the path of the same mirror without encryption, made from it once. */
export function plainCopyOf({ files: { folder } }: GeneratedMirror): string {
  const path = join(folder, 'bare.db')
  if (existsSync(path)) return path
  const making = `${path}.new-${process.pid}`
  decrypt(join(folder, 'mirror.db'), making)
  renameSync(making, path)
  return path
}

/**
 * Copies a mirror that was made before the latest migrations, and migrates the copy as the app does: that takes a tenth of the time.
 *
 * @returns false if there is none, or if a migration empties the mirror
 */
function migrateOlder(folder: string, name: string, size: FirmSize): boolean {
  const older = readdirSync(tmpdir()).find((found) => found.startsWith(name) && isOlder(join(tmpdir(), found)))
  if (older === undefined) return false
  console.error(`Migrating a copy of ${older}…`)
  const making = newFolder(folder)
  for (const file of ['mirror.db', 'ledger.db']) copyFileSync(join(tmpdir(), older, file), join(making, file))
  const stores = openStores({ folder: making, ...keys })
  const people = stores.mirror.prepare<[], number>('SELECT count(*) FROM individuals').pluck().get()
  // What the app does in the minutes after such an opening, so that nothing changes while a bench reads.
  const writer = createWriter({ ...stores, now: Date.now, onChanged: () => {} })
  for (const _ of refold(writer));
  writer.batch.end()
  finish(stores, making)
  if (people !== size.individuals) {
    rmSync(making, { recursive: true })
    return false
  }
  putInPlace(making, folder)
  return true
}

/** True for a complete mirror whose migrations are the first ones of the current list. */
function isOlder(folder: string): boolean {
  try {
    const made = JSON.parse(readFileSync(join(folder, 'complete'), 'utf8')) as Made
    const isPrefix = (list: 'mirror' | 'ledger') => made[list].every((step, at) => step === current[list][at])
    return (
      made.generation === generation && made.indexes === current.indexes && isPrefix('mirror') && isPrefix('ledger')
    )
  } catch {
    return false
  }
}

async function generate(folder: string, seed: number, size: FirmSize): Promise<void> {
  const making = newFolder(folder)
  const began = performance.now()
  const report = (what: string) =>
    console.error(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`)
  const stores = openStores({
    folder: making,
    mirror: { ...keys.mirror, created: true },
    ledger: { ...keys.ledger, created: true },
  })
  await buildMirror(stores, createFirm(seed, size), report)
  finish(stores, making)
  putInPlace(making, folder)
}

function newFolder(folder: string): string {
  const making = `${folder}.new-${process.pid}`
  mkdirSync(making, { recursive: true, mode: 0o700 })
  return making
}

function finish({ mirror, ledger }: Stores, making: string): void {
  mirror.pragma('wal_checkpoint(TRUNCATE)')
  mirror.close()
  ledger.close()
  writeFileSync(join(making, 'complete'), JSON.stringify(current))
}

function putInPlace(making: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  renameSync(making, folder)
}

/** Copies the mirror without its cipher: same rows, same row ids, same indexes. */
function decrypt(source: string, target: string): void {
  copyFileSync(source, target)
  const copy = openDatabase({ path: target, key: keys.mirror.key, synchronous: 'NORMAL', readonly: false })
  copy.pragma('journal_mode=DELETE')
  copy.pragma("rekey=''")
  copy.close()
  const bare = new Database(target)
  bare.pragma('journal_mode=WAL')
  bare.prepare('SELECT count(*) FROM sqlite_master').get()
  bare.close()
}

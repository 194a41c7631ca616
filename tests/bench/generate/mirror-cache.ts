import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { recordTables } from '../../../electron/data/mirror/record-tables.ts'
import { openDatabase } from '../../../electron/data/open-database.ts'
import { openStores, type StoreFiles } from '../../../electron/data/open-stores.ts'
import { buildMirror } from './build-mirror.ts'
import { createFirm, type FirmSize } from './firm.ts'

/** Where a generated firm is stored: the app's own encrypted stores, and the same mirror without encryption. */
export type GeneratedMirror = { files: StoreFiles; barePath: string; size: FirmSize }

const keys = {
  mirror: { key: 'c3'.repeat(32), created: false },
  ledger: { key: 'd4'.repeat(32), created: false },
}

/** Increment this when the generated records change. */
const generation = 1

/** Returns a generated firm's stores, built once and cached in the system's temporary folder. */
export async function generatedMirror(seed: number, size: FirmSize): Promise<GeneratedMirror> {
  const schema = [mirrorMigrations, ledgerMigrations, Object.values(recordTables).map(({ indexes }) => indexes)]
  const digest = createHash('sha256')
    .update(JSON.stringify([generation, schema]))
    .digest('hex')
    .slice(0, 12)
  const folder = join(tmpdir(), `steward-mirror-${seed}-${size.individuals}-${digest}`)
  if (!existsSync(join(folder, 'complete'))) await generate(folder, seed, size)
  return { files: { folder, ...keys }, barePath: join(folder, 'bare.db'), size }
}

async function generate(folder: string, seed: number, size: FirmSize): Promise<void> {
  const making = `${folder}.new-${process.pid}`
  mkdirSync(making, { recursive: true, mode: 0o700 })
  const began = performance.now()
  const report = (what: string) =>
    console.error(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`)
  const stores = openStores({
    folder: making,
    mirror: { ...keys.mirror, created: true },
    ledger: { ...keys.ledger, created: true },
  })
  await buildMirror(stores, createFirm(seed, size), report)
  stores.mirror.pragma('wal_checkpoint(TRUNCATE)')
  stores.mirror.close()
  stores.ledger.close()
  decrypt(join(making, 'mirror.db'), join(making, 'bare.db'))
  report('the same without encryption')
  writeFileSync(join(making, 'complete'), '')
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

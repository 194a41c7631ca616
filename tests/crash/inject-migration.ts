import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate, schemaVersion } from '../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../electron/data/migrations/ledger.ts'
import { openDatabase, type WritableDatabase } from '../../electron/data/open-database.ts'
import { openStores, type StoreFiles } from '../../electron/data/open-stores.ts'
import { integrityProblems } from './inspect.ts'
import type { CampaignResult } from './result.ts'
import { type InjectionOptions, killAt, killAtEachCall, type RunOnce } from './strace.ts'

const script = fileURLToPath(new URL('./open-child.ts', import.meta.url))
const before = ledgerMigrations.length - 1
const rows = 400

/** Opens a ledger that lacks the last migration and kills the process at its n-th call that reaches the disk. */
export async function injectIntoMigration(options: InjectionOptions): Promise<CampaignResult> {
  const root = mkdtempSync(join(tmpdir(), 'steward-crash-'))
  const template = join(root, 'template')
  const files: StoreFiles = {
    folder: join(root, 'stores'),
    mirror: { key: 'a1'.repeat(32), created: false },
    ledger: { key: 'b2'.repeat(32), created: false },
  }
  const found: CampaignResult = { problems: [], figures: { migration_kills: 0 } }
  const runOnce: RunOnce = async (call, n, { problems, figures }) => {
    rmSync(files.folder, { recursive: true, force: true })
    cpSync(template, files.folder, { recursive: true })
    const [program = '', ...args] = [...killAt(call, n), process.execPath, script, JSON.stringify(files)]
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    const isKilled = signal === 'SIGKILL'
    if (!isKilled && code !== 0) problems.push(`migration, ${call} ${n}: it ended with ${code ?? signal}`)
    problems.push(...lookAt(files).map((problem) => `migration, ${call} ${n}: ${problem}`))
    if (isKilled) figures.migration_kills = 1
    return isKilled
  }
  try {
    makeTemplate({ ...files, folder: template })
    await killAtEachCall('migration', found, { ...options, runOnce })
    return found
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function makeTemplate(files: StoreFiles): void {
  mkdirSync(files.folder, { recursive: true })
  const path = join(files.folder, 'ledger.db')
  const ledger = openDatabase({ path, key: files.ledger.key, synchronous: 'FULL', readonly: false })
  migrate(ledger, ledgerMigrations.slice(0, before), () => {})
  const visit = ledger.prepare("INSERT INTO favourite (resource, id, added_at) VALUES ('households', ?, 1)")
  ledger.transaction(() => {
    for (let at = 0; at < rows; at += 1) visit.run(`household_${at}`)
  })()
  ledger.close()
}

/** Checks the next opening: all data must be there, on the newest schema, with the copy made before the migration. */
function lookAt(files: StoreFiles): string[] {
  const stores = openStores(files)
  const path = join(files.folder, `ledger.db.schema-${before}`)
  try {
    const problems = integrityProblems({ mirror: stores.mirror, ledger: stores.ledger })
    if (schemaVersion(stores.ledger) !== ledgerMigrations.length) problems.push('the ledger was not migrated')
    if (countOf(stores.ledger) !== rows) problems.push(`the ledger has ${countOf(stores.ledger)} rows`)
    if (!existsSync(path)) return [...problems, 'the ledger was not copied before']
    return [...problems, ...lookAtCopy(path, files.ledger.key)]
  } finally {
    stores.mirror.close()
    stores.ledger.close()
  }
}

function lookAtCopy(path: string, key: string): string[] {
  const copy = openDatabase({ path, key, synchronous: 'FULL', readonly: false })
  try {
    const isWhole = schemaVersion(copy) === before && countOf(copy) === rows
    return [...integrityProblems({ copy }), ...(isWhole ? [] : ['the copy made before is not what was there'])]
  } finally {
    copy.close()
  }
}

const countOf = (db: WritableDatabase): number =>
  db.prepare<[], number>('SELECT count(*) FROM favourite').pluck().get() ?? 0

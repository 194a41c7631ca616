import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrate, schemaVersion } from '../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../electron/data/migrations/ledger.ts'
import { mirrorMigrations } from '../../electron/data/migrations/mirror.ts'
import { openDatabase, type WritableDatabase } from '../../electron/data/open-database.ts'
import { openStores } from '../../electron/data/open-stores.ts'
import { createRandom } from '../faults/random.ts'
import { fillTables, readTables } from './any-rows.ts'
import { filesIn } from './furnished.ts'
import { integrityProblems } from './inspect.ts'
import type { CampaignOptions, CampaignResult } from './result.ts'
import { diskCalls, killAt } from './strace.ts'

const script = fileURLToPath(new URL('./open-child.ts', import.meta.url))
const rowsOfEach = 12

type Old = { folder: string; ledgerFrom: number; mirrorFrom: number; before: Map<string, number>; copy: string }

/**
 * Opens stores of every past schema with the current Steward, N times in all: first without a kill, then killed on the way. Every
 * fifth store has an unknown newer schema and must stay unchanged.
 */
export async function runMigrations({ seed, runs, onRun }: CampaignOptions): Promise<CampaignResult> {
  const root = mkdtempSync(join(tmpdir(), 'steward-migrate-'))
  const problems: string[] = []
  const figures = { migrations: 0, killed_on_the_way: 0, newer_refused: 0, rows_before: 0 }
  try {
    for (let run = 0; run < runs; run += 1) {
      const random = createRandom(seed + run)
      const folder = join(root, String(run))
      const where = `--seed ${seed + run} --runs 1`
      if (run % 5 === 4) {
        problems.push(...refuseNewer(folder, random.pick(['mirror', 'ledger'])).map((what) => `${where}: ${what}`))
        figures.newer_refused += 1
      } else {
        const old = makeOld(folder, {
          ledgerFrom: 1 + (run % (ledgerMigrations.length - 1)),
          mirrorFrom: 1 + (run % (mirrorMigrations.length - 1)),
        })
        const isKilled = run >= ledgerMigrations.length && (await killOnTheWay(old, random))
        figures.migrations += 1
        figures.killed_on_the_way += isKilled ? 1 : 0
        for (const count of old.before.values()) figures.rows_before += count
        const story = `${where}: ledger from ${old.ledgerFrom}, mirror from ${old.mirrorFrom}${isKilled ? ', killed' : ''}`
        onRun?.(story)
        problems.push(...judge(old).map((what) => `${story}: ${what}`))
      }
      rmSync(folder, { recursive: true, force: true })
    }
    return { problems, figures }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function openOld(folder: string, name: 'mirror' | 'ledger'): WritableDatabase {
  const { [name]: key } = filesIn(folder)
  return openDatabase({ path: join(folder, `${name}.db`), key: key.key, synchronous: 'FULL', readonly: false })
}

function makeOld(folder: string, { ledgerFrom, mirrorFrom }: Pick<Old, 'ledgerFrom' | 'mirrorFrom'>): Old {
  mkdirSync(folder)
  const ledger = openOld(folder, 'ledger')
  migrate(ledger, ledgerMigrations.slice(0, ledgerFrom), () => {})
  fillTables(ledger, rowsOfEach)
  const before = readTables(ledger)
  ledger.close()
  const mirror = openOld(folder, 'mirror')
  migrate(mirror, mirrorMigrations.slice(0, mirrorFrom), () => {})
  mirror.close()
  return { folder, ledgerFrom, mirrorFrom, before, copy: join(folder, `ledger.db.schema-${ledgerFrom}`) }
}

async function killOnTheWay({ folder }: Old, random: ReturnType<typeof createRandom>): Promise<boolean> {
  const [program = '', ...words] = [...killAt(random.pick(diskCalls), 1 + random.below(40)), process.execPath, script]
  return promisify(execFile)(program, [...words, JSON.stringify(filesIn(folder))]).then(
    () => false,
    ({ signal }: { signal: string | null }) => signal === 'SIGKILL',
  )
}

/** Tables whose rows a migration moved to another one. */
const movedTo: Readonly<Record<string, string>> = { estate_rejection: 'role_rejection' }

/** Every row must be there, on the newest schema, beside a copy of the old ledger. */
function judge({ folder, before, copy, ledgerFrom }: Old): string[] {
  const stores = openStores(filesIn(folder))
  try {
    const problems = integrityProblems({ mirror: stores.mirror, ledger: stores.ledger })
    const after = readTables(stores.ledger)
    for (const [table, count] of before) {
      const now = after.get(movedTo[table] ?? table) ?? 0
      if (now < count) problems.push(`${table} had ${count} rows and has ${now}`)
    }
    if (schemaVersion(stores.ledger) !== ledgerMigrations.length) problems.push('the ledger was not brought forward')
    if (schemaVersion(stores.mirror) !== mirrorMigrations.length) problems.push('the mirror was not brought forward')
    if (stores.mirrorRebuilt || stores.salvaged !== null) problems.push('it was taken for damaged')
    return [
      ...problems,
      ...(existsSync(copy) ? copyProblems(copy, { folder, before, ledgerFrom }) : ['there is no copy']),
    ]
  } finally {
    stores.mirror.close()
    stores.ledger.close()
  }
}

function copyProblems(
  path: string,
  { folder, before, ledgerFrom }: Pick<Old, 'folder' | 'before' | 'ledgerFrom'>,
): string[] {
  const copy = openDatabase({ path, key: filesIn(folder).ledger.key, synchronous: 'FULL', readonly: false })
  try {
    const isSame = JSON.stringify([...readTables(copy)]) === JSON.stringify([...before])
    return isSame && schemaVersion(copy) === ledgerFrom ? [] : ['the copy is not what was there']
  } finally {
    copy.close()
  }
}

function refuseNewer(folder: string, name: 'mirror' | 'ledger'): string[] {
  mkdirSync(folder)
  const stores = openStores(filesIn(folder))
  stores[name].pragma('user_version=999')
  stores.mirror.close()
  stores.ledger.close()
  const before = readFileSync(join(folder, `${name}.db`))
  try {
    const opened = openStores(filesIn(folder))
    opened.mirror.close()
    opened.ledger.close()
    return [`a newer ${name} was opened`]
  } catch (problem) {
    const isNamed = (problem as { code?: string }).code === 'cache/newer'
    const isSame = readFileSync(join(folder, `${name}.db`)).equals(before)
    return isNamed && isSame ? [] : [`a newer ${name} was ${isSame ? 'not named' : 'changed'}`]
  }
}

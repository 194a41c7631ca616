import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { WritableDatabase } from '../../electron/data/open-database.ts'
import { openStores } from '../../electron/data/open-stores.ts'
import { settleMirror } from '../../electron/data/overlay/replay-ledger.ts'
import { createWriter } from '../../electron/data/writer.ts'
import { keychainAccount } from '../../electron/keychain/keychain.ts'
import type { Operation } from '../../shared/domain/operation.ts'
import { acknowledgedOf, type Diary } from './diary.ts'
import { overlayProblems } from './overlay-problems.ts'
import { type Home, placesOf } from './steward.ts'

/** Result of inspecting the stores: the problems found, and the ledger's operations. */
export type Inspection = { problems: string[]; operations: Map<string, Operation>; adopted: Map<string, string> }

/**
 * Opens a copy of the stores as the next start would and compares it with the diary: nothing is damaged, no acknowledged write is
 * missing, and pending work is shown as the ledger has it.
 */
export async function inspect(home: Home, diary: Diary): Promise<Inspection> {
  const { connection, keychain, paths } = placesOf(home)
  const copy = join(home.userDataDir, 'copy')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy)
  for (const name of ['mirror', 'ledger']) {
    for (const suffix of ['.db', '.db-wal']) {
      const file = join(paths.folder, name + suffix)
      if (existsSync(file)) copyFileSync(file, join(copy, name + suffix))
    }
  }
  const keyOf = async (name: 'mirror-key' | 'ledger-key') => {
    const key = await keychain.get(keychainAccount(connection.id, name))
    if (key === null) throw new Error(`The ${name} is gone.`)
    return { key, created: false }
  }
  const { mirror, ledger, mirrorRebuilt } = openStores({
    folder: copy,
    mirror: await keyOf('mirror-key'),
    ledger: await keyOf('ledger-key'),
  })
  try {
    const problems = [...integrityProblems({ mirror, ledger })]
    if (mirrorRebuilt) problems.push('the mirror was found damaged')
    settleMirror(createWriter({ mirror, ledger, now: Date.now, onChanged: () => {} }))
    problems.push(...statementProblems(ledger))
    const operations = readOperations(ledger)
    const adopted = readAdopted(ledger)
    for (const { operationId } of acknowledgedOf(diary)) {
      if (operationId !== null && !operations.has(operationId)) {
        problems.push(`${operationId} was acknowledged and is not in the ledger`)
      }
    }
    problems.push(...overlayProblems(mirror, { operations: [...operations.values()], adopted }))
    problems.push(...integrityProblems({ mirror, ledger }))
    return { problems, operations, adopted }
  } finally {
    mirror.close()
    ledger.close()
  }
}

export function integrityProblems(stores: Readonly<Record<string, WritableDatabase>>): string[] {
  return Object.entries(stores).flatMap(([name, db]) => {
    const said = String(db.pragma('integrity_check', { simple: true }))
    return said === 'ok' ? [] : [`${name}: ${said}`]
  })
}

/** What was learned from statements belongs to writes that are there, and of one account of an entity only one record counts. */
function statementProblems(ledger: WritableDatabase): string[] {
  const countOf = (sql: string) => ledger.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? 0
  const isThere = (column: string) => `EXISTS (SELECT 1 FROM operation o WHERE o.id = ${column})`
  const counts = (column: string) =>
    `EXISTS (SELECT 1 FROM operation o WHERE o.id = ${column} AND o.state <> 'discarded')`
  const counted = {
    'valuations without their write': `statement_valuation v WHERE NOT ${isThere('v.operation_id')}`,
    'digests without their valuation': `statement_digest d
      WHERE NOT EXISTS (SELECT 1 FROM statement_valuation v WHERE v.operation_id = d.operation_id)`,
    'valuations without their files': `statement_valuation v
      WHERE NOT EXISTS (SELECT 1 FROM statement_digest d WHERE d.operation_id = v.operation_id)`,
    'accounts of no valuation': `statement_account a WHERE a.operation_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM statement_valuation v WHERE v.operation_id = a.operation_id)`,
    'accounts that a missing write replaced': `statement_account a
      WHERE a.replaced_by IS NOT NULL AND NOT ${isThere('a.replaced_by')}`,
    'accounts that count twice': `(SELECT 1 FROM statement_account a WHERE ${counts('a.operation_id')}
      AND (a.replaced_by IS NULL OR NOT ${counts('a.replaced_by')})
      GROUP BY a.entity_id, a.json ->> '$.number' HAVING count(*) > 1)`,
  }
  return Object.entries(counted).flatMap(([what, sql]) => {
    const found = countOf(sql)
    return found === 0 ? [] : [`${found} ${what}`]
  })
}

function readOperations(ledger: WritableDatabase): Map<string, Operation> {
  const rows = ledger.prepare<[], string>('SELECT json FROM operation ORDER BY seq').pluck().all()
  return new Map(rows.map((json) => JSON.parse(json) as Operation).map((operation) => [operation.id, operation]))
}

function readAdopted(ledger: WritableDatabase): Map<string, string> {
  const rows = ledger.prepare<[], { local_id: string; server_id: string }>('SELECT local_id, server_id FROM adopted')
  return new Map(rows.all().map(({ local_id, server_id }) => [local_id, server_id]))
}

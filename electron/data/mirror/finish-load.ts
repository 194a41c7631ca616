import type { ListedResource } from '../../../shared/service/resource.ts'
import type { Db } from '../open-database.ts'
import type { WriteBatch } from '../write-batch.ts'
import { recordTables } from './record-tables.ts'
import { createSearchIndex } from './search-index.ts'

/** Rows whose search text is indexed before other messages get a turn: about 5 ms. */
const chunk = 500

/**
 * After a resource's first complete sweep: creates its secondary indexes and search rows, in chunks that save their progress, so
 * that a restart continues from there. Does nothing when this was done before.
 */
export async function finishLoad(db: Db, batch: WriteBatch, resource: ListedResource): Promise<void> {
  const table = recordTables[resource]
  const state = db.prepare<[string], { loaded: number; searched_to: number }>(
    'SELECT loaded, searched_to FROM resource_state WHERE resource = ?',
  )
  if (state.get(resource)?.loaded === 1) return
  batch.write(() => {
    db.prepare(
      `INSERT INTO resource_state (resource, version, loaded, searched_to) VALUES (?, 1, 0, 0)
       ON CONFLICT (resource) DO NOTHING`,
    ).run(resource)
  })
  for (const [name, columns] of Object.entries(table.indexes)) {
    batch.write(() => db.exec(`CREATE INDEX IF NOT EXISTS ${table.table}_${name} ON ${table.table} ${columns}`))
    await turn()
  }
  while (batch.write(() => indexSome(db, resource)) === chunk) await turn()
  batch.write(() => db.prepare('UPDATE resource_state SET loaded = 1 WHERE resource = ?').run(resource))
}

function indexSome(db: Db, resource: ListedResource): number {
  const table = recordTables[resource]
  const rows = db
    .prepare<[string, number], { row: number; json: string }>(
      `SELECT row, json FROM ${table.table}
       WHERE row > (SELECT searched_to FROM resource_state WHERE resource = ?) ORDER BY row LIMIT ?`,
    )
    .all(resource, chunk)
  const search = createSearchIndex(db)
  for (const { row, json } of rows) {
    const judged = table.judge(JSON.parse(json))
    if (judged.kind === 'good') search.put(resource, row, judged)
  }
  const last = rows.at(-1)
  if (last) db.prepare('UPDATE resource_state SET searched_to = ? WHERE resource = ?').run(last.row, resource)
  return rows.length
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

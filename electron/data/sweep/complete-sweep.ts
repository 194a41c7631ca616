import type { ListedResource } from '../../../shared/service/resource.ts'
import type { SweepEnd } from '../connection-store.ts'
import { finishLoad } from '../mirror/finish-load.ts'
import { recordTables } from '../mirror/record-tables.ts'
import type { Db } from '../open-database.ts'
import type { Writer } from '../writer.ts'
import type { RowSet } from './row-set.ts'
import type { OpenSweep } from './sweep-store.ts'

/**
 * Ends a sweep that saw every page. Records that it did not see stay, marked unconfirmed: the caller reads each by id. After a
 * first sweep this also creates the indexes and the search rows.
 */
export async function completeSweep(writer: Writer, sweepId: number): Promise<SweepEnd> {
  const sweep = writer.sweeps.find(sweepId)
  if (!sweep) return { missing: [] }
  await finishLoad(writer.mirror, writer.batch, sweep.resource)
  const missing = writer.batch.write(() => conclude(writer, sweepId, sweep))
  writer.batch.changed(sweep.resource)
  writer.batch.commit()
  return { missing }
}

/** Ends a sweep from which no conclusion may be drawn; its records are kept and can be searched. */
export async function abandonSweep(writer: Writer, sweepId: number): Promise<void> {
  const sweep = writer.sweeps.find(sweepId)
  if (!sweep) return
  await finishLoad(writer.mirror, writer.batch, sweep.resource)
  writer.batch.write(() => writer.sweeps.end(sweepId))
  writer.batch.changed(sweep.resource)
  writer.batch.commit()
}

function conclude(writer: Writer, sweepId: number, sweep: OpenSweep): string[] {
  const { resource } = sweep
  const { seen, setAside } = writer.pages.swept(resource, sweepId)
  writer.setAside.keepOnly(resource, setAside)
  const missing = markUnconfirmed(writer, resource, seen)
  writer.pages.dropOthers(resource, sweepId)
  writer.sweeps.end(sweepId)
  writer.mirror
    .prepare('UPDATE resource_state SET complete_began_at = ?, complete_ended_at = ? WHERE resource = ?')
    .run(sweep.beganAt, writer.now(), resource)
  return missing
}

/**
 * Every row that was seen counts as checked when this sweep began. A row that was not seen keeps its previous time, which is
 * written into it before the resource's own time changes.
 */
function markUnconfirmed(writer: Writer, resource: ListedResource, seen: RowSet): string[] {
  const { mirror } = writer
  const { table } = recordTables[resource]
  const keepTime = mirror.prepare(
    `UPDATE ${table} SET checked_at = max(checked_at, coalesce(
       (SELECT complete_began_at FROM resource_state WHERE resource = ?), 0)) WHERE row = ?`,
  )
  const add = mirror.prepare('INSERT INTO unconfirmed (resource, row) VALUES (?, ?)')
  const remove = mirror.prepare('DELETE FROM unconfirmed WHERE resource = ? AND row = ?')
  const already = new Set(
    mirror
      .prepare<[string], { row: number }>('SELECT row FROM unconfirmed WHERE resource = ?')
      .all(resource)
      .map(({ row }) => row),
  )
  for (const row of already) if (seen.has(row)) remove.run(resource, row)
  const unserved = writer.overlay.open.covered(resource) ? writer.overlay.rows.unserved(resource) : new Set<number>()
  const missing = findMissing(mirror, { table, seen, unserved })
  for (const { row } of missing) {
    if (already.has(row)) continue
    keepTime.run(resource, row)
    add.run(resource, row)
  }
  return missing.map(({ id }) => id)
}

type Swept = {
  table: string
  seen: RowSet
  /** Rows that exist only here: a sweep says nothing about them. */
  unserved: ReadonlySet<number>
}

function findMissing(mirror: Db, { table, seen, unserved }: Swept): { row: number; id: string }[] {
  const kept = mirror.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()
  // Every row on a page exists, so if as many were seen as are stored, none is missing.
  if (kept?.n === seen.size + unserved.size) return []
  const rows = mirror.prepare<[], { row: number; id: string }>(`SELECT row, id FROM ${table}`)
  const missing: { row: number; id: string }[] = []
  for (const found of rows.iterate()) if (!seen.has(found.row) && !unserved.has(found.row)) missing.push(found)
  return missing
}

import type { Mutex } from '../../../shared/lib/timing.ts'
import type { ListedResource } from '../../../shared/service/resource.ts'
import type { ChangeLog } from '../ledger/changes.ts'
import { recordTables } from '../mirror/record-tables.ts'
import { createSearchIndex, type SearchMerge } from '../mirror/search-index.ts'
import type { WritableDatabase } from '../open-database.ts'
import type { SweepWriter } from './apply-page.ts'
import type { OpenSweep, RowSet, Swept } from './page-store.ts'

/** The stores that the end of a sweep changes; see `writer.ts`. */
export type SweepEnder = SweepWriter & {
  changes: Pick<ChangeLog, 'add' | 'copied'>
  searchMerge: SearchMerge
  /** Ends one first load after the other: search rows of two lists in turn would each be a segment of the index. */
  oneLoad: Mutex
}

/** The end of a sweep: ids of records in the mirror that it did not deliver. */
type SweepEnd = {
  missing: string[]
  /** If the service counts more records than there were different ones: nothing was concluded. */
  lacking?: Lacking
}

/** `isCountWrong`: two walks in a row brought the same number of records, each once. */
export type Lacking = { distinct: number; counted: number; isCountWrong: boolean }

/**
 * Ends a sweep that saw every page. Records that it did not see stay, marked unconfirmed: the caller reads each by id. After a
 * first sweep this also creates the indexes and the search rows.
 *
 * @param before - what the sweep just before this one lacked; null if it is the first of a run
 * @param ageMs - how old the oldest of its pages was when it came: everything counts as checked that much earlier
 * @param isResumed - true if its first pages were read by an earlier run: everything counts as checked when the sweep began
 */
export async function completeSweep(
  writer: SweepEnder,
  sweepId: number,
  before: Lacking | null = null,
  ageMs = 0,
  isResumed = false,
): Promise<SweepEnd> {
  const sweep = writer.sweeps.find(sweepId)
  if (!sweep) return { missing: [] }
  await writer.oneLoad(() => finishLoad(writer, sweep.resource))
  const end = writer.batch.write(() => conclude(writer, { ...sweep, sweepId, before, ageMs, isResumed }))
  writer.batch.changed(sweep.resource)
  writer.batch.commit()
  return end
}

/** Ends a sweep from which no conclusion may be drawn; its records are kept and can be searched. */
export async function abandonSweep(writer: SweepEnder, sweepId: number): Promise<void> {
  const sweep = writer.sweeps.find(sweepId)
  if (!sweep) return
  await writer.oneLoad(() => finishLoad(writer, sweep.resource))
  writer.batch.write(() => writer.sweeps.end(sweepId))
  writer.batch.changed(sweep.resource)
  writer.batch.commit()
}

type Ending = OpenSweep & { sweepId: number; before: Lacking | null; ageMs: number; isResumed: boolean }

function conclude(writer: SweepEnder, { sweepId, resource, beganAt, before, ageMs, isResumed }: Ending): SweepEnd {
  writer.pages.settle(resource)
  const swept = writer.pages.swept(resource, sweepId)
  const lacking = findLacking(writer, resource, { swept, before })
  if (lacking !== null) {
    writer.sweeps.end(sweepId)
    return { missing: [], lacking }
  }
  writer.setAside.keepOnly(resource, swept.setAside)
  const missing = markUnconfirmed(writer, resource, swept)
  writer.pages.dropOthers(resource, sweepId)
  writer.sweeps.end(sweepId)
  writer.changes.copied(resource, writer.now(), !writer.records[resource].isLoaded())
  writer.mirror
    .prepare('UPDATE resource_state SET complete_began_at = ?, complete_ended_at = ? WHERE resource = ?')
    .run(beganAt - ageMs, (isResumed ? beganAt : writer.now()) - ageMs, resource)
  return { missing }
}

type Counted = { swept: Swept; before: Lacking | null }

/**
 * Compares the different records of a sweep with the service's count; null if nothing is lacking. A count that was once found to be
 * too high may stay too high by the same number. That ends when a record comes twice, because it may hide another.
 */
function findLacking(
  { mirror }: Pick<SweepEnder, 'mirror'>,
  resource: ListedResource,
  { swept, before }: Counted,
): Lacking | null {
  const { distinct, received } = swept
  const counted = swept.counted ?? distinct
  const excess = Math.max(0, counted - distinct)
  const known = mirror
    .prepare<[string], number>('SELECT count_excess FROM resource_state WHERE resource = ?')
    .pluck()
    .get(resource)
  const note = () =>
    mirror.prepare('UPDATE resource_state SET count_excess = ? WHERE resource = ?').run(excess, resource)
  const isUnambiguous = received === distinct
  if (excess === 0 || (excess <= (known ?? 0) && isUnambiguous)) {
    if (excess !== known) note()
    return null
  }
  const isCountWrong = isUnambiguous && before?.counted === counted && before.distinct === distinct
  if (!isCountWrong) return { distinct, counted, isCountWrong }
  note()
  // The first time it is reported.
  return known === 0 ? { distinct, counted, isCountWrong } : null
}

/**
 * Every row that was seen counts as checked when this sweep began. A row that was not seen, or not stored, keeps its previous time,
 * which is written into it before the resource's own time changes. Returns the ids of those that no page had.
 */
function markUnconfirmed(writer: SweepEnder, resource: ListedResource, { seen, unread }: Swept): string[] {
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
  const unseen = findUnseen(mirror, { table, seen, unserved })
  for (const { row } of unseen) {
    if (already.has(row)) continue
    keepTime.run(resource, row)
    add.run(resource, row)
  }
  return unseen.filter(({ row }) => !unread.has(row)).map(({ id }) => id)
}

type Sought = {
  table: string
  seen: RowSet
  /** Rows that exist only here: a sweep says nothing about them. */
  unserved: ReadonlySet<number>
}

function findUnseen(mirror: WritableDatabase, { table, seen, unserved }: Sought): { row: number; id: string }[] {
  const kept = mirror.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()
  // Every row on a page exists, so if as many were seen as are stored, none is left.
  if (kept?.n === seen.size + unserved.size) return []
  const rows = mirror.prepare<[], { row: number; id: string }>(`SELECT row, id FROM ${table}`)
  const unseen: { row: number; id: string }[] = []
  for (const found of rows.iterate()) if (!seen.has(found.row) && !unserved.has(found.row)) unseen.push(found)
  return unseen
}

/** Rows whose search text is indexed before other messages get a turn: about 5 ms. */
const chunk = 500

/**
 * After a resource's first complete sweep: creates its secondary indexes and search rows, in chunks that save their progress, so
 * that a restart continues from there. Does nothing when this was done before.
 */
async function finishLoad(writer: SweepEnder, resource: ListedResource): Promise<void> {
  const { mirror: db, batch, searchMerge } = writer
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
    batch.commit()
    await turn()
  }
  const indexSome = prepareIndexing(db, resource)
  while (batch.writeRepeatable(indexSome) === chunk) await turn()
  batch.write(() => {
    db.prepare('UPDATE resource_state SET loaded = 1 WHERE resource = ?').run(resource)
    // While FTS5 knows of a merge it works on it at every commit, which would slow the other lists' first loads.
    if (!isLoading(db)) searchMerge.begin()
  })
}

/** True while a list's first sweep brings pages. A list without a page does not count: the service may refuse it at every sync. */
const isLoading = (db: WritableDatabase): boolean =>
  db
    .prepare<[], number>(
      `SELECT EXISTS (SELECT 1 FROM sweep LEFT JOIN resource_state USING (resource)
         WHERE next_page > 0 AND coalesce(loaded, 0) = 0)`,
    )
    .pluck()
    .get() === 1

/** Prepares the writing of a resource's next search rows; the function returns the number of rows that it read, at most {@link chunk}. */
function prepareIndexing(db: WritableDatabase, resource: ListedResource): () => number {
  const table = recordTables[resource]
  const next = db.prepare<[string, number], { row: number; json: string }>(
    `SELECT row, json FROM ${table.table}
     WHERE row > (SELECT searched_to FROM resource_state WHERE resource = ?) ORDER BY row LIMIT ?`,
  )
  const advance = db.prepare('UPDATE resource_state SET searched_to = ? WHERE resource = ?')
  const words = new Set<string>()
  const search = createSearchIndex(db, words)
  return () => {
    words.clear()
    const rows = next.all(resource, chunk)
    for (const { row, json } of rows) {
      // Only records that match their schema are stored.
      const record = table.read(JSON.parse(json))
      if (record) search.put(resource, row, record)
    }
    const last = rows.at(-1)
    if (last) advance.run(last.row, resource)
    return rows.length
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

import { hash } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Mutex } from '../../../shared/lib/calls.ts'
import type { ListedResource } from '../../../shared/service/resource.ts'
import type { ChangeLog } from '../ledger/changes.ts'
import { recordTables } from '../mirror/record-tables.ts'
import { createSearchIndex, type SearchMerge } from '../mirror/search-index.ts'
import type { WritableDatabase } from '../open-database.ts'
import { type Received, type RecordWriter, receive, sourceOf } from '../overlay/receive.ts'
import type { BatchedMirror } from '../write-batch.ts'
import {
  type OpenSweep,
  type PageDigests,
  type PageOutcome,
  type PageRecord,
  type PageStore,
  type RowSet,
  type SweepStore,
  type Swept,
  unreadLength,
} from './page-store.ts'
import { readPage, type SweptRecord } from './read-page.ts'

/** The stores that a page of a sweep changes; see `writer.ts`. */
export type SweepWriter = RecordWriter & BatchedMirror & { pages: PageStore; sweeps: SweepStore }

/** The number of a page's records by outcome. */
export type PageCounts = { written: number; unchanged: number; setAside: number }

/** `compressed`: the SHA-256 (hex) of the page's compressed form; absent if it came otherwise. */
export type IncomingPage = {
  sweepId: number
  after: string | null
  bytes: Uint8Array<ArrayBuffer>
  compressed?: string | undefined
  /** How old it was when it came, in ms; see `Body`. */
  ageMs?: number | undefined
}

/** A page that came compressed as it did last time, so that its bytes are not needed. */
export type KnownPage = { sweepId: number; after: string | null; compressed: string }

type Position = { resource: ListedResource; number: number; sweepId: number }
type Work = Position & { digests: PageDigests; outcome: PageOutcome; ageMs?: number | undefined }

/**
 * Writes one page of a sweep to the mirror. `onOutcome` is called with the page's envelope before anything is written.
 * @throws AppError `service/…` when the page cannot be read, `cache/…` when it cannot be written; then nothing of it was written.
 */
export function applyPage(
  writer: SweepWriter,
  page: IncomingPage,
  onOutcome: (outcome: PageOutcome) => void,
): PageCounts {
  const position = positionOf(writer, page)
  const { resource, number } = position
  const digests = { text: hash('sha256', page.bytes), compressed: page.compressed ?? '' }
  const before = writer.pages.find(resource, number)
  if (before?.digests.text === digests.text) {
    onOutcome(before.outcome)
    return noteUnchanged(writer, { ...position, digests, outcome: before.outcome }, before.setAside)
  }
  const known = before ? writer.pages.records(resource, number) : []
  const { outcome, records } = readPage(page.bytes, known)
  onOutcome(outcome)
  const work = { ...position, digests, outcome, known, ageMs: page.ageMs }
  const counts = writer.batch.write(
    // If a record overwrote a known one of the same page, that one's text is read again.
    () => writeRecords(writer, work, records) ?? writeRecords(writer, work, readPage(page.bytes, []).records),
  )
  writer.batch.done(1)
  return counts ?? { ...noCounts }
}

/**
 * Notes a page that came as it did last time. Null if its last form is not known any more, because one of its records was removed
 * since: then it has to be read.
 * @throws AppError `cache/…`
 */
export function applyKnownPage(
  writer: SweepWriter,
  page: KnownPage,
  onOutcome: (outcome: PageOutcome) => void,
): PageCounts | null {
  const position = positionOf(writer, page)
  const before = writer.pages.find(position.resource, position.number)
  if (before?.digests.compressed !== page.compressed) return null
  const { digests, outcome, setAside } = before
  onOutcome(outcome)
  return noteUnchanged(writer, { ...position, digests, outcome }, setAside)
}

function noteUnchanged(writer: SweepWriter, work: Work, setAside: number): PageCounts {
  const { sweepId, outcome } = work
  writer.batch.write(() => {
    writer.pages.seen(work)
    writer.sweeps.advance(sweepId, outcome)
  })
  writer.batch.done(1)
  return { written: 0, unchanged: outcome.received - setAside, setAside }
}

function positionOf(writer: SweepWriter, page: Pick<IncomingPage, 'sweepId' | 'after'>): Position {
  const sweep = writer.sweeps.find(page.sweepId)
  if (sweep && sweep.after === page.after) {
    return { resource: sweep.resource, number: sweep.nextPage, sweepId: page.sweepId }
  }
  // An earlier page was not written, so this one cannot continue it.
  throw new AppError('cache/write-failed', {
    message: 'The offline copy is missing the previous page.',
    nextStep: 'Sync again; it continues from what was saved.',
    detail: sweep ? 'page out of order' : 'no such sweep',
  })
}

/** Null if a record of the page overwrote one that is known by its digest alone. */
function writeRecords(
  writer: SweepWriter,
  { known, ...work }: Work & { known: readonly PageRecord[] },
  records: readonly SweptRecord[],
): PageCounts | null {
  const { resource, sweepId } = work
  const counts = { ...noCounts }
  const held: PageRecord[] = []
  /** The place of each row among `held`. */
  const places = new Map<number, number>()
  const unread = new Set(records.flatMap((record) => (record.kind === 'known' ? record.known.row : [])))
  const owned = new Set(known.flatMap(({ row, length }) => (length === unreadLength ? [] : row)))
  const taken = new Set<number>()
  let walked: RowSet | null = null
  const isWalked = (row: number) => {
    walked ??= writer.pages.swept(resource, sweepId).seen
    return places.has(row) || walked.has(row)
  }
  const source = { ...sourceOf(writer, resource, 'page', work.ageMs), isWalked }
  for (const record of records) {
    if (record.kind === 'known') {
      held.push(record.known)
      if (record.known.setAside) counts.setAside++
      else counts.unchanged++
      continue
    }
    const { digest, length, json, value } = record
    const { kind, row, isNew } = receive(writer, { resource, json, value, digest }, source)
    counts[countedAs[kind]]++
    if (row > 0 && kind !== 'older' && unread.has(row)) return null
    if (kind === 'written' || kind === 'gone') {
      const earlier = held[places.get(row) ?? -1]
      if (earlier) earlier.length = unreadLength
    }
    const isHeld = kind !== 'gone' && row > 0
    if (isHeld && !isNew && !owned.has(row) && kind !== 'older') taken.add(row)
    if (isHeld) places.set(row, held.length)
    held.push({
      digest,
      length: kind === 'older' ? unreadLength : length,
      row: kind === 'gone' ? 0 : row,
      setAside: kind === 'set-aside',
    })
  }
  writer.pages.put({ ...work, records: held, taken })
  writer.sweeps.advance(sweepId, work.outcome)
  return counts
}

const noCounts: PageCounts = { written: 0, unchanged: 0, setAside: 0 }

/** How a record is counted. */
const countedAs = {
  written: 'written',
  gone: 'written',
  unchanged: 'unchanged',
  older: 'unchanged',
  'set-aside': 'setAside',
} as const satisfies Record<Received['kind'], keyof PageCounts>

/** The counts of one record. */
export const countOf = (kind: Received['kind']): PageCounts => ({ ...noCounts, [countedAs[kind]]: 1 })

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
  const wasComplete = writer.records[sweep.resource].isLoaded()
  await writer.oneLoad(() => finishLoad(writer, sweep.resource))
  const end = writer.batch.write(() => conclude(writer, { ...sweep, sweepId, before, ageMs, isResumed }))
  writer.batch.changed(sweep.resource, wasComplete)
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

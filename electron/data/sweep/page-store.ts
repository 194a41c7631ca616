import type { ListedResource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'

/** The envelope of a page, known before its records are written. */
export type PageOutcome = {
  hasNextPage: boolean
  endCursor: string | null
  totalCount: number | null
  /** Records on the page. */
  received: number
}

/** A page as it was last time; its digests are empty if it has to be read again. */
type StoredPage = { digests: PageDigests; outcome: PageOutcome; setAside: number }

/** The SHA-256 (hex) of a page's text, and of its compressed form as it came; the latter is empty if it came otherwise. */
export type PageDigests = { text: string; compressed: string }

/** The records of each page, so that an unchanged page need not be parsed and a missing record is noticed. */
export type PageStore = {
  find(resource: ListedResource, number: number): StoredPage | null
  records(resource: ListedResource, number: number): PageRecord[]
  /** The end cursor and the compressed form's digest of each page, from this one on. */
  from(resource: ListedResource, number: number): { cursors: string[]; compressed: string[] }
  /** The page arrived again with the same text. */
  seen(page: SeenPage): void
  put(page: NewPage): void
  swept(resource: ListedResource, sweepId: number): Swept
  /** Deletes pages that a complete sweep did not deliver. */
  dropOthers(resource: ListedResource, sweepId: number): void
  /**
   * A row was written by something other than a page, or is gone: no page's digest of it is trusted any more, nor that of the page.
   * Row 0 means the records without a row: one of them may have got one.
   */
  rewritten(resource: ListedResource, row: number): void
  /** Marks the records of which the digest is not trusted on their pages, so that these are read again. */
  settle(resource: ListedResource): void
}

/** The content of a sweep's pages. */
export type Swept = {
  /** Rows that are as a page had them. */
  seen: RowSet
  /** Rows whose record was on a page, but was not stored: unreadable, or older than the answer to a write. */
  unread: Set<number>
  /** Digests of the unreadable records. */
  setAside: Set<string>
  /** Number of records, each counted as often as it came. */
  received: number
  /** Number of different records: by row, and those without one by their text. */
  distinct: number
  /** The service's count on the last page; null if it gave none. */
  counted: number | null
}

type SeenPage = { resource: ListedResource; number: number; sweepId: number; digests: PageDigests }

type NewPage = SeenPage & {
  outcome: PageOutcome
  records: readonly PageRecord[]
  /** Rows that this page gave and that it did not have before, unless they are new: other pages may have a digest of them. */
  taken: ReadonlySet<number>
}

type PageRow = { digest: Buffer; outcome: string }
type RecordsRow = { number: number; records: Buffer }

/** A {@link PageStore} on one connection; writes belong inside an open transaction. */
export function createPageStore(db: WritableDatabase): PageStore {
  const find = db.prepare<[string, number], PageRow>(
    'SELECT digest, outcome FROM page WHERE resource = ? AND number = ?',
  )
  const records = db.prepare<[string, number], RecordsRow>(
    'SELECT number, records FROM page_records WHERE resource = ? AND number = ?',
  )
  const pagesFrom = db.prepare<[string, number], PageRow>(
    'SELECT digest, outcome FROM page WHERE resource = ? AND number >= ? ORDER BY number',
  )
  const seen = db.prepare('UPDATE page SET sweep_id = ?, digest = ? WHERE resource = ? AND number = ?')
  const putPage = db.prepare(
    'INSERT OR REPLACE INTO page (resource, number, sweep_id, digest, outcome) VALUES (?, ?, ?, ?, ?)',
  )
  const putRecords = db.prepare('INSERT OR REPLACE INTO page_records (resource, number, records) VALUES (?, ?, ?)')
  const swept = db.prepare<[string, number], RecordsRow>(
    `SELECT r.number, r.records FROM page p JOIN page_records r USING (resource, number)
     WHERE p.resource = ? AND p.sweep_id = ?`,
  )
  const lastOutcome = db
    .prepare<[string, number], string>(
      'SELECT outcome FROM page WHERE resource = ? AND sweep_id = ? ORDER BY number DESC LIMIT 1',
    )
    .pluck()
  const all = db.prepare<[string], RecordsRow>('SELECT number, records FROM page_records WHERE resource = ?')
  const dropRecords = db.prepare(
    `DELETE FROM page_records WHERE resource = ? AND number NOT IN
     (SELECT number FROM page WHERE resource = page_records.resource AND sweep_id = ?)`,
  )
  const dropPages = db.prepare('DELETE FROM page WHERE resource = ? AND sweep_id <> ?')
  const distrust = db.prepare("UPDATE page SET digest = x'' WHERE resource = ? AND number = ?")
  const rewritten = createRewrittenRows(db)

  /** A page's records, those marked of which the digest is not trusted. */
  const trusted = (resource: ListedResource, { number, records: packed }: RecordsRow): PageRecord[] => {
    const pageOf = rewritten.of(resource)
    const all = unpackRecords(packed)
    if (pageOf === null) return all
    return all.map((record) => (isTrusted(pageOf(record.row), number) ? record : { ...record, length: unreadLength }))
  }
  const recordsOf = (resource: ListedResource, number: number): PageRecord[] => {
    const row = records.get(resource, number)
    return row ? trusted(resource, row) : []
  }

  return {
    find(resource, number) {
      const row = find.get(resource, number)
      if (!row) return null
      const { setAside, ...outcome } = JSON.parse(row.outcome)
      const isRight = rewritten.of(resource) === null || recordsOf(resource, number).every(isKnownText)
      return { digests: isRight ? unpackDigests(row.digest) : noDigests, outcome, setAside }
    },
    records: recordsOf,
    from(resource, number) {
      const pages = pagesFrom.all(resource, number)
      const cursors = pages.flatMap(({ outcome }) => {
        const { hasNextPage, endCursor }: PageOutcome = JSON.parse(outcome)
        return hasNextPage && endCursor ? [endCursor] : []
      })
      return { cursors, compressed: pages.map(({ digest }) => unpackDigests(digest).compressed) }
    },
    seen: ({ resource, number, sweepId, digests }) => seen.run(sweepId, packDigests(digests), resource, number),
    put({ resource, number, sweepId, digests, outcome, records: held, taken }) {
      const setAside = held.filter((record) => record.setAside).length
      const known = packDigests(held.every(isKnownText) ? digests : noDigests)
      putPage.run(resource, number, sweepId, known, JSON.stringify({ ...outcome, setAside }))
      putRecords.run(resource, number, packRecords(held))
      for (const row of taken) rewritten.note(resource, row, number)
      const pageOf = rewritten.of(resource)
      if (pageOf === null) return
      for (const { row, length } of held)
        if (row > 0 && length !== unreadLength && pageOf(row) !== undefined) rewritten.note(resource, row, number)
    },
    swept(resource, sweepId) {
      const seen = createRowSet()
      const unread = new Set<number>()
      const setAside = new Set<string>()
      const rowless = new Set<string>()
      let received = 0
      for (const { records: packed } of swept.iterate(resource, sweepId)) {
        eachRecord(packed, (row, state, at) => {
          received += 1
          if (row === 0) rowless.add(packed.toString('latin1', at, at + 16))
          if (state === 'set-aside') setAside.add(packed.toString('latin1', at, at + 16))
          if (state === 'read' && row > 0) seen.add(row)
          else if (row > 0) unread.add(row)
        })
      }
      let distinct = seen.size + rowless.size
      for (const row of unread) if (!seen.has(row)) distinct += 1
      const last: PageOutcome | null = JSON.parse(lastOutcome.get(resource, sweepId) ?? 'null')
      return { seen, unread, setAside, received, distinct, counted: last?.totalCount ?? null }
    },
    dropOthers(resource, sweepId) {
      dropRecords.run(resource, sweepId)
      dropPages.run(resource, sweepId)
    },
    rewritten: (resource, row) => rewritten.note(resource, row, null),
    settle(resource) {
      const pageOf = rewritten.of(resource)
      if (pageOf === null) return
      // Collected first: a table must not be written while it is being iterated.
      for (const page of all.all(resource)) {
        const marked = packRecords(trusted(resource, page))
        if (marked.equals(page.records)) continue
        distrust.run(resource, page.number)
        putRecords.run(resource, page.number, marked)
      }
      rewritten.clear(resource)
    },
  }
}

/** @param page - the only page that gave the row; null if none did, undefined if the row was not rewritten */
const isTrusted = (page: number | null | undefined, number: number) => page === undefined || page === number

const isKnownText = ({ length }: PageRecord) => length !== unreadLength

/** Most rewritten rows that are read at once. */
const mostAtOnce = 2000

/**
 * Rows of which not every page's digest is right, since the pages were last settled. A row that is not noted here is on no more than
 * one page with a trusted digest.
 */
function createRewrittenRows(db: WritableDatabase) {
  type Noted = { row: number; page: number | null }
  const note = db.prepare('INSERT OR REPLACE INTO rewritten_row (resource, row, page) VALUES (?, ?, ?)')
  const some = db.prepare<[string], Noted>(
    `SELECT row, page FROM rewritten_row WHERE resource = ? LIMIT ${mostAtOnce + 1}`,
  )
  const one = db.prepare<[string, number], Noted>('SELECT row, page FROM rewritten_row WHERE resource = ? AND row = ?')
  const clear = db.prepare('DELETE FROM rewritten_row WHERE resource = ?')
  return {
    /** @param page - the number of the only page of which the digest is right; null if there is none */
    note: (resource: ListedResource, row: number, page: number | null) => note.run(resource, row, page),
    /** Finds the page of a rewritten row; null if no row of this resource was rewritten. */
    of(resource: ListedResource): ((row: number) => number | null | undefined) | null {
      const noted = some.all(resource)
      if (noted.length === 0) return null
      if (noted.length > mostAtOnce) return (row) => one.get(resource, row)?.page
      const pages = new Map(noted.map(({ row, page }) => [row, page]))
      return (row) => pages.get(row)
    },
    clear: (resource: ListedResource) => clear.run(resource),
  }
}

const digestBytes = 32

/** A page's digests, one after the other. Pages stored by earlier versions have only that of their text. */
const packDigests = ({ text, compressed }: PageDigests): Buffer => Buffer.from(text + compressed, 'hex')

const noDigests: PageDigests = { text: '', compressed: '' }

const unpackDigests = (packed: Buffer): PageDigests => ({
  text: packed.toString('hex', 0, digestBytes),
  compressed: packed.toString('hex', digestBytes),
})

/** Stored facts of one record on a page, enough to recognise it by its bytes alone. */
export type PageRecord = {
  /** First 16 bytes of the SHA-256 of its JSON, as a latin-1 string. */
  digest: string
  /** Length of its JSON in bytes; {@link unreadLength} if its row is not what this text gives: it is read again next time. */
  length: number
  /** Its row in the resource's table; 0 when it has none (deleted, or set aside without a valid version). */
  row: number
  setAside: boolean
}

/** No record has this length, so that its text is never taken for a known one. */
export const unreadLength = 0

const bytesPerRecord = 24
const setAsideBit = 0x80000000

/** Packs a page's records: digest (16), length (4), row with the set-aside flag as its top bit (4), little endian. */
function packRecords(records: readonly PageRecord[]): Buffer {
  const packed = Buffer.allocUnsafe(records.length * bytesPerRecord)
  let at = 0
  for (const record of records) {
    packed.write(record.digest, at, 16, 'latin1')
    packed.writeUInt32LE(record.length, at + 16)
    packed.writeUInt32LE(record.setAside ? (record.row | setAsideBit) >>> 0 : record.row, at + 20)
    at += bytesPerRecord
  }
  return packed
}

/** The inverse of {@link packRecords}. */
function unpackRecords(packed: Buffer): PageRecord[] {
  const records: PageRecord[] = []
  for (let at = 0; at + bytesPerRecord <= packed.length; at += bytesPerRecord) {
    const row = packed.readUInt32LE(at + 20)
    records.push({
      digest: packed.toString('latin1', at, at + 16),
      length: packed.readUInt32LE(at + 16),
      row: (row & ~setAsideBit) >>> 0,
      setAside: row >= setAsideBit,
    })
  }
  return records
}

type RecordState = 'read' | 'unread' | 'set-aside'

/** Calls back with each record's row, 0 if it has none, and its place among the bytes, without unpacking the rest. */
function eachRecord(packed: Buffer, visit: (row: number, state: RecordState, at: number) => void): void {
  for (let at = 0; at + bytesPerRecord <= packed.length; at += bytesPerRecord) {
    const row = packed.readUInt32LE(at + 20)
    const state = row >= setAsideBit ? 'set-aside' : packed.readUInt32LE(at + 16) === unreadLength ? 'unread' : 'read'
    visit((row & ~setAsideBit) >>> 0, state, at)
  }
}

/** A set of row numbers as a bitmap: a million rows take 125 kB. */
export type RowSet = { add(row: number): void; has(row: number): boolean; readonly size: number }

function createRowSet(): RowSet {
  let bits = new Uint8Array(4096)
  let size = 0
  return {
    add(row) {
      const at = row >>> 3
      if (at >= bits.length) {
        const grown = new Uint8Array(Math.max(bits.length * 2, at + 1))
        grown.set(bits)
        bits = grown
      }
      const byte = bits[at] ?? 0
      const bit = 1 << (row & 7)
      if ((byte & bit) === 0) size++
      bits[at] = byte | bit
    },
    has: (row) => ((bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0,
    get size() {
      return size
    },
  }
}

/** Where a sweep starts or resumes. */
export type SweepStart = {
  sweepId: number
  /** Cursor after the last committed page of an unfinished first sweep; null to start from the first page. */
  after: string | null
  /** Records already received by that unfinished sweep. */
  received: number
  /** Cursors between the pages of the last sweep, from the current position on; a hint for requesting pages ahead. */
  expectedCursors: string[]
  /** The SHA-256 (hex) of each of its compressed pages, from the current position on; empty for one that is not known. */
  knownPages: string[]
}

export type OpenSweep = {
  resource: ListedResource
  beganAt: number
  nextPage: number
  after: string | null
  received: number
}

/** The sweeps in progress; each advances in the transaction of the page that it has read. */
export type SweepStore = {
  /**
   * The unfinished sweep of a resource that has no complete copy yet, or a new one. Once there is a complete copy, every sweep begins at
   * the first page: the pages of an unfinished one may have changed since.
   */
  begin(
    resource: ListedResource,
    now: number,
  ): Omit<SweepStart, 'expectedCursors' | 'knownPages'> & { nextPage: number }
  find(sweepId: number): OpenSweep | null
  advance(sweepId: number, outcome: PageOutcome): void
  end(sweepId: number): void
}

type SweepRow = OpenSweep & { sweepId: number }

const columns = 'sweep_id AS sweepId, resource, began_at AS beganAt, next_page AS nextPage, after, received'

/** A {@link SweepStore} on one connection; writes belong inside an open transaction. */
export function createSweepStore(db: WritableDatabase): SweepStore {
  const byResource = db.prepare<[string], SweepRow>(`SELECT ${columns} FROM sweep WHERE resource = ?`)
  const byId = db.prepare<[number], SweepRow>(`SELECT ${columns} FROM sweep WHERE sweep_id = ?`)
  const insert = db.prepare(
    'INSERT INTO sweep (resource, began_at, next_page, after, received) VALUES (?, ?, 0, NULL, 0)',
  )
  const advance = db.prepare(
    'UPDATE sweep SET next_page = next_page + 1, after = ?, received = received + ? WHERE sweep_id = ?',
  )
  const remove = db.prepare('DELETE FROM sweep WHERE sweep_id = ?')
  const isCopied = db
    .prepare<[string], number>('SELECT 1 FROM resource_state WHERE resource = ? AND complete_began_at IS NOT NULL')
    .pluck()
  return {
    begin(resource, now) {
      const open = byResource.get(resource)
      const resumes = open?.nextPage === 0 || (open?.after !== null && isCopied.get(resource) === undefined)
      if (open && resumes) {
        return { sweepId: open.sweepId, after: open.after, received: open.received, nextPage: open.nextPage }
      }
      if (open) remove.run(open.sweepId)
      const sweepId = Number(insert.run(resource, now).lastInsertRowid)
      return { sweepId, after: null, received: 0, nextPage: 0 }
    },
    find: (sweepId) => byId.get(sweepId) ?? null,
    advance: (sweepId, outcome) => advance.run(outcome.endCursor, outcome.received, sweepId),
    end: (sweepId) => remove.run(sweepId),
  }
}

import type { ListedResource } from '../../../shared/service/resource.ts'
import type { PageOutcome } from '../connection-store.ts'
import type { Db } from '../open-database.ts'
import { eachRow, type PageRecord, packRecords, setAsideDigests, unpackRecords } from './page-records.ts'
import { createRowSet, type RowSet } from './row-set.ts'

/** A page as it was last time. */
export type StoredPage = { digest: Buffer; outcome: PageOutcome; setAside: number }

/** The records of each page, so that an unchanged page need not be parsed and a missing record is noticed. */
export type PageStore = {
  find(resource: ListedResource, number: number): StoredPage | null
  records(resource: ListedResource, number: number): PageRecord[]
  /** The end cursor of each page, from this one on. */
  cursorsFrom(resource: ListedResource, number: number): string[]
  /** The page arrived again, byte for byte. */
  seen(resource: ListedResource, number: number, sweepId: number): void
  put(page: NewPage): void
  /** The rows on a sweep's pages, and the digests of the unreadable records among them. */
  swept(resource: ListedResource, sweepId: number): { seen: RowSet; setAside: Set<string> }
  /** Deletes pages that a complete sweep did not deliver. */
  dropOthers(resource: ListedResource, sweepId: number): void
  /** These rows are gone: pages that contained them are parsed again next time. */
  forget(resource: ListedResource, rows: ReadonlySet<number>): void
}

type NewPage = {
  resource: ListedResource
  number: number
  sweepId: number
  digest: Buffer
  outcome: PageOutcome
  records: readonly PageRecord[]
}

type PageRow = { digest: Buffer; outcome: string }
type RecordsRow = { number: number; records: Buffer }

/** A {@link PageStore} on one connection; writes belong inside an open transaction. */
export function createPageStore(db: Db): PageStore {
  const find = db.prepare<[string, number], PageRow>(
    'SELECT digest, outcome FROM page WHERE resource = ? AND number = ?',
  )
  const records = db.prepare<[string, number], RecordsRow>(
    'SELECT number, records FROM page_records WHERE resource = ? AND number = ?',
  )
  const outcomes = db.prepare<[string, number], { outcome: string }>(
    'SELECT outcome FROM page WHERE resource = ? AND number >= ? ORDER BY number',
  )
  const seen = db.prepare('UPDATE page SET sweep_id = ? WHERE resource = ? AND number = ?')
  const putPage = db.prepare(
    'INSERT OR REPLACE INTO page (resource, number, sweep_id, digest, outcome) VALUES (?, ?, ?, ?, ?)',
  )
  const putRecords = db.prepare('INSERT OR REPLACE INTO page_records (resource, number, records) VALUES (?, ?, ?)')
  const swept = db.prepare<[string, number], RecordsRow>(
    `SELECT r.number, r.records FROM page p JOIN page_records r USING (resource, number)
     WHERE p.resource = ? AND p.sweep_id = ?`,
  )
  const all = db.prepare<[string], RecordsRow>('SELECT number, records FROM page_records WHERE resource = ?')
  const dropRecords = db.prepare(
    `DELETE FROM page_records WHERE resource = ? AND number NOT IN
     (SELECT number FROM page WHERE resource = page_records.resource AND sweep_id = ?)`,
  )
  const dropPages = db.prepare('DELETE FROM page WHERE resource = ? AND sweep_id <> ?')
  const forget = db.prepare("UPDATE page SET digest = x'' WHERE resource = ? AND number = ?")

  return {
    find(resource, number) {
      const row = find.get(resource, number)
      if (!row) return null
      const { setAside, ...outcome } = JSON.parse(row.outcome)
      return { digest: row.digest, outcome, setAside }
    },
    records(resource, number) {
      const row = records.get(resource, number)
      return row ? unpackRecords(row.records) : []
    },
    cursorsFrom: (resource, number) =>
      outcomes.all(resource, number).flatMap((row) => {
        const outcome: PageOutcome = JSON.parse(row.outcome)
        return outcome.hasNextPage && outcome.endCursor ? [outcome.endCursor] : []
      }),
    seen: (resource, number, sweepId) => seen.run(sweepId, resource, number),
    put({ resource, number, sweepId, digest, outcome, records: held }) {
      const setAside = held.filter((record) => record.setAside).length
      putPage.run(resource, number, sweepId, digest, JSON.stringify({ ...outcome, setAside }))
      putRecords.run(resource, number, packRecords(held))
    },
    swept(resource, sweepId) {
      const seen = createRowSet()
      const setAside = new Set<string>()
      for (const { records: packed } of swept.iterate(resource, sweepId)) {
        eachRow(packed, (row) => seen.add(row))
        for (const digest of setAsideDigests(packed)) setAside.add(digest)
      }
      return { seen, setAside }
    },
    dropOthers(resource, sweepId) {
      dropRecords.run(resource, sweepId)
      dropPages.run(resource, sweepId)
    },
    forget(resource, rows) {
      if (rows.size === 0) return
      // Collected first: a table must not be written while it is being iterated.
      for (const { number, records: packed } of all.all(resource)) {
        let held = false
        eachRow(packed, (row) => {
          held ||= rows.has(row)
        })
        if (!held) continue
        const kept = unpackRecords(packed)
        forget.run(resource, number)
        putRecords.run(resource, number, packRecords(kept.filter((record) => !rows.has(record.row))))
      }
    },
  }
}

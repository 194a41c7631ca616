import type { ListedResource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'
import type { PageOutcome } from './page-store.ts'

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

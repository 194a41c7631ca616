import { isoTime } from '../../../shared/domain/days.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

type Ledger = Pick<ReadableStores, 'ledger'>

/** Reads when the user reviewed a summary (ISO 8601), and the version of it; null if they did not. */
export function prepareReview({ ledger }: Ledger): (id: string) => { at: string; updated_at: string } | null {
  const select = ledger.prepare<[string], { updated_at: string; reviewed_at: number }>(
    'SELECT updated_at, reviewed_at FROM summary_review WHERE summary_id = ?',
  )
  return (id) => {
    const found = select.get(id)
    return found ? { at: isoTime(found.reviewed_at), updated_at: found.updated_at } : null
  }
}

/** The reviewed summaries as JSON, `[id, updated_at]` each, for statements over the mirror. */
export const reviewedAsJson = ({ ledger }: Ledger): string =>
  ledger
    .prepare<[], string>('SELECT json_group_array(json_array(summary_id, updated_at)) FROM summary_review')
    .pluck()
    .get() ?? '[]'

/** Reads the summaries that the user reviewed as they are now, as JSON: the moment (ISO 8601) by the id, for orders and filters of lists. */
export function prepareReviewed({ mirror, ledger }: Pick<ReadableStores, 'mirror' | 'ledger'>): () => string {
  const all = ledger.prepare<[], { id: string; version: string; at: number }>(
    'SELECT summary_id AS id, updated_at AS version, reviewed_at AS at FROM summary_review',
  )
  const current = mirror.prepare<[string], string>('SELECT updated_at FROM document_summaries WHERE id = ?').pluck()
  return () =>
    JSON.stringify(
      Object.fromEntries(
        all.all().flatMap(({ id, version, at }) => (current.get(id) === version ? [[id, isoTime(at)]] : [])),
      ),
    )
}

type Reviewed = {
  id: string
  /** The version that was reviewed; null takes the last review back. */
  updated_at: string | null
}

/** Notes that the user reviewed a version of a summary, or takes that back: then the review of the version before counts again. */
export function setReviewed(ledger: WritableDatabase, { id, updated_at }: Reviewed, now: number): void {
  if (updated_at !== null) {
    ledger
      .prepare(
        `INSERT INTO summary_review (summary_id, updated_at, reviewed_at) VALUES (?, ?, ?)
          ON CONFLICT (summary_id) DO UPDATE SET updated_at = excluded.updated_at, reviewed_at = excluded.reviewed_at,
            before_updated_at = updated_at, before_reviewed_at = reviewed_at
          WHERE updated_at <> excluded.updated_at`,
      )
      .run(id, updated_at, now)
    return
  }
  const given = ledger
    .prepare(
      `UPDATE summary_review SET updated_at = before_updated_at, reviewed_at = before_reviewed_at,
        before_updated_at = NULL, before_reviewed_at = NULL
        WHERE summary_id = ? AND before_updated_at IS NOT NULL`,
    )
    .run(id)
  if (given.changes === 0) ledger.prepare('DELETE FROM summary_review WHERE summary_id = ?').run(id)
}

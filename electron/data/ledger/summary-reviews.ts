import { isoTime } from '../days.ts'
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

type Reviewed = {
  id: string
  /** The version that was reviewed; null forgets the review. */
  updated_at: string | null
  /** When (ISO 8601), for a review that is given back; default: now. */
  at?: string | undefined
}

/** Notes that the user reviewed a summary, or forgets it. */
export function setReviewed(ledger: WritableDatabase, { id, updated_at, at }: Reviewed, now: number): void {
  if (updated_at === null) {
    ledger.prepare('DELETE FROM summary_review WHERE summary_id = ?').run(id)
    return
  }
  ledger
    .prepare('INSERT OR REPLACE INTO summary_review (summary_id, updated_at, reviewed_at) VALUES (?, ?, ?)')
    .run(id, updated_at, at === undefined ? now : Date.parse(at))
}

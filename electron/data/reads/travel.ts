import { isoTime } from '../../../shared/domain/days.ts'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import type { Reader } from './reader.ts'

/** A file that is available on this computer. Times are ISO 8601, sizes bytes. */
export type FileAtHand = { size: number; sha256: string; held_at: string; record_updated_at: string | null }

export type NeededDocument = {
  id: string
  title: string
  updated_at: string
  /** Created here and not sent yet: its file waits on this computer to be uploaded. */
  is_local: boolean
  held: FileAtHand | null
}

export type NeededValuation = {
  entity_id: string
  title: string
  /** When the service was last asked, ISO 8601; null when never. */
  checked_at: string | null
  outcome: 'none' | 'set-aside' | 'valued' | null
}

/** Everything of one household that the user needs while travelling. */
export type HouseholdNeeds = {
  /** Null when the household itself is not in the mirror. */
  title: string | null
  documents: NeededDocument[]
  valuations: NeededValuation[]
  individual_ids: string[]
  summary_ids: string[]
  /** Bytes of its files on this computer, including PDFs of summaries. */
  bytes: number
}

/** A downloaded file, and its household if known. */
export type TakenRoom = {
  kind: 'document' | 'summary'
  id: string
  size: number
  used_at: string
  household_id: string | null
  /** Whether all records of its kind have been read once: before that, a record that is not here may still be at the service. */
  is_listed: boolean
}

/** The statements over the mirror; each parameter is a household's id. */
const travelSql = {
  title: 'SELECT title FROM households WHERE id = ?',
  documents: `SELECT d.id, d.title, d.updated_at, h.size, h.sha256, h.held_at, h.record_updated_at
    FROM documents d LEFT JOIN held_file h ON h.kind = 'document' AND h.id = d.id
    WHERE d.household_id = ? ORDER BY d.title_sort, d.id`,
  valuations: `SELECT e.id AS entity_id, e.title, c.checked_at, c.outcome
    FROM entities e LEFT JOIN valuation_check c ON c.entity_id = e.id
    WHERE e.household_id = ? ORDER BY e.title_sort, e.id`,
  individuals: 'SELECT id FROM individuals WHERE household_id = ?',
  summaries: `SELECT s.id, h.size FROM document_summaries s
    LEFT JOIN held_file h ON h.kind = 'summary' AND h.id = s.id WHERE s.household_id = ?`,
} as const

/** Every downloaded file with its household. */
const heldSql = `SELECT h.kind, h.id, h.size, h.used_at, CASE h.kind
    WHEN 'document' THEN (SELECT d.household_id FROM documents d WHERE d.id = h.id)
    ELSE (SELECT s.household_id FROM document_summaries s WHERE s.id = h.id) END AS household_id,
    EXISTS (SELECT 1 FROM resource_state WHERE complete_ended_at IS NOT NULL
      AND resource = iif(h.kind = 'document', 'documents', 'document-summaries')) AS is_listed
  FROM held_file h ORDER BY h.used_at, h.kind, h.id`

type DocumentRow = { id: string; title: string; updated_at: string; record_updated_at: string | null } & (
  | { size: number; sha256: string; held_at: string }
  | { size: null; sha256: null; held_at: null }
)

function neededDocument({ id, title, updated_at, ...held }: DocumentRow): NeededDocument {
  return { id, title, updated_at, is_local: isLocalId(id), held: held.size === null ? null : { ...held } }
}

type ValuationRow = Omit<NeededValuation, 'checked_at'> & { checked_at: number | null }

/** The records and files that one household needs while travelling, and which of them are already on this computer. */
export function readNeeds({ mirror }: Reader, { household_id }: { household_id: string }): HouseholdNeeds {
  const title = mirror.prepare<[string], string>(travelSql.title).pluck().get(household_id) ?? null
  const documents = mirror.prepare<[string], DocumentRow>(travelSql.documents).all(household_id).map(neededDocument)
  const valuations = mirror.prepare<[string], ValuationRow>(travelSql.valuations).all(household_id)
  const summaries = mirror.prepare<[string], { id: string; size: number | null }>(travelSql.summaries).all(household_id)
  const sizes = [...documents.map(({ held }) => held?.size ?? 0), ...summaries.map(({ size }) => size ?? 0)]
  return {
    title,
    documents,
    valuations: valuations.map((row) => ({
      ...row,
      checked_at: row.checked_at === null ? null : isoTime(row.checked_at),
    })),
    individual_ids: mirror.prepare<[string], string>(travelSql.individuals).pluck().all(household_id),
    summary_ids: summaries.map(({ id }) => id),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  }
}

/** Every downloaded file, least recently used first. */
export function readHeld({ mirror }: Reader): { files: TakenRoom[] } {
  const rows = mirror.prepare<[], Omit<TakenRoom, 'is_listed'> & { is_listed: number }>(heldSql).all()
  return { files: rows.map((row) => ({ ...row, is_listed: row.is_listed !== 0 })) }
}

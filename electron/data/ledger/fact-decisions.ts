import type { FactKind } from '../../../shared/domain/facts/fact-kinds.ts'
import type { EstateNode, LinkOutcome } from '../../../shared/ipc/estate.ts'
import type { TextHit } from '../../../shared/ipc/texts.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'
import { addLink, type NewLink, setLinkRemoved } from './estate-links.ts'

/** A fact as it was when the user decided about it. `who`: the one who is meant. */
type DecidedFact = {
  kind: FactKind
  value: string
  who: EstateNode[]
  about: EstateNode | null
  sentence: string
  page: number
  article: string | null
  /** Not stored before they were known of a fact. */
  scan?: TextHit['scan']
  limit?: string | null
}

/** A decision about a fact of a document. */
export type FactDecision = {
  document_id: string
  key: string
  decision: 'confirmed' | 'rejected'
  /** Of the file whose text was read. */
  sha256: string
  fact: DecidedFact
}

type Row = Omit<FactDecision, 'fact'> & { json: string }

const columns = 'd.document_id, d.key, d.decision, d.sha256, d.json'

const toDecision = ({ json, ...row }: Row): FactDecision => ({ ...row, fact: JSON.parse(json) as DecidedFact })

/** The decisions about the facts of a document, in the order they were made. A role whose link the user removed is undecided again. */
export const decisionsOf = ({ ledger }: Pick<ReadableStores, 'ledger'>, documentId: string): FactDecision[] =>
  ledger
    .prepare<[string], Row>(
      `SELECT ${columns} FROM fact_decision d LEFT JOIN estate_link l ON l.id = d.link_id
       WHERE d.document_id = ? AND (d.link_id IS NULL OR (l.id IS NOT NULL AND l.removed_at IS NULL)) ORDER BY d.seq`,
    )
    .all(documentId)
    .map(toDecision)

/** Reads the facts by which the user confirmed a link, in the order they were confirmed. */
export function prepareFactsOfLink({ ledger }: Pick<ReadableStores, 'ledger'>): (linkId: string) => FactDecision[] {
  const select = ledger.prepare<[string], Row>(
    `SELECT ${columns} FROM fact_decision d WHERE d.link_id = ? AND d.decision = 'confirmed' ORDER BY d.seq`,
  )
  return (linkId) => select.all(linkId).map(toDecision)
}

/** A difference between an entity and its documents that the user said is not a problem; `dismissed_at` in ms since the epoch. */
type TitlingDismissal = { key: string; reason: string; dismissed_at: number }

/** The differences of an entity that are not a problem, by their key. */
export const titlingDismissals = (
  { ledger }: Pick<ReadableStores, 'ledger'>,
  entityId: string,
): Map<string, TitlingDismissal> =>
  new Map(
    ledger
      .prepare<[string], TitlingDismissal>(
        'SELECT key, reason, dismissed_at FROM titling_dismissal WHERE entity_id = ?',
      )
      .all(entityId)
      .map((one) => [one.key, one]),
  )

type OneDifference = { entity_id: string; key: string }

/** Remembers why a difference is not a problem. */
export function dismissTitling(
  ledger: WritableDatabase,
  { entity_id, key, reason }: OneDifference & { reason: string },
  now: number,
): void {
  ledger.prepare('INSERT OR REPLACE INTO titling_dismissal VALUES (?, ?, ?, ?)').run(entity_id, key, reason, now)
}

/** Takes it back that a difference is not a problem. */
export function restoreTitling(ledger: WritableDatabase, { entity_id, key }: OneDifference): void {
  ledger.prepare('DELETE FROM titling_dismissal WHERE entity_id = ? AND key = ?').run(entity_id, key)
}

const put = `INSERT OR REPLACE INTO fact_decision (document_id, key, decision, link_id, makes_link, sha256, json, decided_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

type Confirmed = Omit<FactDecision, 'decision'> & { link: NewLink | null }

/**
 * Stores that the user confirmed a fact, with the link that a role is, in place of an earlier decision about the fact and the link that it
 * made. Nothing is stored if the link contradicts others.
 */
export function confirmFact(
  ledger: WritableDatabase,
  { document_id, key, sha256, fact, link }: Confirmed,
  now: number,
): LinkOutcome {
  const outcome = link && addLink(ledger, link, now)
  if (outcome?.refused) return outcome
  const { id, is_new } = outcome ?? { id: null, is_new: false }
  const before = ledger
    .prepare<[string, string], { link_id: string | null; makes_link: number }>(
      'SELECT link_id, makes_link FROM fact_decision WHERE document_id = ? AND key = ?',
    )
    .get(document_id, key)
  const isSame = before?.link_id === id
  if (!isSame) undoFact(ledger, { document_id, key }, now)
  const makesLink = is_new || (isSame && before.makes_link === 1)
  ledger.prepare(put).run(document_id, key, 'confirmed', id, makesLink ? 1 : 0, sha256, JSON.stringify(fact), now)
  return outcome ?? { id: key, is_new: true, refused: null }
}

/** Remembers that the user rejected a fact; a link that an earlier decision about it made is removed as by {@link undoFact}. */
export function rejectFact(
  ledger: WritableDatabase,
  { document_id, key, sha256, fact }: Omit<FactDecision, 'decision'>,
  now: number,
): void {
  undoFact(ledger, { document_id, key }, now)
  ledger.prepare(put).run(document_id, key, 'rejected', null, 0, sha256, JSON.stringify(fact), now)
}

/** Takes a decision back, and removes the link that it made unless another fact confirms it too. */
export function undoFact(
  ledger: WritableDatabase,
  { document_id, key }: Pick<FactDecision, 'document_id' | 'key'>,
  now: number,
): void {
  const made = ledger
    .prepare<[string, string], { link_id: string | null; makes_link: number }>(
      'DELETE FROM fact_decision WHERE document_id = ? AND key = ? RETURNING link_id, makes_link',
    )
    .get(document_id, key)
  if (!made || made.link_id === null || made.makes_link === 0) return
  const others = ledger
    .prepare<[string], number>(
      "SELECT seq FROM fact_decision WHERE link_id = ? AND decision = 'confirmed' ORDER BY seq",
    )
    .pluck()
    .all(made.link_id)
  // The link goes with the last of the facts that say it.
  if (others[0] === undefined) setLinkRemoved(ledger, { id: made.link_id, removed: true }, now)
  else ledger.prepare('UPDATE fact_decision SET makes_link = 1 WHERE seq = ?').run(others[0])
}

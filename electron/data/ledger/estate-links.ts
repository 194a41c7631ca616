import type { EstateEvidence, EstateNode } from '../../../shared/ipc/estate.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

/** A link that the user drew or confirmed; `made_at` in ms since the epoch. */
export type KeptLink = {
  id: string
  household_id: string
  from_resource: EstateNode['resource']
  from_id: string
  to_resource: EstateNode['resource']
  to_id: string
  role: string
  origin: 'drawn' | 'confirmed'
  made_at: number
}

/** Removed links are kept this long, in ms, so that a removal can be undone. */
const removedFor = 86_400_000

/** The links of a household in the order they were made. */
export function linksOfHousehold({ ledger }: Pick<ReadableStores, 'ledger'>, householdId: string): KeptLink[] {
  return ledger
    .prepare<[string], KeptLink>(
      `SELECT id, household_id, from_resource, from_id, to_resource, to_id, role, origin, made_at
       FROM estate_link WHERE household_id = ? AND removed_at IS NULL ORDER BY seq`,
    )
    .all(householdId)
}

type NewLink = Pick<KeptLink, 'id' | 'household_id' | 'role' | 'origin'> & { from: EstateNode; to: EstateNode }

/** Stores a link. Links that were removed more than a day ago are deleted. */
export function addLink(ledger: WritableDatabase, link: NewLink, now: number): void {
  ledger.prepare('DELETE FROM estate_link WHERE removed_at < ?').run(now - removedFor)
  ledger
    .prepare(
      `INSERT INTO estate_link (id, household_id, from_resource, from_id, to_resource, to_id, role, origin, made_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      link.id,
      link.household_id,
      link.from.resource,
      link.from.id,
      link.to.resource,
      link.to.id,
      link.role,
      link.origin,
      now,
    )
}

/** Removes a link, or restores one that was removed in the last day. */
export function setLinkRemoved(
  ledger: WritableDatabase,
  { id, removed }: { id: string; removed: boolean },
  now: number,
): void {
  ledger.prepare('UPDATE estate_link SET removed_at = ? WHERE id = ?').run(removed ? now : null, id)
}

type Evidence = Pick<EstateEvidence, 'kind' | 'source'>

/** A rejected piece of evidence: a proposal with other evidence is shown. */
export type Rejection = { from_id: string; to_id: string; kind: string; source: string }

/** All rejections: there are few, and only a pair of ids says which household they are about. */
export function listRejections({ ledger }: Pick<ReadableStores, 'ledger'>): Rejection[] {
  return ledger.prepare<[], Rejection>('SELECT from_id, to_id, kind, source FROM estate_rejection').all()
}

/** Remembers that a proposal was rejected on this evidence, or forgets it. */
export function setRejected(
  ledger: WritableDatabase,
  { from, to, evidence, rejected }: { from: EstateNode; to: EstateNode; evidence: Evidence[]; rejected: boolean },
  now: number,
): void {
  const put = ledger.prepare(
    `INSERT OR IGNORE INTO estate_rejection (from_id, to_id, kind, source, rejected_at) VALUES (?, ?, ?, ?, ?)`,
  )
  const forget = ledger.prepare(
    'DELETE FROM estate_rejection WHERE from_id = ? AND to_id = ? AND kind = ? AND source = ?',
  )
  for (const { kind, source } of evidence) {
    if (rejected) put.run(from.id, to.id, kind, source, now)
    else forget.run(from.id, to.id, kind, source)
  }
}

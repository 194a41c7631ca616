import { roleKey } from '../../../shared/domain/roles/role-names.ts'
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

const linkColumns =
  'id, household_id, from_resource, from_id, to_resource, to_id, role, origin, made_at FROM estate_link'

/** Removed links are kept this long, in ms, so that a removal can be undone. */
const removedFor = 86_400_000

/** The links of a household in the order they were made. */
export function linksOfHousehold({ ledger }: Pick<ReadableStores, 'ledger'>, householdId: string): KeptLink[] {
  return ledger
    .prepare<[string], KeptLink>(`SELECT ${linkColumns} WHERE household_id = ? AND removed_at IS NULL ORDER BY seq`)
    .all(householdId)
}

/** The links of one person or entity, at either end, in the order they were made. */
export function linksOfRecord({ ledger }: Pick<ReadableStores, 'ledger'>, { resource, id }: EstateNode): KeptLink[] {
  return ledger
    .prepare<[string, string, string, string], KeptLink>(
      `SELECT seq, ${linkColumns} WHERE from_id = ? AND from_resource = ? AND removed_at IS NULL
       UNION ALL SELECT seq, ${linkColumns} WHERE to_id = ? AND to_resource = ? AND removed_at IS NULL ORDER BY seq`,
    )
    .all(id, resource, id, resource)
}

type NewLink = Pick<KeptLink, 'id' | 'household_id' | 'role' | 'origin'> & { from: EstateNode; to: EstateNode }

/** True if a link between the same two, with the same role, is there and not removed. */
function isNoted(ledger: WritableDatabase, link: Pick<NewLink, 'from' | 'to' | 'role'>): boolean {
  const isSame = ({ from_resource, from_id, to_resource, to_id, role }: KeptLink) =>
    from_resource === link.from.resource &&
    from_id === link.from.id &&
    to_resource === link.to.resource &&
    to_id === link.to.id &&
    roleKey(role) === roleKey(link.role)
  return linksOfRecord({ ledger }, link.from).some(isSame)
}

/** Stores a link, unless it exists with this role. Links that were removed more than a day ago are deleted. */
export function addLink(ledger: WritableDatabase, link: NewLink, now: number): void {
  ledger.prepare('DELETE FROM estate_link WHERE removed_at < ?').run(now - removedFor)
  if (isNoted(ledger, link)) return
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

/** Removes a link, or restores one that was removed in the last day, unless it was noted again since then. */
export function setLinkRemoved(
  ledger: WritableDatabase,
  { id, removed }: { id: string; removed: boolean },
  now: number,
): void {
  const link = ledger.prepare<[string], KeptLink>(`SELECT ${linkColumns} WHERE id = ?`).get(id)
  if (link === undefined) return
  const from = { resource: link.from_resource, id: link.from_id }
  const to = { resource: link.to_resource, id: link.to_id }
  if (!removed && isNoted(ledger, { from, to, role: link.role })) return
  ledger.prepare('UPDATE estate_link SET removed_at = ? WHERE id = ?').run(removed ? now : null, id)
}

/** Puts another record in the place of one end of a link, such as for one that was deleted. */
export function moveLink(
  ledger: WritableDatabase,
  { id, end, node }: { id: string; end: 'from' | 'to'; node: EstateNode },
): void {
  ledger
    .prepare(`UPDATE estate_link SET ${end}_resource = ?, ${end}_id = ? WHERE id = ?`)
    .run(node.resource, node.id, id)
}

type Evidence = Pick<EstateEvidence, 'kind' | 'source'>

/** The role of a rejection that holds for all roles. */
export const anyRole = '*'

/** A rejected piece of evidence: a proposal with other evidence is shown. */
export type Rejection = { from_id: string; to_id: string; role: string; kind: string; source: string }

/** All rejections: there are few, and only a pair of ids says which household they are about. */
export function listRejections({ ledger }: Pick<ReadableStores, 'ledger'>): Rejection[] {
  return ledger.prepare<[], Rejection>('SELECT from_id, to_id, role, kind, source FROM role_rejection').all()
}

type Rejecting = { from: EstateNode; to: EstateNode; role: string | null; evidence: Evidence[]; rejected: boolean }

/** Remembers that a role was rejected on this evidence, or forgets it. */
export function setRejected(
  ledger: WritableDatabase,
  { from, to, role, evidence, rejected }: Rejecting,
  now: number,
): void {
  const put = ledger.prepare(
    `INSERT OR IGNORE INTO role_rejection (from_id, to_id, role, kind, source, rejected_at) VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const forget = ledger.prepare(
    'DELETE FROM role_rejection WHERE from_id = ? AND to_id = ? AND role IN (?, ?) AND kind = ? AND source = ?',
  )
  for (const { kind, source } of evidence) {
    if (rejected) put.run(from.id, to.id, role ?? '', kind, source, now)
    else forget.run(from.id, to.id, role ?? '', anyRole, kind, source)
  }
}

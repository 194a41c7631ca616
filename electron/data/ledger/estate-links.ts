import { linkObstacle } from '../../../shared/domain/estate-map/link-obstacle.ts'
import { foldLetters } from '../../../shared/domain/fold.ts'
import { type KnownRole, knownRole, personRoles } from '../../../shared/domain/roles/role-names.ts'
import type { EstateEvidence, EstateNode, LinkOutcome } from '../../../shared/ipc/estate.ts'
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

type Trustee = Pick<KeptLink, 'to_id' | 'from_resource' | 'from_id' | 'role'>

/**
 * Reads the trustees of all entities that the user noted, as JSON: their folded names by the entity's id, for orders and filters of lists.
 * One who is not in the offline copy is left out.
 */
export function prepareTrustees({ mirror, ledger }: Pick<ReadableStores, 'mirror' | 'ledger'>): () => string {
  const links = ledger.prepare<[], Trustee>(
    `SELECT to_id, from_resource, from_id, role FROM estate_link
     WHERE to_resource = 'entities' AND removed_at IS NULL ORDER BY seq`,
  )
  const nameIn = (table: 'individuals' | 'entities') =>
    mirror.prepare<[string], string>(`SELECT title FROM ${table} WHERE id = ?`).pluck()
  const names = { individuals: nameIn('individuals'), entities: nameIn('entities') }
  return () => {
    const trustees: Record<string, string> = {}
    for (const { to_id, role, from_resource, from_id } of links.all()) {
      const name = knownRole(role) === 'Trustee' ? names[from_resource].get(from_id) : undefined
      if (name === undefined) continue
      const before = trustees[to_id]
      trustees[to_id] = before === undefined ? foldLetters(name) : `${before}, ${foldLetters(name)}`
    }
    return JSON.stringify(trustees)
  }
}

/** Roles in which a person acts for others; what someone founded, owns or receives is none of them. */
const actingRoles: ReadonlySet<KnownRole | null> = new Set<KnownRole>([
  ...(['Trustee', 'Successor trustee', 'Manager'] as const),
  ...personRoles,
])

/** A role that was confirmed with its limit, as “Trustee, in Florida only”, is one too. */
const isActing = ({ role, origin }: Pick<KeptLink, 'role' | 'origin'>) =>
  actingRoles.has(knownRole(role) ?? (origin === 'confirmed' ? knownRole(role.replace(/[,…].*$/, '')) : null))

/** Reads the ids of the people whom the user noted in such a role of a record that is in the offline copy, as JSON, for filters of lists. */
export function prepareActing({ mirror, ledger }: Pick<ReadableStores, 'mirror' | 'ledger'>): () => string {
  const links = ledger.prepare<[], Pick<KeptLink, 'from_id' | 'to_resource' | 'to_id' | 'role' | 'origin'>>(
    `SELECT from_id, to_resource, to_id, role, origin FROM estate_link
     WHERE from_resource = 'individuals' AND removed_at IS NULL ORDER BY from_id`,
  )
  const idIn = (table: 'individuals' | 'entities') =>
    mirror.prepare<[string], 1>(`SELECT 1 FROM ${table} WHERE id = ?`).pluck()
  const isHere = { individuals: idIn('individuals'), entities: idIn('entities') }
  return () => {
    const acting = links.all().filter((link) => isActing(link) && isHere[link.to_resource].get(link.to_id) === 1)
    return JSON.stringify([...new Set(acting.map(({ from_id }) => from_id))])
  }
}

/** A link that is to be stored. */
export type NewLink = Pick<KeptLink, 'id' | 'household_id' | 'role' | 'origin'> & { from: EstateNode; to: EstateNode }

const endsOf = (kept: KeptLink) => ({
  from: { resource: kept.from_resource, id: kept.from_id },
  to: { resource: kept.to_resource, id: kept.to_id },
  role: kept.role,
})

/** The obstacle of a link among those that are noted, apart from some of them. */
function obstacleTo(
  ledger: WritableDatabase,
  link: Pick<NewLink, 'from' | 'to' | 'role' | 'household_id'>,
  apart: readonly (string | undefined)[],
) {
  const all = [...linksOfRecord({ ledger }, link.from), ...linksOfHousehold({ ledger }, link.household_id)]
  const others = all.filter(({ id }) => !apart.includes(id)).map((kept) => ({ id: kept.id, ...endsOf(kept) }))
  return linkObstacle(link, others)
}

type Obstacle = NonNullable<ReturnType<typeof obstacleTo>>

const stored = (id: string, is_new: boolean): LinkOutcome => ({ id, is_new, refused: null })

function refused(id: string, { why, by }: Pick<Obstacle, 'why' | 'by'>): LinkOutcome {
  return { id, is_new: false, refused: { why, by: by && { from: by.from, to: by.to, role: by.role } } }
}

/**
 * Stores a link in place of the one that it replaces, unless it exists with this role or contradicts others. Links that were removed
 * more than a day ago are deleted.
 */
export function addLink(
  ledger: WritableDatabase,
  link: NewLink & { replaces?: string | undefined },
  now: number,
): LinkOutcome {
  ledger.prepare('DELETE FROM estate_link WHERE removed_at < ?').run(now - removedFor)
  const obstacle = obstacleTo(ledger, link, [link.replaces])
  if (obstacle?.why === 'noted' && obstacle.by) return stored(obstacle.by.id, false)
  if (obstacle) return refused(link.id, obstacle)
  ledger.prepare('UPDATE estate_link SET removed_at = ? WHERE id = ?').run(now, link.replaces ?? null)
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
  return stored(link.id, true)
}

const findLink = (ledger: WritableDatabase, id: string) =>
  ledger
    .prepare<[string], KeptLink & { removed_at: number | null }>(`SELECT removed_at, ${linkColumns} WHERE id = ?`)
    .get(id)

/** Removes a link, or restores one that was removed in the last day, unless it was noted again since then or contradicts others. */
export function setLinkRemoved(
  ledger: WritableDatabase,
  { id, removed }: { id: string; removed: boolean },
  now: number,
): LinkOutcome {
  const kept = findLink(ledger, id)
  if (kept === undefined) return removed ? stored(id, false) : refused(id, { why: 'changed', by: null })
  const obstacle = removed ? null : obstacleTo(ledger, { ...kept, ...endsOf(kept) }, [id])
  if (obstacle?.why === 'noted' && obstacle.by) return stored(obstacle.by.id, false)
  if (obstacle) return refused(id, obstacle)
  ledger.prepare('UPDATE estate_link SET removed_at = ? WHERE id = ?').run(removed ? now : null, id)
  return stored(id, false)
}

type Move = { id: string; end: 'from' | 'to'; was: EstateNode; node: EstateNode; replaces?: string | undefined }

/**
 * Puts another record in the place of one end of a link, such as for one that was deleted, and removes the link that it replaces. Refused
 * if that record has the role already, if the link contradicts others, and if it was removed or the end is no longer what it was.
 */
export function moveLink(ledger: WritableDatabase, { id, end, was, node, replaces }: Move, now: number): LinkOutcome {
  const kept = findLink(ledger, id)
  const before = kept && endsOf(kept)
  if (!before || kept.removed_at !== null || before[end].id !== was.id || before[end].resource !== was.resource)
    return refused(id, { why: 'changed', by: null })
  const obstacle = obstacleTo(ledger, { ...kept, ...before, [end]: node }, [id, replaces])
  if (obstacle) return refused(id, obstacle)
  ledger.prepare('UPDATE estate_link SET removed_at = ? WHERE id = ?').run(now, replaces ?? null)
  ledger
    .prepare(`UPDATE estate_link SET ${end}_resource = ?, ${end}_id = ? WHERE id = ?`)
    .run(node.resource, node.id, id)
  return stored(id, false)
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

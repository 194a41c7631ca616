import type { EstateLink, EstateMap, EstateNode, EstateProposal } from '../../ipc/estate.ts'
import { initialsOf } from '../initials.ts'
import { type KnownRole, knownRole } from '../roles/role-names.ts'
import { kindFamily } from './lanes.ts'
import { nodeKey } from './nodes.ts'

/** Who has a role. `isConfirmed`: the user drew or confirmed it; otherwise it is a proposal. */
export type RoleHolder = { node: EstateNode; name: string; initials: string; isConfirmed: boolean }

/** A role in an entity with those who have it; none if it is expected but not recorded. `role` is empty where the evidence names none. */
export type EntityRole = { role: string; holders: RoleHolder[] }

/** Roles that an entity of a kind has in any case: where one is missing, the picture says so. */
export function expectedRoles(kind: string): readonly KnownRole[] {
  if (/RETIREMENT|INSURANCE|TUITION/.test(kind)) return ['Owner', 'Beneficiary']
  if (kind.endsWith('_TRUST')) return ['Trustee']
  const family = kindFamily(kind)
  return family === 'Accounts' || family === 'Companies' ? ['Owner'] : []
}

/** Owners first: an account has one before it has a beneficiary. */
const inOrder: readonly KnownRole[] = ['Owner', 'Grantor', 'Trustee', 'Successor trustee', 'Manager', 'Beneficiary']
const order = new Map<string, number>(inOrder.map((role, at) => [role, at]))
/** Any other words stand behind the usual roles, and proposals without a role last. */
const placeOf = (role: string) => order.get(role) ?? (role === '' ? inOrder.length + 1 : inOrder.length)

/** A stored role in its usual spelling; words of the user stay as they are. */
const spelled = (role: string | null) => (role === null ? '' : (knownRole(role) ?? role))

/** The label of a role of one or several: “Trustee”, “Beneficiaries”. Words of the user stay as they are. */
export function roleLabel({ role, holders }: EntityRole): string {
  if (role === '') return 'Named'
  if (holders.length < 2 || knownRole(role) === null) return role
  return role.endsWith('y') ? `${role.slice(0, -1)}ies` : `${role}s`
}

/**
 * The roles in each entity, by its id: the user's links, then proposals. Links between two people and roles in people are left
 * out.
 *
 * @param expects - adds the roles that are expected and have no one
 */
export function rolesOfEntities(map: EstateMap, expects: boolean): Map<string, EntityRole[]> {
  const nameOf = namesOf(map)
  const initials = initialsIn(map, nameOf)
  const roles = new Map<string, Map<string, EntityRole>>()
  const addTo = (entityId: string, role: string) => {
    const own = roles.get(entityId) ?? new Map<string, EntityRole>()
    const one = own.get(role) ?? { role, holders: [] }
    roles.set(entityId, own)
    own.set(role, one)
    return one
  }
  const add = ({ from, to, role }: EstateLink | EstateProposal, isConfirmed: boolean) => {
    if (to.resource !== 'entities') return
    const { holders } = addTo(to.id, spelled(role))
    const key = nodeKey(from)
    if (holders.some(({ node }) => nodeKey(node) === key)) return
    const node: EstateNode = { resource: from.resource, id: from.id }
    holders.push({ node, name: nameOf(node), initials: initials.get(key) ?? shownInitials(nameOf(node)), isConfirmed })
  }
  for (const link of map.links) add(link, true)
  for (const proposal of map.proposals) add(proposal, false)
  if (expects) for (const { id, kind } of map.entities) for (const role of expectedRoles(kind)) addTo(id, role)
  const sorted = [...roles].map(([id, own]) => {
    const all = [...own.values()].map((one) => ({ ...one, holders: one.holders.toSorted(confirmedFirst) }))
    return [id, all.sort((a, b) => placeOf(a.role) - placeOf(b.role))] as const
  })
  return new Map(sorted)
}

/** The name of someone who is in no record of the copy. */
const gone = 'No longer in the offline copy'

/** Initials are of a name: someone whose name is not known has none. */
const shownInitials = (name: string) => (name === gone ? '?' : initialsOf(name))

const confirmedFirst = (a: RoleHolder, b: RoleHolder) => Number(b.isConfirmed) - Number(a.isConfirmed)

/** The name of each person and entity; of one that is gone, words that say so. */
export function namesOf({ people, entities, links }: EstateMap): (node: EstateNode) => string {
  const names = new Map<string, string>()
  for (const { from, to } of links) for (const end of [from, to]) if (end.name) names.set(nodeKey(end), end.name)
  for (const { id, name } of people) names.set(nodeKey({ resource: 'individuals', id }), name || id)
  for (const { id, name } of entities) names.set(nodeKey({ resource: 'entities', id }), name || id)
  return (node) => names.get(nodeKey(node)) ?? gone
}

/**
 * The initials of people, by `nodeKey`. Of several people with the same ones, each has a number after them: “AN2”. A question mark for
 * someone who is gone.
 */
export function initialsIn({ people, links }: EstateMap, nameOf: (node: EstateNode) => string): Map<string, string> {
  const nodes = people.map(({ id }): EstateNode => ({ resource: 'individuals', id }))
  const others = links.flatMap(({ from }) => (from.resource === 'individuals' ? [from] : []))
  const counts = new Map<string, number>()
  const found = new Map<string, string>()
  for (const node of [...nodes, ...others]) {
    const key = nodeKey(node)
    if (found.has(key)) continue
    const initials = shownInitials(nameOf(node))
    const before = initials === '?' ? 0 : (counts.get(initials) ?? 0)
    counts.set(initials, before + 1)
    found.set(key, before === 0 ? initials : `${initials}${before + 1}`)
  }
  return found
}

import type { EstateNode } from '../../ipc/estate.ts'
import { familyRoles, knownRole } from '../roles/role-names.ts'

export type FamilyRole = (typeof familyRoles)[number]

/** The relation of two people, by their ids. `from` is the parent of `to`; the other roles hold both ways. */
export type FamilyLink = { from: string; to: string; role: FamilyRole }

type Ends = { from: EstateNode; to: EstateNode; role: string }

/** The family role that a stored role names; null for any other. */
export function familyRole(role: string): FamilyRole | null {
  const known = knownRole(role)
  return familyRoles.find((one) => one === known) ?? null
}

/** A link that says what two people are to each other. */
export const isFamilyLink = ({ from, to, role }: Ends): boolean =>
  from.resource === 'individuals' && to.resource === 'individuals' && familyRole(role) !== null

/** The family among a household's links. */
export const familyOf = (links: readonly Ends[]): FamilyLink[] =>
  links.filter(isFamilyLink).flatMap(({ from, to, role }) => {
    const known = familyRole(role)
    return known === null || from.id === to.id ? [] : [{ from: from.id, to: to.id, role: known }]
  })

/** The relation of one end of a link to the other: "Spouse of", "Parent of", "Child of". */
export function relationWords(role: FamilyRole, isFrom: boolean): string {
  return `${role === 'Parent' && !isFrom ? 'Child' : role} of`
}

/** Everyone above someone, by parent links. */
export function ancestorsOf(id: string, links: readonly FamilyLink[]): Set<string> {
  const found = new Set<string>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { from, to, role } of links) {
      if (role !== 'Parent' || to !== next || found.has(from)) continue
      found.add(from)
      waiting.push(from)
    }
  }
  return found
}

/** Parent links without those that make someone their own ancestor: of a loop, the last one is left out. */
export function withoutLoops(links: readonly FamilyLink[]): FamilyLink[] {
  const kept: FamilyLink[] = []
  for (const link of links) {
    const closes = link.role === 'Parent' && (link.from === link.to || ancestorsOf(link.from, kept).has(link.to))
    if (!closes) kept.push(link)
  }
  return kept
}

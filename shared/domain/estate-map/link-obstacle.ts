import type { EstateNode, LinkObstacle } from '../../ipc/estate.ts'
import { ancestorsOf, familyOf, familyRole, isFamilyLink, relationWords } from '../family/family-links.ts'
import { roleKey } from '../roles/role-names.ts'
import { nodeKey } from './nodes.ts'

type Ends = { from: EstateNode; to: EstateNode; role: string }

const isParent = ({ role }: Ends) => familyRole(role) === 'Parent'

const joins = ({ from, to }: Ends, one: EstateNode, other: EstateNode) =>
  nodeKey(from) === nodeKey(one) && nodeKey(to) === nodeKey(other)

/** The obstacle that keeps a link from being stored beside others, with the one that is in its way; null if nothing does. */
export function linkObstacle<Link extends Ends>(
  link: Ends,
  others: readonly Link[],
): { why: LinkObstacle; by: Link | null } | null {
  const { from, to } = link
  if (nodeKey(from) === nodeKey(to)) return { why: 'self', by: null }
  const isFamily = isFamilyLink(link)
  const ofPair = others.filter((one) => joins(one, from, to) || (isFamily && joins(one, to, from)))
  const holdsBothWays = isFamily && !isParent(link)
  const same = ofPair.find((one) => roleKey(one.role) === roleKey(link.role) && (holdsBothWays || joins(one, from, to)))
  if (same) return { why: 'noted', by: same }
  if (!isFamily) return null
  const contrary = ofPair.find((one) => isFamilyLink(one) && (holdsBothWays || !isParent(one)))
  if (contrary) return { why: isParent(contrary) === isParent(link) ? 'couple' : 'generation', by: contrary }
  if (!isParent(link) || !ancestorsOf(from.id, familyOf(others)).has(to.id)) return null
  return { why: 'ancestor', by: null }
}

/** The link by which one of two people is noted as someone else's spouse: both may hold, such as for a widower, so it is a question. */
export function otherSpouse<Link extends Ends>(link: Ends, others: readonly Link[]): Link | null {
  const isSpouse = (one: Ends) => isFamilyLink(one) && familyRole(one.role) === 'Spouse'
  if (!isSpouse(link)) return null
  const pair = [nodeKey(link.from), nodeKey(link.to)]
  const ofOne = (one: Ends) => pair.includes(nodeKey(one.from)) !== pair.includes(nodeKey(one.to))
  return others.find((one) => isSpouse(one) && ofOne(one)) ?? null
}

/** An obstacle in two sentences: what is noted already, and what to do. */
export function obstacleWords(
  { why, by }: { why: LinkObstacle; by: Ends | null },
  { from, to }: Pick<Ends, 'from' | 'to'>,
  nameOf: (node: EstateNode) => string,
): string {
  if (why === 'self') return 'Choose another person or entity.'
  if (why === 'changed') return 'This role was changed in another window. Look at it again, then decide.'
  if (why === 'ancestor')
    return `${nameOf(to)} is already a parent or an earlier ancestor of ${nameOf(from)}, and nobody can be their own ancestor. If a link is wrong, remove it first.`
  if (by === null) return 'Another link is in the way. Look at the roles again, then decide.'
  const role = isFamilyLink(by) ? familyRole(by.role) : null
  const relation = role === null ? `${by.role} of` : relationWords(role, true)
  const standing = `${nameOf(by.from)} is already noted as ${relation} ${nameOf(by.to)}.`
  return why === 'noted'
    ? standing
    : `${standing} If that is wrong, remove it first, on the page of ${nameOf(by.from)}.`
}

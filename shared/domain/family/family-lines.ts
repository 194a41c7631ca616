import type { FamilyLink } from './family-links.ts'

/** The place of the card of someone, in pixels. */
type Card = { id: string; x: number; y: number; width: number; height: number }

/** A line between people, as the path of an SVG. `isFormer`: of people who are no longer a couple. */
export type FamilyPath = { key: string; d: string; isFormer: boolean }

/** Space below a generation in which the lines to its children run, in pixels. */
export const familyGap = 18

const middle = ({ x, width }: Card) => x + width / 2
const isBeside = (one: Card, other: Card) =>
  one.y === other.y && Math.min(Math.abs(one.x + one.width - other.x), Math.abs(other.x + other.width - one.x)) < 20

/** Between couples beside each other, the edges that face each other; else below both cards. Null if they are in two lines of cards. */
function coupleOf(one: Card, other: Card): string | null {
  const [left, right] = one.x < other.x ? [one, other] : [other, one]
  if (isBeside(one, other)) return `M${left.x + left.width} ${left.y + left.height / 2}H${right.x}`
  if (one.y !== other.y) return null
  const [from, to] = [left.y + left.height, right.y + right.height]
  const low = Math.max(from, to) + familyGap / 3
  return `M${middle(left)} ${from}V${low}H${middle(right)}V${to}`
}

/** Where the line to someone's children begins: between the parents if they are beside each other, else below each. */
function originsOf(parents: readonly Card[]): { x: number; y: number }[] {
  const [one, other] = parents
  if (one && other && parents.length === 2 && isBeside(one, other)) {
    const [left, right] = one.x < other.x ? [one, other] : [other, one]
    return [{ x: (left.x + left.width + right.x) / 2, y: left.y + left.height / 2 }]
  }
  return parents.map((card) => ({ x: middle(card), y: card.y + card.height }))
}

/**
 * Lines between the cards of people: couples beside each other, children below their parents. They belong behind the cards. Links of people
 * without a card, of a child above its parent, and past other cards have none.
 *
 * @param lift - how far above a child's card the line to it turns, in pixels
 */
export function familyPaths(
  cards: readonly Card[],
  links: readonly FamilyLink[],
  lift: number = familyGap / 2,
): FamilyPath[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const paths: FamilyPath[] = []
  const parents = new Map<string, Card[]>()
  for (const { from, to, role } of links) {
    const [one, other] = [byId.get(from), byId.get(to)]
    if (!one || !other || one === other) continue
    if (role !== 'Parent') {
      const d = coupleOf(one, other)
      if (d !== null) paths.push({ key: `${role} ${from} ${to}`, d, isFormer: role === 'Former spouse' })
    } else if (one.y < other.y) {
      const known = parents.get(to) ?? []
      if (!known.includes(one)) parents.set(to, [...known, one])
    }
  }
  for (const [id, above] of parents) {
    const child = byId.get(id)
    // A line past other cards would seem to be theirs.
    const isNext = above.every((parent) => !cards.some(({ y }) => y > parent.y && y < (child?.y ?? 0)))
    if (!child || !isNext) continue
    const turn = child.y - lift
    const d = originsOf(above)
      .map(({ x, y }) => `M${x} ${y}V${turn}H${middle(child)}V${child.y}`)
      .join('')
    paths.push({ key: `Parent ${id}`, d, isFormer: false })
  }
  return paths
}

import type { EntityKind } from '../schemas/fields.ts'
import type { Member } from './member.ts'
import type { Random } from './random.ts'

/** An entity that a household has, before it has a name. */
export interface Holding {
  kind: EntityKind
  /** Its part of the household's wealth, relative to the others; or its own size in dollars, for accounts that stay small. */
  size: { share: number } | { dollars: number }
  owner: Member
}

/** In millions of dollars: most households have 2 to 12, few above 40. */
export function drawWealth(random: Random): number {
  const bell = (random.next() + random.next() + random.next()) / 1.5 - 1
  return Math.min(74, Math.max(0.65, 5.2 * Math.exp(bell * 2.6)))
}

interface Life {
  random: Random
  family: readonly Member[]
  /** In millions of dollars. */
  wealth: number
}

type Wish = { kind: EntityKind; weight: number; share?: number; dollars?: number; owner: Member }

/** Chooses the three to nine entities that a household of this wealth would have: the usual ones first, then the more special. */
export function choosePortfolio({ random, family, wealth }: Life): Holding[] {
  const primaries = family.filter(({ role }) => role === 'primary')
  const [first, second] = primaries
  if (first === undefined) return []
  const someone = () => random.pick(primaries)
  const young = family.filter(({ age, role }) => age < 19 && (role === 'child' || role === 'grandchild'))
  const youngest = young[0]
  const wish = (kind: EntityKind, weight: number, share: number, owner = someone()): Wish =>
    weight <= 0 ? { kind, weight: 0, share, owner } : { kind, weight, share, owner }
  const above = (millions: number, weight: number) => (wealth >= millions ? weight : weight / 12)
  const wishes: Wish[] = [
    wish('INDIVIDUAL_PERSONAL_ACCOUNT', second ? 5 : 0, 0.8),
    wish('RETIREMENT_PERSONAL_ACCOUNT', second ? 10 : 4, 0.6, second ?? first),
    wish('ILIT_TRUST', above(3, 10), 0.8),
    wish('SLAT_TRUST', second ? above(9, 9) : 0, 1.3),
    wish('GRAT_TRUST', above(7, 8), 0.9),
    wish('IRREVOCABLE_TRUST', above(4, 9), 1.2),
    wish('LLC_BUSINESS_ENTITY', above(2.5, 9), 1),
    wish('LP_BUSINESS_ENTITY', above(12, 6), 1.6),
    wish('GP_BUSINESS_ENTITY', above(8, 1.2), 1.2),
    wish('SCORP_BUSINESS_ENTITY', above(4, 3.5), 1.8),
    wish('CCORP_BUSINESS_ENTITY', above(8, 2), 2),
    { kind: 'SOLE_PROPRIETORSHIP_BUSINESS_ENTITY', weight: 1.6, dollars: random.int(60, 480) * 1000, owner: someone() },
    { kind: 'DONOR_ADVISED_FUND', weight: above(3, 5), dollars: random.int(60, 900) * 1000, owner: someone() },
    wish('PRIVATE_FOUNDATION', above(22, 7) / (wealth < 10 ? 40 : 1), 0.9),
    wish('CRT_TRUST', above(5, 2), 0.5),
    wish('CLT_TRUST', above(10, 1.5), 0.5),
    wish('QPRT_TRUST', above(5, 2), 0.6),
    { kind: 'INSURANCE_PERSONAL_ACCOUNT', weight: 4, dollars: random.int(70, 650) * 1000, owner: someone() },
    ...young.slice(0, 2).map((owner): Wish => {
      return { kind: 'QUALIFIED_TUITION_PERSONAL_ACCOUNT', weight: 4, dollars: random.int(24, 240) * 1000, owner }
    }),
    ...(youngest
      ? [{ kind: 'CUSTODIAL_PERSONAL_ACCOUNT', weight: 2, dollars: random.int(9, 95) * 1000, owner: youngest } as const]
      : []),
  ]
  const usual: Wish[] = [
    ...(first.age > 44 || random.chance(0.6) ? [wish('REVOCABLE_TRUST', 1, 2.2, first)] : []),
    second && random.chance(0.85)
      ? wish('JOINT_PERSONAL_ACCOUNT', 1, 0.9, first)
      : wish('INDIVIDUAL_PERSONAL_ACCOUNT', 1, 1.2, first),
    ...(random.chance(0.75) ? [wish('RETIREMENT_PERSONAL_ACCOUNT', 1, 0.9, first)] : []),
    ...(second && wealth > 8 && random.chance(0.4) ? [wish('REVOCABLE_TRUST', 1, 1.4, second)] : []),
  ]
  const count = Math.min(9, Math.max(3, Math.round(2.9 + Math.log2(wealth + 1) * 0.85 + random.next() * 1.2 - 0.6)))
  while (usual.length < count && wishes.length > 0) {
    const chosen = random.weighted(wishes.map((each) => [each, each.weight] as const))
    wishes.splice(wishes.indexOf(chosen), 1)
    usual.push(chosen)
  }
  return usual.map(({ kind, share, dollars, owner }) => {
    const wobble = 0.6 + random.next() * 0.9
    const small = Math.min(dollars ?? 0, wealth * 90_000)
    return { kind, owner, size: dollars === undefined ? { share: (share ?? 1) * wobble } : { dollars: small } }
  })
}

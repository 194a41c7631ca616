import { ENTITY_KINDS, ENTITY_STAGES, type EntityKind } from '../schemas/fields.ts'
import type { Entity, Individual } from '../schemas/responses.ts'
import { CUSTODIANS } from './phrases.ts'
import type { Random } from './random.ts'
import { stamps } from './time.ts'

const USUAL_KINDS: readonly (readonly [EntityKind, number])[] = [
  ['REVOCABLE_TRUST', 18],
  ['IRREVOCABLE_TRUST', 9],
  ['SLAT_TRUST', 8],
  ['ILIT_TRUST', 8],
  ['GRAT_TRUST', 6],
  ['INDIVIDUAL_PERSONAL_ACCOUNT', 12],
  ['JOINT_PERSONAL_ACCOUNT', 10],
  ['RETIREMENT_PERSONAL_ACCOUNT', 12],
  ['QUALIFIED_TUITION_PERSONAL_ACCOUNT', 5],
  ['DONOR_ADVISED_FUND', 4],
  ['LLC_BUSINESS_ENTITY', 8],
]

type NameOf = (words: { surname: string; first: string; year: number; random: Random }) => string

const NAMES: Record<EntityKind, NameOf> = {
  REVOCABLE_TRUST: ({ surname }) => `The ${surname} Family Revocable Trust`,
  IRREVOCABLE_TRUST: ({ surname, year }) => `${surname} ${year} Irrevocable Trust`,
  SLAT_TRUST: ({ first, surname, year }) => `${first} ${surname} ${year} SLAT`,
  ILIT_TRUST: ({ first, surname }) => `${first} ${surname} Irrevocable Life Insurance Trust`,
  QPRT_TRUST: ({ surname, year }) => `${surname} ${year} Qualified Personal Residence Trust`,
  GRAT_TRUST: ({ first, surname, year }) => `${first} ${surname} ${year} GRAT`,
  CRT_TRUST: ({ surname }) => `${surname} Charitable Remainder Unitrust`,
  CLT_TRUST: ({ surname }) => `${surname} Charitable Lead Annuity Trust`,
  INDIVIDUAL_PERSONAL_ACCOUNT: ({ first, random }) => `${first} · ${random.pick(CUSTODIANS)} Brokerage`,
  JOINT_PERSONAL_ACCOUNT: ({ surname, random }) => `${surname} Joint Account · ${random.pick(CUSTODIANS)}`,
  CUSTODIAL_PERSONAL_ACCOUNT: ({ first, surname }) => `${first} ${surname} UTMA Account`,
  INSURANCE_PERSONAL_ACCOUNT: ({ first, surname }) => `${first} ${surname} Insurance Policies`,
  QUALIFIED_TUITION_PERSONAL_ACCOUNT: ({ first }) => `${first}'s 529 Plan`,
  RETIREMENT_PERSONAL_ACCOUNT: ({ first, random }) =>
    `${first} ${random.pick(['IRA', 'Roth IRA', '401(k)', 'SEP IRA'])}`,
  DONOR_ADVISED_FUND: ({ surname }) => `${surname} Family Giving Fund`,
  PRIVATE_FOUNDATION: ({ surname }) => `The ${surname} Foundation`,
  LLC_BUSINESS_ENTITY: ({ surname, random }) => `${surname} ${random.pick(['Properties', 'Holdings', 'Ranch'])}, LLC`,
  LP_BUSINESS_ENTITY: ({ surname }) => `${surname} Family Partners, LP`,
  GP_BUSINESS_ENTITY: ({ surname }) => `${surname} & Sons General Partnership`,
  SOLE_PROPRIETORSHIP_BUSINESS_ENTITY: ({ first, surname }) => `${first} ${surname} Consulting`,
  SCORP_BUSINESS_ENTITY: ({ surname }) => `${surname} Industries, Inc.`,
  CCORP_BUSINESS_ENTITY: ({ surname }) => `${surname} Global Corp.`,
}

const OUT_OF_ESTATE: ReadonlySet<EntityKind> = new Set<EntityKind>([
  'IRREVOCABLE_TRUST',
  'SLAT_TRUST',
  'ILIT_TRUST',
  'CLT_TRUST',
  'CRT_TRUST',
  'DONOR_ADVISED_FUND',
  'PRIVATE_FOUNDATION',
])

export interface EntitySeed {
  random: Random
  householdId: string
  surname: string
  since: number
  family: readonly Individual[]
  /** The number of entities before this one; rare kinds and stages recur by position. */
  position: number
}

/** Generates a trust, account, fund or business of the household. */
export function generateEntity({ random, householdId, surname, since, family, position }: EntitySeed): Entity {
  const rare = position % 4 === 0
  const kind = rare
    ? (ENTITY_KINDS[(position / 4) % ENTITY_KINDS.length] ?? 'REVOCABLE_TRUST')
    : random.weighted(USUAL_KINDS)
  const stage = position % 6 === 0 ? (ENTITY_STAGES[(position / 6) % ENTITY_STAGES.length] ?? 'ACTIVE') : 'ACTIVE'
  const grantors = family.filter((person) => person.is_primary)
  const young = family.filter((person) => person.is_beneficiary && !person.is_primary)
  const forTheYoung = kind === 'QUALIFIED_TUITION_PERSONAL_ACCOUNT' || kind === 'CUSTODIAL_PERSONAL_ACCOUNT'
  const owner = random.pick(forTheYoung && young.length > 0 ? young : grantors)
  const times = stamps(random, since)
  const year = Math.min(Number(times.created_at.slice(0, 4)), 2026) - random.int(0, 12)
  return {
    id: random.id('entity_'),
    ...times,
    display_name: NAMES[kind]({ surname, first: owner.first_name, year, random }),
    household_id: householdId,
    in_estate_status: random.chance(0.02) ? 'none' : OUT_OF_ESTATE.has(kind) ? 'out_of_estate' : 'in_estate',
    kind,
    stage,
    ...(random.chance(0.3) ? { external_id: `ENT-${random.id('').slice(0, 10).toUpperCase()}` } : {}),
  }
}

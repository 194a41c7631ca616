import type { EntityKind } from '../schemas/fields.ts'
import type { Entity } from '../schemas/responses.ts'
import type { Member } from './member.ts'
import type { Address } from './places.ts'
import type { Holding } from './portfolio.ts'
import type { Random } from './random.ts'
import { DAY_MS, iso, stamps, yearOf } from './time.ts'

export const CUSTODIANS = ['Meridian', 'Blue Ridge', 'Old Colony', 'Harborline', 'Lakeshore']
const PROPERTIES = ['Lakeside', 'Harbor Street', 'Mill Pond', 'Ridgeview', 'North Field', 'Cedar Point']
const TRADES = [
  'Precision Machining',
  'Building Supply',
  'Dental Group',
  'Orchards',
  'Marine Works',
  'Paper and Packaging',
]

interface Words {
  random: Random
  surname: string
  owner: Member
  spouse: string | undefined
  full: string
  year: number
}

/** Names as a firm records them. People are named by first and last name, trusts also by year. */
const NAMES: Record<EntityKind, (words: Words) => string> = {
  REVOCABLE_TRUST: ({ surname, full, spouse, random }) =>
    spouse && random.chance(0.4) ? `The ${surname} Family Revocable Trust` : `${full} Revocable Trust`,
  IRREVOCABLE_TRUST: ({ surname, year, random }) =>
    `${surname} ${year} ${random.pick(['Irrevocable Trust', 'Dynasty Trust', "Children's Trust"])}`,
  SLAT_TRUST: ({ full, year }) => `${full} ${year} Spousal Lifetime Access Trust`,
  ILIT_TRUST: ({ surname, year }) => `${surname} ${year} Irrevocable Life Insurance Trust`,
  QPRT_TRUST: ({ surname, year }) => `${surname} ${year} Qualified Personal Residence Trust`,
  GRAT_TRUST: ({ full, year }) => `${full} ${year} GRAT`,
  CRT_TRUST: ({ surname, year }) => `${surname} ${year} Charitable Remainder Unitrust`,
  CLT_TRUST: ({ surname, year }) => `${surname} ${year} Charitable Lead Annuity Trust`,
  INDIVIDUAL_PERSONAL_ACCOUNT: ({ full, random }) => `${full} Brokerage · ${random.pick(CUSTODIANS)}`,
  JOINT_PERSONAL_ACCOUNT: ({ surname, owner, spouse, random }) =>
    spouse
      ? `${owner.record.first_name} and ${spouse} ${surname} Joint Account · ${random.pick(CUSTODIANS)}`
      : `${surname} Joint Account`,
  CUSTODIAL_PERSONAL_ACCOUNT: ({ full }) => `${full} UTMA Account`,
  INSURANCE_PERSONAL_ACCOUNT: ({ full }) => `${full} Insurance and Annuities`,
  QUALIFIED_TUITION_PERSONAL_ACCOUNT: ({ full }) => `${full} 529 Plan`,
  RETIREMENT_PERSONAL_ACCOUNT: ({ full, owner, random }) =>
    `${full} ${random.pick(owner.age > 60 ? ['Rollover IRA', 'IRA', 'Roth IRA'] : ['401(k)', 'IRA', 'SEP IRA'])}`,
  DONOR_ADVISED_FUND: ({ surname }) => `${surname} Family Giving Fund`,
  PRIVATE_FOUNDATION: ({ surname }) => `The ${surname} Family Foundation`,
  LLC_BUSINESS_ENTITY: ({ surname, random }) => `${surname} ${random.pick(PROPERTIES)} Holdings, LLC`,
  LP_BUSINESS_ENTITY: ({ surname }) => `${surname} Family Partners, LP`,
  GP_BUSINESS_ENTITY: ({ surname }) => `${surname} and Sons, a General Partnership`,
  SOLE_PROPRIETORSHIP_BUSINESS_ENTITY: ({ full, random }) =>
    `${full} ${random.pick(['Consulting', 'Design', 'Advisory'])}`,
  SCORP_BUSINESS_ENTITY: ({ surname, random }) => `${surname} ${random.pick(TRADES)}, Inc.`,
  CCORP_BUSINESS_ENTITY: ({ surname, random }) => `${surname} ${random.pick(TRADES)} Corporation`,
}

const OUT_OF_ESTATE: ReadonlySet<EntityKind> = new Set<EntityKind>([
  ...(['IRREVOCABLE_TRUST', 'SLAT_TRUST', 'ILIT_TRUST', 'CLT_TRUST', 'CRT_TRUST'] as const),
  ...(['DONOR_ADVISED_FUND', 'PRIVATE_FOUNDATION', 'QUALIFIED_TUITION_PERSONAL_ACCOUNT'] as const),
  'CUSTODIAL_PERSONAL_ACCOUNT',
])

/** Stages of trusts and companies that are still being set up: they hold nothing yet. */
const BEING_SET_UP = [
  ...(['DRAFT', 'READY_FOR_PROPOSAL', 'IMPLEMENTATION', 'AI_NEEDS_REVIEW'] as const),
  ...(['PRE_CREATED', 'AI_CREATING', 'AI_CREATION_FAILED'] as const),
]

export interface EntitySeed {
  random: Random
  now: number
  householdId: string
  surname: string
  since: number
  family: readonly Member[]
  holding: Holding
  /** The household's first entity is always in force and valued. */
  isFirst: boolean
}

/** An entity with the people and the place that its documents name. */
export interface MadeEntity {
  record: Entity
  owner: Member
  year: number
  home: Address | undefined
  size: Holding['size']
}

/** Generates a trust, account, fund or business of the household. */
export function generateEntity(seed: EntitySeed): MadeEntity {
  const { random, now, householdId, surname, family, holding, isFirst } = seed
  const { kind, owner } = holding
  const primaries = family.filter(({ role }) => role === 'primary')
  const spouse = primaries.find((each) => each !== owner)?.record
  const isGrat = kind === 'GRAT_TRUST'
  const adultYears = Math.max(1, Math.min(isGrat ? 5 : 22, owner.age - 28))
  const year = yearOf(now) - random.int(kind === 'ILIT_TRUST' ? Math.min(5, adultYears) : 1, adultYears)
  const isAccount = kind.endsWith('PERSONAL_ACCOUNT')
  const stage = isFirst ? 'ACTIVE' : drawStage({ random, kind, age: yearOf(now) - year })
  const isForming = (BEING_SET_UP as readonly string[]).includes(stage)
  const words: Words = {
    random,
    owner,
    surname: owner.record.last_name === primaries[0]?.record.last_name ? owner.record.last_name : surname,
    spouse: spouse?.last_name === owner.record.last_name ? spouse.first_name : undefined,
    full: `${owner.record.first_name} ${owner.record.last_name}`,
    year: isForming ? yearOf(now) : year,
  }
  const record: Entity = {
    id: random.id('entity_'),
    ...(isForming ? recent(random, now) : stamps(random, seed.since, now)),
    display_name: NAMES[kind](words),
    household_id: householdId,
    in_estate_status: isForming ? 'none' : OUT_OF_ESTATE.has(kind) ? 'out_of_estate' : 'in_estate',
    kind,
    stage,
    ...(random.chance(isAccount ? 0.7 : 0.1) ? { external_id: `ENT-${random.id('').slice(0, 10).toUpperCase()}` } : {}),
  }
  return { record, owner, year: words.year, home: homeOf(owner), size: holding.size }
}

function homeOf({ record }: Member): Address | undefined {
  const { address_line1, city, state, postal_code } = record
  return address_line1 && city && state && postal_code
    ? { address_line1, city, state, postal_code, country: 'US' }
    : undefined
}

/** GRATs end after a few years and accounts are closed; trusts and companies may still be in the making. */
function drawStage({ random, kind, age }: { random: Random; kind: EntityKind; age: number }): Entity['stage'] {
  if (kind === 'GRAT_TRUST' && age > 2 && random.chance(0.6)) return 'COMPLETED'
  if (random.chance(0.03)) return 'ARCHIVED'
  const canForm = kind.endsWith('_TRUST') || kind.endsWith('BUSINESS_ENTITY')
  return canForm && random.chance(0.1) ? random.pick(BEING_SET_UP) : 'ACTIVE'
}

function recent(random: Random, now: number): { created_at: string; updated_at: string } {
  const created = now - random.int(9, 120) * DAY_MS - random.int(1, 9) * 3_600_000
  return { created_at: iso(created), updated_at: iso(created + random.int(0, 8) * DAY_MS) }
}

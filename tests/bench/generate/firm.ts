import { en } from '@faker-js/faker'
import { documentTypes } from '../../../shared/service/document.ts'
import { entityKinds, entityStages, inEstateStatuses } from '../../../shared/service/entity.ts'
import type { ListedResource } from '../../../shared/service/resource.ts'
import { createRandom, type Random } from './random.ts'

/** The number of individuals; all other counts are derived from it. */
export type FirmSize = { individuals: number }

/** Records as the service would send them. */
export type Firm = {
  counts: Readonly<Record<ListedResource, number>>
  /** Returns the same record on every call, in any order. */
  record(resource: ListedResource, at: number): object
  /** Returns the latest valuation of the entity at this position. */
  valuation(entityAt: number): { entityId: string; record: object }
}

const listOf = (names: unknown): string[] => {
  if (Array.isArray(names)) return names.map(String)
  const byKind = names as { generic?: string[]; female?: string[]; male?: string[] }
  return [...new Set([...(byKind.generic ?? []), ...(byKind.female ?? []), ...(byKind.male ?? [])])]
}
const firstNames = [...listOf(en.person?.first_name), 'Émile', 'Zoë', 'Søren', 'Łukasz', '美咲', 'محمد', 'Ana 🌻']
const lastNames = [...listOf(en.person?.last_name), 'Müller', 'Ångström', "O'Neill-Ávila", 'Đặng', '佐藤']
const cities = listOf(en.location?.city_name)
const states = ['CA', 'NY', 'TX', 'WA', 'FL', 'IL', 'MA', 'CO', 'GA', 'OR', 'AZ', 'NV']
const assetNames = [
  'Brokerage account',
  'Municipal bonds',
  'Lake house',
  'Index fund',
  'Closely held stock',
  'Art',
  'Cash',
]
const assetClasses = ['Public equity', 'Fixed income', 'Real estate', 'Private equity', 'Cash', 'Other'].map(
  (display_name, at) => ({ id: `asset_class_${at}`, display_name }),
)
const words = [
  'trust',
  'review',
  'estate',
  'gift',
  'transfer',
  'summer',
  'meeting',
  'spouse',
  'amend',
  'fund',
  'lawyer',
]

/** Generates a firm's records from a seed on demand, so that no more than one page is in memory. */
export function createFirm(seed: number, { individuals }: FirmSize): Firm {
  const counts = {
    users: 200,
    households: Math.max(1, Math.round(individuals * 0.17)),
    individuals,
    entities: Math.round(individuals * 0.3),
    documents: Math.round(individuals * 0.1),
    'document-summaries': Math.round(individuals * 0.05),
  } as const
  const randomOf = (kind: number, at: number) => createRandom(seed * 7919 + kind * 104_729 + at * 2_654_435)
  const idOf = (kind: number, prefix: string, at: number) => `${prefix}_${at}${randomOf(kind + 100, at).word(14)}`
  const householdId = (at: number) => idOf(1, 'household', at % counts.households)
  const entityId = (at: number) => idOf(3, 'entity', at)

  const makers: Readonly<Record<ListedResource, (at: number) => object>> = {
    users: (at) => withTimes(randomOf(0, at), { id: idOf(0, 'user', at), ...aUser(randomOf(10, at)) }),
    households: (at) => {
      const random = randomOf(1, at)
      const owner = idOf(0, 'user', random.below(counts.users))
      return withTimes(random, { id: householdId(at), primary_relationship_owner_id: owner, ...aHousehold(random) })
    },
    individuals: (at) => {
      const random = randomOf(2, at)
      const household_id = householdId(Math.floor(at / 6) + random.below(3))
      return withTimes(random, { id: idOf(2, 'client_profile', at), household_id, ...aPerson(random) })
    },
    entities: (at) => {
      const random = randomOf(3, at)
      const household_id = householdId(random.below(counts.households))
      return withTimes(random, { id: entityId(at), household_id, ...anEntity(random) })
    },
    documents: (at) => {
      const random = randomOf(4, at)
      const entity_id = random.chance(0.6) ? entityId(random.below(counts.entities)) : null
      const individual_id = entity_id ? null : idOf(2, 'client_profile', random.below(counts.individuals))
      const household_id = householdId(random.below(counts.households))
      return withTimes(random, {
        id: idOf(4, 'document', at),
        household_id,
        entity_id,
        individual_id,
        ...aDocument(random),
      })
    },
    'document-summaries': (at) => {
      const random = randomOf(5, at)
      const document_id = idOf(4, 'document', random.below(counts.documents))
      const household_id = householdId(random.below(counts.households))
      return withTimes(random, { id: idOf(5, 'document_summary', at), household_id, document_id, ...aSummary(random) })
    },
  }

  return {
    counts,
    record: (resource, at) => makers[resource](at),
    valuation(at) {
      const random = randomOf(6, at)
      const record = { id: idOf(6, 'valuation', at), entity_id: entityId(at), ...aValuation(random, at) }
      return { entityId: record.entity_id, record: withTimes(random, record) }
    },
  }
}

const day = 86_400_000
const newest = Date.UTC(2026, 9, 31)

function withTimes<Fields extends object>(random: Random, fields: Fields) {
  const created = newest - random.below(3650 * day)
  const updated = created + random.below(newest - created + 1)
  return { ...fields, created_at: new Date(created).toISOString(), updated_at: new Date(updated).toISOString() }
}

const dateBefore = (random: Random, days: number) =>
  new Date(newest - random.below(days) * day).toISOString().slice(0, 10)

const nameOf = (random: Random) => ({ first_name: random.pick(firstNames), last_name: random.pick(lastNames) })
const prose = (random: Random, length: number) => Array.from({ length }, () => random.pick(words)).join(' ')

function aUser(random: Random) {
  const name = nameOf(random)
  return { ...name, email: `${name.first_name}.${name.last_name}@firm.example` }
}

function aHousehold(random: Random) {
  return {
    name: `${random.pick(lastNames)} ${random.pick(['Family', 'Household', '& Sons', `of ${random.pick(cities)}`])}`,
    external_id: random.chance(0.4) ? `CRM-${random.below(10_000_000)}` : null,
    notes: random.chance(0.2) ? prose(random, 20) : null,
  }
}

function aPerson(random: Random) {
  const name = nameOf(random)
  return {
    ...name,
    middle_name: random.chance(0.3) ? random.pick(firstNames) : null,
    email: random.chance(0.8) ? `${name.first_name}.${name.last_name}${random.below(9999)}@mail.example` : null,
    date_of_birth: random.chance(0.9) ? dateBefore(random, 33_000) : null,
    address_line1: random.chance(0.8) ? `${random.below(9999)} ${random.pick(lastNames)} St` : null,
    city: random.chance(0.85) ? random.pick(cities) : null,
    state: random.chance(0.85) ? random.pick(states) : null,
    postal_code: String(10_000 + random.below(89_999)),
    country: 'US',
    is_primary: random.chance(0.3),
    is_beneficiary: random.chance(0.5),
    is_grantor: random.chance(0.3),
    is_trustee: random.chance(0.2),
    is_deceased: random.chance(0.05),
    notes: random.chance(0.1) ? prose(random, 15) : null,
  }
}

function anEntity(random: Random) {
  const kind = random.pick(entityKinds)
  return {
    display_name: `${random.pick(lastNames)} ${kind.toLowerCase().replaceAll('_', ' ')} ${random.below(100)}`,
    kind,
    stage: random.pick(entityStages),
    in_estate_status: random.pick(inEstateStatuses),
    external_id: random.chance(0.3) ? `ENT-${random.below(10_000_000)}` : null,
  }
}

function aDocument(random: Random) {
  return { name: `${random.pick(lastNames)} ${prose(random, 2)}.pdf`, type: random.pick(documentTypes) }
}

function aSummary(random: Random) {
  return {
    display_name: `${random.pick(lastNames)} ${prose(random, 2)}`,
    summary: prose(random, 60),
    entry_mode: random.pick(['AI_AUTO', 'USER']),
    summary_format: random.pick(['MARKDOWN', 'PLAIN_TEXT']),
  }
}

function aValuation(random: Random, at: number) {
  const directly_held_assets = Array.from({ length: 1 + random.below(7) }, (_, place) => ({
    id: `asset_${at}_${place}`,
    asset_class: random.pick(assetClasses),
    display_name: random.pick(assetNames),
    value: Math.round((random.next() * 10_000_000 - 500_000) * 100) / 100,
  }))
  const sum = directly_held_assets.reduce((total, { value }) => total + Math.round(value * 100), 0) / 100
  return {
    effective_date: dateBefore(random, 1500),
    directly_held_assets,
    directly_held_asset_value: sum,
    total_value: random.chance(0.2) ? sum * 2 : sum,
  }
}

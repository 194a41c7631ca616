import { describe, expect, test } from 'vitest'
import { type FirmSeed, generateFirm } from '../../../sandbox/data/firm.ts'
import { fullName } from '../../../sandbox/data/full-name.ts'
import { DATA_EPOCH, DAY_MS } from '../../../sandbox/data/time.ts'
import type * as records from '../../../sandbox/schemas/responses.ts'

type Firm = {
  households: records.Household[]
  individuals: records.Individual[]
  entities: records.Entity[]
  valuations: records.Valuation[]
  documents: records.Document[]
  document_summaries: records.DocumentSummary[]
  users: records.User[]
}

function firmOf(options: Partial<FirmSeed> = {}): Firm {
  const firm = {
    households: [],
    individuals: [],
    entities: [],
    valuations: [],
    documents: [],
    document_summaries: [],
    users: [],
  }
  generateFirm(
    { seed: 7, households: 500, hostile: false, fullFiles: true, ...options },
    { record: (table, record) => (firm[table] as object[]).push(record), file: () => undefined },
  )
  return firm
}

const ageOn = (day: number, born: string) => (day - Date.parse(born)) / (365.25 * DAY_MS)

describe('the demo firm reads like a firm', () => {
  const firm = firmOf()
  const familyOf = Map.groupBy(firm.individuals, ({ household_id }) => household_id)
  const entitiesOf = Map.groupBy(firm.entities, ({ household_id }) => household_id)
  const living = firm.individuals.filter((person) => !person.is_deceased)

  test('has plausible ages: primaries are adults and minors are no trustees', () => {
    for (const person of firm.individuals) {
      if (!person.date_of_birth) continue
      const age = ageOn(DATA_EPOCH, person.date_of_birth)
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(105)
      if (person.is_primary) expect(age).toBeGreaterThan(29)
      if (person.is_trustee) expect(age).toBeGreaterThan(29)
    }
  })

  test('has widows and widowers, whose late spouse has a date of death, and no note or e-mail of the dead', () => {
    const late = firm.individuals.filter((person) => person.is_deceased)
    expect(late.length).toBeGreaterThan(40)
    for (const person of late) {
      expect(person.date_of_death && person.date_of_birth && person.date_of_death > person.date_of_birth).toBe(true)
      expect([person.email, person.is_trustee, person.is_primary, person.notes]).toEqual([
        undefined,
        false,
        false,
        undefined,
      ])
    }
    expect(living.filter((person) => person.date_of_death !== undefined)).toEqual([])
  })

  test('has primaries who share an address, three generations, and families with more than one name', () => {
    const families = [...familyOf.values()]
    for (const family of families) {
      const homes = family
        .filter((person) => person.is_primary)
        .map((person) => `${person.address_line1}, ${person.city}`)
      expect(new Set(homes).size).toBe(1)
    }
    const spread = families.map((family) => {
      const born = family.flatMap((person) => person.date_of_birth ?? []).map((day) => ageOn(DATA_EPOCH, day))
      return Math.max(...born) - Math.min(...born)
    })
    expect(spread.filter((years) => years > 48).length).toBeGreaterThan(100)
    const names = families.map((family) => new Set(family.map((person) => person.last_name)).size)
    expect(names.filter((count) => count > 1).length).toBeGreaterThan(150)
  })

  test('has birthdays at 18, 65 and 73 in the coming month', () => {
    const soon = [18, 65, 73].map((age) => {
      const inAMonth = (born: string) =>
        Math.floor(ageOn(DATA_EPOCH + 30 * DAY_MS, born)) === age && Math.floor(ageOn(DATA_EPOCH, born)) === age - 1
      return living.filter((person) => person.date_of_birth && inAMonth(person.date_of_birth)).length
    })
    expect(soon.filter((count) => count > 3)).toEqual(soon)
  })

  test('has entities in or out of the estate as their kind implies, and none before they are in force', () => {
    const statusOf = (kind: string) =>
      new Set(
        firm.entities
          .filter((entity) => entity.kind === kind && ['ACTIVE', 'COMPLETED', 'ARCHIVED'].includes(entity.stage))
          .map((entity) => entity.in_estate_status),
      )
    for (const kind of ['REVOCABLE_TRUST', 'RETIREMENT_PERSONAL_ACCOUNT', 'LLC_BUSINESS_ENTITY', 'GRAT_TRUST']) {
      expect(statusOf(kind)).toEqual(new Set(['in_estate']))
    }
    for (const kind of ['ILIT_TRUST', 'SLAT_TRUST', 'IRREVOCABLE_TRUST', 'PRIVATE_FOUNDATION', 'DONOR_ADVISED_FUND']) {
      expect(statusOf(kind)).toEqual(new Set(['out_of_estate']))
    }
    const forming = firm.entities.filter((entity) => entity.stage === 'DRAFT')
    expect(new Set(forming.map((entity) => entity.in_estate_status))).toEqual(new Set(['none']))
  })

  test('has some figures over a year old, and most from the last half year', () => {
    const latest = new Map<string, string>()
    for (const { entity_id, effective_date } of firm.valuations) {
      if ((latest.get(entity_id) ?? '') < effective_date) latest.set(entity_id, effective_date)
    }
    const days = [...latest.values()].map((day) => (DATA_EPOCH - Date.parse(day)) / DAY_MS)
    const share = (within: (days: number) => boolean) => days.filter(within).length / days.length
    expect(share((age) => age > 365)).toBeGreaterThan(0.05)
    expect(share((age) => age > 365)).toBeLessThan(0.2)
    expect(share((age) => age < 184)).toBeGreaterThan(0.6)
  })

  test('has wills, powers and proxies of most primaries, and Crummey letters by year, with some missing', () => {
    const primaries = firm.individuals.filter((person) => person.is_primary)
    for (const type of ['WILL', 'POWER_OF_ATTORNEY', 'HEALTHCARE_PROXY']) {
      const having = new Set(firm.documents.filter((each) => each.type === type).map((each) => each.individual_id))
      expect(having.size / primaries.length).toBeGreaterThan(0.6)
      expect(having.size / primaries.length).toBeLessThan(0.9)
    }
    const trusts = firm.entities.filter((entity) => entity.kind === 'ILIT_TRUST' && entity.stage === 'ACTIVE')
    const letters = firm.documents.filter((each) => each.type === 'CRUMMEY_LETTER' && each.name.includes('2026'))
    expect(letters.length).toBeGreaterThan(trusts.length * 0.5)
    expect(letters.length).toBeLessThan(trusts.length)
  })

  test('has summaries that name people and entities of the household, in full, and whose names begin with what they are about', () => {
    const named = firm.document_summaries.filter(({ household_id, summary }) => {
      const people = (familyOf.get(household_id) ?? []).map(fullName)
      const entities = (entitiesOf.get(household_id) ?? []).map((entity) => entity.display_name)
      return [...people, ...entities].some((name) => summary.includes(name))
    })
    expect(named.length).toBe(firm.document_summaries.length)
    const openings = Map.groupBy(firm.document_summaries, ({ display_name }) => display_name.split(' ')[0])
    const largest = Math.max(...[...openings.values()].map(({ length }) => length))
    expect(largest).toBeLessThan(firm.document_summaries.length / 2)
    const byAi = firm.document_summaries.filter(({ entry_mode }) => entry_mode === 'AI_AUTO')
    expect(byAi.length).toBeGreaterThan(100)
    expect(byAi.length).toBeLessThan(firm.document_summaries.length / 2)
  })

  test('has staff without clients, and advisors with more than ten households each', () => {
    const owned = Map.groupBy(firm.households, ({ primary_relationship_owner_id }) => primary_relationship_owner_id)
    const counts = firm.users.map(({ id }) => owned.get(id)?.length ?? 0)
    expect(counts.filter((count) => count === 0).length).toBe(8)
    expect(counts.filter((count) => count > 10).length).toBe(12)
  })

  test('has worked with the service for a year and a half', () => {
    const all = Object.values(firm).flat()
    const created = all.map((record) => record.created_at).sort()
    const months = (DATA_EPOCH - Date.parse(created[0] ?? '')) / (30.4 * DAY_MS)
    expect(months).toBeGreaterThan(17)
    expect(months).toBeLessThan(18.5)
    const recent = all.filter((record) => DATA_EPOCH - Date.parse(record.updated_at) < 30 * DAY_MS)
    expect(recent.length).toBeGreaterThan(500)
  })
})

test('a firm of another day has the same people, entities and amounts, with dates as far from that day', () => {
  const later = DATA_EPOCH + 400 * DAY_MS
  const firm = firmOf({ households: 60 })
  const other = firmOf({ households: 60, now: later })
  const names = ({ households, individuals, users }: Firm) => [
    households.map(({ id, name, notes }) => [id, name, notes]),
    individuals.map(({ id, first_name, last_name, email, address_line1 }) => [
      id,
      first_name,
      last_name,
      email,
      address_line1,
    ]),
    users.map(({ id, email }) => [id, email]),
  ]
  expect(names(other)).toEqual(names(firm))
  const kinds = ({ entities }: Firm) => entities.map(({ id, kind, stage }) => [id, kind, stage])
  expect(kinds(other)).toEqual(kinds(firm))
  const amounts = ({ valuations }: Firm) => valuations.map(({ id, total_value }) => [id, total_value])
  expect(amounts(other)).toEqual(amounts(firm))
  const newest = Object.values(other)
    .flat()
    .map((record) => Date.parse(record.updated_at))
  expect(Math.max(...newest)).toBeLessThanOrEqual(later)
  expect(Math.max(...newest)).toBeGreaterThan(later - 3 * DAY_MS)
})

import { describe, expect, test } from 'vitest'
import { generateFirm } from '../../../sandbox/data/firm.ts'
import { isNasty, NASTY_NAMES } from '../../../sandbox/data/nasty.ts'
import { DOCUMENT_TYPES, ENTITY_KINDS, ENTITY_STAGES } from '../../../sandbox/schemas/fields.ts'
import * as responses from '../../../sandbox/schemas/responses.ts'
import type { StoredRecord } from '../../../sandbox/store/records.ts'
import { TABLE_NAMES, TABLES, type TableName } from '../../../sandbox/store/tables.ts'

type Firm = Record<TableName, StoredRecord[]>

function makeFirm(seed: number, households: number): Firm {
  const firm = Object.fromEntries(TABLE_NAMES.map((name) => [name, [] as StoredRecord[]])) as Firm
  generateFirm(
    { seed, households, hostile: true },
    { record: (table, record) => firm[table].push(record), file: () => undefined },
  )
  return firm
}

describe('the made-up firm, hostile records included', () => {
  const firm = makeFirm(7, 400)

  test('is the same for the same seed and another for another seed', () => {
    expect(makeFirm(7, 20)).toEqual(makeFirm(7, 20))
    expect(makeFirm(8, 20).households[0]?.id).not.toBe(firm.households[0]?.id)
  })

  test('keeps its first households when it grows, but for who looks after them', () => {
    const withoutOwner = (households: StoredRecord[]) =>
      households.slice(0, 20).map(({ primary_relationship_owner_id: _owner, ...rest }) => rest)
    expect(withoutOwner(makeFirm(7, 20).households)).toEqual(withoutOwner(firm.households))
    expect(makeFirm(7, 20).individuals).toEqual(firm.individuals.slice(0, makeFirm(7, 20).individuals.length))
  })

  test('has the described proportions', () => {
    const perHousehold = (name: TableName) => firm[name].length / firm.households.length
    expect(perHousehold('individuals')).toBeCloseTo(6, 0)
    expect(perHousehold('entities')).toBeCloseTo(5, 0)
    expect(perHousehold('documents')).toBeCloseTo(4, 0)
    expect(perHousehold('document_summaries')).toBeCloseTo(1.5, 0)
    const valued = new Set(firm.valuations.map((valuation) => valuation.entity_id)).size
    expect(valued / firm.entities.length).toBeCloseTo(0.9, 1)
  })

  test('shows every kind, every stage and every document type', () => {
    expect(new Set(firm.entities.map((entity) => entity.kind))).toEqual(new Set(ENTITY_KINDS))
    expect(new Set(firm.entities.map((entity) => entity.stage))).toEqual(new Set(ENTITY_STAGES))
    expect(new Set(firm.documents.map((document) => document.type))).toEqual(new Set(DOCUMENT_TYPES))
  })

  test('gives every record an id of its own with the prefix of its resource', () => {
    for (const name of TABLE_NAMES) {
      const ids = firm[name].map((record) => record.id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((id) => !id.startsWith(TABLES[name].idPrefix))).toEqual([])
    }
  })

  test('keeps to the described schema in every record, the nasty ones included', () => {
    const schemas = {
      households: responses.household,
      individuals: responses.individual,
      entities: responses.entity,
      valuations: responses.valuation,
      documents: responses.document,
      document_summaries: responses.documentSummary,
      users: responses.user,
    }
    const wrong = TABLE_NAMES.flatMap((name) =>
      firm[name].map((record) => schemas[name].safeParse(record).error?.message).filter((error) => error !== undefined),
    )
    expect(wrong).toEqual([])
  })

  test('hangs together: one or two primaries a household, owners that exist, documents of the same household', () => {
    const userIds = new Set(firm.users.map((user) => user.id))
    const householdOf = new Map([...firm.entities, ...firm.individuals].map((row) => [row.id, row.household_id]))
    for (const household of firm.households) {
      const family = firm.individuals.filter((person) => person.household_id === household.id)
      expect([1, 2]).toContain(family.filter((person) => person.is_primary).length)
      expect(userIds.has(String(household.primary_relationship_owner_id))).toBe(true)
    }
    for (const document of firm.documents) {
      for (const owner of [document.entity_id, document.individual_id]) {
        if (typeof owner === 'string') expect(householdOf.get(owner)).toBe(document.household_id)
      }
    }
  })

  test('has no real address: mail goes to example domains only', () => {
    const emails = [...firm.individuals, ...firm.users].map((person) => person.email).filter((email) => email != null)
    expect(emails.filter((email) => !/[@.]example\.(?:com|org|net)$/.test(String(email)))).toEqual([])
    expect(emails.length).toBeGreaterThan(100)
  })

  test('is never younger than its epoch', () => {
    const moments = TABLE_NAMES.flatMap((name) => firm[name].flatMap((row) => [row.created_at, row.updated_at]))
    expect(moments.every((moment) => String(moment) <= '2026-11-01T00:00:00.000Z')).toBe(true)
    const stamped = TABLE_NAMES.flatMap((name) => firm[name])
    expect(stamped.filter((row) => String(row.created_at) > String(row.updated_at))).toEqual([])
  })

  test('has about one nasty record in fifty, of every sort', () => {
    const share = firm.individuals.filter((_, position) => isNasty(position)).length / firm.individuals.length
    expect(share).toBeCloseTo(0.02, 2)
    const texts = JSON.stringify(firm)
    expect(NASTY_NAMES.filter((name) => !texts.includes(JSON.stringify(name).slice(1, -1)))).toEqual([])
    expect(firm.individuals.some((person) => String(person.notes).length === 65_536)).toBe(true)
    expect(firm.individuals.some((person) => person.email === null)).toBe(true)
    expect(firm.valuations.some((valuation) => valuation.total_value === 1e15)).toBe(true)
    expect(firm.valuations.some((valuation) => Number(valuation.total_value) < 0)).toBe(true)
    expect(firm.valuations.some((valuation) => valuation.effective_date === '2024-02-29')).toBe(true)
    expect(firm.valuations.some((valuation) => valuation.total_value === 0)).toBe(true)
  })

  test('holds in a life insurance trust what such a trust holds', () => {
    const trusts = new Set(firm.entities.filter((entity) => entity.kind === 'ILIT_TRUST').map((entity) => entity.id))
    const classes = firm.valuations
      .filter((valuation, position) => trusts.has(String(valuation.entity_id)) && !isNasty(position))
      .flatMap((valuation) => valuation.directly_held_assets as { asset_class: { display_name: string } }[])
      .map((asset) => asset.asset_class.display_name)
    expect(new Set(classes)).toEqual(new Set(['Life Insurance', 'Cash']))
  })
})

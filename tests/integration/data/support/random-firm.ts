import fc from 'fast-check'
import { sumCents } from '../../../../shared/domain/money.ts'
import { documentTypes } from '../../../../shared/service/document.ts'
import { entityKinds, entityStages, inEstateStatuses } from '../../../../shared/service/entity.ts'
import type { Listed, OracleRow } from './list-oracle.ts'

/** Words that collide in many ways: case, accents, ligatures, emoji, right-to-left text, LIKE's wildcards, quotes. */
const words = [
  ...['Ana', 'ana', 'ÁNA', 'Zoë', 'zoe', 'Emil', 'Émile', 'ﬁne', 'İstanbul', 'Straße', 'Đặng', 'O’Neil', "O'Neil"],
  ...['😀', '👩‍👧 Ida', '\u{10FFFD}', '\uFB01x', '\uFFFDx', '\uE000', 'עברית', 'محمد', '\u200Bzero', '佐藤'],
  ...['a%b', 'a_b', 'aXb', '"quoted"', 'x; DROP TABLE users', ' ', '\\', 'null', '\u0301'],
]
export const aWord = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 6 }))
const maybeWord = fc.option(fc.oneof(aWord, fc.constant('')), { freq: 3 })
export const aDate = fc
  .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 11, 31) })
  .map((time) => new Date(time).toISOString().slice(0, 10))
const aTime = fc.oneof(
  fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 11, 31) }).map((time) => new Date(time).toISOString()),
  aDate.map((date) => `${date}T00:00:00.000Z`),
  aDate.map((date) => `${date}T23:59:59Z`),
)
export const anAmount = fc.oneof(
  fc.constantFrom(0, -0, 100, -100, 0.005, 1e15, -1e15),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
)

const stamps = { created_at: aTime, updated_at: aTime }
const flags = { is_primary: fc.boolean(), is_beneficiary: fc.boolean(), is_grantor: fc.boolean() }
const household = fc.integer({ min: 0, max: 9 }).map((n) => `household_${n}`)

const listOf = <Fields extends object>(prefix: string, count: number, fields: fc.Arbitrary<Fields>) =>
  fc
    .array(fields, { minLength: count, maxLength: count })
    .map((all) => all.map((one, at) => ({ ...one, id: `${prefix}_${at}` })))

/** A firm small enough to be checked by hand, with ties, gaps and references to missing records. */
export const aFirm = fc.record({
  users: listOf('user', 4, fc.record({ ...stamps, first_name: aWord, last_name: aWord, email: aWord })),
  households: listOf(
    'household',
    8,
    fc.record({
      ...stamps,
      name: maybeWord,
      external_id: maybeWord,
      primary_relationship_owner_id: fc.constantFrom('user_0', 'user_1', 'user_2', 'user_gone'),
    }),
  ),
  individuals: listOf(
    'client_profile',
    40,
    fc.record({
      ...stamps,
      ...flags,
      is_trustee: fc.boolean(),
      is_deceased: fc.boolean(),
      first_name: aWord,
      last_name: fc.constantFrom('Ämter', 'amter', 'Baum'),
      household_id: household,
      email: maybeWord,
      city: maybeWord,
      state: maybeWord,
      date_of_birth: fc.option(aDate),
    }),
  ),
  entities: listOf(
    'entity',
    25,
    fc.record({
      ...stamps,
      display_name: aWord,
      household_id: household,
      kind: fc.constantFrom(...entityKinds.slice(0, 4), 'NEW_KIND'),
      stage: fc.constantFrom(...entityStages.slice(0, 3)),
      in_estate_status: fc.constantFrom(...inEstateStatuses),
      external_id: maybeWord,
    }),
  ),
  documents: listOf(
    'document',
    25,
    fc.record({
      ...stamps,
      name: aWord,
      type: fc.constantFrom(...documentTypes.slice(0, 3)),
      household_id: household,
      entity_id: fc.option(fc.integer({ min: 0, max: 30 }).map((n) => `entity_${n}`)),
      individual_id: fc.option(fc.integer({ min: 0, max: 50 }).map((n) => `client_profile_${n}`)),
    }),
  ),
  'document-summaries': listOf(
    'document_summary',
    20,
    fc.record({
      ...stamps,
      display_name: aWord,
      summary: aWord,
      household_id: household,
      document_id: fc.integer({ min: 0, max: 28 }).map((n) => `document_${n}`),
      entry_mode: fc.constantFrom(null, '', 'USER', 'AI_AUTO'),
      summary_format: fc.constantFrom(null, 'MARKDOWN', 'PLAIN_TEXT'),
    }),
  ),
  valuations: fc.array(
    fc.record({
      ...stamps,
      effective_date: aDate,
      directly_held_asset_value: anAmount,
      total_value: anAmount,
      assets: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 15, maxLength: 15 },
  ),
})

export type RandomFirm = typeof aFirm extends fc.Arbitrary<infer Value> ? Value : never

/** The figures of a household, from its valuations one by one. */
function figuresOf(firm: RandomFirm, household: string) {
  const held = firm.entities.flatMap((entity, at) => {
    const valuation = firm.valuations[at]
    return entity.household_id === household && valuation ? [{ ...valuation, status: entity.in_estate_status }] : []
  })
  const sumOf = (of: typeof held) => Number(sumCents(of.map((one) => one.directly_held_asset_value))) / 100
  const whole = sumOf(held)
  const inside = sumOf(held.filter(({ status }) => status === 'in_estate'))
  return {
    directly_held_asset_value: held.length === 0 ? null : whole,
    in_estate_share: whole > 0 ? Number(((100 * inside) / whole).toFixed(1)) : null,
    oldest_figure: held.map(({ effective_date }) => effective_date).toSorted()[0] ?? null,
  }
}

type Values = OracleRow['values']

/** Computes what every list should show of a firm, from the records alone. */
export function oracleRows(firm: RandomFirm): Readonly<Record<Listed, OracleRow[]>> {
  const personName = (one: { first_name: string; last_name: string }) =>
    [one.first_name, one.last_name].filter((part) => part !== '').join(' ')
  const titles = {
    users: new Map(firm.users.map((one) => [one.id, personName(one) || one.email])),
    households: new Map(firm.households.map((one) => [one.id, one.name || 'Unnamed household'])),
    individuals: new Map(firm.individuals.map((one) => [one.id, personName(one)])),
    entities: new Map(firm.entities.map((one) => [one.id, one.display_name || one.id])),
    documents: new Map(firm.documents.map((one) => [one.id, one.name || one.id])),
  }
  const householdName = (id: string | undefined) => titles.households.get(id ?? '') ?? null
  const ownerOf = (householdId: string | undefined) => {
    const owner_id = firm.households.find(({ id }) => id === householdId)?.primary_relationship_owner_id ?? null
    return { owner_id, owner_name: titles.users.get(owner_id ?? '') ?? null }
  }
  const count = <One>(of: readonly One[], where: (one: One) => boolean) => of.filter(where).length
  const rows = <One extends { id: string; created_at: string; updated_at: string }>(
    of: readonly One[],
    values: (one: One) => Values,
  ): OracleRow[] =>
    of.map((one) => ({
      id: one.id,
      values: { created_at: one.created_at, updated_at: one.updated_at, ...values(one) },
    }))

  return {
    users: rows(firm.users, ({ id, email }) => ({
      title: titles.users.get(id) ?? null,
      email,
      household_count: count(firm.households, (one) => one.primary_relationship_owner_id === id),
    })),
    households: rows(firm.households, ({ id, external_id, primary_relationship_owner_id: owner_id }) => ({
      title: householdName(id),
      primaries: null,
      owner_id,
      owner_name: titles.users.get(owner_id) ?? null,
      external_id,
      ...figuresOf(firm, id),
      individual_count: count(firm.individuals, (one) => one.household_id === id),
      entity_count: count(firm.entities, (one) => one.household_id === id),
      document_count: count(firm.documents, (one) => one.household_id === id),
    })),
    individuals: rows(firm.individuals, ({ first_name, last_name, household_id, id, ...rest }) => ({
      ...rest,
      title: titles.individuals.get(id) ?? null,
      household_name: householdName(household_id),
    })),
    entities: rows(firm.entities, (one) => {
      const valuation = firm.valuations[Number(one.id.slice('entity_'.length))]
      return {
        kind: one.kind,
        stage: one.stage,
        in_estate_status: one.in_estate_status,
        external_id: one.external_id,
        title: titles.entities.get(one.id) ?? null,
        household_name: householdName(one.household_id),
        ...ownerOf(one.household_id),
        directly_held_asset_value: valuation?.directly_held_asset_value ?? null,
        effective_date: valuation?.effective_date ?? null,
        document_count: count(firm.documents, ({ entity_id }) => entity_id === one.id),
      }
    }),
    valuations: firm.valuations.map(({ assets, ...valuation }, at) => ({
      id: `entity_${at}`,
      values: {
        ...valuation,
        asset_count: assets,
        title: titles.entities.get(`entity_${at}`) ?? null,
        household_name: householdName(firm.entities[at]?.household_id),
        ...ownerOf(firm.entities[at]?.household_id),
      },
    })),
    documents: rows(firm.documents, (one) => ({
      title: titles.documents.get(one.id) ?? null,
      type: one.type,
      household_name: householdName(one.household_id),
      entity_name: titles.entities.get(one.entity_id ?? '') ?? null,
      individual_name: titles.individuals.get(one.individual_id ?? '') ?? null,
      summary_count: count(firm['document-summaries'], ({ document_id }) => document_id === one.id),
    })),
    'document-summaries': rows(firm['document-summaries'], (one) => ({
      title: one.display_name || one.id,
      document_name: titles.documents.get(one.document_id) ?? null,
      household_name: householdName(one.household_id),
      entry_mode: one.entry_mode,
      summary_format: one.summary_format,
      reviewed_at: null,
    })),
  }
}

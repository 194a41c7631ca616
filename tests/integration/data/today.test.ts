import { afterEach, beforeEach, expect, test } from 'vitest'
import { ofKind } from '../../../electron/api/today.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { generateFirm } from '../../../sandbox/data/firm.ts'
import type * as records from '../../../sandbox/schemas/responses.ts'
import type { StoredRecord } from '../../../sandbox/store/records.ts'
import { dayBefore, localToday, yearBefore } from '../../../shared/domain/days.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import { countExpected } from '../../../shared/rules/expected-documents.ts'
import { usualRules } from '../../../shared/rules/rules.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { bodyOf } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const today = localToday()

function makeFirm() {
  const made: Record<string, StoredRecord[]> = {}
  const now = Date.parse(`${today}T00:00:00Z`)
  generateFirm(
    { seed: 7, households: 60, hostile: false, fullFiles: true, now },
    {
      record(table, record) {
        made[table] = [...(made[table] ?? []), record]
      },
      file: () => undefined,
    },
  )
  return made as {
    users: records.User[]
    households: records.Household[]
    individuals: records.Individual[]
    entities: records.Entity[]
    valuations: records.Valuation[]
    documents: records.Document[]
    document_summaries: records.DocumentSummary[]
  }
}

type Firm = ReturnType<typeof makeFirm>

/** The latest valuation of each entity. */
function latestOf(firm: Firm): Map<string, records.Valuation> {
  const latest = new Map<string, records.Valuation>()
  for (const one of firm.valuations) {
    const before = latest.get(one.entity_id)
    if (!before || before.effective_date <= one.effective_date) latest.set(one.entity_id, one)
  }
  return latest
}

async function load(firm: Firm): Promise<void> {
  await sweep(store, 'users', [firm.users])
  await sweep(store, 'households', [firm.households])
  await sweep(store, 'individuals', [firm.individuals])
  await sweep(store, 'entities', [firm.entities])
  await sweep(store, 'documents', [firm.documents])
  await sweep(store, 'document-summaries', [firm.document_summaries])
  for (const [entityId, valuation] of latestOf(firm)) await store.applyValuation({ entityId, bytes: bodyOf(valuation) })
  await store.flush()
}

/** Computes the page's totals from the records themselves, household by household. */
function expected(firm: Firm, owner: string | null) {
  const mine = firm.households.filter((one) => owner === null || one.primary_relationship_owner_id === owner)
  const ids = new Set(mine.map(({ id }) => id))
  const latest = latestOf(firm)
  const old = firm.entities.flatMap((entity) => {
    const valuation = latest.get(entity.id)
    const isOld = valuation && valuation.effective_date <= yearBefore(today)
    return ids.has(entity.household_id) && isOld ? [{ household: entity.household_id, valuation }] : []
  })
  const days = new Set(Array.from({ length: 31 }, (_, ahead) => dayBefore(today, -ahead).slice(5)))
  const birthdays = firm.individuals.filter((person) => {
    const born = person.date_of_birth ?? ''
    if (!ids.has(person.household_id) || person.is_deceased || !days.has(born.slice(5))) return false
    const year = Number(today.slice(0, 4)) + (born.slice(5) < today.slice(5) ? 1 : 0)
    return person.is_primary || [18, 65, 73].includes(year - Number(born.slice(0, 4)))
  })
  const has = (type: string, field: 'individual_id' | 'entity_id', id: string, year = '') =>
    firm.documents.some((one) => one.type === type && one[field] === id && one.name.includes(year))
  const primaries = firm.individuals.filter((one) => one.is_primary && ids.has(one.household_id))
  const ofPrimaries = ['WILL', 'HEALTHCARE_PROXY', 'POWER_OF_ATTORNEY'].map(
    (type) => primaries.filter(({ id }) => !has(type, 'individual_id', id)).length,
  )
  const trusts = firm.entities.filter((one) => one.stage === 'ACTIVE' && ids.has(one.household_id))
  const ilits = trusts.filter(({ kind }) => kind === 'ILIT_TRUST')
  const thisYear = Number(today.slice(0, 4))
  const letters = ilits.reduce((sum, { id }) => {
    const sent = firm.documents
      .filter((one) => one.type === 'CRUMMEY_LETTER' && one.entity_id === id)
      .map(({ name }) => Number(/^Crummey Letter (\d{4})/.exec(name)?.[1]))
    let count = 0
    for (let year = Math.min(thisYear, ...sent); year <= thisYear; year += 1) if (!sent.includes(year)) count += 1
    return sum + count
  }, 0)
  return {
    summaries: firm.document_summaries.filter((one) => ids.has(one.household_id) && one.entry_mode === 'AI_AUTO')
      .length,
    oldHouseholds: new Set(old.map(({ household }) => household)).size,
    oldEntities: old.length,
    cents: String(sumCents(old.map(({ valuation }) => valuation.directly_held_asset_value))),
    birthdays: birthdays.map(({ id }) => id).sort(),
    missing: ofPrimaries.reduce((sum, count) => sum + count, 0) + letters,
  }
}

const documentRules = ofKind(usualRules, 'document')
const fewRules = documentRules.slice(0, 4)

test('Today agrees with a count of the records themselves, for each owner and for the firm', async () => {
  const firm = makeFirm()
  await load(firm)
  const owners = [null, ...new Set(firm.households.map((one) => one.primary_relationship_owner_id))]
  for (const owner_id of owners) {
    const answer = await store.read('today.get', { owner_id, rules: fewRules })
    const wanted = expected(firm, owner_id)
    expect({
      summaries: answer.summaries.total,
      oldHouseholds: answer.old_figures.total,
      oldEntities: answer.old_figures.entities,
      cents: answer.old_figures.cents,
      missing: answer.missing.documents,
    }).toEqual({
      summaries: wanted.summaries,
      oldHouseholds: wanted.oldHouseholds,
      oldEntities: wanted.oldEntities,
      cents: wanted.cents,
      missing: wanted.missing,
    })
    expect(answer.birthdays.total).toBe(wanted.birthdays.length)
    if (answer.birthdays.total <= answer.birthdays.lines.length) {
      expect(answer.birthdays.lines.map(({ individual }) => individual.id).sort()).toEqual(wanted.birthdays)
    }
    const listed = await store.read('today.missing', { owner_id, rules: fewRules, limit: 1_000 })
    expect(listed).toMatchObject({ documents: wanted.missing, households: answer.missing.households })
    expect(countExpected(listed.lines.flatMap(({ missing }) => missing))).toBe(wanted.missing)
    for (const { id, documents, households } of answer.missing.rules) {
      const without = listed.lines.filter(({ missing }) => missing.some(({ rule_id }) => rule_id === id))
      expect(without).toHaveLength(households)
      const ofRule = without.flatMap(({ missing }) => missing.filter(({ rule_id }) => rule_id === id))
      expect(countExpected(ofRule)).toBe(documents)
    }
    const [first] = listed.lines
    if (first) {
      const filed = await store.read('today.filed', { household_id: first.household.id, rules: fewRules })
      expect(first.missing).toEqual(filed.missing)
    }
    const dates = answer.birthdays.lines.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted())
    const values = answer.old_figures.lines.map(({ cents }) => BigInt(cents))
    expect(values.every((value, at) => at === 0 || value <= (values[at - 1] ?? 0n))).toBe(true)
  }
})

test('a firm without records has nothing to do', async () => {
  const answer = await store.read('today.get', { owner_id: 'user_1', rules: documentRules })
  const { decisions, summaries, old_figures, birthdays, missing } = answer
  expect([decisions, summaries, old_figures, birthdays].map(({ total }) => total)).toEqual([0, 0, 0, 0])
  expect(missing).toEqual({ documents: 0, households: 0, unknown: 0, is_behind: false, rules: [] })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { ofKind } from '../../../electron/api/today.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { localToday } from '../../../shared/domain/days.ts'
import type { EstateNode } from '../../../shared/ipc/estate.ts'
import { usualRules } from '../../../shared/rules/rules.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aDocument, aHousehold, anEntity, anIndividual, aUser, aValuation, bodyOf } from './support/records.ts'

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

const rules = ofKind(usualRules, 'quality')
const primaryOf = (n: number) => ({ primary_individuals: [anIndividual(n)] })

/** What each rule found and checked, by its id. */
async function found(): Promise<Record<string, string>> {
  const checks = []
  for (const rule of rules) checks.push(await store.read('today.quality', { rule }))
  return Object.fromEntries(checks.map(({ id, found: lacking, checked }) => [id, `${lacking} of ${checked}`]))
}

function ruleOf(id: string) {
  const rule = rules.find((one) => one.id === id)
  if (!rule) throw new Error(`There is no rule “${id}”.`)
  return rule
}

async function listed(id: string, of: 'filters' | 'left_out_filters' = 'filters'): Promise<string[]> {
  const check = await store.read('today.quality', { rule: ruleOf(id) })
  const query = { offset: 0, limit: 10, sort: { column: 'title', direction: 'asc' }, filters: check[of] }
  const { rows } = await store.read(`${check.list}.list`, query as never)
  return (rows as { id: string }[]).map((row) => row.id)
}

/** A firm in which each rule finds something. */
async function sweepFirm(): Promise<void> {
  const year = Number(localToday().slice(0, 4))
  await sweep(store, 'users', [[aUser(1)]])
  const named = { name: 'Twice Family' }
  const households = [
    aHousehold(1, { ...named, ...primaryOf(1) }),
    aHousehold(2, { ...named, primary_individuals: [] }),
  ]
  await sweep(store, 'households', [households])
  const complete = { date_of_birth: '1960-01-01', state: 'NY', is_trustee: false, is_primary: true }
  await sweep(store, 'individuals', [
    [
      anIndividual(1, complete),
      anIndividual(2, { ...complete, first_name: 'Bea', date_of_birth: null }),
      anIndividual(3, { ...complete, first_name: 'Cem', state: null }),
      anIndividual(4, { ...complete, first_name: 'Dov', date_of_birth: null, is_primary: false }),
      anIndividual(5, { ...complete, first_name: 'Eva', is_deceased: true, is_trustee: true, state: null }),
      anIndividual(6, { ...complete, first_name: 'Fay', last_name: 'Twice' }),
      anIndividual(7, { ...complete, first_name: 'Fay', last_name: 'Twice', household_id: 'household_2' }),
      anIndividual(8, { ...complete, first_name: 'Fay', last_name: 'Twice', date_of_birth: '1961-01-01' }),
    ],
  ])
  await sweep(store, 'entities', [
    [
      anEntity(1, { kind: 'ILIT_TRUST' }),
      anEntity(2, { kind: 'LLC_BUSINESS_ENTITY' }),
      anEntity(3, { kind: 'ILIT_TRUST', stage: 'DRAFT' }),
    ],
  ])
  await sweep(store, 'documents', [
    [aDocument(1), aDocument(2, { individual_id: 'client_profile_1' }), aDocument(3, { entity_id: 'entity_1' })],
  ])
  const old = aValuation(1, { entity_id: 'entity_1', effective_date: `${year - 2}-01-01` })
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(old) })
  await store.flush()
}

test('each rule finds the records that lack something, and its filters list exactly them', async () => {
  await sweepFirm()
  expect(await found()).toEqual({
    'household-without-primary': '1 of 2',
    'primary-without-birth-date': '1 of 6',
    'primary-without-state': '1 of 6',
    'deceased-with-role': '1 of 1',
    'possible-double': '2 of 8',
    'possible-double-household': '2 of 2',
    'trust-without-trustee': '1 of 1',
    'entity-unvalued': '1 of 2',
    'entity-value-old': '1 of 1',
    'document-without-owner': '1 of 3',
  })
  expect(await listed('household-without-primary')).toEqual(['household_2'])
  expect(await listed('primary-without-birth-date')).toEqual(['client_profile_2'])
  expect(await listed('primary-without-state')).toEqual(['client_profile_3'])
  expect(await listed('deceased-with-role')).toEqual(['client_profile_5'])
  expect(await listed('possible-double')).toEqual(['client_profile_6', 'client_profile_7'])
  expect(await listed('document-without-owner')).toEqual(['document_1'])
})

test('the counts follow a change of the records', async () => {
  await sweep(store, 'households', [[aHousehold(1, { primary_individuals: [] })]])
  expect((await found())['household-without-primary']).toBe('1 of 1')
  const later = { updated_at: new Date().toISOString() }
  await sweep(store, 'households', [[aHousehold(1, { ...primaryOf(1), ...later })]])
  expect((await found())['household-without-primary']).toBe('0 of 1')
})

/** The rules that find one record. */
async function foundFor(resource: 'households' | 'individuals' | 'entities' | 'documents', id: string) {
  return (await store.read('rules.found', { resource, id, rules })).map(({ rule_id }) => rule_id)
}

test('a record is found by the rules whose lists have it, and by no others', async () => {
  await sweepFirm()
  for (const { id, list } of rules) {
    const inList = await listed(id)
    for (const record of inList) expect(await foundFor(list, record), `${id} ${record}`).toContain(id)
  }
  expect(await foundFor('individuals', 'client_profile_1')).toEqual([])
  expect(await foundFor('individuals', 'client_profile_2')).toEqual(['primary-without-birth-date'])
  expect(await foundFor('households', 'household_2')).toEqual([
    'household-without-primary',
    'possible-double-household',
  ])
})

const setExceptions = (id: string, ids: readonly string[], reason: string | null) => {
  const records = ids.map((record) => ({ id: record, household_id: 'household_1' }))
  return store.writeLedger('rules.setExceptions', { rule_id: id, resource: ruleOf(id).list, records, reason })
}

test.each(rules.map(({ id }) => id))(
  'a record that is left out of %s is neither counted nor listed for it, and is again when it is taken back',
  async (id) => {
    await sweepFirm()
    const before = await found()
    const ids = await listed(id)
    const [first = ''] = ids
    const { checked, found: lacking } = await store.read('today.quality', { rule: ruleOf(id) })
    expect(await setExceptions(id, [first], 'Known')).toEqual([first])
    const check = await store.read('today.quality', { rule: ruleOf(id) })
    expect(check).toMatchObject({ checked: checked - 1, found: lacking - 1, left_out: 1 })
    expect(await listed(id)).toEqual(ids.slice(1))
    expect(await listed(id, 'left_out_filters')).toEqual([first])
    expect({ ...(await found()), [id]: '' }).toEqual({ ...before, [id]: '' })
    expect(await foundFor(check.list, first)).not.toContain(id)
    expect(await store.read('rules.exceptions', { household_id: null, record_id: first })).toMatchObject([
      { rule_id: id, record: { id: first }, reason: 'Known' },
    ])
    expect(await setExceptions(id, [first], null)).toEqual([first])
    expect(await found()).toEqual(before)
    expect(await listed(id)).toEqual(ids)
  },
)

test('several records are left out at once, and one that was left out before keeps its reason', async () => {
  await sweepFirm()
  const ids = await listed('possible-double')
  await setExceptions('possible-double', ids.slice(0, 1), 'Father and son')
  expect(await setExceptions('possible-double', ids, 'Checked')).toEqual(ids.slice(1))
  const reasons = await store.read('rules.exceptions', { household_id: null })
  expect(reasons.map(({ record, reason }) => [record.id, reason]).toSorted()).toEqual([
    [ids[0], 'Father and son'],
    [ids[1], 'Checked'],
  ])
  expect((await found())['possible-double']).toBe('0 of 6')
})

test.each(['possible-double', 'possible-double-household'])(
  'while the rule %s looks through all names, other reads are answered',
  async (id) => {
    await sweepFirm()
    const done: string[] = []
    const quality = store.read('today.quality', { rule: ruleOf(id) }).then(() => done.push('quality'))
    await Promise.all([quality, store.read('households.get', { id: 'household_1' }).then(() => done.push('household'))])
    expect(done).toEqual(['household', 'quality'])
  },
)

/** Notes a role of a person in an entity or for another person. */
const note = (id: string, role: string, from: number, to: EstateNode, origin: 'drawn' | 'confirmed' = 'drawn') =>
  store.writeLedger('estate.addLink', {
    ...{ id, household_id: 'household_1', from: { resource: 'individuals', id: `client_profile_${from}` }, to, role },
    origin,
  })

const trust: EstateNode = { resource: 'entities', id: 'entity_1' }
const wife: EstateNode = { resource: 'individuals', id: 'client_profile_1' }

test.each([
  ['Co-Trustees', trust],
  ['Successor trustee', trust],
  ['General partner', { resource: 'entities', id: 'entity_2' }],
  ['Executor', wife],
  ['Attorney-in-fact', wife],
  ['Guardian', wife],
] as const)('someone who died and is noted as %s still has a role, until it is removed', async (role, to) => {
  await sweepFirm()
  const dead = anIndividual(9, { first_name: 'Gus', is_deceased: true })
  await sweep(store, 'individuals', [[anIndividual(1), anIndividual(5, { is_deceased: true, is_trustee: true }), dead]])
  expect((await found())['deceased-with-role']).toBe('1 of 2')
  await note('link-1', role, 9, to)
  expect((await found())['deceased-with-role']).toBe('2 of 2')
  expect(await listed('deceased-with-role')).toEqual(['client_profile_5', 'client_profile_9'])
  expect(await foundFor('individuals', 'client_profile_9')).toContain('deceased-with-role')
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: true })
  expect(await listed('deceased-with-role')).toEqual(['client_profile_5'])
})

test.each([
  ['Grantor', trust],
  ['Beneficiary', trust],
  ['Owner', trust],
  ['Keeper of the keys', trust],
  ['Spouse', wife],
  ['Trustee', { resource: 'entities', id: 'entity_99' }],
] as const)('someone who died and is noted as %s of %o acts for no one', async (role, to) => {
  await sweepFirm()
  await sweep(store, 'individuals', [[anIndividual(1), anIndividual(9, { is_deceased: true })]])
  await note('link-1', role, 9, to)
  expect(await foundFor('individuals', 'client_profile_9')).not.toContain('deceased-with-role')
  expect(await listed('deceased-with-role')).toEqual(['client_profile_5'])
})

test('someone who died has a role that was confirmed with its limit, but not one whose other words the user wrote', async () => {
  await sweepFirm()
  await sweep(store, 'individuals', [[anIndividual(1), anIndividual(9, { first_name: 'Gus', is_deceased: true })]])
  await note('link-1', 'Trustee, resigned in 2012', 9, trust)
  expect(await listed('deceased-with-role')).toEqual(['client_profile_5'])
  await note('link-2', 'Trustee, in Florida only', 9, trust, 'confirmed')
  expect(await listed('deceased-with-role')).toEqual(['client_profile_5', 'client_profile_9'])
})

test('a trust has a trustee once one is noted, and has none again when that person is deleted', async () => {
  await sweepFirm()
  expect(await listed('trust-without-trustee')).toEqual(['entity_1'])
  await note('link-1', 'Trustee', 1, trust)
  expect(await listed('trust-without-trustee')).toEqual([])
  expect(await foundFor('entities', 'entity_1')).not.toContain('trust-without-trustee')
  await store.removeRecords('individuals', ['client_profile_1'])
  expect(await listed('trust-without-trustee')).toEqual(['entity_1'])
})

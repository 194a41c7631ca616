import { afterEach, beforeEach, expect, test } from 'vitest'
import { ofKind } from '../../../electron/api/today.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { usualRules } from '../../../shared/rules/rules.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, anIndividual } from './support/records.ts'

let folder: string
let store: OpenedStore

const ada = { resource: 'individuals', id: 'client_profile_1' } as const
const dates = [...ofKind(usualRules, 'date'), ...ofKind(usualRules, 'yearly')]
const documents = ofKind(usualRules, 'document')

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2)]])
  const born = { date_of_birth: `${Number(localToday().slice(0, 4)) - 80}-01-15` }
  await sweep(store, 'individuals', [[anIndividual(1, born), anIndividual(2, { household_id: 'household_2' })]])
  await sweep(store, 'entities', [[anEntity(1, { kind: 'ILIT_TRUST' })]])
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const set = (
  rule_id: string,
  record: { resource: 'individuals' | 'entities' | 'households'; id: string },
  reason: string | null,
) => store.writeLedger('rules.setException', { rule_id, household_id: 'household_1', record, reason })

const missing = async () => {
  const filed = await store.read('today.filed', { household_id: 'household_1', rules: documents })
  return filed.missing.map(({ rule_id, about }) => `${rule_id} ${about?.id}`)
}
const coming = async () => {
  const { lines } = await store.read('today.dates', { household_id: 'household_1', rules: dates })
  return lines.map(({ what }) => what)
}

test('a rule that is not applied to a record is neither missing, counted nor listed for it, and is again when it is taken back', async () => {
  const before = await missing()
  const total = async () => (await store.read('today.get', { owner_id: null, rules: documents })).missing
  const { documents: all } = await total()
  expect(before).toContain('will client_profile_1')
  await set('will', ada, 'A trust takes its place')
  expect(await missing()).toEqual(before.filter((one) => one !== 'will client_profile_1'))
  const after = await total()
  expect(after.documents).toBe(all - 1)
  expect(after.rules.find(({ id }) => id === 'will')).toMatchObject({ documents: 1, households: 1 })
  await set('will', ada, null)
  expect(await missing()).toEqual(before)
  expect((await total()).documents).toBe(all)
})

test('a date that a rule derives is not listed for that person or that household, and for others it is', async () => {
  expect(await coming()).toEqual(expect.arrayContaining(['required-distribution', 'gift-tax-return']))
  await set('required-distribution', ada, 'No retirement account')
  await set('gift-tax-return', { resource: 'households', id: 'household_1' }, 'Filed by the accountant')
  expect(await coming()).toEqual([])
})

test('exceptions say the record, the reason and when, survive another start, and name a record that is gone as gone', async () => {
  await set('will', ada, 'A trust takes its place')
  await set('will', { resource: 'individuals', id: 'client_profile_9' }, 'Moved away')
  await store.close()
  store = await openStore(folder)
  const found = await store.read('rules.exceptions', { household_id: 'household_1' })
  expect(found).toEqual([
    expect.objectContaining({
      rule_id: 'will',
      reason: 'A trust takes its place',
      record: { ...ada, name: 'Ada Person1' },
    }),
    expect.objectContaining({ reason: 'Moved away', record: { ...ada, id: 'client_profile_9', name: null } }),
  ])
  expect(await store.read('rules.exceptions', { household_id: 'household_2' })).toEqual([])
  expect(await store.read('rules.exceptions', { household_id: null })).toHaveLength(2)
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { ofKind } from '../../../electron/api/today.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { businessDay } from '../../../shared/dates/calendar.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { usualRules } from '../../../shared/rules/rules.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, anIndividual, aUser } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2)]])
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

/** Some days from today. */
const days = (count: number) => localToday(new Date(Date.now() + count * 86_400_000))

const died = (n: number, date: string | null) =>
  anIndividual(n, { is_deceased: true, ...(date === null ? {} : { date_of_death: date }) })

const rules = [...ofKind(usualRules, 'date'), ...ofKind(usualRules, 'yearly')]
const read = async () => store.read('today.dates', { household_id: 'household_1', rules })

test('a death gives the dates of the coming year, in their order, and those that are past are left out', async () => {
  // Long ago enough for the return, recent enough for its extension.
  await sweep(store, 'individuals', [[died(1, days(-330))]])
  const { lines, undated_deaths } = await read()
  const ids = lines.map(({ rule_id }) => rule_id)
  expect(ids).toContain('estate-tax-return-extended')
  expect(ids).not.toContain('estate-tax-return')
  expect(ids).not.toContain('alternate-valuation')
  expect(lines.map(({ date }) => date)).toEqual(lines.map(({ date }) => date).toSorted())
  expect(lines.every(({ date }) => date >= localToday())).toBe(true)
  expect(undated_deaths).toBe(0)
})

test('a date on a weekend or a holiday says the day before it was moved', async () => {
  await sweep(store, 'individuals', [Array.from({ length: 7 }, (_, at) => died(at + 1, days(-at)))])
  const due = (await read()).lines.filter(({ rule_id }) => rule_id === 'estate-tax-return')
  expect(due).toHaveLength(7)
  for (const { date, moved_from } of due) expect(businessDay(moved_from ?? date).date).toBe(date)
  expect(due.some(({ moved_from }) => moved_from !== null)).toBe(true)
})

test('a death without a date is counted, and never guessed', async () => {
  await sweep(store, 'individuals', [[died(1, null), died(2, null)]])
  expect(await read()).toEqual({ lines: [], undated_deaths: 2 })
})

test('dates from a birth are those of living primary clients only', async () => {
  const year = Number(localToday().slice(0, 4))
  const born = { date_of_birth: `${year - 80}-01-15` }
  await sweep(store, 'individuals', [
    [
      anIndividual(1, born),
      anIndividual(2, { ...born, is_primary: false }),
      anIndividual(3, { ...born, is_deceased: true, date_of_death: `${year - 10}-01-01` }),
      anIndividual(4, { ...born, household_id: 'household_2' }),
    ],
  ])
  const { lines } = await read()
  expect(lines).toEqual([expect.objectContaining({ rule_id: 'required-distribution', date: `${year}-12-31` })])
  expect(lines[0]?.individual?.id).toBe('client_profile_1')
})

test('the date of the gift tax return is one of households with an active trust that gifts fund', async () => {
  await sweep(store, 'entities', [
    [
      anEntity(1, { kind: 'ILIT_TRUST' }),
      anEntity(2, { kind: 'ILIT_TRUST', household_id: 'household_2', stage: 'DRAFT' }),
    ],
  ])
  const { lines } = await read()
  expect(lines).toEqual([expect.objectContaining({ rule_id: 'gift-tax-return', individual: null })])
  expect(lines[0]?.date).toMatch(/-04-1[5-8]$/)
  expect(await store.read('today.dates', { household_id: 'household_2', rules })).toEqual({
    lines: [],
    undated_deaths: 0,
  })
  expect(await store.read('today.dates', { household_id: 'household_1', rules: [] })).toMatchObject({ lines: [] })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { ofKind } from '../../../electron/api/today.ts'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { businessDay } from '../../../shared/dates/calendar.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { unclearDeath } from '../../../shared/domain/life-dates.ts'
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
  const ids = lines.map(({ what }) => what)
  expect(ids).toContain('estate-tax-return-extended')
  expect(ids).not.toContain('estate-tax-return')
  expect(ids).not.toContain('alternate-valuation')
  expect(lines.map(({ date }) => date)).toEqual(lines.map(({ date }) => date).toSorted())
  expect(lines.every(({ date }) => date >= localToday())).toBe(true)
  expect(undated_deaths).toBe(0)
})

test('a date on a weekend or a holiday says the day before it was moved', async () => {
  await sweep(store, 'individuals', [Array.from({ length: 7 }, (_, at) => died(at + 1, days(-at)))])
  const due = (await read()).lines.filter(({ what }) => what === 'estate-tax-return')
  expect(due).toHaveLength(7)
  for (const { date, moved_from } of due) expect(businessDay(moved_from ?? date).date).toBe(date)
  expect(due.some(({ moved_from }) => moved_from !== null)).toBe(true)
})

test('a death without a date is counted, and never guessed', async () => {
  await sweep(store, 'individuals', [[died(1, null), died(2, null)]])
  expect(await read()).toEqual({ lines: [], overdue: [], marked: [], undated_deaths: 2 })
})

test('a date of death of someone who is not marked deceased gives dates that say so, from the birth and from the death', async () => {
  const year = Number(localToday().slice(0, 4))
  const given = { date_of_birth: `${year - 80}-01-15`, date_of_death: days(-20) }
  await sweep(store, 'individuals', [
    [anIndividual(1, given), { ...died(2, days(-20)), date_of_birth: given.date_of_birth }],
  ])
  const { lines } = await read()
  const doubtsOf = (id: string) => [
    ...new Set(lines.filter(({ record }) => record.id === id).map(({ doubt }) => doubt)),
  ]
  expect(lines.map(({ what }) => what)).toEqual(expect.arrayContaining(['disclaimer', 'required-distribution']))
  expect(doubtsOf('client_profile_1')).toEqual([unclearDeath])
  expect(doubtsOf('client_profile_2')).toEqual([null])
})

test('a record has its dates of the coming year, an entity those of its kind too, and what is snoozed comes last', async () => {
  const year = Number(localToday().slice(0, 4))
  await sweep(store, 'individuals', [
    [died(1, days(-20)), anIndividual(2, { date_of_birth: `${year - 80}-01-15`, household_id: 'household_2' })],
  ])
  await sweep(store, 'entities', [
    [anEntity(1, { kind: 'ILIT_TRUST' }), anEntity(2, { kind: 'ILIT_TRUST', stage: 'DRAFT' }), anEntity(3)],
  ])
  const next = async (resource: 'individuals' | 'entities' | 'households', id: string) =>
    (await store.read('dates.next', { resource, id, rules })).lines
  const ofDead = await next('individuals', 'client_profile_1')
  expect(ofDead.map(({ what }) => what)).toEqual(expect.arrayContaining(['alternate-valuation', 'disclaimer']))
  expect(ofDead.map(({ date }) => date)).toEqual(ofDead.map(({ date }) => date).toSorted())
  expect(new Set(ofDead.map(({ record }) => record.id))).toEqual(new Set(['client_profile_1']))
  const [first] = ofDead as [(typeof ofDead)[number]]
  const was = { is_done: false, snoozed_until: null, note: '' }
  const { subject, what, date } = first
  await store.writeLedger('dates.mark', { subject, what, date, was, mark: { ...was, snoozed_until: '9999-01-01' } })
  const marked = await next('individuals', 'client_profile_1')
  expect(marked.map((line) => line.what)).toEqual([...ofDead.slice(1), first].map((line) => line.what))

  const record = { resource: 'entities', id: 'entity_2' } as const
  const fields = { kind: 'review', title: 'Review', date: days(3), every: 'once', until: null } as const
  await store.writeLedger('dates.add', { id: 'date-1', household_id: 'household_1', record, fields, source: null })
  expect(await next('entities', 'entity_1')).toEqual([expect.objectContaining({ what: 'gift-tax-return' })])
  expect(await next('entities', 'entity_2')).toEqual([expect.objectContaining({ what: 'own', subject: 'date-1' })])
  expect(await next('entities', 'entity_3')).toEqual([])
  expect((await next('individuals', 'client_profile_2')).map((line) => line.what)).toEqual(['required-distribution'])
  expect((await next('households', 'household_1')).map((line) => line.what)).toEqual(['gift-tax-return'])
  expect(await next('individuals', 'gone')).toEqual([])
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
  expect(lines).toEqual([expect.objectContaining({ what: 'required-distribution', date: `${year}-12-31` })])
  expect(lines[0]?.record.id).toBe('client_profile_1')
})

test('the date of the gift tax return is one of households with an active trust that gifts fund', async () => {
  await sweep(store, 'entities', [
    [
      anEntity(1, { kind: 'ILIT_TRUST' }),
      anEntity(2, { kind: 'ILIT_TRUST', household_id: 'household_2', stage: 'DRAFT' }),
    ],
  ])
  const { lines } = await read()
  expect(lines).toEqual([expect.objectContaining({ what: 'gift-tax-return', subject: 'household_1' })])
  expect(lines[0]?.date).toMatch(/-04-1[5-8]$/)
  expect(await store.read('today.dates', { household_id: 'household_2', rules })).toEqual({
    lines: [],
    overdue: [],
    marked: [],
    undated_deaths: 0,
  })
  expect(await store.read('today.dates', { household_id: 'household_1', rules: [] })).toMatchObject({ lines: [] })
})

test('a date that is done or snoozed leaves the next dates of its household, by a rule and of the user alike', async () => {
  await sweep(store, 'individuals', [[died(1, days(-20))]])
  const record = { resource: 'individuals', id: 'client_profile_1' } as const
  const fields = { kind: 'premium', title: 'Premium', date: days(3), every: 'month', until: null } as const
  const household_id = 'household_1'
  await store.writeLedger('dates.add', { id: 'date-1', household_id, record, fields, source: null })
  const { lines: before } = await read()
  const find = (name: string) => before.find(({ what }) => what === name) as (typeof before)[number]
  const [own, disclaimer, valuation] = [find('own'), find('disclaimer'), find('alternate-valuation')]
  expect(own).toMatchObject({ subject: 'date-1', date: days(3) })
  const mark = async ({ subject, what, date }: typeof own, more: { is_done?: boolean; snoozed_until?: string }) => {
    const was = { is_done: false, snoozed_until: null, note: '' }
    await store.writeLedger('dates.mark', { subject, what, date, was, mark: { ...was, ...more } })
  }
  await mark(own, { is_done: true })
  await mark(disclaimer, { is_done: true })
  await mark(valuation, { snoozed_until: days(5) })
  const { lines, marked } = await read()
  expect(marked.map(({ what }) => what)).toEqual(['alternate-valuation', 'own', 'disclaimer'])
  // Of a date that repeats, the next day that is open is listed.
  expect(lines.filter(({ what }) => what === 'own')).toEqual([
    expect.objectContaining({ subject: 'date-1', date: expect.not.stringMatching(own.date) }),
  ])
  const others = before.filter((line) => ![own, disclaimer, valuation].includes(line))
  expect(lines.filter(({ what }) => what !== 'own')).toEqual(others)
})

import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { openDatabase } from '../../../electron/data/open-database.ts'
import { datesOf, yearlyDatesOf } from '../../../shared/dates/derive-dates.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { unclearDeath } from '../../../shared/domain/life-dates.ts'
import { datesContract } from '../../../shared/ipc/dates.ts'
import { usualRules } from '../../../shared/rules/rules.ts'
import { outputOf } from '../../doubles/samples/schemas.ts'
import { makeFolder, mirrorKey, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, anIndividual, aUser } from './support/records.ts'

const dateRules = usualRules.filter((rule) => rule.kind === 'date')
const yearlyRules = usualRules.filter((rule) => rule.kind === 'yearly')

let folder: string
let store: OpenedStore

const year = Number(localToday().slice(0, 4)) + 1
const span = { from: `${year}-01-01`, to: `${year}-12-31` }

/** People who were born over a century, one in nine of whom died lately: some in each of the last three years, whatever today is. */
const people = Array.from({ length: 500 }, (_, at) => {
  const born = `${1930 + (at % 90)}-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`
  const nth = Math.floor(at / 9)
  const died = `${year - 1 - (nth % 3)}-${String(((nth * 5) % 12) + 1).padStart(2, '0')}-15`
  const is_deceased = at % 9 === 0
  const dates = { date_of_birth: born, date_of_death: is_deceased ? died : null }
  const household_id = `household_${(at % 4) + 1}`
  const person = anIndividual(at + 1, { ...dates, household_id, is_primary: at % 3 === 0, is_deceased })
  return { ...person, ...dates }
})

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1), aUser(2)]])
  const owned = (n: number) => aHousehold(n, { primary_relationship_owner_id: `user_${(n % 2) + 1}` })
  await sweep(store, 'households', [[1, 2, 3, 4].map(owned)])
  await sweep(store, 'individuals', [people])
  await sweep(store, 'entities', [
    [
      anEntity(1, { kind: 'ILIT_TRUST', stage: 'ACTIVE' }),
      anEntity(2, { kind: 'ILIT_TRUST', stage: 'ARCHIVED', household_id: 'household_2' }),
    ],
  ])
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const list = async (asked: Partial<Parameters<typeof store.read<'dates.list'>>[1]> = {}) => {
  const found = await store.read('dates.list', {
    ...{ owner_id: null, ...span, kind: null, state: 'open', limit: 1_000, rules: [...dateRules, ...yearlyRules] },
    ...asked,
  })
  expect(outputOf(datesContract.list).safeParse(found).error).toBeUndefined()
  return found
}

/** The dates of the year, derived person by person. */
const expected = (households: readonly string[]) => [...derived(households), ...yearly(households)].toSorted()

const yearly = (households: readonly string[]) =>
  yearlyRules.flatMap((rule) =>
    households
      .filter((id) => rule.kinds === undefined || (rule.kinds.includes('ILIT_TRUST') && id === 'household_1'))
      .flatMap((id) => yearlyDatesOf(rule, span).map(({ date }) => `${date} ${rule.id} ${id}`)),
  )

const derived = (households: readonly string[]) =>
  people
    .filter(({ household_id }) => households.includes(household_id))
    .flatMap((person) =>
      dateRules.flatMap((rule) => {
        const event = rule.from === 'death' ? person.date_of_death : person.is_deceased ? null : person.date_of_birth
        if (!event || (rule.each === 'primary' && !person.is_primary)) return []
        return datesOf(rule, event, span).map(({ date }) => `${date} ${rule.id} ${person.id}`)
      }),
    )

const keys = (lines: Awaited<ReturnType<typeof list>>['lines']) =>
  lines.map(({ date, what, subject }) => `${date} ${what} ${subject}`).toSorted()

test('the dates of the firm and of an owner are those of each person, counted by month and by kind', async () => {
  const all = expected(['household_1', 'household_2', 'household_3', 'household_4'])
  expect(all.length).toBeGreaterThan(100)
  const firm = await list()
  expect(keys(firm.lines)).toEqual(all)
  const mine = await list({ owner_id: 'user_2' })
  expect(keys(mine.lines)).toEqual(expected(['household_1', 'household_3']))
  for (const { lines, total, months, kinds } of [firm, mine]) {
    expect(total).toBe(lines.length)
    expect(lines.map(({ date }) => date)).toEqual(lines.map(({ date }) => date).toSorted())
    expect(months.map(({ month }) => month.slice(5))).toEqual(
      Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0')),
    )
    for (const { month, count } of months)
      expect(lines.filter(({ date }) => date.startsWith(month))).toHaveLength(count)
    for (const { id, count } of kinds) expect(lines.filter(({ kind }) => kind === id)).toHaveLength(count)
  }
})

test('a page of lines begins with the first dates, and the counts are of all', async () => {
  const { lines: all, total } = await list()
  for (const limit of [0, 1, 7, 40]) {
    const page = await list({ limit })
    expect(page.total).toBe(total)
    expect(page.lines.map(({ date }) => date)).toEqual(all.slice(0, limit).map(({ date }) => date))
  }
})

test('a kind narrows lines and months, and not the kinds to choose from', async () => {
  const { kinds } = await list()
  const narrowed = await list({ kind: 'estate-tax-return' })
  expect(new Set(narrowed.lines.map(({ kind }) => kind))).toEqual(new Set(['estate-tax-return']))
  expect(narrowed.total).toBe(narrowed.lines.length)
  expect(narrowed.kinds).toEqual(kinds)
})

test('a date that is done or snoozed leaves the open ones; one that changed comes back without its mark', async () => {
  const { lines, total } = await list({ kind: 'estate-tax-return' })
  const [first, second] = lines as [(typeof lines)[number], (typeof lines)[number]]
  const open = { is_done: false, snoozed_until: null, note: '' }
  const mark = ({ subject, what, date }: typeof first, changed: object) =>
    store.writeLedger('dates.mark', { subject, what, date, was: open, mark: { ...open, ...changed } })
  expect(await mark(first, { is_done: true })).toBe(true)
  expect(await mark(second, { snoozed_until: '9999-01-01', note: 'Waits for the appraisal' })).toBe(true)
  // Another window saw it open.
  expect(await mark(first, { note: 'Filed' })).toBe(false)
  const rest = await list({ kind: 'estate-tax-return' })
  expect(rest.total).toBe(total - 2)
  expect(rest.lines).toEqual(lines.slice(2))
  expect((await list({ state: 'done' })).lines).toMatchObject([{ subject: first.subject, mark: { is_done: true } }])
  const snoozed = await list({ state: 'snoozed' })
  expect(snoozed).toMatchObject({ total: 1, lines: [{ mark: { note: 'Waits for the appraisal' } }] })
  const person = people.find(({ id }) => id === first.subject)
  await store.applyRecord(
    'individuals',
    new TextEncoder().encode(JSON.stringify({ ...person, date_of_death: `${year - 1}-06-02` })),
  )
  expect((await list({ state: 'done' })).lines).toEqual([])
  expect((await list({ kind: 'estate-tax-return' })).lines.some(({ subject }) => subject === first.subject)).toBe(true)
})

test('the user’s own dates stand among them, with each day of a repeating one marked by itself', async () => {
  const record = { resource: 'entities', id: 'entity_1' } as const
  const fields = {
    kind: 'premium',
    title: 'Premium',
    date: `${year - 1}-01-31`,
    every: 'quarter',
    until: null,
  } as const
  await store.writeLedger('dates.add', { id: 'date-1', household_id: 'household_1', record, fields, source: null })
  const own = await list({ kind: 'own:premium' })
  expect(own.lines.map(({ date }) => date.slice(5))).toEqual(['01-31', '04-30', '07-31', '10-31'])
  expect(own.lines[0]).toMatchObject({ record, household: { id: 'household_1' }, own: fields })
  expect(own.lines.map(({ next }) => next?.slice(5))).toEqual(['04-30', '07-31', '10-31', '01-31'])
  const was = { is_done: false, snoozed_until: null, note: '' }
  const day = { subject: 'date-1', what: 'own', date: `${year}-04-30` }
  await store.writeLedger('dates.mark', { ...day, was, mark: { ...was, is_done: true } })
  expect((await list({ kind: 'own:premium' })).lines.map(({ date }) => date.slice(5))).toEqual([
    ...['01-31', '07-31', '10-31'],
  ])
  // The first household is the second user's.
  expect((await list({ kind: 'own:premium', owner_id: 'user_1' })).total).toBe(0)
  expect((await list({ kind: 'own:premium', owner_id: 'user_2' })).total).toBe(3)
})

test('a line has the next day of a date that repeats, and none of one that does not', async () => {
  const { lines } = await list()
  const nextOf = (kind: string) => [...new Set(lines.flatMap((line) => (line.kind === kind ? [line.next] : [])))]
  expect(nextOf('required-distribution')).toEqual([`${year + 1}-12-31`])
  const nextYear = { from: `${year + 1}-01-01`, to: `${year + 1}-12-31` }
  const [due] = yearlyDatesOf({ month: 4, day: 15, weekend: 'moves' }, nextYear)
  expect(nextOf('gift-tax-return')).toEqual([due?.date])
  expect(nextOf('estate-tax-return')).toEqual([null])
})

test('each date of a person with a date of death who is not marked deceased says so', async () => {
  const { lines: before } = await list()
  expect(before.every(({ doubt }) => doubt === null)).toBe(true)
  const [first] = before.filter(({ kind }) => kind === 'required-distribution')
  const person = people.find(({ id }) => id === first?.subject)
  await store.applyRecord(
    'individuals',
    new TextEncoder().encode(JSON.stringify({ ...person, date_of_death: `${year - 1}-06-02` })),
  )
  const record = { resource: 'individuals', id: String(person?.id) } as const
  const fields = { kind: 'review', title: 'Review', date: `${year}-05-05`, every: 'once', until: null } as const
  await store.writeLedger('dates.add', { id: 'date-1', household_id: 'household_1', record, fields, source: null })
  const { lines } = await list()
  const theirs = lines.filter(({ record: { id } }) => id === person?.id)
  expect(theirs.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['disclaimer', 'required-distribution']))
  for (const { own, doubt } of theirs) expect(doubt).toBe(own === null ? unclearDeath : null)
  expect(lines.filter(({ record: { id } }) => id !== person?.id).every(({ doubt }) => doubt === null)).toBe(true)
})

test('a rule that the user does not apply to a record gives no date of it, and the counts say so', async () => {
  const { lines, total } = await list({ kind: 'estate-tax-return' })
  const [first] = lines as [(typeof lines)[number]]
  const record = { resource: 'individuals', id: first.subject } as const
  const exception = { rule_id: 'estate-tax-return', household_id: first.household.id, record, reason: 'Filed in 2020' }
  await store.writeLedger('rules.setException', exception)
  const rest = await list({ kind: 'estate-tax-return' })
  expect(rest.lines).toEqual(lines.slice(1))
  expect(rest.total).toBe(total - 1)
})

const open = { is_done: false, snoozed_until: null, note: '' }

test('overdue are the open dates since January 1 of last year of rules that say so, and the user’s own of any year', async () => {
  const today = localToday()
  const late = dateRules.filter(({ overdue }) => overdue)
  expect(late.map(({ id }) => id)).toContain('estate-tax-return')
  const since = `${Number(today.slice(0, 4)) - 1}-01-01`
  const ofRules = people.flatMap((person) =>
    late.flatMap((rule) => {
      const event = rule.from === 'death' ? person.date_of_death : person.is_deceased ? null : person.date_of_birth
      if (!event || (rule.each === 'primary' && !person.is_primary)) return []
      return datesOf(rule, event, { from: since, to: today })
        .filter(({ date }) => date < today)
        .map(({ date }) => `${date} ${rule.id} ${person.id}`)
    }),
  )
  expect(ofRules.length).toBeGreaterThan(5)
  const record = { resource: 'entities', id: 'entity_1' } as const
  const add = (id: string, fields: object) =>
    store.writeLedger('dates.add', {
      ...{ id, household_id: 'household_1', record, source: null },
      fields: { kind: 'review', title: 'Review', date: '2009-05-05', every: 'once', until: null, ...fields } as const,
    })
  await add('long-ago', {})
  // Of one that repeats, the last day before today.
  const tenth = `${today.slice(0, 7)}-10`
  const lastTenth =
    today > tenth ? tenth : localToday(new Date(new Date(`${tenth}T12:00`).setMonth(Number(today.slice(5, 7)) - 2)))
  await add('monthly', { date: '2020-01-10', every: 'month' })
  await add('today', { date: today })
  const overdue = await list({ state: 'overdue' })
  const expectedKeys = [...ofRules, '2009-05-05 own long-ago', `${lastTenth} own monthly`].toSorted()
  expect(keys(overdue.lines)).toEqual(expectedKeys)
  expect(overdue.total).toBe(expectedKeys.length)
  expect((await list({ state: 'overdue', limit: 0 })).total).toBe(expectedKeys.length)
  expect(overdue.lines.every(({ stays }) => stays)).toBe(true)

  const ofYear = await list({ from: `${Number(today.slice(0, 4))}-01-01`, to: `${today.slice(0, 4)}-12-31` })
  const stays = ofYear.lines.filter((line) => line.stays && line.date < today)
  expect(keys(stays)).toEqual(expectedKeys.filter((key) => key >= today.slice(0, 4)))

  await store.writeLedger('dates.mark', {
    subject: 'long-ago',
    what: 'own',
    date: '2009-05-05',
    was: open,
    mark: { ...open, is_done: true },
  })
  const [first] = overdue.lines.filter(({ own }) => own === null) as [(typeof overdue.lines)[number]]
  const { subject, what, date } = first
  await store.writeLedger('dates.mark', {
    subject,
    what,
    date,
    was: open,
    mark: { ...open, snoozed_until: '9999-01-01' },
  })
  const less = await list({ state: 'overdue' })
  expect(keys(less.lines)).toEqual(
    expectedKeys.filter((key) => !key.includes('long-ago') && key !== `${date} ${what} ${subject}`),
  )
  expect(less.total).toBe(expectedKeys.length - 2)
})

test('many dates of one rule and day are counted together where that is asked for, and the other lines and counts stay', async () => {
  const all = await list()
  const folded = await list({ fold: true })
  expect(folded.folds.length).toBeGreaterThan(0)
  expect({ ...folded, lines: [], folds: [] }).toEqual({ ...all, lines: [] })
  const isFolded = ({ what, date }: (typeof all.lines)[number]) =>
    folded.folds.some((one) => one.kind === what && one.date === date)
  expect(keys(folded.lines)).toEqual(keys(all.lines.filter((line) => !isFolded(line))))
  for (const { kind, date, count, title, resource } of folded.folds) {
    const found = await list({ kind, from: date, to: date, fold: true })
    expect([found.total, found.lines.length, found.folds]).toEqual([count, count, []])
    expect(count).toBeGreaterThan(5)
    expect(found.lines[0]).toMatchObject({ title, record: { resource } })
  }
})

test('a date with a note is counted with those of its day, one that is done or left out is not', async () => {
  const [fold] = (await list({ fold: true })).folds as [Awaited<ReturnType<typeof list>>['folds'][number]]
  const of = { kind: fold.kind, from: fold.date, to: fold.date }
  const [noted = '', done = ''] = (await list(of)).lines.map(({ subject }) => subject)
  const mark = (subject: string, changed: object) =>
    store.writeLedger('dates.mark', {
      subject,
      what: fold.kind,
      date: fold.date,
      was: open,
      mark: { ...open, ...changed },
    })
  await mark(noted, { note: 'Asked the custodian' })
  await mark(done, { is_done: true })
  const after = await list({ fold: true })
  expect(after.folds[0]).toEqual({ ...fold, count: fold.count - 1 })
  expect(after.lines.some(({ what, date }) => what === fold.kind && date === fold.date)).toBe(false)
  expect((await list(of)).lines.map(({ mark: { note } }) => note).filter((note) => note !== '')).toEqual([
    'Asked the custodian',
  ])
})

test('an offline copy of an earlier version gets the indexes that it lacks when it is opened', async () => {
  await store.close()
  const open = () =>
    openDatabase({ path: join(folder, 'mirror.db'), key: mirrorKey, synchronous: 'NORMAL', readonly: false })
  const names = ['entities_active', 'individuals_born', 'individuals_died']
  const earlier = open()
  for (const name of names) earlier.exec(`DROP INDEX ${name}`)
  earlier.close()
  store = await openStore(folder)
  const found = open()
  const select = found.prepare<[string], string>('SELECT name FROM sqlite_schema WHERE name = ?').pluck()
  expect(names.map((name) => select.get(name))).toEqual(names)
  found.close()
})

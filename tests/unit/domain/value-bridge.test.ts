import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDay } from '../../../shared/domain/days.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import {
  type EntityHistory,
  firstComparableDay,
  type KnownValue,
  valueBridge,
  valueOn,
} from '../../../shared/domain/value-bridge.ts'

const value = (effective_date: string, usd: number, more: Partial<KnownValue> = {}): KnownValue => ({
  effective_date,
  value: usd,
  unsent: false,
  ...more,
})

const entity = (id: string, values: KnownValue[], more: Partial<EntityHistory> = {}): EntityHistory => ({
  id,
  values,
  recorded_on: '2020-01-01',
  gone_on: null,
  seen_on: null,
  unvalued_until: null,
  ...more,
})

const year = { from: '2025-11-27', to: '2026-11-27' }

describe('what became of an entity between two days', () => {
  test.each([
    ['revalued', entity('e', [value('2025-06-30', 100), value('2026-06-30', 150)]), 10_000n, 15_000n],
    ['unchanged', entity('e', [value('2025-06-30', 100)]), 10_000n, 10_000n],
    ['added', entity('e', [value('2026-06-30', 150)], { recorded_on: '2026-06-01' }), null, 15_000n],
    ['gone', entity('e', [value('2025-06-30', 100)], { gone_on: '2026-03-01' }), 10_000n, null],
    ['first-valued', entity('e', [value('2026-06-30', 150)], { unvalued_until: '2026-01-10' }), null, 15_000n],
    ['not-known', entity('e', [value('2026-06-30', 150)]), null, 15_000n],
    ['not-known', entity('e', []), null, null],
  ])('is %s', (kind, history, before, after) => {
    const bridge = valueBridge([history], year)
    expect(bridge.lines).toEqual([expect.objectContaining({ kind, before, after })])
    expect(bridge.after - bridge.before).toBe(bridge.lines[0]?.difference)
  })

  test('is not known of one that was last seen before the first day and found to be gone after it', () => {
    const away = entity('e', [value('2025-06-30', 100)], { seen_on: '2025-10-20', gone_on: '2025-12-22' })
    expect(valueBridge([away], year)).toMatchObject({
      before: 0n,
      after: 0n,
      unknown: { before: 1, after: 0 },
      lines: [{ kind: 'not-known', before: null, after: null }],
    })
    expect(firstComparableDay([away, entity('a', [value('2025-01-01', 1)])], year)).toBe('2025-12-22')
  })

  test('is nothing for one that was never valued, or not there on either day', () => {
    const unvalued = entity('a', [], { unvalued_until: '2026-12-01' })
    const later = entity('b', [value('2026-12-01', 5)], { recorded_on: '2026-12-01' })
    expect(valueBridge([unvalued, later], year).lines).toEqual([])
  })

  test('follows the correction of a valuation, which was observed later for the same date', () => {
    const corrected = entity('e', [value('2025-06-30', 100), value('2026-06-30', 150), value('2025-06-30', 110)])
    expect(valueBridge([corrected], year)).toMatchObject({ before: 11_000n, after: 15_000n })
  })

  test('says that a value was logged here and not sent yet', () => {
    const own = entity('e', [value('2025-06-30', 100), value('2026-11-27', 150, { unsent: true })])
    expect(valueBridge([own], year).lines[0]).toMatchObject({ unsent: true, dates: { after: '2026-11-27' } })
  })
})

test('only entities with a value on both days are compared', () => {
  const bridge = valueBridge(
    [
      entity('a', [value('2025-01-01', 100), value('2026-01-01', 104.2)]),
      entity('b', [value('2026-01-01', 1_000_000)]),
      entity('c', [value('2025-01-01', 50)], { gone_on: '2026-01-01' }),
    ],
    year,
  )
  expect(bridge.compared).toEqual({ entities: 1, before: 10_000n, after: 10_420n })
  expect(bridge.unknown).toEqual({ before: 1, after: 0 })
})

const anyDay = fc
  .integer({ min: 0, max: 1500 })
  .map((days) => new Date(Date.UTC(2023, 0, 1 + days)).toISOString().slice(0, 10))
const anyHistory = fc.record({
  values: fc.array(
    fc.record({
      effective_date: anyDay,
      value: fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.double({ min: -1e7, max: 1e7, noNaN: true })),
      unsent: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  recorded_on: anyDay,
  gone_on: fc.option(anyDay),
  seen_on: fc.option(anyDay),
  unvalued_until: fc.option(anyDay),
})

describe('the first day that can be compared', () => {
  const known = entity('a', [value('2019-05-05', 1)])
  const span = { from: '2020-06-01', to: '2026-11-27' }

  test.each([
    ['is the first of all if every value is known', [known], '2020-06-01'],
    [
      'is that of the last first value',
      [known, entity('b', [value('2024-03-31', 1), value('2022-12-31', 1)])],
      '2022-12-31',
    ],
    [
      'is before an entity is recorded that has no value yet',
      [known, entity('b', [value('2024-03-31', 1)], { recorded_on: '2024-01-01' })],
      '2020-06-01',
    ],
    [
      'is while the service had no valuation of the others',
      [entity('a', [value('2021-01-01', 1)]), entity('b', [value('2024-03-31', 1)], { unvalued_until: '2023-01-01' })],
      '2021-01-01',
    ],
    [
      'is when an entity is gone whose value was never known',
      [known, entity('b', [], { recorded_on: '0000-01-01', gone_on: '2023-05-01' })],
      '2023-05-01',
    ],
    ['is none if one never had a value', [known, entity('c', [])], null],
    ['is none before the second day', [entity('a', [value('2026-11-27', 1)])], null],
    ['is none without an entity', [], null],
  ])('%s', (_name, entities, day) => {
    expect(firstComparableDay(entities, span)).toBe(day)
  })

  test('is the first one that a search finds day by day', () => {
    fc.assert(
      fc.property(fc.array(anyHistory, { minLength: 1, maxLength: 4 }), anyDay, anyDay, (histories, one, other) => {
        const entities = histories.map((history, at) => ({ id: `e${at}`, ...history }))
        const [from = '', to = ''] = [one, other].toSorted()
        const isComparable = (day: string) => {
          const states = entities.map((each) => valueOn(each, day).state)
          return states.includes('value') && !states.includes('unknown')
        }
        let day = from
        while (day < to && !isComparable(day)) day = nextDay(day)
        const found = firstComparableDay(entities, { from, to })
        expect(found).toBe(day < to ? day : null)
        if (found !== null) expect(valueBridge(entities, { from: found, to }).unknown.before).toBe(0)
      }),
      { numRuns: 300 },
    )
  })
})

test('ties to the cent in 1,000 random histories, marks what is not sent, and never claims what was not observed', () => {
  fc.assert(
    fc.property(fc.array(anyHistory, { maxLength: 8 }), anyDay, anyDay, (histories, one, other) => {
      const entities = histories.map((history, at) => ({ id: `e${at}`, ...history }))
      const [from = '', to = ''] = [one, other].toSorted()
      const bridge = valueBridge(entities, { from, to })
      // An oracle of its own: the value of a day is that of the last observation of the latest date, read backwards.
      const observedOn = ({ values, gone_on, seen_on }: EntityHistory, day: string) => {
        if (gone_on !== null && (gone_on <= day || (seen_on !== null && seen_on < day))) return undefined
        const dates = values.map(({ effective_date }) => effective_date).filter((date) => date <= day)
        const latest = dates.toSorted().at(-1)
        return values.toReversed().find(({ effective_date }) => effective_date === latest)
      }
      const sideOf = (day: string) => entities.flatMap((each) => observedOn(each, day)?.value ?? [])
      expect(bridge.before).toBe(sumCents(sideOf(from)))
      expect(bridge.after).toBe(sumCents(sideOf(to)))
      const differences = bridge.lines.reduce((sum, { difference }) => sum + difference, 0n)
      expect(differences).toBe(bridge.after - bridge.before)
      for (const { id, before, after, unsent } of bridge.lines) {
        const history = entities.find((each) => each.id === id)
        const [was, is] = [from, to].map((day) => history && observedOn(history, day))
        expect({ before: before !== null, after: after !== null }).toEqual({
          before: was !== undefined,
          after: is !== undefined,
        })
        // A value that was logged here and not sent is marked, and no other.
        expect(unsent).toBe(was?.unsent === true || is?.unsent === true)
      }
      for (const history of entities) {
        const hasValue = history.values.some(({ effective_date }) => effective_date <= from)
        if (!hasValue) expect(valueOn(history, from).state).not.toBe('value')
      }
    }),
    { numRuns: 1000 },
  )
})

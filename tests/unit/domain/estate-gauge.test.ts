import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EstateGauge, gaugeBar, gaugeOf, gaugeWords } from '../../../shared/domain/estate-gauge.ts'
import { exactAmounts } from '../../../shared/domain/money.ts'

const group = (key: string, cents: bigint, entities = 1, unvalued = 0) => ({
  ...{ key, name: key, kinds: [], cents, entities, unvalued, oldest: null, newest: null },
})
const sheet = (...groups: ReturnType<typeof group>[]) => ({ ...group('', 0n), groups })
const person = (is_primary: boolean, is_deceased = false) => ({ is_primary, is_deceased })
const firm = { usd: 15_000_000, year: 2026 }
/** Of a long label in the narrowest window, in per cent of the bar. */
const labelWidth = 12
const couple = [person(true), person(true), person(false)]

const say = (...[amounts, people, held]: Parameters<typeof gaugeOf>) => {
  const gauge = gaugeOf(amounts, people, held)
  return gauge && gaugeWords(gauge, exactAmounts, false)
}

describe('a gauge', () => {
  it('says what is compared with what, for each living primary', () => {
    const held = sheet(group('in_estate', 1_710_431_055n))
    expect(say({ firm, own: null }, [person(true), person(true, true)], held)).toEqual({
      compared: '$17.1M in the estate against $15M, your amount for each living primary, 2026, your assumption',
      difference: '$2,104,310.55 above the amount.',
      notes: [],
    })
    expect(say({ firm, own: null }, couple, held)).toMatchObject({
      compared:
        '$17.1M in the estate against $30M: 2 × $15M, your amount for each living primary, 2026, your assumption',
      difference: '$12,895,689.45 below the amount.',
    })
  })

  it('takes a household’s own amount and count, and is absent without an amount', () => {
    const held = sheet(group('in_estate', 1_500_000_000n))
    const own = { amount: { usd: 5_000_000, year: 2024 }, primaries: 3, is_off: false }
    expect(say({ firm, own }, [], held)).toMatchObject({
      compared:
        '$15M in the estate against $15M: 3 × $5M, as you count, this household’s own amount for each living primary, 2024, your assumption',
      difference: 'Exactly the amount.',
    })
    expect(gaugeOf({ firm, own: { ...own, is_off: true } }, couple, held)).toBeNull()
    expect(gaugeOf({ firm: null, own: null }, couple, held)).toBeNull()
  })

  it('says what is not known', () => {
    expect(say({ firm, own: null }, couple, sheet(group('in_estate', 0n, 2, 2)))).toMatchObject({
      compared: expect.stringMatching(/^No value known in the estate against \$30M/),
      difference: null,
    })
    expect(gaugeOf({ firm, own: null }, couple, sheet())).toMatchObject({ inEstate: null, entities: 0, unvalued: 0 })
    expect(say({ firm, own: null }, couple, sheet())?.compared).toMatch(/^Nothing recorded in the estate against/)
    expect(say({ firm, own: null }, couple, sheet(group('in_estate', 100n, 2, 1)))).toMatchObject({
      compared: expect.stringMatching(/^\$1 in the estate so far against/),
      notes: ['No value is known of 1 of 2 entities in the estate.'],
    })
    const partly = sheet(group('in_estate', 100n, 5, 2), group('none', 200_000_000n))
    expect(say({ firm, own: null }, couple, partly)).toMatchObject({
      compared: expect.stringMatching(/^\$1 in the estate so far against/),
      notes: ['No value is known of 2 of 5 entities in the estate.', '$2M without an estate status is not compared.'],
    })
  })

  it('compares with nothing where no primary is alive', () => {
    const held = sheet(group('in_estate', 100n))
    const gauge = gaugeOf({ firm, own: null }, [person(true, true)], held)
    expect(gauge).toMatchObject({ count: 0, above: null })
    expect(gauge && gaugeBar(gauge)).toMatchObject({ beyond: 0, within: expect.toSatisfy((part) => part > 0) })
    expect(say({ firm, own: null }, [person(true, true)], held)).toEqual({
      compared:
        '$1 in the estate. No living primary is recorded; $15M is your amount for each living primary, 2026, your assumption',
      difference: null,
      notes: [],
    })
  })

  it('has a mark for each amount, of which the limit’s has its label first, and then as many of the others as have room', () => {
    const bar = gaugeBar({ inEstate: 100n, each: 100n, count: 8 } as EstateGauge)
    expect(bar?.marks.filter(({ isLimit }) => isLimit).map(({ times }) => times)).toEqual([8])
    expect(bar?.marks.filter(({ label }) => label !== 'none').map(({ times }) => times)).toEqual([1, 3, 5, 8])
  })

  it('has the middle of a label at its mark, as far as there is room to the left', () => {
    const first = (inEstate: bigint) => gaugeBar({ inEstate, each: 700n, count: 1 } as EstateGauge)?.marks[0]
    expect(first(10_000n)).toMatchObject({ at: 7, label: 'middle' })
    expect(first(10_100n)).toMatchObject({ label: 'start' })
  })

  it('is drawn to scale, with labels inside it that do not cover each other, whatever is in the estate', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.bigInt({ min: 1n, max: 10n ** 14n }),
        fc.integer({ min: 0, max: 9 }),
        (inEstate, each, count) => {
          const gauge = { inEstate, each, count } as EstateGauge
          const bar = gaugeBar(gauge)
          if (bar === null) throw new Error('There is a value.')
          const one = bar.marks[0]?.at ?? Number.NaN
          const held = Math.max(0, Number(inEstate) / Number(each))
          expect(bar.within + bar.beyond).toBeCloseTo(held * one, 3)
          expect(bar.within + bar.beyond).toBeLessThanOrEqual(100.001)
          for (const { times, at } of bar.marks) expect(at).toBeCloseTo(times * one, 3)
          if (count > 0) expect(bar.within).toBeLessThanOrEqual(count * one + 0.001)
          const labels = bar.marks.flatMap(({ at, label }) => {
            const left = { start: at, middle: at - labelWidth / 2, none: null }[label]
            return left === null ? [] : [left]
          })
          for (const left of labels) {
            expect(left).toBeGreaterThanOrEqual(0)
            expect(left + labelWidth).toBeLessThanOrEqual(100)
            expect(labels.filter((other) => Math.abs(other - left) < labelWidth)).toHaveLength(1)
          }
          expect(bar.marks.find(({ isLimit }) => isLimit)?.label ?? bar.marks[0]?.label).not.toBe('none')
        },
      ),
    )
  })
})

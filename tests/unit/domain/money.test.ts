import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  exactAmounts,
  formatCents,
  formatCentsShort,
  formatUsd,
  plainDollars,
  shareInPerCent,
  sumCents,
  toDollars,
} from '../../../shared/domain/money.ts'

/** Whole cents that a double holds exactly, as the service would send them. */
const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
const asUsd = (amount: bigint) => Number(`${amount < 0n ? '-' : ''}${digits(amount)}`)
const digits = (amount: bigint) => {
  const text = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

describe('sumCents', () => {
  it('ties to the cent with a sum made in whole cents', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 200 }), (amounts) => {
        expect(sumCents(amounts.map(asUsd))).toBe(amounts.reduce((sum, amount) => sum + amount, 0n))
      }),
    )
  })

  it('gives the same sum in any order', () => {
    const amount = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 40 }), (amounts) => {
        expect(sumCents(amounts.toReversed())).toBe(sumCents(amounts))
      }),
    )
  })

  it('adds what floats cannot: a tenth ten times is one dollar', () => {
    expect(sumCents(Array.from({ length: 10 }, () => 0.1))).toBe(100n)
    expect(sumCents([0.1, 0.2])).toBe(30n)
  })

  it('rounds once, at the end, half a cent away from zero', () => {
    expect(sumCents([0.004, 0.004, 0.004])).toBe(1n)
    expect(sumCents([1.005])).toBe(101n)
    expect(sumCents([-1.005])).toBe(-101n)
  })

  it('keeps huge and tiny amounts exact', () => {
    expect(sumCents([1e21, 0.01])).toBe(10n ** 23n + 1n)
    expect(sumCents([1e-7])).toBe(0n)
  })

  it('refuses what is no number', () => {
    expect(() => sumCents([Number.NaN])).toThrow(RangeError)
    expect(() => sumCents([Number.POSITIVE_INFINITY])).toThrow(RangeError)
  })
})

describe('formatting', () => {
  it.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [0.5, '$0.50'],
    [999.999, '$1,000.00'],
    [1234567.89, '$1,234,567.89'],
    [-1234.5, '\u2212$1,234.50'],
    [1e15, '$1,000,000,000,000,000.00'],
    [-0.001, '$0.00'],
  ])('writes %d as %s', (value, text) => {
    expect(formatUsd(value)).toBe(text)
  })

  it.each([
    [1e15, '$1,000,000,000,000,000.00'],
    [-9.87e15, '\u2212$9,870,000,000,000,000.00'],
    [1e16, '$1.000… × 10^16'],
    [1.7976931348623157e308, '$1.797… × 10^308'],
    [-1e308, '\u2212$1.000… × 10^308'],
  ])('writes %d in its place as %s', (value, text) => {
    expect(exactAmounts.shown(sumCents([value]))).toBe(text)
  })

  it('keeps every amount that JSON can hold within the place of a figure', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(exactAmounts.shown(sumCents([value])).length).toBeLessThanOrEqual(26)
        expect(exactAmounts.short(value).length).toBeLessThanOrEqual(16)
      }),
    )
  })

  it('loses no digit of any amount of cents', () => {
    fc.assert(
      fc.property(fc.bigInt(), (amount) => {
        const read = BigInt(formatCents(amount).replace('\u2212', '-').replace(/[$,.]/g, ''))
        expect(read).toBe(amount)
      }),
    )
  })
})

describe('a share in per cent', () => {
  it.each([
    [1n, 3n, 33.3],
    [2n, 3n, 66.7],
    [-2n, 3n, -66.7],
    [1n, 800n, 0.1],
    [5n, 10_000n, 0.1],
    [-5n, 10_000n, -0.1],
    [3n, 2n, 150],
    [1n, 0n, null],
    [1n, -5n, null],
  ])('of %s in %s is %s', (part, whole, share) => {
    expect(shareInPerCent(part, whole)).toBe(share)
  })

  it('is a finite number or none, of amounts of any size', () => {
    const amount = fc.bigInt({ min: -(10n ** 320n), max: 10n ** 320n })
    fc.assert(
      fc.property(amount, amount, (part, whole) => {
        const share = shareInPerCent(part, whole)
        expect(share === null || Number.isFinite(share)).toBe(true)
      }),
    )
    expect(shareInPerCent(10n ** 310n, 10n ** 310n)).toBe(100)
    expect(shareInPerCent(10n ** 310n, 1n)).toBeNull()
  })
})

describe('a sum of any size', () => {
  it.each([
    [0n, '0', '$0'],
    [5n, '0.05', '$0.05'],
    [-123_450n, '-1234.5', '−$1.23K'],
    [100_000_000n, '1000000', '$1M'],
    [500_000_000_000_000_014n, '5000000000000000.14', '$5000T'],
  ])('of %s cents is %s, and %s in short', (amount, plain, short) => {
    expect(plainDollars(amount)).toBe(plain)
    expect(formatCentsShort(amount)).toBe(short)
  })

  it('is never infinite', () => {
    const beyond = 10n ** 312n
    expect(formatCentsShort(beyond)).toBe('$1.00 × 10^310')
    expect(formatCentsShort(-beyond)).toBe('−$1.00 × 10^310')
    expect(toDollars(beyond)).toBe(Number.MAX_VALUE)
    expect(toDollars(-beyond)).toBe(-Number.MAX_VALUE)
    expect(plainDollars(beyond)).toBe(`1${'0'.repeat(310)}`)
  })
})

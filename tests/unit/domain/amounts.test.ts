import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountText, parseAmount } from '../../../shared/domain/amounts.ts'

describe('parseAmount', () => {
  it.each([
    ['$1,234.50', 1234.5],
    ['(1,234.50)', -1234.5],
    ['$(1,234.50)', -1234.5],
    ['($1,234.50)', -1234.5],
    ['-12', -12],
    ['−12', -12],
    ['–12', -12],
    ['12-', -12],
    ['$ -12.5', -12.5],
    ['-$12.5', -12.5],
    ['+7', 7],
    ['1 234 567.89 USD', 1234567.89],
    ['1\u00a0234.5', 1234.5],
    ['US$5', 5],
    ["1'000'000", 1_000_000],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['0', 0],
    ['-0.00', 0],
    ['１２３', 123],
    ['  $1,234,567,890.12 ', 1_234_567_890.12],
    ['14M', 14_000_000],
    ['US$14m', 14_000_000],
    ['$13.99m', 13_990_000],
    ['13.99M USD', 13_990_000],
    ['$ 14 million', 14_000_000],
    ['14 mil', 14_000_000],
    ['14 mil.', 14_000_000],
    ['14 mln', 14_000_000],
    ['14 million usd', 14_000_000],
    ['usd 14 million', 14_000_000],
    ['USD 250k', 250_000],
    ['14 million dollars', 14_000_000],
    ['14 million US dollars', 14_000_000],
    ['250 thousand dollars', 250_000],
    ['250 grand', 250_000],
    ['1,000 dollars', 1_000],
    ['-USD 1.2m', -1_200_000],
    ['2.5 mm', 2_500_000],
    ['250k', 250_000],
    ['(250k)', -250_000],
    ['-$1.2m', -1_200_000],
    ['$(1.2m)', -1_200_000],
    ['1.2bn', 1_200_000_000],
    ['1.2B', 1_200_000_000],
    ['0.0000015m', 1.5],
    ['.5m', 500_000],
  ])('reads %j as %d', (text, value) => {
    expect(parseAmount(text)).toEqual({ value, problem: null })
  })

  it.each([
    ['', 'Enter a value.'],
    ['  ', 'Enter a value.'],
    ['-', 'not an amount'],
    ['$ -', 'not an amount'],
    ['1,23', 'not an amount'],
    ['1.234,56', 'not an amount'],
    ['1,2345', 'not an amount'],
    ['1,234 567', 'not an amount'],
    ['--1', 'not an amount'],
    ['(-1)', 'not an amount'],
    ['+-1', 'not an amount'],
    ['$$1', 'not an amount'],
    ['1e5', 'not an amount'],
    ['0x10', 'not an amount'],
    ['NaN', 'not an amount'],
    ['Infinity', 'not an amount'],
    ['12%', 'not an amount'],
    ['twelve', 'not an amount'],
    ['1.2.3', 'not an amount'],
    ['€5', 'not an amount'],
    ['14Mx', 'not an amount'],
    ['M', 'not an amount'],
    ['14M5', 'not an amount'],
    ['14kk', 'not an amount'],
    ['1.2.3m', 'not an amount'],
    ['1,5M', '“1,5M” can mean 1.5M or 15M.'],
    ['$1,250m', '“1,250m” can mean 1.250m or 1250m.'],
    ['12T', '“T” can mean thousand or trillion.'],
    ['12 tn', '“T” can mean thousand or trillion.'],
    ['12345678901234567.89', 'too many digits'],
    ['0.10000000000000000001', 'too many digits'],
    [`1${'0'.repeat(400)}`, 'too many digits'],
  ])('refuses %j: %s', (text, reason) => {
    const { value, problem } = parseAmount(text)
    expect(value).toBeNull()
    expect(problem).toContain(reason)
  })

  it('reads back every amount as it is shown in an input', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseAmount(amountText(value)).value).toBe(value === 0 ? 0 : value)
      }),
      { numRuns: 2000 },
    )
  })

  it('reads whole cents in every notation as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (cents) => {
        const text = amountText(cents / 100)
        const plain = text.replace('-', '')
        const notations =
          cents < 0 ? [`(${plain})`, `-$${plain}`, `$(${plain})`, `${plain}-`] : [`$${plain}`, `${plain} USD`]
        for (const notation of notations) expect(parseAmount(notation).value).toBe(cents / 100)
      }),
    )
  })

  it('takes any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const { value, problem } = parseAmount(text)
        expect(value === null).toBe(problem !== null)
      }),
    )
  })
})

describe('amountText', () => {
  it.each([
    [1234.5, '1,234.50'],
    [-0.005, '-0.005'],
    [1e21, '1,000,000,000,000,000,000,000.00'],
    [0, '0.00'],
    [-0, '0.00'],
    [999, '999.00'],
  ])('writes %d as %j', (value, text) => {
    expect(amountText(value)).toBe(text)
  })
})

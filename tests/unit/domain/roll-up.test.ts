import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  apportion,
  compare,
  ofCents,
  roundToCents,
  subtract,
  sumCents,
  toDecimal,
  zero,
} from '../../../shared/domain/money.ts'
import { type RollUpPart, rollUp } from '../../../shared/domain/roll-up.ts'
import { rollUpsContract } from '../../../shared/ipc/roll-ups.ts'
import { outputOf } from '../../doubles/samples/schemas.ts'

const amount = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
  fc.integer({ min: -99_999, max: 99_999 }).map((units) => units / 10_000),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e15, -1e15, 1e308, -1e308, 5e-324, 0.005, -0.005, 0.1 + 0.2),
)

test('parts of a sum in cents add up to it, none further than a cent from its exact amount', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 30 }), (values) => {
      const total = sumCents(values)
      const cents = apportion(values.map(toDecimal), total)
      expect(cents.reduce((sum, value) => sum + value, 0n)).toBe(total)
      for (const [at, value] of values.entries()) {
        const off = subtract(toDecimal(value), ofCents(cents[at] ?? 0n))
        expect(compare(off, ofCents(1n))).toBeLessThanOrEqual(0)
        expect(compare(ofCents(-1n), off)).toBeLessThanOrEqual(0)
      }
    }),
  )
})

test('an amount in whole cents is never moved', () => {
  const whole = fc.integer({ min: -100_000, max: 100_000 })
  fc.assert(
    fc.property(
      fc.array(whole, { minLength: 1, maxLength: 10 }),
      fc.array(amount, { maxLength: 10 }),
      (cents, more) => {
        const values = [...cents.map((value) => value / 100), ...more]
        const given = apportion(values.map(toDecimal), sumCents(values))
        expect(given.slice(0, cents.length)).toEqual(cents.map(BigInt))
      },
    ),
  )
})

const held = (asset_class: string | null, value: number) => ({
  asset_class: asset_class === null ? null : { id: asset_class, name: `Class ${asset_class}` },
  amount: toDecimal(value),
  entities: 1,
})

const part = (holdings: RollUpPart['holdings'], more: Partial<RollUpPart> = {}): RollUpPart => ({
  in_estate_status: 'in_estate',
  kind: 'REVOCABLE_TRUST',
  entities: 1,
  valued: 1,
  oldest: '2024-01-01',
  newest: '2024-01-01',
  holdings,
  ...more,
})

const parts = fc.array(
  fc.record({
    in_estate_status: fc.constantFrom('in_estate', 'out_of_estate', 'none', 'on_the_moon'),
    kind: fc.constantFrom('REVOCABLE_TRUST', 'GRAT_TRUST', 'A_NEW_KIND'),
    holdings: fc.array(fc.tuple(fc.constantFrom('a', 'b', null), amount), { maxLength: 4 }),
  }),
  { maxLength: 40 },
)

test('lines add up to the total and cells to their line, to the cent', () => {
  fc.assert(
    fc.property(parts, (random) => {
      const sheet = rollUp(
        random.map(({ holdings, ...more }) =>
          part(
            holdings.map(([id, value]) => held(id, value)),
            more,
          ),
        ),
      )
      expect(outputOf(rollUpsContract.book).parse(sheet)).toEqual(sheet)
      expect(sheet.total).toBe(String(sumCents(random.flatMap(({ holdings }) => holdings.map(([, value]) => value)))))
      expect(sumOf(sheet.lines)).toBe(BigInt(sheet.total))
      for (const line of sheet.lines) {
        const cells = sheet.cells.filter((c) => c.kind === line.kind && c.in_estate_status === line.in_estate_status)
        expect(sumOf(cells)).toBe(BigInt(line.value))
      }
    }),
  )
})

const sumOf = (figures: readonly { value: string }[]) => figures.reduce((sum, { value }) => sum + BigInt(value), 0n)

test('it makes no difference how parts were grouped or ordered before', () => {
  const one = part([held('a', 0.004), held(null, 1)])
  const other = part([held('a', 0.004)], { oldest: '2023-05-05', newest: '2025-05-05' })
  const both = part([{ ...held('a', 0.008), entities: 2 }, held(null, 1)], {
    entities: 2,
    valued: 2,
    oldest: '2023-05-05',
    newest: '2025-05-05',
  })
  expect(rollUp([one, other])).toEqual(rollUp([both]))
  expect(rollUp([other, one])).toEqual(rollUp([both]))
})

test('what is not valued is counted, not zero', () => {
  const unknown = part([], { entities: 3, valued: 0, oldest: null, newest: null })
  const sheet = rollUp([unknown, part([held('a', 10)])])
  expect(sheet).toMatchObject({ total: '1000', entities: 4, unvalued: 3, oldest: '2024-01-01' })
  expect(rollUp([unknown])).toMatchObject({ total: '0', unvalued: 3, oldest: null, newest: null, cells: [] })
  expect(rollUp([])).toEqual({ total: '0', entities: 0, unvalued: 0, oldest: null, newest: null, lines: [], cells: [] })
})

test('lines stand as the description lists them, unknown ones after, and no class last', () => {
  const sheet = rollUp([
    part([held(null, 1), held('b', 1), held('a', 1)], { in_estate_status: 'none' }),
    part([], { in_estate_status: 'else' }),
    part([], { kind: 'ZZZ' }),
    part([], { kind: 'GRAT_TRUST' }),
    part([]),
  ])
  expect(sheet.lines.map((line) => [line.in_estate_status, line.kind])).toEqual([
    ['in_estate', 'REVOCABLE_TRUST'],
    ['in_estate', 'GRAT_TRUST'],
    ['in_estate', 'ZZZ'],
    ['none', 'REVOCABLE_TRUST'],
    ['else', 'REVOCABLE_TRUST'],
  ])
  expect(sheet.cells.map((cell) => cell.asset_class?.id ?? null)).toEqual(['a', 'b', null])
})

test('fractions of a cent are carried by those whose rounding lost most', () => {
  const amounts = [0.004, 0.004, 0.002].map(toDecimal)
  expect(apportion(amounts, roundToCents(amounts.reduce(add, zero)))).toEqual([1n, 0n, 0n])
  const up = [0.005, 0.005].map(toDecimal)
  expect(apportion(up, 1n)).toEqual([0n, 1n])
})

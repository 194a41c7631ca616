import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barsOf } from '../../../renderer/features/book/bars.ts'
import { sheetOf } from '../../../shared/domain/balance-sheet.ts'
import { toDecimal } from '../../../shared/domain/money.ts'
import { rollUp } from '../../../shared/domain/roll-up.ts'

const part = fc.record({
  in_estate_status: fc.constantFrom('in_estate', 'out_of_estate', 'none', 'split_interest'),
  kind: fc.constantFrom('REVOCABLE_TRUST', 'LLC_BUSINESS_ENTITY', 'SPACE_TRUST'),
  entities: fc.constant(2),
  valued: fc.constantFrom(1, 2),
  oldest: fc.constantFrom('2019-02-28', '2024-01-01'),
  newest: fc.constantFrom('2024-06-30', '2026-11-20'),
  holdings: fc.array(
    fc.record({
      asset_class: fc.option(
        fc.constantFrom(...Array.from({ length: 12 }, (_, at) => ({ id: `class-${at}`, name: `Class ${at}` }))),
      ),
      amount: fc.double({ min: -1e12, max: 1e12, noNaN: true }).map(toDecimal),
      entities: fc.constant(1),
    }),
  ),
})
const sheets = fc.array(part, { maxLength: 12 }).map((parts) => ({ parts, sheet: sheetOf(rollUp(parts)) }))
const sum = (values: { cents: bigint }[]) => values.reduce((total, { cents }) => total + cents, 0n)

describe('a balance sheet', () => {
  it('ties to the cent from the asset classes up to the total, and counts every entity once', () => {
    fc.assert(
      fc.property(sheets, ({ parts, sheet }) => {
        expect(sum(sheet.groups)).toBe(sheet.cents)
        for (const group of sheet.groups) {
          expect(sum(group.kinds)).toBe(group.cents)
          for (const kind of group.kinds) expect(sum(kind.classes)).toBe(kind.cents)
        }
        expect(sheet.groups.reduce((total, { entities }) => total + entities, 0)).toBe(parts.length * 2)
        expect(sheet.groups.reduce((total, { unvalued }) => total + unvalued, 0)).toBe(sheet.unvalued)
      }),
    )
  })

  it('gives each estate status the oldest and the newest date of its kinds', () => {
    const dated = (kind: string, oldest: string | null, newest: string | null) => ({
      ...{ in_estate_status: 'in_estate', kind, entities: 1, valued: oldest === null ? 0 : 1, oldest, newest },
      holdings: [],
    })
    const sheet = sheetOf(
      rollUp([
        dated('SLAT_TRUST', '2024-06-30', '2025-01-31'),
        dated('GRAT_TRUST', '2023-01-31', '2026-11-20'),
        dated('REVOCABLE_TRUST', '2022-12-31', '2024-03-31'),
        dated('LLC_BUSINESS_ENTITY', null, null),
      ]),
    )
    expect(sheet.groups).toMatchObject([{ oldest: '2022-12-31', newest: '2026-11-20' }])
  })

  it('names what it knows and shows the rest as the service sent it', () => {
    const one = { entities: 1, valued: 0, oldest: null, newest: null, holdings: [] }
    const sheet = sheetOf(
      rollUp([
        { ...one, in_estate_status: 'none', kind: 'SLAT_TRUST' },
        { ...one, in_estate_status: 'split_interest', kind: 'SPACE_TRUST' },
      ]),
    )
    expect(sheet.groups.map(({ name, kinds }) => [name, kinds.map((kind) => kind.name)])).toEqual([
      ['No estate status', ['SLAT']],
      ['split_interest', ['SPACE_TRUST']],
    ])
    expect(sheet).toMatchObject({ cents: 0n, entities: 2, unvalued: 2, oldest: null, newest: null })
  })
})

describe('the bars of a balance sheet', () => {
  it('have no amount where no entity has a valuation', () => {
    const line = { in_estate_status: 'none', kind: 'SLAT_TRUST', entities: 2, oldest: null, newest: null, holdings: [] }
    const amounts = (valued: number) => barsOf(sheetOf(rollUp([{ ...line, valued }]))).bars.map(({ cents }) => cents)
    expect(amounts(0)).toEqual([null])
    expect(amounts(1)).toEqual([0n])
  })

  it('hold the same cents as the sheet, stay within the drawing, and stand on the right side of zero', () => {
    fc.assert(
      fc.property(sheets, ({ sheet }) => {
        const { bars, classes, zero } = barsOf(sheet)
        expect(classes.length).toBeLessThanOrEqual(8)
        expect(sum(classes)).toBe(sheet.cents)
        for (const [at, bar] of bars.entries()) {
          expect(sum(bar.segments)).toBe(sheet.groups[at]?.cents)
          for (const { from, width, cents } of bar.segments) {
            expect(from).toBeGreaterThanOrEqual(-0.001)
            expect(from + width).toBeLessThanOrEqual(100.001)
            if (cents > 0n) expect(from).toBeGreaterThanOrEqual(zero - 0.001)
            else expect(from + width).toBeLessThanOrEqual(zero + 0.002)
          }
        }
      }),
    )
  })
})

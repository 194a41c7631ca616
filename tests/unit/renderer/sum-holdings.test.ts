import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumHoldings } from '../../../renderer/features/households/sum-holdings.ts'

const row = (in_estate_status: string, value: number | null, effective_date: string | null = '2026-01-31') => ({
  in_estate_status,
  directly_held_asset_value: value,
  effective_date: value === null ? null : effective_date,
})

describe('sums of directly held assets', () => {
  it('are made by estate status, without what is not valued', () => {
    const sums = sumHoldings([
      row('out_of_estate', 0.2, '2025-12-31'),
      row('in_estate', 100),
      row('out_of_estate', 0.1, '2026-03-01'),
      row('none', null),
      row('in_estate', -250.5),
    ])
    expect(sums).toEqual({
      groups: [
        { status: 'in_estate', name: 'In estate', cents: -15_050n },
        { status: 'out_of_estate', name: 'Out of estate', cents: 30n },
      ],
      unvalued: 1,
      oldest: '2025-12-31',
      newest: '2026-03-01',
    })
  })

  it('show a status that Steward does not know as the service sent it', () => {
    expect(sumHoldings([row('split_interest', 1)]).groups).toEqual([
      { status: 'split_interest', name: 'split_interest', cents: 100n },
    ])
  })

  it('say that nothing is valued rather than zero', () => {
    expect(sumHoldings([row('in_estate', null)])).toEqual({ groups: [], unvalued: 1, oldest: null, newest: null })
  })

  it('tie to the cent with the values listed', () => {
    const rows = fc.array(
      fc.record({
        in_estate_status: fc.constantFrom('in_estate', 'out_of_estate', 'none', 'other'),
        cents: fc.option(fc.integer({ min: -1e12, max: 1e12 })),
      }),
    )
    fc.assert(
      fc.property(rows, (listed) => {
        const sums = sumHoldings(
          listed.map(({ in_estate_status, cents }) => row(in_estate_status, cents === null ? null : cents / 100)),
        )
        const whole = listed.reduce((total, { cents }) => total + BigInt(cents ?? 0), 0n)
        expect(sums.groups.reduce((total, group) => total + group.cents, 0n)).toBe(whole)
        expect(sums.unvalued).toBe(listed.filter(({ cents }) => cents === null).length)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { withChanges } from '../../../renderer/features/entities/value-changes.ts'
import { perCentOf, perCentWords } from '../../../shared/domain/per-cent.ts'
import type { ObservedValuation } from '../../../shared/ipc/observed.ts'

describe('a change in per cent', () => {
  it.each([
    [10_000n, 1250n, '+12.5%'],
    [10_000n, -1250n, '−12.5%'],
    [10_000n, 1259n, '+12.5%'],
    [10_000_000n, 1n, '+<0.1%'],
    [10_000_000n, -1n, '−<0.1%'],
    [100n, 123_400n, '+123,400%'],
    [10_000n, -10_000n, '−100%'],
    [10_000n, 0n, null],
  ])('of %s cents by %s reads %s', (before, difference, words) => {
    expect(perCentWords(perCentOf(before, difference), difference)).toBe(words)
  })

  it('is none where it has more digits than a number', () => {
    expect(perCentOf(1n, 10n ** 310n)).toBeNull()
    expect(perCentOf(10n ** 310n, -(10n ** 310n))).toBe(-100)
  })

  it('is not computed of nothing, or of less', () => {
    expect(perCentOf(0n, 100n)).toBeNull()
    expect(perCentOf(-100n, 100n)).toBeNull()
    expect(perCentWords(null, 100n)).toBeNull()
  })
})

describe('the history of values', () => {
  const observed = (seq: number, effective_date: string, usd: number): ObservedValuation => ({
    seq,
    observed_at: '2026-11-21T12:00:00.000Z',
    seen_until: '2026-11-21T12:00:00.000Z',
    valuation_id: `valuationv2_${seq}`,
    effective_date,
    directly_held_asset_value: usd,
    total_value: usd,
    description: null,
    assets: [],
    own: false,
  })

  it('has the change since the one before and since the first, each with its date', () => {
    const changes = withChanges([
      observed(3, '2026-09-30', 90.1),
      observed(2, '2026-06-30', 120.3),
      observed(1, '2026-03-31', 100),
    ])
    expect(changes.map(({ sinceLast, sinceFirst }) => [sinceLast, sinceFirst])).toEqual([
      [
        { before: 12_030n, difference: -3020n, date: '2026-06-30' },
        { before: 10_000n, difference: -990n, date: '2026-03-31' },
      ],
      [
        { before: 10_000n, difference: 2030n, date: '2026-03-31' },
        { before: 10_000n, difference: 2030n, date: '2026-03-31' },
      ],
      [null, null],
    ])
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumCents } from '../../../shared/domain/money.ts'
import { type ComparedAsset, differenceOf, pairAssets } from '../../../shared/domain/valuation-difference.ts'

const asset = (display_name: string, value: number, more: Partial<ComparedAsset> = {}): ComparedAsset => ({
  display_name,
  asset_class: { id: 'c-cash', name: 'Cash' },
  value,
  external_id: null,
  ...more,
})

const amount = fc.oneof(
  fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((cents) => cents / 100),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  fc.constantFrom(0, 0.005, -0.005, 0.1 + 0.2, 1e15, 1e-9),
)

const assets = fc.array(
  fc.record({
    display_name: fc.constantFrom('Chequing', 'Savings', 'House', 'Boat'),
    asset_class: fc.constantFrom({ id: 'c-cash', name: 'Cash' }, { id: 'c-art', name: 'Art' }),
    value: amount,
    external_id: fc.constantFrom(null, 'X-1', 'X-2'),
  }),
  { maxLength: 12 },
)

const sum = (values: readonly (bigint | null)[]) => values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n)

describe('differenceOf', () => {
  it('ties to the cent: assets to each total, differences to the difference of the totals', () => {
    fc.assert(
      fc.property(assets, assets, fc.option(amount), fc.option(amount), (before, after, was, is) => {
        const pairs = pairAssets(before, after)
        const {
          assets: rows,
          beyond,
          total,
        } = differenceOf({ assets: before, stated: was }, { assets: after, stated: is }, pairs)
        const all = beyond ? [...rows, beyond] : rows
        expect(total.before).toBe(sumCents(was === null ? before.map(({ value }) => value) : [was]))
        expect(total.after).toBe(sumCents(is === null ? after.map(({ value }) => value) : [is]))
        expect(sum(all.map((row) => row.before))).toBe(total.before)
        expect(sum(all.map((row) => row.after))).toBe(total.after)
        expect(sum(all.map((row) => row.difference))).toBe(total.difference)
        expect(total.difference).toBe(total.after - total.before)
        for (const row of all) expect(row.difference).toBe((row.after ?? 0n) - (row.before ?? 0n))
      }),
      { numRuns: 500 },
    )
  })

  it('says nothing of what is beyond listed assets where they add up', () => {
    const { beyond } = differenceOf({ assets: [asset('A', 1)], stated: 1 }, { assets: [asset('A', 2)], stated: null }, [
      { before: 0, after: 0 },
    ])
    expect(beyond).toBeNull()
  })

  it('shows what is beyond listed assets as a line of its own', () => {
    const { beyond, total } = differenceOf(
      { assets: [asset('A', 1)], stated: 3 },
      { assets: [asset('A', 1)], stated: null },
      [{ before: 0, after: 0 }],
    )
    expect(beyond).toEqual({ before: 200n, after: 0n, difference: -200n })
    expect(total).toEqual({ before: 300n, after: 100n, difference: -200n })
  })
})

describe('pairAssets', () => {
  it('finds every asset once, on either side', () => {
    fc.assert(
      fc.property(assets, assets, (before, after) => {
        const pairs = pairAssets(before, after)
        const places = (side: 'before' | 'after') => pairs.flatMap((pair) => pair[side] ?? []).toSorted((a, b) => a - b)
        expect(places('before')).toEqual(before.map((_, at) => at))
        expect(places('after')).toEqual(after.map((_, at) => at))
      }),
      { numRuns: 500 },
    )
  })

  it('pairs a valuation with itself line by line', () => {
    fc.assert(
      fc.property(assets, (same) => {
        for (const { before } of pairAssets(same, same)) expect(before).not.toBeNull()
        expect(pairAssets(same, same)).toHaveLength(same.length)
      }),
    )
  })

  it('knows an asset by its external id, whatever it is called now', () => {
    expect(
      pairAssets(
        [asset('Old name', 1, { external_id: 'X' }), asset('Other', 2)],
        [asset('Other', 3), asset('New name', 4, { external_id: 'X', asset_class: { id: 'c-art', name: 'Art' } })],
      ),
    ).toEqual([
      { before: 1, after: 0 },
      { before: 0, after: 1 },
    ])
  })

  it('does not guess between two of one name in other classes', () => {
    const art = { id: 'c-art', name: 'Art' }
    const land = { id: 'c-land', name: 'Land' }
    expect(
      pairAssets([asset('A', 1), asset('A', 2, { asset_class: art })], [asset('A', 3, { asset_class: land })]),
    ).toEqual([
      { before: null, after: 0 },
      { before: 0, after: null },
      { before: 1, after: null },
    ])
  })
})

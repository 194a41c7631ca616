import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assetsToSend,
  differencesOf,
  emptyRow,
  isChanged,
  moved,
  problemsOf,
  type Row,
  startingRows,
  undone,
  withoutRow,
  withRowBelow,
} from '../../../renderer/features/valuations/composer/rows.ts'
import { amountText } from '../../../shared/domain/amounts.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import { valuation } from '../../../shared/service/valuation.ts'
import { valuationCreate } from '../../../shared/service/writes.ts'

const asset = (n: number, value: number, external_id?: string) =>
  valuation.shape.directly_held_assets.element.parse({
    id: `assetv2_${n}`,
    asset_class: { id: 'c-cash', display_name: 'Cash' },
    display_name: `Asset ${n}`,
    value,
    ...(external_id === undefined ? {} : { external_id }),
  })

const last = [asset(0, 10.5, 'X-0'), asset(1, -3), asset(2, 0.1)]
const newRow = (more: Partial<Row>): Row => ({ ...emptyRow(), ...more })
const complete = newRow({ key: 'new', name: ' Boat ', class: { id: 'c-boat', name: 'Boats' }, value: '$5,000.00' })

describe('rows of a valuation', () => {
  it('begin with the last valuation, unchanged, and would send just that', () => {
    const rows = startingRows(last)
    expect(rows.some((row) => isChanged(row, last))).toBe(false)
    expect(assetsToSend(rows)).toEqual([
      { asset_class_id: 'c-cash', display_name: 'Asset 0', value: 10.5, external_id: 'X-0' },
      { asset_class_id: 'c-cash', display_name: 'Asset 1', value: -3 },
      { asset_class_id: 'c-cash', display_name: 'Asset 2', value: 0.1 },
    ])
  })

  it('begin with one empty row where there was none before, and that is not sent', () => {
    const rows = startingRows([])
    expect(rows).toHaveLength(1)
    expect(rows.map(problemsOf)).toEqual([{}])
    expect(assetsToSend(rows)).toEqual([])
  })

  it('keep what was removed in sight until it is put back; what is new just goes', () => {
    const rows = withRowBelow(startingRows(last), 'last-0', complete)
    expect(rows.map(({ key }) => key)).toEqual(['last-0', 'new', 'last-1', 'last-2'])
    const without = withoutRow(withoutRow(rows, 'new'), 'last-1')
    expect(without.map(({ key, removed }) => [key, removed])).toEqual([
      ['last-0', false],
      ['last-1', true],
      ['last-2', false],
    ])
    expect(assetsToSend(without)).toHaveLength(2)
    expect(without.map((row) => undone(row, last))).toEqual(startingRows(last))
  })

  it('move by one, and not beyond the ends', () => {
    const rows = startingRows(last)
    const keys = (of: Row[]) => of.map(({ from }) => from)
    expect(keys(moved(rows, 'last-1', -1))).toEqual([1, 0, 2])
    expect(keys(moved(rows, 'last-1', 1))).toEqual([0, 2, 1])
    expect(keys(moved(rows, 'last-0', -1))).toEqual([0, 1, 2])
    expect(keys(moved(rows, 'last-2', 1))).toEqual([0, 1, 2])
  })

  it('say what is missing, field by field', () => {
    expect(problemsOf(newRow({ name: ' ', value: '1,23', class_text: 'Wine' }))).toEqual({
      name: 'Enter a name.',
      class: 'Unknown asset class: choose one.',
      value: expect.stringContaining('not an amount'),
    })
    expect(problemsOf(newRow({ name: 'Boat' }))).toEqual({ class: 'Choose an asset class.', value: 'Enter a value.' })
    expect(problemsOf(complete)).toEqual({})
    expect(problemsOf({ ...complete, value: 'x', removed: true })).toEqual({})
  })

  it('without a problem are always what the service takes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 })
    const row = fc.record({
      key: fc.uuid(),
      from: fc.constant(null),
      name: text,
      class: fc.option(fc.constant({ id: 'c-cash', name: 'Cash' })),
      class_text: text,
      value: fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }).map(amountText)),
      external_id: text,
      removed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        const good = rows.filter((each) => Object.keys(problemsOf(each)).length === 0)
        const body = { directly_held_assets: assetsToSend(good), effective_date: '2026-01-01' }
        expect(valuationCreate.safeParse(body).error?.issues ?? []).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('differences as one types', () => {
  const value = fc.oneof(
    fc.integer({ min: -(10 ** 11), max: 10 ** 11 }).map((cents) => cents / 100),
    fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  )

  it('tie to the totals to the cent, whatever was removed, added and retyped', () => {
    const history = fc.record({
      before: fc.array(value, { maxLength: 8 }),
      stated: value,
      retyped: fc.array(fc.option(value), { maxLength: 8 }),
      added: fc.array(value, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(history, ({ before, stated, retyped, added }) => {
        const assets = before.map((each, at) => asset(at, each))
        const rows = [
          ...assets.map((each, at): Row => {
            const [row = emptyRow()] = startingRows([each])
            const typed = retyped[at]
            const kept = { ...row, key: `last-${at}`, from: at }
            return typed === null
              ? { ...kept, removed: true }
              : typed === undefined
                ? kept
                : { ...kept, value: amountText(typed) }
          }),
          ...added.map((each) => newRow({ name: 'New', class: { id: 'c', name: 'C' }, value: amountText(each) })),
        ]
        const found = differencesOf(rows, { directly_held_assets: assets, directly_held_asset_value: stated })
        const figures = [...found.byKey.values(), ...(found.beyond ? [found.beyond] : [])]
        const sum = (side: 'before' | 'after' | 'difference') =>
          figures.reduce((total, each) => total + (each[side] ?? 0n), 0n)
        expect(found.total.before).toBe(sumCents([stated]))
        expect(found.total.after).toBe(sumCents(assetsToSend(rows).map((each) => each.value)))
        expect(sum('before')).toBe(found.total.before)
        expect(sum('after')).toBe(found.total.after)
        expect(sum('difference')).toBe(found.total.difference)
      }),
      { numRuns: 500 },
    )
  })

  it('count what cannot be read yet as nothing, and say how many', () => {
    const [first = emptyRow(), ...rest] = startingRows(last)
    const found = differencesOf([{ ...first, value: '1,0' }, ...rest, emptyRow()], {
      directly_held_assets: last,
      directly_held_asset_value: 7.6,
    })
    expect(found.unread).toBe(1)
    expect(found.byKey.get('last-0')).toEqual({ before: 1050n, after: null, difference: -1050n })
    expect(found.total).toEqual({ before: 760n, after: -290n, difference: -1050n })
  })
})

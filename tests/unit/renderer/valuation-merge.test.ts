import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matched, mergeRows } from '../../../renderer/features/valuations/composer/merge-rows.ts'
import { emptyRow, type Row, startingRows } from '../../../renderer/features/valuations/composer/rows.ts'
import { valuation } from '../../../shared/service/valuation.ts'

const cash = { id: 'c-cash', name: 'Cash' }
const last = [
  ['Chequing', 10, 'X-1'],
  ['Fund', 20, undefined],
  ['House', 30, undefined],
].map(([display_name, value, external_id], at) =>
  valuation.shape.directly_held_assets.element.parse({
    id: `a-${at}`,
    asset_class: { id: 'c-cash', display_name: 'Cash' },
    display_name,
    value,
    ...(external_id === undefined ? {} : { external_id }),
  }),
)
const pasted = (more: Partial<Row>): Row => ({ ...emptyRow(), ...more })
const told = (rows: readonly Row[]) =>
  rows.map(({ name, value, from, removed }) => `${removed ? '-' : ''}${name} ${value} ${from ?? 'new'}`)

describe('rows that are pasted', () => {
  it('update the assets they stand for and leave the others', () => {
    const rows = mergeRows(
      startingRows(last),
      [
        pasted({ name: 'Fund', class_text: 'whatever', value: '$25' }),
        pasted({ name: 'Cheques', external_id: 'X-1', value: '(1)' }),
        pasted({ name: 'Boat', class: cash, value: '5' }),
      ],
      'update',
    )
    expect(told(rows)).toEqual(['Cheques -1.00 0', 'Fund 25.00 1', 'House 30.00 2', 'Boat 5.00 new'])
    expect(rows[1]?.class).toEqual(cash)
  })

  it('replace the others, which stay in sight to be put back', () => {
    const rows = mergeRows(
      startingRows(last),
      [pasted({ name: 'Boat', class: cash, value: '5' }), pasted({ name: 'House', class: cash, value: '31' })],
      'replace',
    )
    expect(told(rows)).toEqual(['Boat 5.00 new', 'House 31.00 2', '-Chequing 10.00 0', '-Fund 20.00 1'])
  })

  it('bring back what was removed', () => {
    const rows = startingRows(last).map((row) => ({ ...row, removed: true }))
    expect(told(mergeRows(rows, [pasted({ name: 'Fund', value: '1' })], 'update'))).toEqual([
      '-Chequing 10.00 0',
      'Fund 1.00 1',
      '-House 30.00 2',
    ])
  })

  it('take the place of the empty row that a first valuation begins with', () => {
    expect(told(mergeRows(startingRows([]), [pasted({ name: 'Boat', value: '5' })], 'update'))).toEqual([
      'Boat 5.00 new',
    ])
  })

  it('leave a value that is no amount as it was pasted', () => {
    expect(told(mergeRows([], [pasted({ name: 'Boat', value: 'n/a' })], 'replace'))).toEqual(['Boat n/a new'])
  })

  it('do not bring last time’s amount back where the paste has none', () => {
    const rows = mergeRows(startingRows(last), [pasted({ name: 'Fund', value: '' })], 'update')
    expect(told(rows)).toEqual(['Chequing 10.00 0', 'Fund  1', 'House 30.00 2'])
  })

  it('never lose an asset of the last valuation, nor a pasted row, and keep keys apart', () => {
    const row = fc.record({
      name: fc.constantFrom('Chequing', 'Fund', 'House', 'Boat', ''),
      class: fc.constantFrom(cash, null),
      external_id: fc.constantFrom('', 'X-1', 'X-2'),
      value: fc.constantFrom('1', '', 'n/a'),
    })
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 8 }),
        fc.constantFrom('update' as const, 'replace' as const),
        (some, mode) => {
          const raw = some.map(pasted)
          const rows = mergeRows(startingRows(last), raw, mode)
          const from = rows.flatMap((each) => each.from ?? []).toSorted((a, b) => a - b)
          expect(from).toEqual([0, 1, 2])
          expect(rows).toHaveLength(last.length + raw.length - matched(startingRows(last), raw))
          expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
        },
      ),
    )
  })
})

import { describe, expect, it } from 'vitest'
import {
  arrange,
  changeColumn,
  moveColumn,
  nudgeColumn,
  toLayout,
} from '../../../renderer/components/data-grid/column-layout.ts'
import {
  addRows,
  allRows,
  countSelected,
  isSelected,
  noRows,
  toggleRows,
} from '../../../renderer/components/data-grid/selection.ts'
import { toTsv } from '../../../renderer/lib/copy-text.ts'

const column = (id: string, hidden = false) => ({ id, header: id, width: 100, hidden, cell: () => null })
const columns = [column('a'), column('b'), column('c'), column('d', true)]
const plain = toLayout(arrange(columns, []))
const order = (layout: readonly { column: string }[]) => layout.map((one) => one.column).join('')

describe('columns', () => {
  it('stand as they are by themselves until somebody moves them', () => {
    expect(order(plain)).toBe('abcd')
    expect(plain.map(({ hidden }) => hidden)).toEqual([false, false, false, true])
  })

  it('that an old layout does not know stand at its end; ones that are no more are left out', () => {
    const old = [
      { column: 'gone', hidden: false, pinned: false, width: null },
      { column: 'b', hidden: true, pinned: false, width: 90 },
    ]
    expect(toLayout(arrange(columns, old)).map((one) => [one.column, one.hidden, one.width])).toEqual([
      ['b', true, 90],
      ['a', false, null],
      ['c', false, null],
      ['d', true, null],
    ])
  })

  it('that are pinned stand first', () => {
    expect(order(changeColumn(plain, 'c', { pinned: true }))).toBe('cabd')
  })

  it('move one place among those that are shown, and not past the ends', () => {
    const hidden = changeColumn(plain, 'b', { hidden: true })
    expect(order(nudgeColumn(hidden, 'a', 1))).toBe('bcad')
    expect(order(nudgeColumn(plain, 'a', -1))).toBe('abcd')
    expect(order(moveColumn(plain, 'a', null))).toBe('bcda')
  })

  it('take the pin of where they are moved to', () => {
    const pinned = changeColumn(plain, 'c', { pinned: true })
    expect(moveColumn(pinned, 'b', 'c').find((one) => one.column === 'b')?.pinned).toBe(true)
    expect(moveColumn(pinned, 'c', 'd').find((one) => one.column === 'c')?.pinned).toBe(false)
  })

  it('cannot all be hidden', () => {
    const one = plain.map((each) => ({ ...each, hidden: each.column !== 'a' }))
    expect(changeColumn(one, 'a', { hidden: true })).toEqual(one)
  })
})

describe('a selection', () => {
  const row = (id: string, index: number) => ({ id, index, row: id })

  it('marks rows, and unmarks them when all of them are marked', () => {
    const marked = toggleRows<string>(noRows, [row('x', 1), row('y', 2)])
    expect(countSelected(marked, 1_000_000)).toBe(2)
    expect(countSelected(toggleRows(marked, [row('x', 1), row('y', 2)]), 1_000_000)).toBe(0)
    expect(countSelected(toggleRows(marked, [row('y', 2), row('z', 3)]), 1_000_000)).toBe(3)
  })

  it('of everything is counted without loading anything, less what was taken out', () => {
    const all = toggleRows<string>(allRows, [row('x', 1)])
    expect(countSelected(all, 1_000_000)).toBe(999_999)
    expect(isSelected(all, 'x')).toBe(false)
    expect(isSelected(all, 'anything else')).toBe(true)
    expect(countSelected(toggleRows(all, [row('x', 1)]), 1_000_000)).toBe(1_000_000)
  })

  it('grows by rows, of which those selected before stay so', () => {
    const some = toggleRows<string>(noRows, [row('y', 2)])
    expect([...addRows(some, [row('x', 1), row('y', 2)]).marked.keys()]).toEqual(['y', 'x'])
    const all = toggleRows<string>(allRows, [row('y', 2)])
    expect(countSelected(addRows(all, [row('x', 1), row('y', 2)]), 1_000_000)).toBe(1_000_000)
  })
})

describe('what is copied', () => {
  it('cannot run as a formula, stays a number where it is one, and keeps its cell', () => {
    expect(toTsv([['=1+1', '+44 20', '@cmd', '-5', '-12.50', '-cmd']])).toBe("'=1+1\t'+44 20\t'@cmd\t-5\t-12.50\t'-cmd")
    expect(toTsv([[' =A1', 'two\nlines', 'a\tb', 'say "hi"'], ['x']])).toBe(
      '\' =A1\t"two\nlines"\t"a\tb"\t"say ""hi"""\nx',
    )
  })
})

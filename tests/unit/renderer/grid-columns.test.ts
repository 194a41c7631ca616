import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnWidths } from '../../../renderer/components/data-grid/column-layout.ts'
import { moneyColumn } from '../../../renderer/features/records/column-kinds.tsx'

const sizing = fc.record({ width: fc.integer({ min: 40, max: 400 }), grow: fc.nat(4) })
const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

describe('column widths', () => {
  it('fill the space to the pixel, none below its least', () => {
    fc.assert(
      fc.property(
        fc.array(sizing, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 200, max: 4000 }),
        (columns, space) => {
          const widths = columnWidths(columns, space)
          const least = sum(columns.map(({ width }) => width))
          const grows = columns.some(({ grow }) => grow > 0)
          expect(sum(widths)).toBe(grows ? Math.max(space, least) : least)
          widths.forEach((width, at) => {
            expect(width).toBeGreaterThanOrEqual(columns[at]?.width ?? 0)
          })
        },
      ),
    )
  })

  it('keep what does not grow, and share the rest', () => {
    const columns = [{ width: 100, grow: 3 }, { width: 100 }, { width: 100, grow: 1 }]
    expect(columnWidths(columns, 700)).toEqual([400, 100, 200])
  })
})

describe('a column of amounts', () => {
  const column = moneyColumn<{ usd: number | null }>('usd', { header: 'Value', width: 140 })
  const said = (usd: number | null) => column.text?.({ usd }, 0)

  it('never has one that is cut short and so reads as a smaller one', () => {
    expect(said(1234.5)).toBe('$1,234.50')
    expect(said(-1.7e308)).toBe('\u2212$1.700… × 10^308')
    expect(said(null)).toBe('Not valued')
    expect(column.copy?.({ usd: -1.7e308 })).toBe('-1.7e+308')
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnWidths } from '../../../renderer/components/data-grid/column-layout.ts'
import { moneyColumn } from '../../../renderer/features/records/column-kinds.tsx'
import { entityFileColumns, personFileColumns } from '../../../renderer/features/records/public.ts'
import { rows } from '../../doubles/records.ts'

const sizing = fc.record({
  width: fc.integer({ min: 40, max: 400 }),
  content: fc.integer({ min: 0, max: 400 }),
  grow: fc.boolean(),
})
const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

describe('column widths', () => {
  it('are never below the least, are those of the contents where there is room, and fill what is less to the pixel', () => {
    fc.assert(
      fc.property(
        fc.array(sizing, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 200, max: 4000 }),
        (columns, space) => {
          const widths = columnWidths(columns, space)
          const least = sum(columns.map(({ width }) => width))
          const wanted = columns.map(({ width, content }) => Math.max(width, content))
          columns.forEach(({ width, grow }, at) => {
            const whole = wanted[at] ?? 0
            expect(widths[at]).toBeGreaterThanOrEqual(space >= sum(wanted) ? whole : width)
            expect(widths[at]).toBeLessThanOrEqual(grow ? Math.max(whole * 1.5, 360) : whole)
          })
          if (space >= sum(wanted)) expect(sum(widths)).toBeLessThanOrEqual(space)
          else if (space >= least) expect(sum(widths)).toBe(space)
        },
      ),
    )
  })

  it('give names what they need before the others, and leave a wide window empty at the end', () => {
    const columns = [{ width: 100, content: 300, grow: true }, { width: 100 }, { width: 100, content: 200 }]
    expect(columnWidths(columns, 450)).toEqual([250, 100, 100])
    expect(columnWidths(columns, 550)).toEqual([300, 100, 150])
    expect(columnWidths(columns, 600)).toEqual([300, 100, 200])
    expect(columnWidths(columns, 2000)).toEqual([450, 100, 200])
  })

  it('give spare width to names that are short in the first rows, since rows further down may have longer ones', () => {
    const columns = [{ width: 100, content: 300, grow: true }, { width: 136, grow: true }, { width: 100 }]
    expect(columnWidths(columns, 754)).toEqual([450, 204, 100])
    expect(columnWidths(columns, 854)).toEqual([450, 304, 100])
    expect(columnWidths(columns, 2000)).toEqual([450, 360, 100])
  })

  it('share a window that is too narrow for all among those that have room, with a glimpse of the next one', () => {
    const name = { width: 188, content: 250, grow: true }
    const owner = { width: 136, content: 180, grow: true }
    const value = { width: 244, content: 260, behind: { width: 112, text: 70 } }
    const rest = { width: 68, content: 90 }
    // Up to the edge, less the glimpse: the name, the owner and the value without the age behind it.
    const [one, other, third, last] = columnWidths([name, owner, value, rest], 500) as [number, number, number, number]
    expect([one, other, third - 112]).toEqual([204, 140, 132])
    expect(last).toBe(90)
    // With room for the age, all of it is shown.
    const wider = columnWidths([name, owner, value, rest], 560)
    expect(wider.slice(0, 3).reduce((sum, width) => sum + width) - 112 + 70).toBe(560)
    // No column has room: the first one has its least width.
    expect(columnWidths([{ width: 300, content: 340 }, rest], 200)).toEqual([300, 90])
  })

  it('give the first name up to three fifths of the space, so that a row can be told from the next', () => {
    const name = { width: 100, content: 200, grow: true }
    expect(columnWidths([{ width: 100 }, name, name], 420)).toEqual([100, 182, 138])
    expect(columnWidths([{ width: 100 }, name, name], 480)).toEqual([100, 200, 180])
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
    expect(column.short?.({ usd: 12_453_866.21 })).toBe('$12.5M')
  })
})

describe('the columns of the documents of one record', () => {
  const row = { ...rows.documents, entity_id: 'en-1', individual_id: null }
  const headers = (columns: readonly { header: string }[]) => columns.map(({ header }) => header)

  it('do not repeat the record, and have the others only if a document is about one', () => {
    expect(headers(entityFileColumns([row]))).toEqual(['Document', 'Type', 'Updated'])
    expect(headers(entityFileColumns([row, { ...row, individual_id: 'in-1' }]))).toEqual([
      ...['Document', 'Type', 'Person', 'Updated'],
    ])
    expect(headers(personFileColumns([{ ...row, entity_id: null }]))).toEqual(['Document', 'Type', 'Updated'])
    expect(headers(personFileColumns([row]))).toEqual(['Document', 'Type', 'Entity', 'Updated'])
  })
})

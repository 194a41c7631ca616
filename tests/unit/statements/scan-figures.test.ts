import { describe, expect, it } from 'vitest'
import { readScannedPdf } from '../../../shared/statements/read-pdf.ts'
import {
  type ConfirmedTexts,
  figureKey,
  isConfirmed,
  type ScanFigure,
} from '../../../shared/statements/scan-figures.ts'
import type { PlacedPage } from '../../../shared/tables/placed-rows.ts'
import { today } from './support.ts'

const columns = [40, 110, 300, 400]
const paper = [
  ['Account Number: 7QX-004412'],
  ['Positions as of October 30, 2026'],
  ['Symbol', 'Description', 'Quantity', 'Market Value'],
  ['LARX', 'LARCH TOTAL MARKET INDEX', '10', '$1,000.00'],
  ['NGH', 'NORTHGATE HOLDINGS INC', '5', '$250.00'],
  ['', 'Account Total', '', '$1,250.00'],
]

/** The words of a page as they were read, row by row; `unsure` are texts that may be others. */
function pageOf(rows: readonly (readonly string[])[], unsure: readonly string[] = []): PlacedPage {
  const texts = rows.flatMap((cells, at) =>
    cells.flatMap((text, column) => {
      const place = { x: columns[column] ?? 0, y: 700 - at * 24, width: text.length * 6, size: 11 }
      return text === '' ? [] : [{ text, ...place, ...(unsure.includes(text) ? { isUnsure: true } : {}) }]
    }),
  )
  return { page: 1, texts, toPage: [1, 0, 0, 1, 5, -3] }
}

const read = (rows: readonly (readonly string[])[], confirmed: ConfirmedTexts = {}, unsure: readonly string[] = []) =>
  readScannedPdf([pageOf(rows, unsure)], { name: 'scan.pdf', answers: {}, today, confirmed })

const says = (figures: readonly ScanFigure[]) => figures.map(({ of, text }) => `${of}: ${text}`)

const misread = paper.map((row) => row.map((text) => (text === '$250.00' ? '$25O.00' : text)))

describe('the figures of a scan', () => {
  it('are all texts on which a valuation depends, each with its place on the page', () => {
    const { figures } = read(paper, {}, ['$250.00'])
    expect(says(figures)).toEqual([
      ...['account: Account Number: 7QX-004412', 'date: Positions as of October 30, 2026', 'header: Market Value'],
      ...['identifier: LARX', 'name: LARCH TOTAL MARKET INDEX', 'quantity: 10', 'value: $1,000.00'],
      ...['identifier: NGH', 'name: NORTHGATE HOLDINGS INC', 'quantity: 5', 'value: $250.00'],
      'total: $1,250.00',
    ])
    const value = figures.find(({ text }) => text === '$1,000.00')
    expect(value?.place).toEqual({ page: 1, box: { left: 405, right: 459, bottom: 621.7, top: 635.45 } })
    expect(figures.filter(({ isSure }) => !isSure).map(({ text }) => text)).toEqual(['$250.00'])
  })

  it('that were misread are corrected beside what was read, and the account then ties', () => {
    const before = read(misread)
    const figure = before.figures.find(({ text }) => text === '$25O.00')
    if (!figure) throw new Error('A row that cannot be read has no figure.')
    const confirmed = { [figureKey(figure)]: { text: '$250.00', read: '$25O.00' } }
    const after = read(misread, confirmed)
    const corrected = after.figures.find((one) => figureKey(one) === figureKey(figure))
    expect(corrected).toMatchObject({ of: 'value', text: '$250.00', read: '$25O.00' })
    expect(corrected && isConfirmed(corrected, confirmed)).toBe(true)
    expect(after.reading).toMatchObject({
      statement: { accounts: [{ statedTotal: { value: '1250.00' }, rows: [{}, { value: '250.00' }] }] },
    })
  })

  it('are not confirmed by a text that was confirmed beside another one', () => {
    const { figures } = read(paper)
    const value = figures.find(({ text }) => text === '$250.00')
    if (!value) throw new Error('The value has no figure.')
    const confirmed = { [figureKey(value)]: { text: '$25.00', read: '$25.00' } }
    expect(isConfirmed(value, confirmed)).toBe(false)
    expect(says(read(paper, confirmed).figures)).toEqual(says(figures))
  })

  it('keep a correction after which nothing depends on the text, so that it can be taken back', () => {
    const confirmed = { '2:0': { text: 'Positions', read: 'Positions as of October 30, 2026' } }
    const { figures, reading } = read(paper, confirmed)
    expect(reading).toMatchObject({ statement: { asOf: { date: null } } })
    expect(says(figures)).toContain('number: Positions')
  })

  it('are read without a correction that leaves no table', () => {
    const confirmed = Object.fromEntries(
      paper.flatMap((cells, at) =>
        at < 2 ? [] : cells.map((text, cell) => [figureKey({ row: at + 1, cell }), { text: 'x', read: text }] as const),
      ),
    )
    const { figures, reading } = read(paper, confirmed)
    expect(reading.is).toBe('statement')
    expect(figures.filter((figure) => isConfirmed(figure, confirmed))).toEqual([])
  })
})

describe('a scan', () => {
  it('without a table of holdings is refused by name', () => {
    expect(read([['Dear Mr. Okonkwo,'], ['Thank you for meeting with us.']]).reading).toMatchObject({
      is: 'other',
      what: /^In this scan no positions were found: /,
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DateOrder, readDateColumn } from '../../../shared/tables/dates.ts'
import type { Answers } from '../../../shared/tables/doubts.ts'

const column = (texts: readonly string[], answers: Answers = {}) => {
  const cells = texts.map((text, at) => ({ row: at + 2, text }))
  return readDateColumn(cells, { column: 3, header: 'Born', today: '2026-11-21', answers })
}
const inOrder = (text: string, order: DateOrder) => {
  const read = column([text], { 'dates:3': order }).read(text)
  return 'date' in read ? read.date : null
}

describe('a date', () => {
  it.each([
    ['1961-04-30', '1961-04-30', '1961-04-30'],
    ['1961/4/3', '1961-04-03', '1961-04-03'],
    ['1961-04-30T00:00:00', '1961-04-30', '1961-04-30'],
    ['1961-04-30 00:00:00.000', '1961-04-30', '1961-04-30'],
    ['1961-04-30T00:00:00Z', '1961-04-30', '1961-04-30'],
    ['19610430', '1961-04-30', '1961-04-30'],
    ['4/3/1961', '1961-04-03', '1961-03-04'],
    ['04.03.1961', '1961-04-03', '1961-03-04'],
    ['4-3-1961 0:00', '1961-04-03', '1961-03-04'],
    ['4/3/1961 12:00:00 AM', '1961-04-03', '1961-03-04'],
    ['Apr 3, 1961', '1961-04-03', '1961-04-03'],
    ['April 3rd, 1961', '1961-04-03', '1961-04-03'],
    ['Monday, April 3, 1961', '1961-04-03', '1961-04-03'],
    ['3 April 1961', '1961-04-03', '1961-04-03'],
    ['3-Apr-1961', '1961-04-03', '1961-04-03'],
    ['30-Apr-61', '1961-04-30', '1961-04-30'],
    ['4/3/61', '1961-04-03', '1961-03-04'],
    ['Sept 3, 1961', '1961-09-03', '1961-09-03'],
    ['2024-02-29', '2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29', '2000-02-29'],
    ['2023-02-29', null, null],
    ['2024-02-30', null, null],
    ['1961-04-31', null, null],
    ['29/02/1900', null, null],
    ['4/3/25', null, null],
    ['4/30', null, null],
    ['2026-11-22', null, null],
    ['01/01/1900', null, null],
    ['1961', null, null],
    ['Mayor 3, 1961', null, null],
    ['soon', null, null],
  ])('written %s is %s with the month first and %s with the day first', (text, monthFirst, dayFirst) => {
    expect(inOrder(text, 'month-first')).toBe(monthFirst)
    expect(inOrder(text, 'day-first')).toBe(dayFirst)
  })

  it.each([
    '0/0/00',
    '00/00/0000',
    '0000-00-00',
    '1/0/1900',
    '1900-01-00',
    '1/1/0001',
    '0001-01-01',
    '12/31/9999',
    '1899-12-30',
    '0',
  ])('written %s is no date', (text) => {
    expect(column([text]).read(text)).toEqual({ empty: text })
  })

  it('of any day is read in every way of writing it', () => {
    const day = fc.date({ min: new Date('1901-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year = '', month = '', ofMonth = ''] = iso.split('-')
        expect(inOrder(iso, 'day-first')).toBe(iso)
        expect(inOrder(`${Number(month)}/${Number(ofMonth)}/${year}`, 'month-first')).toBe(iso)
        expect(inOrder(`${ofMonth}.${month}.${year}`, 'day-first')).toBe(iso)
      }),
    )
  })
})

describe('a column of dates', () => {
  it.each([
    [['13/2/1961', '1/2/1961'], 'day-first'],
    [['2/13/1961', '1/2/1961'], 'month-first'],
    [['1961-02-13', ''], 'month-first'],
    [['3/3/1961'], 'month-first'],
  ] as const)('%j shows its order', (texts, order) => {
    expect(column(texts)).toMatchObject({ order, questions: [] })
  })

  it.each([[['1/2/1961']], [['13/2/1961', '2/13/1961']]])('%j is asked for its order', (texts) => {
    const { order, questions } = column(texts)
    expect(order).toBeNull()
    expect(questions.map(({ id }) => id)).toEqual(['dates:3'])
  })

  it('says what each order would make of a date', () => {
    const [question] = column(['1/2/1961']).questions
    expect(question?.choices.map(({ label }) => label)).toEqual(['Month first: January 2', 'Day first: February 1'])
  })

  it('with numbers asks whether they count days', () => {
    const [question] = column(['1961-04-30', '22401']).questions
    expect(question).toMatchObject({ id: 'serials:3', rows: [3] })
    expect(question?.text).toContain('22401 would be 1961-04-30')
    expect(column(['22401'], { 'serials:3': 'days' }).read('22401')).toEqual({ date: '1961-04-30' })
    expect(column(['22401'], { 'serials:3': 'refuse' }).read('22401')).toHaveProperty('cause')
  })
})

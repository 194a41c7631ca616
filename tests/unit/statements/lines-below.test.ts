import { describe, expect, it } from 'vitest'
import type { Statement } from '../../../shared/statements/statement.ts'
import { statementIn } from './support.ts'

const questionsOf = ({ questions, accounts }: Statement) => [...questions, ...accounts.flatMap((one) => one.questions)]
const valuesOf = ({ accounts }: Statement) =>
  accounts.map(({ number, statedTotal, rows }) => [
    number,
    statedTotal?.value ?? null,
    ...rows.map(({ value }) => value),
  ])

describe('lines below the holdings', () => {
  it('that begin with a title such as Footnotes are no records, however short they are', () => {
    const holdings =
      'Account Number,Symbol,Description,Quantity,Market Value\nX10442871,NGH,NORTHGATE HOLDINGS INC,10,1880.40\n'
    const lines = [
      'FOOTNOTES\n"Prices, some of which are provided by others, are not guaranteed."\n',
      'Notes:\n(a) Price is delayed\n(b) Estimated\n',
      'IMPORTANT INFORMATION\nSee the last page\n',
      'FOOTNOTE 1 Estimated\n',
    ]
    for (const text of lines) {
      const statement = statementIn(holdings + text)
      expect(questionsOf(statement), text).toEqual([])
      expect(valuesOf(statement), text).toEqual([['X10442871', null, '1880.40']])
      expect(statement.refused, text).toEqual([])
    }
  })

  it('are records below a title such as Notes if they have amounts', () => {
    const statement = statementIn(`Account: X10442871

Description,Symbol,Quantity,Market Value
NORTHGATE HOLDINGS INC,NGH,10,1880.40
Notes
MARLOWE 5% 2031,MARN,10,990.00
`)
    expect(valuesOf(statement)).toEqual([['X10442871', null, '1880.40', '990.00']])
  })
})

import { readFileSync } from 'node:fs'
import { decode } from '../../../shared/tables/decode.ts'
import { type HoldingsReading, readHoldings } from '../../../shared/tables/holdings.ts'
import { splitText } from '../../../shared/tables/split.ts'

type Options = Partial<Parameters<typeof readHoldings>[1]>
export const read = (text: string, options: Options = {}): HoldingsReading =>
  readHoldings(splitText(text, { chosen: null, pasted: true }), {
    ...{ answers: {}, fields: null, isClass: () => false, keepTotals: false },
    ...options,
  })
export const fixture = (path: string, options: Options = {}) =>
  read(decode(readFileSync(`tests/fixtures/${path}`)).text, options)
export const amounts = ({ holdings }: HoldingsReading) => holdings.map(({ value, problem }) => value ?? problem)
export const asked = ({ questions }: HoldingsReading) => questions.map(({ id }) => id)
export const column = (values: readonly string[]) =>
  ['Name\tValue', ...values.map((value, at) => `Fund ${at + 1}\t${value}`)].join('\n')

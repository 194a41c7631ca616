import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decode } from '../../../shared/tables/decode.ts'
import { readHoldings } from '../../../shared/tables/holdings.ts'
import { splitText } from '../../../shared/tables/split.ts'

type Row = { ids: { symbol?: string; cusip?: string }; name: string; value: string; kind?: string }
type Expected = {
  accounts: {
    account: string
    name: string | null
    stated_total: string | null
    rows: Row[]
    asked?: { name: string; value: string }[]
  }[]
}

const fixture = (name: string) => readFileSync(`tests/fixtures/statements/${name}`)
const read = (name: string, answers: Record<string, string>) =>
  readHoldings(splitText(decode(fixture(`${name}.csv`)).text, { chosen: null, pasted: true }), {
    ...{ answers, fields: null, isClass: () => false, keepTotals: false },
  })

const files = ['one-account', 'all-accounts', 'account-column', 'with-transactions', 'sections']
const accounts = files.flatMap((name) =>
  (JSON.parse(fixture(`${name}.expected.json`).toString('utf8')) as Expected).accounts.map(
    ({ account, rows, asked, stated_total }, at) => ({
      ...{ file: name, at, account, rows, asked, stated_total },
    }),
  ),
)

it.each(accounts)('$file.csv has the rows of $account', ({ file, at, account, rows, asked = [], stated_total }) => {
  const reading = read(file, { account, table: String(at) })
  expect(reading.isReady).toBe(true)
  expect(reading.refused).toEqual([])
  expect(reading.holdings.length + reading.leftOut.length).toBe(reading.rowsIn)
  // Where only symbols name the rows, they are the names. The cash of such a file is in a table of its own, which is left out.
  const isSections = file === 'sections'
  const all: Row[] = [...rows, ...asked.map((row) => ({ ...row, ids: {} }))]
  const wanted = all.filter(({ kind }) => !isSections || kind !== 'cash')
  expect(reading.holdings.map(({ name, external_id, value }) => [name, external_id, value])).toEqual(
    wanted.map(({ name, ids, value }) => [name, isSections ? '' : (ids.symbol ?? ids.cusip ?? ''), Number(value)]),
  )
  const isTotalOfTable = stated_total !== null && !isSections
  expect(reading.totals.map(({ difference }) => difference)).toEqual(isTotalOfTable ? [0n] : [])
})

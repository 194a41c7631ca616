import { expect, it } from 'vitest'
import { readKnownAccounts } from '../../../electron/data/ledger/statements.ts'
import type { ReadableDatabase } from '../../../electron/data/open-database.ts'
import { lookInto, makeFolder, openStore, removeFolder } from './support/open-store.ts'

const firm = 50_000
const account = (at: number) => {
  const number = `X${String(at).padStart(8, '0')}`
  const json = JSON.stringify({ number, isMasked: false, name: null, layout: 'h1', as_of: '2026-10-30', total: '0' })
  return { id: `account_${at}`, tail: number.slice(-3), entity_id: `entity_${at % 20_000}`, json }
}

it('finds the accounts of a statement among 50,000 by the ends of their numbers, and reads no other', async () => {
  const folder = makeFolder()
  const store = await openStore(folder)
  const accounts = Array.from({ length: firm }, (_, at) => account(at))
  await store.writeLedger('statements.addAccounts', { accounts, replaces: [] })
  const asked = { tails: ['417', '042'], entity_ids: ['entity_7'], without: ['op_1'] }
  const found = await store.read('statements.accounts', asked)
  const wanted = accounts.filter(({ tail, entity_id }) => asked.tails.includes(tail) || entity_id === 'entity_7')
  expect(wanted.length).toBeLessThan(firm / 400)
  expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  await store.close()

  const plans = lookInto(folder, 'ledger', (ledger) => {
    const prepared: string[] = []
    const recorded = {
      prepare(sql: string) {
        prepared.push(sql)
        return ledger.prepare(sql)
      },
    }
    // The read uses no more of a database than this; its mark is only a type.
    readKnownAccounts({ ledger: recorded as unknown as ReadableDatabase }, asked)
    const texts = { tails: '[]', entities: '[]', without: '[]' }
    return prepared.flatMap((sql) =>
      ledger
        .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(texts)
        .map(({ detail }) => detail),
    )
  })
  removeFolder(folder)
  const ofAccounts = plans.filter((detail) => /\bstatement_account\b|\ba\b/.test(detail))
  expect(ofAccounts).toEqual(
    expect.arrayContaining([
      expect.stringContaining('SEARCH a USING INTEGER PRIMARY KEY'),
      expect.stringMatching(/SEARCH statement_account USING (?:COVERING )?INDEX statement_account_by_tail/),
      expect.stringMatching(/SEARCH statement_account USING (?:COVERING )?INDEX statement_account_by_entity/),
    ]),
  )
  expect(plans.filter((detail) => /^SCAN (?:a|statement_account|o|operation)\b/.test(detail))).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookSql, householdSql } from '../../../electron/data/reads/roll-ups.ts'
import { listedResources } from '../../../shared/service/resource.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'

let folder: string

beforeAll(async () => {
  folder = makeFolder()
  const store = await openStore(folder)
  for (const resource of listedResources) await sweep(store, resource, [[]])
  await store.close()
})
afterAll(() => removeFolder(folder))

const planOf = (sql: string, ...parameters: string[]) =>
  lookInto(folder, 'mirror', (db) =>
    db
      .prepare<string[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail)
      .join('\n'),
  )

test.each(Object.entries(householdSql))('a household’s %s are looked up by index, from its entities on', (_, sql) => {
  const plan = planOf(sql, 'household_1')
  expect(plan).toContain('SEARCH e USING INDEX entities_household (household_id=?)')
  expect(plan).toContain('SEARCH v USING')
  expect(plan).not.toContain('SCAN')
})

test.each([
  ['entities', bookSql.entities, 'SCAN entities USING COVERING INDEX entities_estate'],
  ['lines', bookSql.lines, 'valuations USING COVERING INDEX valuations_by_line'],
  ['holdings', bookSql.holdings, 'holding USING COVERING INDEX holding_by_line'],
])('the whole book’s %s are one walk through one narrow index, nothing is sorted', (_, sql, walk) => {
  const plan = planOf(sql)
  expect(plan).toContain(walk)
  expect(plan).not.toContain('TEMP B-TREE')
})

test('what fits in no whole number is found without walking the others', () => {
  expect(planOf(bookSql.beyondUnits)).toMatch(/SEARCH h USING INDEX holding_beyond_units/)
  expect(planOf(bookSql.beyondUnits)).toContain('SEARCH v USING INTEGER PRIMARY KEY')
})

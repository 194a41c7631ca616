import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptOldSql } from '../../../electron/data/reads/old-figures.ts'
import { bookSql, fullBookSql, householdSql } from '../../../electron/data/reads/roll-ups.ts'
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

const planOfNamed = (sql: string) =>
  lookInto(folder, 'mirror', (db) =>
    db
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all({ id: 'x' })
      .map(({ detail }) => detail)
      .join('\n'),
  )

test.each(Object.entries(householdSql))('a household’s %s are looked up by index, from its entities on', (_, sql) => {
  const plan = planOf(sql, 'household_1')
  expect(plan).toContain('SEARCH e USING INDEX entities_household (household_id=?)')
  expect(plan).toContain('SEARCH v USING')
  expect(plan).not.toContain('SCAN')
})

const records = /\b(entities|holding)\b/

test.each([
  ['entities', bookSql.entities],
  ['lines', bookSql.lines],
  ['holdings', bookSql.holdings],
])('the whole book’s %s are read without walking the records', (_, sql) => {
  expect(planOf(sql)).not.toMatch(records)
  expect(planOf(sql)).not.toMatch(/SCAN valuations/)
})

test('the oldest and newest figure of a line are the ends of its part of an index', () => {
  expect(
    planOf(bookSql.lines).match(/SEARCH valuations USING COVERING INDEX valuations_by_line \(line=\?\)/g),
  ).toHaveLength(2)
})

test.each([
  ['entities', fullBookSql.entities, 'SCAN entities USING COVERING INDEX entities_estate'],
  ['lines', fullBookSql.lines, 'valuations USING COVERING INDEX valuations_by_line'],
  ['holdings', fullBookSql.holdings, 'holding USING COVERING INDEX holding_by_line'],
])('the check of the whole book’s %s is one walk through one narrow index, nothing is sorted', (_, sql, walk) => {
  const plan = planOf(sql)
  expect(plan).toContain(walk)
  expect(plan).not.toContain('TEMP B-TREE')
})

test.each(['owner', 'household'] as const)('old figures of one %s are looked up from its households on', (of) => {
  for (const sql of Object.values(keptOldSql[of])) {
    const plan = planOfNamed(sql)
    expect(plan).toContain('SEARCH t USING PRIMARY KEY (household_id=?)')
    expect(plan).not.toMatch(/SCAN (h|t|households)\b/)
  }
})

test('what fits in no whole number is found without walking the others', () => {
  expect(planOf(bookSql.beyondUnits)).toMatch(/SEARCH h USING INDEX holding_beyond_units/)
  expect(planOf(bookSql.beyondUnits)).toContain('SEARCH v USING INTEGER PRIMARY KEY')
})

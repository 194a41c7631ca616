import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVersions } from '../../../electron/data/lists/lists.ts'
import { createSearcher } from '../../../electron/data/reads/search.ts'
import { listedResources, resources, tableOf } from '../../../shared/service/resource.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { planWith, recordStatements, type Statement } from './support/statements.ts'

let folder: string
let search: Statement[]

beforeAll(async () => {
  folder = makeFolder()
  const store = await openStore(folder)
  for (const resource of listedResources) await sweep(store, resource, [[]])
  await store.close()
  search = recordStatements(folder, ({ mirror, ledger }) => createSearcher(mirror, ledger, createVersions(mirror)))
})
afterAll(() => removeFolder(folder))

test.each([
  ['names', 'search_name MATCH ?'],
  ['texts', 'search MATCH ?'],
])('matches in %s come from the full-text index as it is ordered, unsorted', (_, text) => {
  expect(planWith(search, text)).toMatch(/^SCAN search\w* VIRTUAL TABLE INDEX \d+:M\d$/)
})

test('the full-text index answers beginnings of one to five letters from lists of their own', () => {
  const made = lookInto(folder, 'mirror', (db) =>
    db.prepare<[], string>("SELECT sql FROM sqlite_master WHERE name IN ('search', 'search_name')").pluck().all(),
  )
  expect(made.length).toBe(2)
  for (const sql of made) expect(sql).toContain("prefix='1 2 3 4 5'")
})

test('the next word of a name is one step in the order of words', () => {
  expect(planWith(search, 'FROM name_term')).toBe('SEARCH name_term USING PRIMARY KEY (term>?)')
})

test.each(listedResources)('names of %s that begin so come ready from the order of names', (resource) => {
  const plan = planWith(search, `FROM ${tableOf(resource)} WHERE title_sort >= ?`)
  expect(plan).toMatch(/^SEARCH \w+ USING COVERING INDEX \w+_list \(title_sort>\? AND title_sort<\?\)$/)
})

test.each(resources)('what ranks and shows a hit of %s is looked up by key', (resource) => {
  const ofRow = new RegExp(`FROM ${tableOf(resource)}( t)? WHERE (t\\.)?row = \\?`)
  const [rank, hit, ...others] = search.filter(({ sql }) => ofRow.test(sql)).map(({ plan }) => plan)
  expect(others).toEqual([])
  for (const plan of [rank, hit]) {
    expect(plan).toContain('USING INTEGER PRIMARY KEY')
    expect(plan).not.toContain('SCAN t')
    expect(plan).not.toContain('TEMP B-TREE')
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginningsSql, hitSql, matchSql, rankSql, termSql } from '../../../electron/data/reads/search.ts'
import { listedResources, resources } from '../../../shared/service/resource.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'

let folder: string

beforeAll(async () => {
  folder = makeFolder()
  const store = await openStore(folder)
  for (const resource of listedResources) await sweep(store, resource, [[]])
  await store.close()
})
afterAll(() => removeFolder(folder))

const planOf = (sql: string, ...parameters: unknown[]) =>
  lookInto(folder, 'mirror', (db) =>
    db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail)
      .join('\n'),
  )

test.each(Object.entries(matchSql))(
  'matches in %s come from the full-text index as it is ordered, unsorted',
  (_, sql) => {
    const plan = planOf(sql, '"x"*', 200)
    expect(plan).toMatch(/^SCAN search\w* VIRTUAL TABLE INDEX \d+:M\d$/)
  },
)

test('the full-text index answers beginnings of one to five letters from lists of their own', () => {
  const made = lookInto(folder, 'mirror', (db) =>
    db.prepare<[], string>("SELECT sql FROM sqlite_master WHERE name IN ('search', 'search_name')").pluck().all(),
  )
  expect(made.length).toBe(2)
  for (const sql of made) expect(sql).toContain("prefix='1 2 3 4 5'")
})

test('the next word of a name is one step in the order of words', () => {
  const plan = planOf(termSql, 'smith')
  expect(plan).toBe('SEARCH name_term USING PRIMARY KEY (term>?)')
})

test.each(listedResources)('names of %s that begin so come ready from the order of names', (resource) => {
  const plan = planOf(beginningsSql(resource), 'a', 'b', 10)
  expect(plan).toMatch(/^SEARCH \w+ USING COVERING INDEX \w+_list \(title_sort>\? AND title_sort<\?\)$/)
})

test.each(resources)('what ranks and shows a hit of %s is looked up by key', (resource) => {
  for (const sql of [rankSql(resource), hitSql[resource]]) {
    const plan = planOf(sql, 1)
    expect(plan).toContain('USING INTEGER PRIMARY KEY')
    expect(plan).not.toContain('SCAN t')
    expect(plan).not.toContain('TEMP B-TREE')
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { fullBookSql } from '../../../electron/data/reads/roll-ups.ts'
import { readToday } from '../../../electron/data/reads/today.ts'
import { listedResources } from '../../../shared/service/resource.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, aValuation, bodyOf } from './support/records.ts'
import { planWith, recordStatements, type Statement, statementsOfRead } from './support/statements.ts'

let folder: string
let household: Statement[]
let book: Statement[]

beforeAll(async () => {
  folder = makeFolder()
  const store = await openStore(folder)
  for (const resource of listedResources) await sweep(store, resource, [[]])
  await sweep(store, 'households', [[aHousehold(1)]])
  await sweep(store, 'entities', [[anEntity(1)]])
  // An old figure that fits in no whole number.
  await store.applyValuation({
    entityId: 'entity_1',
    bytes: bodyOf(aValuation(1, { effective_date: '2019-12-31', directly_held_asset_value: 1e308 })),
  })
  await store.close()
  household = statementsOfRead(folder, 'rollUps.household', { id: 'household_1' })
  book = statementsOfRead(folder, 'rollUps.book', {})
})
afterAll(() => removeFolder(folder))

const planOf = (sql: string) =>
  lookInto(folder, 'mirror', (db) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join('\n'),
  )

test.each([
  ['lines', 'FROM entities e LEFT JOIN valuations'],
  ['holdings', 'sum(h.units)'],
  ['beyondUnits', 'h.units IS NULL'],
])('a household’s %s are looked up by index, from its entities on', (_, text) => {
  const plan = planWith(household, text)
  expect(plan).toContain('SEARCH e USING INDEX entities_household (household_id=?)')
  expect(plan).toContain('SEARCH v USING')
  expect(plan).not.toContain('SCAN')
})

const records = /\b(entities|holding)\b/

test.each([
  ['entities', 'FROM entity_total'],
  ['lines', 'FROM line_total'],
  ['holdings', 'FROM holding_total'],
])('the whole book’s %s are read without walking the records', (_, text) => {
  const plan = planWith(book, text)
  expect(plan).not.toMatch(records)
  expect(plan).not.toMatch(/SCAN valuations/)
})

test('the oldest and newest figure of a line are the ends of its part of an index', () => {
  expect(
    planWith(book, 'FROM line_total').match(/SEARCH valuations USING COVERING INDEX valuations_by_line \(line=\?\)/g),
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
  const id = of === 'owner' ? 'user_1' : 'household_1'
  const statements = recordStatements(folder, ({ mirror, ledger, forget }) => {
    const reader = createReader(mirror, ledger)
    forget()
    return readToday(reader, { ...(of === 'household' ? { household_ids: [id] } : {}), owner_id: id, rules: [] })
  })
  const kept = statements.filter(({ sql }) => sql.includes('household_total'))
  // The sums, the lines, and the lines of which the sum fits in no whole number.
  expect(kept).toHaveLength(3)
  for (const { plan } of kept) {
    expect(plan).toContain('SEARCH t USING PRIMARY KEY (household_id=?)')
    expect(plan).not.toMatch(/SCAN (h|t|households)\b/)
  }
})

test('Today of the whole firm walks only the indexes of old figures and of summaries to review', () => {
  const statements = recordStatements(folder, ({ mirror, ledger, forget }) => {
    const reader = createReader(mirror, ledger)
    forget()
    return readToday(reader, { owner_id: null, rules: [] })
  })
  const plansOf = (table: string) => statements.filter(({ sql }) => sql.includes(table)).map(({ plan }) => plan)
  const [figures, summaries] = [plansOf('household_total'), plansOf('document_summaries r')]
  expect(figures).toHaveLength(3)
  for (const plan of figures) expect(plan).toMatch(/(SCAN|SEARCH) t USING COVERING INDEX household_total_old/)
  expect(summaries).toHaveLength(2)
  for (const plan of summaries) expect(plan).toContain('SCAN r USING COVERING INDEX document_summaries_automatic')
  for (const plan of [...figures, ...summaries]) expect(plan).not.toMatch(/SCAN (h|households)\b/)
})

test('what fits in no whole number is found without walking the others', () => {
  const plan = planWith(book, 'h.units IS NULL')
  expect(plan).toMatch(/SEARCH h USING INDEX holding_beyond_units/)
  expect(plan).toContain('SEARCH v USING INTEGER PRIMARY KEY')
})

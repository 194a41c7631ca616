import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupsSql } from '../../../electron/data/lists/grouping.ts'
import {
  countSql,
  isWalked,
  type ListOrder,
  type ListQuery,
  type ListShape,
  listOrderOf,
  orderSql,
} from '../../../electron/data/lists/list-order.ts'
import { listShapes } from '../../../electron/data/lists/list-shapes.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { groupColumnsOf, type ListColumn, listColumns } from '../../../shared/ipc/list-columns.ts'
import { firstRows, lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { planWith, recordStatements, statementsOfRead } from './support/statements.ts'

let folder: string

beforeAll(async () => {
  folder = makeFolder()
  const store = await openStore(folder)
  for (const resource of [
    'users',
    'households',
    'individuals',
    'entities',
    'documents',
    'document-summaries',
  ] as const) {
    await sweep(store, resource, [[]])
  }
  await store.close()
})
afterAll(() => removeFolder(folder))

function planOf({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string {
  return lookInto(folder, 'mirror', (db) => {
    const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters)
    return steps.map(({ detail }) => detail).join('\n')
  })
}

const byTitle = { column: 'title', direction: 'asc' } as const
const today = '2026-03-01'
const asked = (shape: ListShape, query: Partial<ListQuery>) =>
  listOrderOf(shape, { sort: byTitle, ...query }, { today: () => today, noted: () => '[]' })

/** Returns the plans of all statements that making an order may run. */
function plansOf(shape: ListShape, query: Partial<ListQuery>): string[] {
  const order = asked(shape, query)
  return [...orderSql(shape, order, true), countSql(shape, order)].map(planOf)
}

test('what belongs to a household, an entity, a document or a person is looked up by an index', () => {
  for (const [shape, scope] of [
    [listShapes.individuals, { household_id: 'x' }],
    [listShapes.entities, { household_id: 'x' }],
    [listShapes.documents, { household_id: 'x' }],
    [listShapes.documents, { entity_id: 'x' }],
    [listShapes.documents, { individual_id: 'x' }],
    [listShapes['document-summaries'], { household_id: 'x' }],
    [listShapes['document-summaries'], { document_id: 'x' }],
    [listShapes.valuations, { household_id: 'x' }],
    [listShapes.valuations, { entity_id: 'x' }],
    [listShapes.households, { owner_id: 'x' }],
  ] as const) {
    const [present] = plansOf(shape, { scope })
    expect(present).toMatch(/SEARCH t USING/)
    expect(present).not.toMatch(/SCAN (?!s\b)/)
  }
})

test('the list of a household comes in the order of names from the index alone', () => {
  for (const shape of [listShapes.individuals, listShapes.entities, listShapes.documents]) {
    const [present] = plansOf(shape, { scope: { household_id: 'x' } })
    expect(present).toMatch(/SEARCH t USING COVERING INDEX/)
    expect(present).not.toContain('TEMP B-TREE')
  }
})

function walksOf(shape: ListShape): { name: string; plan: string; borrowed: boolean }[] {
  const held = (column: string): Partial<ListOrder> => {
    if (column === '') return {}
    if (column in shape.scopes) return { scope: [[column, 'x']] }
    return { filters: [{ column, operator: 'any_of', values: ['x'] }] }
  }
  return Object.entries(shape.walks).flatMap(([column, sorts]) =>
    sorts.flatMap((sort) =>
      (['asc', 'desc'] as const).map((direction) => {
        const order = { ...asked(shape, { sort: { column: sort, direction } }), ...held(column) }
        const [walked] = orderSql(shape, order, true)
        if (!walked || !isWalked(shape, order)) throw new Error('No way to walk.')
        const parameters = [...walked.parameters, 100]
        const borrowed = shape.columns[sort]?.from === 'other'
        return {
          name: `${shape.resource} ${column} ${sort} ${direction}`,
          plan: planOf({ sql: `${walked.sql} LIMIT ?`, parameters }),
          borrowed,
        }
      }),
    ),
  )
}

test('the first page of every order that promises an index comes from it, without sorting', () => {
  for (const { name, plan, borrowed } of Object.values(listShapes).flatMap(walksOf)) {
    expect({ name, plan }).toEqual({ name, plan: expect.stringMatching(/USING (COVERING )?INDEX/) })
    // Rows whose related records have the same name are sorted by id, a few at a time.
    const sorted = borrowed ? /USE TEMP B-TREE FOR ORDER BY/ : /TEMP B-TREE/
    expect({ name, plan }).toEqual({ name, plan: expect.not.stringMatching(sorted) })
  }
})

test('filters of the wide lists are judged on a narrow index and never on the rows themselves', () => {
  for (const resource of ['individuals', 'entities', 'households', 'documents', 'document-summaries'] as const) {
    const shape = listShapes[resource]
    for (const [column, { kind }] of Object.entries<ListColumn>(listColumns[resource])) {
      const operator = {
        text: 'contains',
        enum: 'any_of',
        date: 'on_or_after',
        time: 'on_or_after',
        number: 'at_least',
        boolean: 'is',
      }[kind] as 'contains'
      const values = [{ text: 'x', enum: 'x', date: '2024-01-01', time: '2024-01-01', number: 1, boolean: true }[kind]]
      const own = planOf(countSql(shape, asked(shape, { filters: [{ column, operator, values }] })))
        .split('\n')
        .filter((step) => /\bt\b/.test(step))
      expect({ resource, column, own }).toEqual({
        resource,
        column,
        own: [expect.stringMatching(/^(SCAN|SEARCH) t USING COVERING INDEX/)],
      })
    }
  }
})

test('records that may be doubles are found from the names that people share, in the index of names', () => {
  const filters = [{ column: 'possible_double', operator: 'is' as const, values: [true] }]
  const plan = planOf(countSql(listShapes.households, asked(listShapes.households, { filters })))
  for (const name of ['p', 'q'])
    expect(plan).toContain(`SEARCH ${name} USING COVERING INDEX individuals_list (title_sort=?`)
  expect(plan).toContain('SCAN individuals USING COVERING INDEX individuals_list')
  expect(plan).not.toMatch(/SCAN (g|h|p|q|households)\b/)
})

test('people who act for others are found in the narrow index of the list, and not in its wide rows', () => {
  const filters = [
    { column: 'is_deceased', operator: 'is' as const, values: [true] },
    { column: 'acts_for_others', operator: 'is' as const, values: [true] },
  ]
  for (const given of [filters, filters.slice(1)]) {
    const plan = planOf(countSql(listShapes.individuals, asked(listShapes.individuals, { filters: given })))
    expect(plan.split('\n').filter((step) => /\bt\b/.test(step))).toEqual([
      expect.stringMatching(/^(SCAN|SEARCH) t USING COVERING INDEX/),
    ])
  }
})

test('a rule of which no record is left out looks up no id', () => {
  const leftOut = (operator: 'any_of' | 'none_of') =>
    countSql(
      listShapes.individuals,
      asked(listShapes.individuals, { filters: [{ column: 'left_out', operator, values: ['will'] }] }),
    )
  expect(leftOut('none_of')).toEqual({ sql: 'SELECT count(*) FROM individuals t', parameters: [] })
  expect(leftOut('any_of')).toEqual({ sql: 'SELECT count(*) FROM individuals t WHERE (0)', parameters: [] })
})

test('the groups of the wide lists are counted on a narrow index, and never on the rows themselves', () => {
  for (const resource of ['individuals', 'entities', 'households', 'documents', 'document-summaries'] as const) {
    const shape = listShapes[resource]
    for (const group of groupColumnsOf(listColumns[resource])) {
      const counted = groupsSql(shape, asked(shape, { group }))
      if (!counted) throw new Error('There are no groups.')
      const own = planOf(counted)
        .split('\n')
        .filter((step) => /\bt\b/.test(step))
      expect({ resource, group, own }).toEqual({
        resource,
        group,
        own: [expect.stringMatching(/^(SCAN|SEARCH) t USING COVERING INDEX/)],
      })
    }
  }
})

test('the whole of every list is counted from an index', () => {
  for (const resource of ['individuals', 'entities', 'households', 'documents', 'document-summaries'] as const) {
    expect(planOf(countSql(listShapes[resource], asked(listShapes[resource], {})))).toContain('USING COVERING INDEX')
  }
})

test('a row, and the names it borrows, are looked up by key', () => {
  for (const list of [
    'households.list',
    'individuals.list',
    'entities.list',
    'documents.list',
    'documentSummaries.list',
    'valuations.list',
  ] as const) {
    const plan = planWith(statementsOfRead(folder, list, firstRows), 'WHERE t.row = ?')
    expect(plan).toContain('SEARCH t USING INTEGER PRIMARY KEY')
    expect(plan).not.toContain('SCAN')
  }
})

test('the figures beside a household are one row, looked up by key', () => {
  const statements = recordStatements(folder, ({ mirror, ledger }) =>
    createReader(mirror, ledger).householdFigures.of('x'),
  )
  expect(planWith(statements, 'household_total')).toBe('SEARCH household_total USING PRIMARY KEY (household_id=?)')
})

test('counts beside a household or a document come from an index alone', () => {
  const counted = ['individuals', 'entities', 'documents', 'document_summaries']
  const planFor = (sql: string) => planOf({ sql, parameters: ['x'] })
  for (const table of counted) {
    expect(planFor(`SELECT count(*) FROM ${table} WHERE household_id = ?`)).toContain('COVERING INDEX')
  }
  expect(planFor('SELECT count(*) FROM document_summaries WHERE document_id = ?')).toContain('COVERING INDEX')
  expect(planFor('SELECT count(*) FROM documents WHERE entity_id = ?')).toContain('COVERING INDEX')
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import type { UnreadableCells } from '../../../electron/data/workers/protocol.ts'
import { type Cell, cellOf } from '../../../electron/exports/cell.ts'
import { createCsvTable } from '../../../electron/exports/csv-table.ts'
import { contract } from '../../../shared/ipc/contract.ts'
import { unpackRows } from '../../../shared/ipc/packed-rows.ts'
import { createMemoryFile } from '../../doubles/memory-file.ts'
import { type HeldEntity, record, valuationRecord } from './support/balances.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, bodyOf } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const held = (at: number, household: string, status: string, value: number): HeldEntity => ({
  ...{ id: `entity_${at}`, household, status, kind: 'REVOCABLE_TRUST' },
  valuation: { date: '2025-01-01', value, assets: [] },
})

/** The second household holds more than JSON's numbers can, the third more than their cents. */
const entities = [
  held(1, 'household_1', 'in_estate', 100.25),
  held(2, 'household_2', 'out_of_estate', Number.MAX_VALUE),
  held(3, 'household_2', 'none', Number.MAX_VALUE),
  held(4, 'household_3', 'in_estate', 4_000_000_000_000_000),
  held(5, 'household_3', 'out_of_estate', 1_000_000_000_000_000.1),
  held(6, 'household_3', 'out_of_estate', 0.02),
]

const list = { offset: 0, limit: 100, sort: { column: 'title', direction: 'asc' } } as const
/** The largest number, by its shortest text. */
const maxDollars = 17_976_931_348_623_157n * 10n ** 292n

async function fill(): Promise<void> {
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2), aHousehold(3)]])
  await sweep(store, 'entities', [entities.map(record)])
  for (const entity of entities) {
    const valuation = valuationRecord(entity)
    await store.applyValuation({ entityId: entity.id, bytes: valuation && bodyOf(valuation) })
  }
  await store.flush()
}

const householdRows = async () => (await store.read('households.list', list)).rows

describe('a firm with amounts beyond any sensible one', () => {
  beforeEach(fill)

  test('shows every household, with exact sums and finite shares', async () => {
    const text = await store.readText('households.list', list)
    const window = contract.households.list['~orpc'].outputSchema?.parse(unpackRows(JSON.parse(text)))
    expect(window).toMatchObject({ total: 3, offset: 0 })
    const figures = (await householdRows()).map((row) => [
      row.id,
      row.directly_held_asset_value,
      row.in_estate_share,
      row.out_of_estate_share,
    ])
    expect(figures).toEqual([
      ['household_1', '10025', 100, 0],
      ['household_2', String(maxDollars * 200n), 0, 50],
      ['household_3', '500000000000000012', 80, 20],
    ])
  })

  test('answers every window that sums them, and none has an infinity', async () => {
    const id = 'household_2'
    const answers = [
      await store.read('households.get', { id }),
      await store.read('rollUps.household', { id }),
      await store.read('rollUps.book', {}),
      await store.read('estate.map', { id }),
      await store.read('today.get', { owner_id: null, rules: [] }),
      await store.read('packs.facts', {
        ...{ id, rules: [], date_rules: [], today: '2026-11-23' },
        ...{ since: '2020-01-01T00:00:00.000Z', since_met: false },
      }),
      await store.read('rollUps.list', { of: { what: 'households', sort: list.sort } }),
    ]
    for (const answer of answers) {
      const text = JSON.stringify(answer, (_, value: unknown) => {
        if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('not a finite number')
        return value
      })
      expect(text).not.toContain('Infinity')
    }
    expect(answers[2]).toMatchObject({
      total: answers[6] && 'valued' in answers[6] ? answers[6].directly_held_asset_value : '',
    })
  })

  test('orders and filters households by their sums', async () => {
    const { rows } = await store.read('households.list', {
      ...list,
      sort: { column: 'directly_held_asset_value', direction: 'desc' },
      filters: [{ column: 'directly_held_asset_value', operator: 'at_least', values: [1e15] }],
    })
    expect(rows.map(({ id }) => id)).toEqual(['household_2', 'household_3'])
  })

  test('exports every cent', async () => {
    const file = createMemoryFile()
    const table = createCsvTable(file)
    const column = { column: 'directly_held_asset_value', header: 'Directly held', kind: 'number' } as const
    await table.begin([], [column.header])
    await table.write((await householdRows()).map((row): Cell[] => [cellOf(row.directly_held_asset_value, column)]))
    expect(file.bytes().toString('utf8')).toBe(
      `\ufeffDirectly held\r\n100.25\r\n${maxDollars * 2n}\r\n5000000000000000.12\r\n`,
    )
  })
})

test('a cell that cannot be shown is empty, says so, is in no other row, and is reported once', async () => {
  const reported: UnreadableCells[] = []
  await fill()
  await store.close()
  lookInto(folder, 'mirror', (db) => db.exec("UPDATE valuations SET total_value = 9e999 WHERE entity_id = 'entity_2'"))
  store = await openStore(folder, { onUnreadable: (cells) => reported.push(cells) })
  for (const _ of [1, 2]) {
    const { rows } = await store.read('valuations.list', { ...list, scope: { household_id: 'household_2' } })
    expect(rows.map(({ entity_id, total_value, unreadable }) => [entity_id, total_value, unreadable])).toEqual([
      ['entity_2', 0, ['total_value']],
      ['entity_3', 12345.67, undefined],
    ])
  }
  const { packed } = JSON.parse(await store.readText('valuations.list', list))
  expect(packed.unreadable).toEqual([[1, ['total_value']]])
  expect(reported).toEqual([{ kind: 'unreadable', resource: 'valuations', columns: ['total_value'], cause: null }])
})

test('an error of a thread comes with its class and its place in the code', async () => {
  await fill()
  await store.close()
  lookInto(folder, 'mirror', (db) => db.exec("UPDATE households SET json = '{' WHERE id = 'household_2'"))
  store = await openStore(folder)
  const problem = await store.read('households.get', { id: 'household_2' }).catch((thrown: unknown) => thrown)
  expect(problem).toMatchObject({ code: 'internal/unexpected', cause: { name: 'SyntaxError' } })
  expect((problem as { cause: Error }).cause.stack).toMatch(/^\n\s+at /)
})

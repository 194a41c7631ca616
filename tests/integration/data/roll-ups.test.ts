import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import { type RollUp, rollUpsContract } from '../../../shared/ipc/roll-ups.ts'
import { outputOf } from '../../doubles/samples/schemas.ts'
import { balanceOf, type HeldEntity, heldEntity, record, valuationRecord } from './support/balances.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, bodyOf } from './support/records.ts'

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

const value = async (entity: HeldEntity) => {
  const valuation = valuationRecord(entity)
  await store.applyValuation({ entityId: entity.id, bytes: valuation && bodyOf(valuation) })
}

/** Fills the store with these entities alone; a valuation goes only with its entity. */
async function fill(entities: readonly HeldEntity[]): Promise<void> {
  const { missing } = await sweep(store, 'entities', [[]])
  await store.removeRecords('entities', missing)
  await sweep(store, 'entities', [entities.map(record)])
  for (const entity of entities) await value(entity)
  await store.flush()
}

const book = () => store.read('rollUps.book', {})
const household = (id: string) => store.read('rollUps.household', { id })

const sumOf = (figures: readonly { value: string }[]) => figures.reduce((sum, figure) => sum + BigInt(figure.value), 0n)

function expectTied(sheet: RollUp, entities: readonly HeldEntity[]): void {
  expect(outputOf(rollUpsContract.household).parse(sheet)).toEqual(sheet)
  expect(sheet.total).toBe(String(sumCents(entities.flatMap((entity) => entity.valuation?.value ?? []))))
  expect(sumOf(sheet.lines)).toBe(BigInt(sheet.total))
  for (const line of sheet.lines) {
    const cells = sheet.cells.filter((c) => c.kind === line.kind && c.in_estate_status === line.in_estate_status)
    expect(sumOf(cells)).toBe(BigInt(line.value))
  }
  expect(sheet).toEqual(balanceOf(entities))
}

test('every balance sheet ties to the cent with the entities it sums, whatever they hold', async () => {
  const entities = fc
    .array(heldEntity, { maxLength: 30 })
    .map((random) => random.map((entity, at) => ({ ...entity, id: `entity_${at}` })))
  await fc.assert(
    fc.asyncProperty(entities, async (random) => {
      await fill(random)
      expectTied(await book(), random)
      for (const id of ['household_1', 'household_2', 'household_3']) {
        expectTied(
          await household(id),
          random.filter((entity) => entity.household === id),
        )
      }
    }),
    { numRuns: 40 },
  )
})

test('the total is the sum of the values that the list of entities shows', async () => {
  const random = fc
    .sample(heldEntity, { numRuns: 60, seed: 7 })
    .map((entity, at) => ({ ...entity, id: `entity_${at}` }))
  await fill(random)
  for (const id of ['household_1', 'household_2']) {
    const { rows } = await store.read('entities.list', {
      offset: 0,
      limit: 200,
      sort: { column: 'title', direction: 'asc' },
      scope: { household_id: id },
    })
    const sheet = await household(id)
    expect(rows.length).toBe(sheet.entities)
    expect(sheet.total).toBe(String(sumCents(rows.flatMap((row) => row.directly_held_asset_value ?? []))))
    expect(sheet.unvalued).toBe(rows.filter((row) => row.directly_held_asset_value === null).length)
  }
})

const householdList = { offset: 0, limit: 200, sort: { column: 'title', direction: 'asc' } } as const

test('the list of households shows the totals of their balance sheets, and the row below it their sum', async () => {
  const random = fc
    .sample(heldEntity, { numRuns: 60, seed: 11 })
    .map((entity, at) => ({ ...entity, id: `entity_${at}` }))
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2), aHousehold(3)]])
  await fill(random)
  const { rows } = await store.read('households.list', householdList)
  expect(rows).toHaveLength(3)
  for (const row of rows) {
    const sheet = await household(row.id)
    const held = random.filter((entity) => entity.household === row.id)
    expect(row.directly_held_asset_value).toBe(held.some((entity) => entity.valuation) ? sheet.total : null)
    expect(row.oldest_figure).toBe(sheet.oldest)
    expect(row.valued_count).toBe(sheet.entities - sheet.unvalued)
  }
  for (const what of ['households', 'entities', 'valuations'] as const) {
    const totals = await store.read('rollUps.list', { of: { what, sort: { column: 'title', direction: 'asc' } } })
    expect(totals.directly_held_asset_value).toBe(
      String(sumCents(random.flatMap((entity) => entity.valuation?.value ?? []))),
    )
  }
  const scope = { household_id: 'household_1' }
  const one = { what: 'entities', sort: { column: 'title', direction: 'asc' }, scope } as const
  const sheet = await household('household_1')
  expect(await store.read('rollUps.list', { of: one })).toMatchObject({
    rows: sheet.entities,
    directly_held_asset_value: sheet.total,
    valued: sheet.entities - sheet.unvalued,
  })
})

const plain: HeldEntity = {
  id: 'entity_1',
  household: 'household_1',
  status: 'in_estate',
  kind: 'GRAT_TRUST',
  valuation: { date: '2024-03-31', value: 100, assets: [['cash', 60]] },
}

test('what a value has beyond its listed assets stands in no class', async () => {
  await fill([plain])
  expect((await book()).cells).toEqual([
    expect.objectContaining({ asset_class: { id: 'cash', name: 'Class cash' }, value: '6000', entities: 1 }),
    expect.objectContaining({ asset_class: null, value: '4000', entities: 1 }),
  ])
})

test('a changed valuation, and an entity that moves or goes, change the sheets at once; a valuation that is not answered stays', async () => {
  const other = { ...plain, id: 'entity_2', household: 'household_2' }
  await fill([plain, other])
  let now: HeldEntity[] = [{ ...plain, valuation: { date: '2025-01-01', value: 7.5, assets: [['bond', 7.5]] } }, other]
  await value(now[0] ?? plain)
  await store.flush()
  expectTied(await book(), now)

  await store.applyValuation({ entityId: plain.id, bytes: null })
  await store.flush()
  expectTied(await book(), now)

  now = [plain, { ...other, status: 'none', kind: 'NEW_KIND', household: 'household_1' }]
  await fill(now)
  expectTied(await book(), now)
  expectTied(await household('household_1'), now)
  expectTied(await household('household_2'), [])

  await store.removeRecords('entities', ['entity_2'])
  expectTied(await book(), [plain])
})

test('a valuation whose entity the service calls deleted is in no sheet, and back in it when the entity returns and is asked for', async () => {
  await fill([plain])
  await sweep(store, 'entities', [[{ ...anEntity(1), deleted_at: '2026-01-01T00:00:00Z' }]])
  expectTied(await book(), [])
  await fill([plain])
  expectTied(await book(), [plain])
})

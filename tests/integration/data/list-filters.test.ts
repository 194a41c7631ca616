import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListOrder } from '../../../electron/data/lists/list-order.ts'
import { createOrderMaker, createVersions, type OrdersElsewhere } from '../../../electron/data/lists/lists.ts'
import { openStores, type Stores } from '../../../electron/data/open-stores.ts'
import type { ReadInput } from '../../../electron/data/reads/read.ts'
import { answerRead } from '../../../electron/data/reads/read.ts'
import { createReader, type Reader } from '../../../electron/data/reads/reader.ts'
import { applyValuation, completeValuations } from '../../../electron/data/records.ts'
import { applyPage, completeSweep } from '../../../electron/data/sweep/apply-sweep.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import { ageGroups } from '../../../shared/domain/figure-age.ts'
import { emptinessOperators, type Filter, filterOperators } from '../../../shared/domain/filter-rules.ts'
import { foldLetters } from '../../../shared/domain/fold.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import { groupColumnsOf } from '../../../shared/ipc/list-columns.ts'
import { viewedResources } from '../../../shared/ipc/views.ts'
import { listedResources } from '../../../shared/service/resource.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { columnsOf, expectedIds, type Listed, type OracleRow, type Query } from './support/list-oracle.ts'
import { ledgerKey, makeFolder, mirrorKey, removeFolder } from './support/open-store.ts'
import { aDate, aFirm, anAmount, aWord, oracleRows, type RandomFirm } from './support/random-firm.ts'
import { bodyOf, pageOf } from './support/records.ts'

const today = '2026-03-01'
let folder: string
let stores: Stores

beforeEach(() => {
  folder = makeFolder()
  stores = openStores({
    folder,
    mirror: { key: mirrorKey, created: true },
    ledger: { key: ledgerKey, created: true },
  })
})
afterEach(() => {
  stores.mirror.close()
  stores.ledger.close()
  removeFolder(folder)
})

async function fill(firm: RandomFirm): Promise<void> {
  const writer = createWriter({ ...stores, now: Date.now, onChanged: () => {} })
  for (const resource of listedResources) {
    const { sweepId } = writer.batch.write(() => writer.sweeps.begin(resource, writer.now()))
    const bytes = pageOf(firm[resource], { endCursor: 'x', hasNext: false, total: firm[resource].length })
    applyPage(writer, { sweepId, after: null, bytes }, () => {})
    await completeSweep(writer, sweepId)
  }
  for (const [at, { assets, ...fields }] of firm.valuations.entries()) {
    const asset_class = { id: 'c', display_name: 'Cash' }
    const directly_held_assets = Array.from({ length: assets }, (_, n) => ({
      id: `a${n}`,
      asset_class,
      display_name: 'A',
      value: 1,
    }))
    const valuation = { ...fields, id: `valuation_${at}`, entity_id: `entity_${at}`, directly_held_assets }
    applyValuation(writer, { entityId: valuation.entity_id, bytes: bodyOf(valuation) })
  }
  completeValuations(writer)
}

const listNames = {
  households: 'households.list',
  individuals: 'individuals.list',
  entities: 'entities.list',
  valuations: 'valuations.list',
  documents: 'documents.list',
  'document-summaries': 'documentSummaries.list',
  users: 'users.list',
} as const satisfies Record<Listed, string>

/**
 * Readers for small and for large lists. The second reads first pages by index, or elsewhere, and the rest from orders that are made elsewhere;
 * the third never gets a whole order, unless it is grouped, so that all its rows are those near the beginning.
 */
function readers(): Reader[] {
  const { mirror, ledger } = stores
  const maker = createOrderMaker({ mirror, versions: createVersions(mirror) })
  const elsewhere: OrdersElsewhere = {
    whole: async (order) => maker.whole(order),
    first: async (order) => maker.first(order),
  }
  const never = (order: ListOrder) => (order.group === null ? new Promise<never>(() => {}) : elsewhere.whole(order))
  return [
    createReader(mirror, ledger, { today: () => today }),
    createReader(mirror, ledger, { elsewhere, rowsInPlace: 0, today: () => today }),
    createReader(mirror, ledger, { elsewhere: { ...elsewhere, whole: never }, rowsInPlace: 0, today: () => today }),
  ]
}

type Window = { offset: number; limit: number }

type Asked = Omit<Query, 'today'> & { group?: string }

async function read(reader: Reader, resource: Listed, query: Asked, window: Window) {
  // Every list takes the same input; the schema at the boundary checks the columns of each, not this code.
  const input = { ...query, ...window } as unknown as ReadInput<'individuals.list'>
  const answer = await answerRead(reader, listNames[resource] as 'individuals.list', input)
  const ids = answer.rows.map((row) =>
    resource === 'valuations' && 'entity_id' in row ? String(row.entity_id) : row.id,
  )
  return { ids, total: answer.total }
}

const whole = { offset: 0, limit: 500 }

function filterOn(resource: Listed, column: string, rows: readonly OracleRow[]): fc.Arbitrary<Filter> {
  const declared = columnsOf(resource)[column]
  if (!declared) throw new RangeError('No such column.')
  const present = rows.map((row) => row.values[column] ?? '').filter((value) => value !== '')
  const known = present.length > 0 ? fc.constantFrom(...present) : fc.constant('x')
  const days = fc.integer({ min: 0, max: 900 })
  const emptiness: readonly Filter['operator'][] = declared.nullable ? emptinessOperators : []
  return fc.constantFrom<Filter['operator']>(...filterOperators[declared.kind], ...emptiness).chain((operator) => {
    const valuesOf = (value: fc.Arbitrary<string | number | boolean>, count: number) =>
      fc.array(value, { minLength: count, maxLength: count })
    const values: fc.Arbitrary<(string | number | boolean)[]> = (() => {
      if (operator === 'has' || operator === 'has_not') return fc.constant([])
      if (operator === 'within_days' || operator === 'older_than_days') return valuesOf(days, 1)
      const count = operator === 'between' ? 2 : 1
      switch (declared.kind) {
        case 'text':
          return valuesOf(
            fc.oneof(
              aWord,
              fc.constant(''),
              known.map(String),
              known.map((text) => [...String(text)].slice(0, 2).join('')),
            ),
            1,
          )
        case 'enum':
          return fc.array(fc.oneof(known.map(String), aWord), { minLength: 1, maxLength: 3 })
        case 'boolean':
          return valuesOf(fc.boolean(), 1)
        case 'number':
          return valuesOf(fc.oneof(anAmount, fc.integer({ min: 0, max: 5 }), known.map(Number)), count)
        default:
          return valuesOf(
            fc.oneof(
              aDate,
              known.map((date) => String(date).slice(0, 10)),
            ),
            count,
          )
      }
    })()
    return values.map((chosen) => ({ column, operator, values: chosen }))
  })
}

const sample = <Value>(arbitrary: fc.Arbitrary<Value>, seed: number, count = 1): Value[] =>
  fc.sample(arbitrary, { seed, numRuns: count })

/** Each firm is another seed. */
const firms = Array.from({ length: propertyRuns(20).numRuns }, (_, at) => at + 1)
/** Filters on each column of a list. */
const filtersOfColumn = Math.min(12, propertyRuns(80).numRuns)

test.each(firms)('every column filters and sorts as a plain reading of the records does (firm %i)', async (seed) => {
  const [firm] = sample(aFirm, seed)
  if (!firm) throw new Error('There is no firm.')
  await fill(firm)
  const oracle = oracleRows(firm)
  let asked = 0
  for (const resource of viewedResources) {
    const columns = Object.keys(columnsOf(resource))
    const rows = oracle[resource]
    for (const [place, column] of columns.entries()) {
      const filters = sample(filterOn(resource, column, rows), seed * 100 + place, filtersOfColumn)
      for (const [at, filter] of filters.entries()) {
        const sort = {
          column: columns[(place + at) % columns.length] ?? column,
          direction: at % 2 === 0 ? 'asc' : 'desc',
        } as const
        for (const asking of [
          { filters: [filter], sort },
          { filters: [], sort: { ...sort, column } },
        ]) {
          const expected = expectedIds(resource, rows, { ...asking, today })
          for (const reader of readers()) {
            const found = await read(reader, resource, asking, whole)
            expect({ resource, asking, ...found }, JSON.stringify(asking)).toEqual({
              resource,
              asking,
              ids: expected,
              total: expected.length,
            })
            asked++
          }
        }
      }
    }
  }
  expect(asked).toBeGreaterThan(80 * filtersOfColumn)
})

test('filters are joined by "and", and windows put together are the whole, in both directions', async () => {
  const [firm] = sample(aFirm, 11)
  if (!firm) throw new Error('There is no firm.')
  await fill(firm)
  const oracle = oracleRows(firm)
  const all = readers()
  for (const resource of viewedResources) {
    const columns = Object.keys(columnsOf(resource))
    const rows = oracle[resource]
    const aQuery: fc.Arbitrary<{ size: number } & Omit<Query, 'today'>> = fc.record({
      filters: fc.array(
        fc.constantFrom(...columns).chain((column) => filterOn(resource, column, rows)),
        { maxLength: 3 },
      ),
      sort: fc.record({
        column: fc.constantFrom(...columns),
        direction: fc.constantFrom('asc' as const, 'desc' as const),
      }),
      size: fc.integer({ min: 1, max: 9 }),
    })
    for (const { size, ...query } of sample(aQuery, 5, 40)) {
      const expected = expectedIds(resource, rows, { ...query, today })
      for (const reader of all) {
        const ids: string[] = []
        for (let offset = 0; offset < Math.max(1, expected.length); offset += size) {
          const window = await read(reader, resource, query, { offset, limit: size })
          expect(window.total, JSON.stringify(query)).toBe(expected.length)
          ids.push(...window.ids)
        }
        expect({ query, ids }).toEqual({ query, ids: expected })
      }
    }
  }
})

/** The group of a row by a plain reading of its value. */
function groupOf(resource: Listed, column: string, row: OracleRow): string | null {
  const value = row.values[column] ?? null
  if (value === null || value === '') return null
  const { kind, grouping } = columnsOf(resource)[column] ?? {}
  if (grouping === 'age') {
    const days = (Date.parse(today) - Date.parse(String(value))) / 86_400_000
    return ageGroups.findLast(({ before }) => before === null || days > before)?.key ?? null
  }
  if (typeof value === 'boolean') return value ? '1' : '0'
  return kind === 'text' ? foldLetters(String(value)) : String(value)
}

test.each(firms.slice(0, 4))(
  'a grouped list has every row in the group of its value, sorted, counted and summed (firm %i)',
  async (seed) => {
    const [firm] = sample(aFirm, seed)
    if (!firm) throw new Error('There is no firm.')
    await fill(firm)
    const oracle = oracleRows(firm)
    for (const resource of viewedResources) {
      const columns = Object.keys(columnsOf(resource))
      const rows = oracle[resource]
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const [at, group] of groupColumnsOf(columnsOf(resource)).entries()) {
        const filters = sample(filterOn(resource, columns[(3 * at + seed) % columns.length] ?? '', rows), seed + at, 3)
        for (const [place, filter] of [null, ...filters].entries()) {
          const direction = place % 2 === 0 ? ('asc' as const) : ('desc' as const)
          const sort = { column: columns[(at + place) % columns.length] ?? '', direction }
          const query = { filters: filter ? [filter] : [], sort }
          const expected = expectedIds(resource, rows, { ...query, today })
          const keyOf = (id: string) => groupOf(resource, group, byId.get(id) ?? { id, values: {} })
          for (const reader of readers()) {
            const found = await read(reader, resource, { ...query, group }, whole)
            const of = { what: resource, ...query, group } as unknown as ReadInput<'rollUps.groups'>['of']
            const groups = await answerRead(reader, 'rollUps.groups', { of })
            const name = JSON.stringify({ resource, group, ...query })
            expect(groups.map(({ key }) => key).indexOf(null), name).toBeOneOf([-1, groups.length - 1])
            expect(new Set(groups.map(({ key }) => key)).size, name).toBe(groups.length)
            const members = groups.map(({ key }) => expected.filter((id) => keyOf(id) === key))
            expect(
              members.map((ids) => ids.length),
              name,
            ).toEqual(groups.map((one) => one.rows))
            expect(found, name).toEqual({ ids: members.flat(), total: expected.length })
            if (resource !== 'entities' && resource !== 'valuations') continue
            const sums = members.map((ids) =>
              ids.flatMap((id) => {
                const value = byId.get(id)?.values.directly_held_asset_value ?? null
                return value === null ? [] : [Number(value)]
              }),
            )
            expect(
              groups.map((one) => one.directly_held_asset_value),
              name,
            ).toEqual(sums.map((values) => (values.length === 0 ? null : String(sumCents(values)))))
          }
        }
      }
    }
  },
)

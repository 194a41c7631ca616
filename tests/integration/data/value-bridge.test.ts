import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aCreate, step } from './support/operations.ts'
import { aHousehold, anEntity, aUser, aValuation, bodyOf } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2, { primary_relationship_owner_id: 'user_2' })]])
  // On the same calendar day in all zones from Honolulu to Auckland.
  const made = { created_at: '2024-01-02T10:30:00.000Z' }
  const elsewhere = { ...made, household_id: 'household_2' }
  await sweep(store, 'entities', [[anEntity(1, made), anEntity(2, made), anEntity(3, made), anEntity(4, elsewhere)]])
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

/** The service's latest valuation of an entity becomes this one; null: it has none. */
async function latest(entity: number, id: string, effective_date: string | null, value = 0) {
  const valuation = { id, effective_date, directly_held_asset_value: value, directly_held_assets: [] }
  const bytes = effective_date === null ? null : bodyOf(aValuation(entity, valuation))
  await store.applyValuation({ entityId: `entity_${entity}`, bytes })
  await store.flush()
}

const between = { from: '2025-01-01', to: '2026-01-01' }
const household = { what: 'household', id: 'household_1' } as const
const bridge = (days: Partial<typeof between> = {}) =>
  store.read('rollUps.bridge', { of: household, ...between, ...days })

test('the values on two days are those of the valuations observed, by effective date', async () => {
  await latest(1, 'v1', '2024-06-30', 100)
  await latest(1, 'v2', '2025-06-30', 150.25)
  await latest(2, 'w1', '2024-12-31', 20)
  await latest(3, 'x1', '2025-03-01', 7)
  const found = await bridge()
  expect(found).toMatchObject({
    before: '12000',
    after: '17725',
    compared: { entities: 2, before: '12000', after: '17025' },
    unknown: { before: 1, after: 0 },
    first_day: '2025-03-01',
  })
  expect(found.lines.map(({ id, kind, difference, dates }) => [id, kind, difference, dates.before])).toEqual([
    ['entity_1', 'revalued', '5025', '2024-06-30'],
    ['entity_3', 'not-known', '700', null],
    ['entity_2', 'unchanged', '0', '2024-12-31'],
  ])
})

test('the line has a gap until every value is known, and begins with the first entity', async () => {
  await latest(1, 'v1', '2024-06-30', 100)
  await latest(2, 'w1', '2024-12-31', 20)
  await latest(3, 'x1', '2025-03-01', 7)
  const { days } = await bridge()
  expect(days.slice(0, -1)).toEqual([
    { day: '2024-01-02', value: null },
    { day: '2024-06-30', value: null },
    { day: '2024-12-31', value: null },
    { day: '2025-03-01', value: '12700' },
  ])
  expect(days.at(-1)?.value).toBe('12700')
})

test('the line has a gap after the last day on which the service had no valuation of an entity', async () => {
  await latest(1, 'v1', '2024-01-02', 100)
  await latest(3, 'x1', '2024-01-02', 7)
  await latest(2, '', null)
  lookInto(folder, 'mirror', (db) =>
    db
      .prepare("UPDATE valuation_check SET checked_at = ? WHERE entity_id = 'entity_2'")
      .run(Date.parse('2025-02-01T10:30:00Z')),
  )
  await latest(2, 'w1', '2025-06-30', 20)
  const { days, unknown } = await bridge({ from: '2025-03-01' })
  expect(unknown.before).toBe(1)
  expect(days.slice(0, -1)).toEqual([
    { day: '2024-01-02', value: '10700' },
    { day: '2025-02-02', value: null },
    { day: '2025-06-30', value: '12700' },
  ])
})

test('a valuation that the service took back no longer counts, and one that it corrected counts as corrected', async () => {
  await latest(1, 'v1', '2024-06-30', 100)
  await latest(1, 'v2', '2025-06-30', 999)
  // v2 was deleted at the service: its latest one is v1 again.
  await latest(1, 'v1', '2024-06-30', 110)
  await latest(2, 'w1', '2024-06-30', 1)
  await latest(3, 'x1', '2024-06-30', 1)
  expect(await bridge()).toMatchObject({ before: '11200', after: '11200' })
})

test('an entity of which the service had no valuation until a check is first valued, not unknown', async () => {
  await latest(1, '', null)
  lookInto(folder, 'mirror', (db) =>
    db.prepare('UPDATE valuation_check SET checked_at = ?').run(Date.parse('2025-02-01T10:30:00Z')),
  )
  await latest(1, 'v1', '2025-06-30', 100)
  const { lines } = await bridge()
  expect(lines.find(({ id }) => id === 'entity_1')).toMatchObject({
    kind: 'first-valued',
    before: null,
    after: '10000',
  })
})

test('an entity of which the service had no valuation at its last check is not valued on the days after it', async () => {
  await latest(1, '', null)
  const { lines, unknown } = await bridge({ to: '2999-01-01' })
  expect(lines.map(({ id }) => id)).toEqual(['entity_2', 'entity_3'])
  expect(unknown).toEqual({ before: 2, after: 2 })
})

test('a valuation that the service took back, so that the entity has none, no longer counts', async () => {
  await latest(1, 'v1', '2024-06-30', 100)
  // The copy is read anew; the ledger still has the observation.
  lookInto(folder, 'mirror', (db) => db.prepare('DELETE FROM valuations').run())
  await latest(1, '', null)
  const { before, after, lines } = await bridge()
  expect([before, after]).toEqual(['0', '0'])
  expect(lines.map(({ id }) => id)).not.toContain('entity_1')
})

test('a value dated after today is counted apart, for it is in the recorded value of its household', async () => {
  await latest(1, 'v1', '2024-06-30', 100)
  await latest(1, 'v2', '2999-06-30', 900)
  expect(await bridge()).toMatchObject({ after: '10000', dated_later: 1 })
  expect(await bridge({ to: '2999-12-31' })).toMatchObject({ after: '90000', dated_later: 0 })
})

test('an entity that is gone is named with its last value', async () => {
  await latest(1, 'v1', '2024-06-30', 100)
  await store.removeRecords('entities', ['entity_1'])
  const { lines, days } = await bridge({ to: '2999-01-01' })
  expect(lines.find(({ id }) => id === 'entity_1')).toMatchObject({
    name: 'Trust 1',
    gone: true,
    kind: 'gone',
    before: '10000',
    after: null,
  })
  expect(days.length).toBeGreaterThan(0)
})

test('an entity is not known to be there after it was last seen, until it was found to be gone', async () => {
  await latest(1, 'v1', '2024-06-30', 100)
  await store.removeRecords('entities', ['entity_1'])
  lookInto(folder, 'ledger', (db) =>
    db
      .prepare('UPDATE observed_change SET seen_before = ?, observed_at = ?')
      .run(Date.parse('2025-06-01T10:30:00Z'), Date.parse('2025-09-01T10:30:00Z')),
  )
  const kindFrom = async (from: string) => (await bridge({ from })).lines.find(({ id }) => id === 'entity_1')?.kind
  expect(await kindFrom('2025-06-01')).toBe('gone')
  expect(await kindFrom('2025-07-01')).toBe('not-known')
  expect((await bridge()).days.slice(-4)).toMatchObject([
    { day: '2024-06-30', value: null },
    { day: '2025-06-02', value: null },
    { day: '2025-09-01', value: null },
    {},
  ])
})

test('the values of one entity do not count another one of its household that is gone', async () => {
  await latest(1, 'v1', '2024-06-30', 100)
  await latest(2, 'w1', '2024-06-30', 20)
  await store.removeRecords('entities', ['entity_2'])
  const { before, lines } = await store.read('rollUps.bridge', {
    of: { what: 'entity', id: 'entity_1' },
    ...between,
    to: '2999-01-01',
  })
  expect(lines.map(({ id }) => id)).toEqual(['entity_1'])
  expect(before).toBe('10000')
})

test('a valuation that was logged here and is not sent yet is marked', async () => {
  await latest(1, 'v1', '2024-06-30', 100)
  const assets = [{ asset_class_id: 'asset_class_1', display_name: 'Zephyr Fund', value: 300 }]
  const fields = { effective_date: '2025-12-31', directly_held_assets: assets }
  await store.outbox.commit(step(aCreate(1, 'valuations', { parent_id: 'entity_1', fields })))
  const { lines } = await bridge()
  const own = lines.find(({ id }) => id === 'entity_1')
  expect(own).toMatchObject({ unsent: true, after: '30000', dates: { after: '2025-12-31' } })
})

test.each([
  ['one entity', { what: 'entity', id: 'entity_1' } as const, '10000'],
  ['a household', household, '10000'],
  ['the households of a user', { what: 'owner', id: 'user_2' } as const, '500'],
  ['the book', { what: 'book' } as const, '10500'],
])('the values of %s', async (_name, of, after) => {
  await latest(1, 'v1', '2024-06-30', 100)
  await latest(4, 'y1', '2024-06-30', 5)
  expect((await store.read('rollUps.bridge', { of, ...between })).after).toBe(after)
})

test('while the values of the whole book are read, other reads are answered', async () => {
  await sweep(store, 'entities', [Array.from({ length: 900 }, (_, at) => anEntity(at + 1))])
  const done: string[] = []
  const book = store.read('rollUps.bridge', { of: { what: 'book' }, ...between }).then(() => done.push('book'))
  await Promise.all([book, store.read('households.get', { id: 'household_1' }).then(() => done.push('household'))])
  expect(done).toEqual(['household', 'book'])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { lookInto, makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { anEntity, aValuation, bodyOf } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
  await sweep(store, 'entities', [[anEntity(1), anEntity(2)]])
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

async function answer(change: Record<string, unknown> | null) {
  const bytes = change === null ? null : bodyOf(aValuation(1, change))
  await store.applyValuation({ entityId: 'entity_1', bytes })
  await store.flush()
}

const observed = () => store.read('valuations.observed', { entity_id: 'entity_1' })

/** Moves every check time in the ledger and the mirror back by this many ms. */
function backdate(ms: number) {
  lookInto(folder, 'ledger', (db) =>
    db
      .prepare('UPDATE observed_valuation SET observed_at = observed_at - ?, checked_before = checked_before - ?')
      .run(ms, ms),
  )
  lookInto(folder, 'mirror', (db) => db.prepare('UPDATE valuation_check SET checked_at = checked_at - ?').run(ms))
}

test('every observation is told with its assets, newest first', async () => {
  await answer({
    id: 'v1',
    effective_date: '2025-01-01',
    description: 'First',
    directly_held_asset_value: 3.5,
    total_value: 4,
    directly_held_assets: [
      {
        id: 'a1',
        asset_class: { id: 'c-cash', display_name: 'Cash' },
        display_name: 'Chequing',
        value: 3.5,
        external_id: 'X-1',
      },
    ],
  })
  await answer({ id: 'v2', effective_date: '2025-06-01', directly_held_assets: [] })
  const { observations, left_out } = await observed()
  expect(left_out).toBe(0)
  expect(observations.map(({ valuation_id, effective_date }) => [valuation_id, effective_date])).toEqual([
    ['v2', '2025-06-01'],
    ['v1', '2025-01-01'],
  ])
  expect(observations[1]).toMatchObject({
    description: 'First',
    directly_held_asset_value: 3.5,
    total_value: 4,
    own: false,
    assets: [{ asset_class: { id: 'c-cash', name: 'Cash' }, display_name: 'Chequing', value: 3.5, external_id: 'X-1' }],
  })
  expect(await store.read('valuations.observed', { entity_id: 'entity_2' })).toEqual({ observations: [], left_out: 0 })
})

test('a valuation was seen to stand until the last check before the next one, and no longer', async () => {
  await answer({ id: 'v1' })
  backdate(3_600_000)
  await answer({ id: 'v1' })
  backdate(3_600_000)
  await answer({ id: 'v2' })
  const { observations } = await observed()
  const [second, first] = observations
  const hoursBetween = (from = '', to = '') => Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000)
  expect(hoursBetween(first?.observed_at, first?.seen_until)).toBe(1)
  expect(hoursBetween(first?.seen_until, second?.observed_at)).toBe(1)
  expect(hoursBetween(second?.observed_at, second?.seen_until)).toBe(0)
})

test('while the entity had no valuation, none was seen to stand', async () => {
  await answer({ id: 'v1' })
  backdate(3_600_000)
  await answer(null)
  backdate(3_600_000)
  await answer({ id: 'v2' })
  const first = (await observed()).observations.at(-1)
  expect(first?.seen_until).toBe(first?.observed_at)
})

test('what a later Steward cannot read any more is counted, not told', async () => {
  await answer({ id: 'v1' })
  await answer({ id: 'v2' })
  lookInto(folder, 'ledger', (db) => db.exec(`UPDATE observed_valuation SET json = '{}' WHERE valuation_id = 'v1'`))
  const { observations, left_out } = await observed()
  expect(observations.map(({ valuation_id }) => valuation_id)).toEqual(['v2'])
  expect(left_out).toBe(1)
})

test('a history too large to tell at once is told from its newest end', async () => {
  for (const id of ['v1', 'v2', 'v3']) await answer({ id, description: id.repeat(900_000) })
  const { observations, left_out } = await observed()
  expect(observations.map(({ valuation_id }) => valuation_id)).toEqual(['v3', 'v2'])
  expect(left_out).toBe(1)
})

test('what was logged on this device is marked, by the id that the service gave it', async () => {
  await answer({ id: 'v1' })
  await answer({ id: 'v2' })
  lookInto(folder, 'ledger', (db) =>
    db.exec(`INSERT INTO operation (seq, id, action, resource, record_id, parent_id, state, is_open, attention, server_id,
        saved_at, changed_at, json)
      VALUES (1, 'op_1', 'create', 'valuations', 'valuationv2_local_1', 'entity_1', 'done', 0, 0, 'v2', '', '', '{}')`),
  )
  const { observations } = await observed()
  expect(observations.map(({ valuation_id, own }) => [valuation_id, own])).toEqual([
    ['v2', true],
    ['v1', false],
  ])
})

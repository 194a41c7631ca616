import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WritableDatabase } from '../../../electron/data/open-database.ts'
import { openStoresInMemory } from '../../../electron/data/open-stores.ts'
import { applyRecord, applyValuation } from '../../../electron/data/records.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { aCommand, run } from './support/outbox-commands.ts'
import { expectedRows, type Shown } from './support/outbox-model.ts'
import { createWorld, type World } from './support/outbox-world.ts'
import { anEntity, bodyOf } from './support/records.ts'

const tables = { individuals: 'id', households: 'id', valuations: 'entity_id' } as const

/** Returns the content of the mirror's rows with their marks. */
function rowsOf(mirror: WritableDatabase, table: keyof typeof tables): Map<string, Shown> {
  const id = tables[table]
  const rows = mirror
    .prepare<[string], { id: string; json: string; mark: string | null; attention: number | null }>(
      `SELECT t.${id} AS id, t.json, o.mark, o.attention FROM ${table} t
       LEFT JOIN overlay o ON o.resource = ? AND o.id = t.${id}`,
    )
    .all(table)
  return new Map(
    rows.map((row) => [row.id, { record: JSON.parse(row.json), mark: row.mark, attention: row.attention === 1 }]),
  )
}

/** Returns every typed column of every row, except those that differ between mirrors. */
function columnsOf(mirror: WritableDatabase): unknown {
  const all = (sql: string) => mirror.prepare<[], Record<string, unknown>>(sql).all()
  const rows = Object.entries(tables).map(([table, id]) =>
    all(`SELECT * FROM ${table} ORDER BY ${id}`).map(({ row: _, checked_at: __, line: ___, json, ...columns }) => ({
      ...columns,
      record: JSON.parse(String(json)),
    })),
  )
  const holdings = all(
    `SELECT v.entity_id, c.id, h.units, h.dust FROM holding h JOIN valuations v ON v.row = h.valuation
     JOIN asset_class c ON c.row = h.class ORDER BY 1, 2`,
  )
  return { rows, holdings, classes: all('SELECT id, name FROM asset_class WHERE row > 0 ORDER BY id') }
}

function mirrorOf({ known }: World): WritableDatabase {
  const stores = openStoresInMemory()
  const writer = createWriter({ ...stores, now: () => 0, onChanged: () => {} })
  for (const n of [1, 2]) applyRecord(writer, 'entities', bodyOf(anEntity(n)))
  for (const record of known.individuals.values()) applyRecord(writer, 'individuals', bodyOf(record))
  for (const record of known.households.values()) applyRecord(writer, 'households', bodyOf(record))
  for (const [entityId, record] of known.valuations) applyValuation(writer, { entityId, bytes: bodyOf(record) })
  writer.batch.commit()
  return stores.mirror
}

const plain = (rows: Map<string, Shown>) => Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)))

test('whatever is written, pulled and crashed in whatever order, rows are what a plain model says, and nothing is left in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aCommand, { minLength: 5, maxLength: 40 }), async (commands) => {
      const world = createWorld()
      for (const n of [1, 2]) world.addService('household', n)
      for (const n of [1, 2, 3, 4])
        world.addService('individual', n, { household_id: `household_${(n % 2) + 1}`, is_primary: n < 3 })
      world.serviceValues(1, '2024-02-29')
      world.knowEntities()
      const { mirror } = world.stores
      for (const command of commands) {
        await run(world, command)
        world.writer().batch.commit()
        const expected = expectedRows({ known: world.known, open: world.open(), adopted: world.adopted })
        for (const table of ['individuals', 'households', 'valuations'] as const) {
          expect(plain(rowsOf(mirror, table))).toEqual(plain(expected[table]))
        }
      }
      for (const operation of world.open()) world.setState(operation, 'discarded', false)
      world.writer().batch.commit()
      expect(mirror.prepare('SELECT count(*) FROM overlay').pluck().get()).toBe(0)
      expect(columnsOf(mirror)).toEqual(columnsOf(mirrorOf(world)))
      for (const resource of ['individuals', 'households'] as const) {
        const { missing, expected } = await world.sweep(resource, 2)
        expect(missing).toEqual(expected)
      }
      mirror.close()
      world.stores.ledger.close()
    }),
    propertyRuns(600),
  )
})

test('answers to writes are kept for a week, since a power failure can take the mirror’s last commits', () => {
  const world = createWorld()
  world.addService('household', 1)
  world.createIndividual('household_1', { first_name: 'Ida', last_name: 'Berg' })
  const [creation] = world.open()
  if (!creation) throw new Error('Nothing was saved.')
  world.finish(creation, false)
  const kept = () => world.stores.ledger.prepare('SELECT count(*) FROM operation_result').pluck().get()
  world.pass(7 * 86_400_000)
  world.restart()
  expect(kept()).toBe(1)
  world.pass(1)
  world.restart()
  expect(kept()).toBe(0)
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/data/migrate.ts'
import { mirrorMigrations } from '../../../electron/data/migrations/mirror.ts'
import { mirrorPreferredName } from '../../../electron/data/migrations/mirror-preferred-name.ts'
import { openDatabase } from '../../../electron/data/open-database.ts'
import { guessMapping } from '../../../shared/domain/import/guess-mapping.ts'
import { individualUpdate } from '../../../shared/service/writes.ts'
import { firstRows, ledgerKey, makeFolder, mirrorKey, openStore, removeFolder, sweep } from './support/open-store.ts'
import { anIndividual } from './support/records.ts'

test('a mirror from before preferred names fetches individuals again, and then lists and finds them by it', async () => {
  const folder = makeFolder()
  const person = anIndividual(1, { preferred_name: 'Éva' })
  const path = join(folder, 'mirror.db')
  const db = openDatabase({ path, key: mirrorKey, synchronous: 'NORMAL', readonly: false })
  migrate(db, mirrorMigrations.slice(0, mirrorMigrations.indexOf(mirrorPreferredName)), () => {})
  db.prepare(
    `INSERT INTO individuals (id, checked_at, created_at, updated_at, title, title_sort, household_id, is_primary,
       is_beneficiary, is_grantor, is_trustee, is_deceased, json) VALUES (?, 1, ?, ?, 'A', 'a', 'h', 1, 0, 1, 0, 0, ?)`,
  ).run(person.id, person.created_at, person.updated_at, JSON.stringify(person))
  db.close()

  const store = await openStore(folder, { ledger: { key: ledgerKey, created: true } })
  expect((await store.read('individuals.list', firstRows)).total).toBe(0)
  await sweep(store, 'individuals', [[person]])
  const filter = { column: 'preferred_name', operator: 'starts_with', values: ['eva'] } as const
  const filters = [{ ...filter, values: [...filter.values] }]
  const { rows } = await store.read('individuals.list', { ...firstRows, filters })
  expect(rows.map(({ preferred_name }) => preferred_name)).toEqual(['Éva'])
  expect((await store.read('search.query', { text: 'eva', limit: 5 })).hits.map(({ id }) => id)).toEqual([person.id])
  await store.close()
  removeFolder(folder)
})

test('preferred names can be written and imported', () => {
  expect(individualUpdate.parse({ preferred_name: 'Éva' })).toEqual({ preferred_name: 'Éva' })
  expect(guessMapping('individuals', ['Nickname'])).toEqual(['preferred_name'])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { addLink, moveLink, setLinkRemoved } from '../../../electron/data/ledger/estate-links.ts'
import { migrate } from '../../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { openMemoryDatabase } from '../../../electron/data/open-database.ts'

let db: ReturnType<typeof openMemoryDatabase>

beforeEach(() => {
  db = openMemoryDatabase()
  migrate(db, ledgerMigrations, () => {})
})
afterEach(() => {
  db.close()
})

const person = (id: string) => ({ resource: 'individuals', id }) as const
const [ada, ben, cy] = [person('client_profile_1'), person('client_profile_2'), person('client_profile_3')]
const trust = { resource: 'entities', id: 'entity_1' } as const
const base = { household_id: 'household_1', origin: 'drawn' } as const

const standing = () => db.prepare('SELECT id FROM estate_link WHERE removed_at IS NULL ORDER BY seq').pluck().all()

test('a removed link can be restored for a day, and is deleted after it', () => {
  const link = { ...base, role: 'Trustee', from: ada, to: trust } as const
  addLink(db, { id: 'link-1', ...link }, 0)
  setLinkRemoved(db, { id: 'link-1', removed: true }, 0)
  const kept = () => db.prepare('SELECT id FROM estate_link ORDER BY seq').pluck().all()
  addLink(db, { id: 'link-2', ...link, from: ben }, 86_400_000)
  expect(kept()).toEqual(['link-1', 'link-2'])
  addLink(db, { id: 'link-3', ...link, to: ben }, 86_400_001)
  expect(kept()).toEqual(['link-2', 'link-3'])
})

test('a link that contradicts another one, as earlier versions allowed, can be removed', () => {
  addLink(db, { ...base, id: 'link-1', from: ada, to: ben, role: 'Spouse' }, 0)
  addLink(db, { ...base, id: 'link-2', from: ada, to: ben, role: 'Executor' }, 0)
  db.prepare("UPDATE estate_link SET role = 'Partner' WHERE id = 'link-2'").run()
  expect(setLinkRemoved(db, { id: 'link-2', removed: true }, 1).refused).toBeNull()
  expect(standing()).toEqual(['link-1'])
})

test('a link that moves takes the place of the one that it replaces, which can be restored; a refused move replaces nothing', () => {
  addLink(db, { ...base, id: 'link-1', from: cy, to: ben, role: 'Spouse' }, 0)
  addLink(db, { ...base, id: 'link-2', from: ada, to: ben, role: 'Former spouse' }, 0)
  const move = { id: 'link-1', end: 'from', was: cy, node: ada } as const
  const by = { from: ada, to: ben, role: 'Former spouse' }
  expect(moveLink(db, move, 1).refused).toEqual({ why: 'couple', by })
  expect(moveLink(db, { ...move, was: ada, replaces: 'link-2' }, 1).refused?.why).toBe('changed')
  expect(standing()).toEqual(['link-1', 'link-2'])
  expect(moveLink(db, { ...move, replaces: 'link-2' }, 1).refused).toBeNull()
  expect(standing()).toEqual(['link-1'])
  expect(setLinkRemoved(db, { id: 'link-2', removed: false }, 2).refused?.why).toBe('couple')
  expect(moveLink(db, { ...move, was: ada, node: cy }, 2).refused).toBeNull()
  expect(setLinkRemoved(db, { id: 'link-2', removed: false }, 2).refused).toBeNull()
  expect(standing()).toEqual(['link-1', 'link-2'])
})

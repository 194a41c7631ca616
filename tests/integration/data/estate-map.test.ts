import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { addLink, setLinkRemoved } from '../../../electron/data/ledger/estate-links.ts'
import { migrate, schemaVersion } from '../../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { openMemoryDatabase } from '../../../electron/data/open-database.ts'
import { estateContract } from '../../../shared/ipc/estate.ts'
import { listedResources } from '../../../shared/service/resource.ts'
import { outputOf } from '../../doubles/samples/schemas.ts'
import { lookInto, makeFolder, mirrorKey, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aCreate, step } from './support/operations.ts'
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aSummary,
  aUser,
  aValuation,
  bodyOf,
} from './support/records.ts'
import { statementsOfRead } from './support/statements.ts'
import { stepsBefore } from './support/steps-before.ts'

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

const ada = { resource: 'individuals', id: 'client_profile_1' } as const
const ben = { resource: 'individuals', id: 'client_profile_2' } as const
const trust = { resource: 'entities', id: 'entity_1' } as const
const holding = { resource: 'entities', id: 'entity_2' } as const

/** One household: two people, two entities, and evidence for two links. */
async function fill(): Promise<void> {
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2)]])
  await sweep(store, 'individuals', [
    [
      anIndividual(1, { first_name: 'Ada', last_name: 'Okafor' }),
      anIndividual(2, { first_name: 'Ben', last_name: 'Okafor' }),
      anIndividual(3, { first_name: 'Eve', last_name: 'Elsewhere', household_id: 'household_2' }),
    ],
  ])
  await sweep(store, 'entities', [
    [
      anEntity(1, { display_name: 'Okafor Family Trust' }),
      anEntity(2, { display_name: 'Okafor Holdings, LLC', external_id: 'ENT-2', in_estate_status: 'none' }),
    ],
  ])
  await sweep(store, 'documents', [
    [
      aDocument(1, { name: 'Trust agreement', entity_id: 'entity_1' }),
      aDocument(2, { name: 'K-1', entity_id: 'entity_2', individual_id: 'client_profile_2' }),
      aDocument(3, { name: 'Will' }),
    ],
  ])
  const summary = 'Ada Okafor serves as trustee. Eve Elsewhere and the Okafor family are mentioned.'
  await sweep(store, 'document-summaries', [
    [aSummary(1, { summary }), aSummary(2, { document_id: 'document_3', summary: 'Ben Okafor inherits.' })],
  ])
  const [asset] = aValuation(1).directly_held_assets
  const held = { ...aValuation(1), directly_held_assets: [{ ...asset, external_id: 'ENT-2' }] }
  await store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(held) })
  await store.flush()
}

const map = () => store.read('estate.map', { id: 'household_1' })
const link = { household_id: 'household_1', from: ada, to: trust, role: 'Trustee', origin: 'confirmed' } as const

test('a map has the household’s people and entities, what the service records, and proposals with their evidence', async () => {
  await fill()
  const found = await map()
  expect(outputOf(estateContract.map).parse(found)).toEqual(found)
  expect(found).toMatchObject({ household_name: 'Household 1', entity_count: 2, links: [], unread_summaries: 0 })
  expect(found.people.map(({ name }) => name)).toEqual(['Ada Okafor', 'Ben Okafor'])
  expect(found.entities.map(({ name, value, in_estate_status }) => [name, value, in_estate_status])).toEqual([
    ['Okafor Family Trust', 1000.5, 'in_estate'],
    ['Okafor Holdings, LLC', null, 'none'],
  ])
  expect(found.edges).toEqual([
    { from: ben, to: holding, documents: [{ id: 'document_2', name: 'K-1', type: 'WILL' }] },
  ])
  expect(found.proposals).toEqual([
    {
      from: trust,
      to: holding,
      role: 'Owner',
      alike: [],
      evidence: [{ kind: 'asset', source: 'ENT-2', asset_name: 'Zephyr Fund' }],
    },
    {
      from: ada,
      to: trust,
      role: 'Trustee',
      alike: [],
      evidence: [expect.objectContaining({ kind: 'summary', source: 'document_1', document_name: 'Trust agreement' })],
    },
  ])
})

test('a proposal never becomes a link by itself, and a rejected one stays rejected until there is other evidence', async () => {
  await fill()
  expect((await map()).links).toEqual([])
  const evidence = [{ kind: 'summary', source: 'document_1' }] as const
  const rejection = { from: ada, to: trust, role: 'Trustee', evidence: [...evidence] }
  await store.writeLedger('estate.setRejected', { ...rejection, rejected: true })
  await store.close()
  store = await openStore(folder)
  const pairs = async () => (await map()).proposals.map(({ from, to }) => [from.id, to.id])
  expect(await pairs()).toEqual([['entity_1', 'entity_2']])
  expect((await map()).links).toEqual([])

  await sweep(store, 'documents', [
    [
      aDocument(1, { name: 'Trust agreement', entity_id: 'entity_1' }),
      aDocument(3, { name: 'Amendment', entity_id: 'entity_1' }),
    ],
  ])
  await sweep(store, 'document-summaries', [
    [
      aSummary(1, { summary: 'Ada Okafor is trustee.' }),
      aSummary(2, { document_id: 'document_3', summary: 'Ada Okafor is the trustee.' }),
    ],
  ])
  expect((await map()).proposals.find(({ from }) => from.id === ada.id)?.evidence).toMatchObject([
    { source: 'document_3' },
  ])
  await store.writeLedger('estate.setRejected', { ...rejection, rejected: false })
  expect((await map()).proposals.find(({ from }) => from.id === ada.id)?.evidence).toHaveLength(2)
})

test('a confirmed proposal is a link of its own, which can be removed and restored', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  const { links, proposals } = await map()
  expect(links).toMatchObject([{ id: 'link-1', from: { name: 'Ada Okafor' }, role: 'Trustee', origin: 'confirmed' }])
  expect(proposals.map(({ from }) => from.id)).toEqual(['entity_1'])
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: true })
  expect((await map()).links).toEqual([])
  expect((await map()).proposals).toHaveLength(2)
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: false })
  expect((await map()).links).toEqual(links)
})

test('links and rejections survive a rebuilt mirror', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  const evidence = [{ kind: 'asset', source: 'ENT-2' } as const]
  await store.writeLedger('estate.setRejected', { from: trust, to: holding, role: 'Owner', evidence, rejected: true })
  const before = await map()
  await store.close()
  for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, `mirror.db${ending}`), { force: true })
  store = await openStore(folder, { mirror: { key: mirrorKey, created: true } })
  expect((await map()).links).toMatchObject([{ id: 'link-1', from: { name: null }, to: { name: null } }])
  await fill()
  expect(await map()).toEqual(before)
})

test('a link to a person who was created here follows the person’s id at the service', async () => {
  await fill()
  const fields = { first_name: 'Mia', last_name: 'Okafor', household_id: 'household_1' }
  const create = aCreate(1, 'individuals', { parent_id: 'household_1', fields })
  await store.outbox.commit(step(create))
  const mia = { resource: 'individuals', id: create.record_id } as const
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1', from: mia })
  await store.writeLedger('estate.setRejected', {
    from: mia,
    to: holding,
    role: null,
    evidence: [{ kind: 'summary', source: 'document_2' }],
    rejected: true,
  })
  await store.outbox.commit({
    ...step({ ...create, state: 'done', server_id: 'client_profile_9' }),
    records: [{ resource: 'individuals', bytes: bodyOf(anIndividual(9, fields)) }],
  })
  expect((await map()).links).toMatchObject([{ from: { id: 'client_profile_9', name: 'Mia Okafor' } }])
  await store.close()
  expect(lookInto(folder, 'ledger', (db) => db.prepare('SELECT from_id FROM role_rejection').pluck().all())).toEqual([
    'client_profile_9',
  ])
  store = await openStore(folder)
})

test('the step that brings links leaves what was kept before as it was', () => {
  const db = openMemoryDatabase()
  migrate(db, stepsBefore(ledgerMigrations, 'CREATE TABLE estate_link'), () => {})
  db.prepare("INSERT INTO favourite (resource, id, added_at) VALUES ('households', 'household_1', 1)").run()
  migrate(db, ledgerMigrations, () => {})
  expect(schemaVersion(db)).toBe(ledgerMigrations.length)
  expect(db.prepare('SELECT id FROM favourite').pluck().all()).toEqual(['household_1'])
  for (const table of ['estate_link', 'role_rejection']) {
    expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
  }
  db.close()
})

test('a map is read by index, from its household on', async () => {
  for (const resource of listedResources) await sweep(store, resource, [[]])
  await store.close()
  const statements = statementsOfRead(folder, 'estate.map', { id: 'household_1' })
  for (const table of ['entities e LEFT JOIN', 'individuals', 'documents', 'document_summaries', 'entities e JOIN']) {
    expect(statements.filter(({ sql }) => sql.includes(`FROM ${table}`))).toHaveLength(1)
  }
  for (const { plan } of statements) expect(plan).not.toMatch(/SCAN (?!a VIRTUAL)/)
  store = await openStore(folder)
})

test('a removed link can be restored for a day, and is deleted after it', () => {
  const db = openMemoryDatabase()
  migrate(db, ledgerMigrations, () => {})
  const link = { household_id: 'household_1', role: 'Trustee', origin: 'drawn', from: ada, to: trust } as const
  addLink(db, { id: 'link-1', ...link }, 0)
  setLinkRemoved(db, { id: 'link-1', removed: true }, 0)
  const kept = () => db.prepare('SELECT id FROM estate_link ORDER BY seq').pluck().all()
  addLink(db, { id: 'link-2', ...link, from: ben }, 86_400_000)
  expect(kept()).toEqual(['link-1', 'link-2'])
  addLink(db, { id: 'link-3', ...link, to: ben }, 86_400_001)
  expect(kept()).toEqual(['link-2', 'link-3'])
  db.close()
})

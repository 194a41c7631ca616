import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { migrate, schemaVersion } from '../../../electron/data/migrate.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { openMemoryDatabase } from '../../../electron/data/open-database.ts'
import { familyOf } from '../../../shared/domain/family/family-links.ts'
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

test('a removed link that was noted again since then is not restored beside the new one', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: true })
  await store.writeLedger('estate.addLink', { ...link, id: 'link-2' })
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: false })
  expect((await map()).links).toMatchObject([{ id: 'link-2', role: 'Trustee' }])
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

test('each role of a pair is proposed, confirmed and rejected by itself', async () => {
  await fill()
  const summary =
    'Ada Okafor is the grantor and trustee. Ben Okafor is the trustee. Ada Okafor resigned as beneficiary.'
  await sweep(store, 'document-summaries', [[aSummary(1, { summary })]])
  const roles = async () =>
    (await map()).proposals.flatMap(({ from, role }) => (from.resource === 'individuals' ? [[from.id, role]] : []))
  expect(await roles()).toEqual([
    [ada.id, 'Grantor'],
    [ada.id, 'Trustee'],
    [ben.id, 'Trustee'],
  ])
  const evidence = [{ kind: 'summary', source: 'document_1' } as const]
  await store.writeLedger('estate.setRejected', { from: ada, to: trust, role: 'Grantor', evidence, rejected: true })
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1', from: ben, role: 'co-trustee' })
  expect(await roles()).toEqual([[ada.id, 'Trustee']])
})

test('a rejection from before roles were rejected one by one holds for all of them', async () => {
  const old = openMemoryDatabase()
  migrate(old, stepsBefore(ledgerMigrations, 'CREATE TABLE role_rejection'), () => {})
  old
    .prepare('INSERT INTO estate_rejection (from_id, to_id, kind, source, rejected_at) VALUES (?, ?, ?, ?, 1)')
    .run(ada.id, trust.id, 'summary', 'document_1')
  migrate(old, ledgerMigrations, () => {})
  expect(old.prepare('SELECT from_id, role, source FROM role_rejection').all()).toEqual([
    { from_id: ada.id, role: '*', source: 'document_1' },
  ])
  old.close()
  await fill()
  await store.close()
  lookInto(folder, 'ledger', (db) =>
    db
      .prepare(
        "INSERT INTO role_rejection (from_id, to_id, role, kind, source, rejected_at) VALUES (?, ?, '*', ?, ?, 1)",
      )
      .run(ada.id, trust.id, 'summary', 'document_1'),
  )
  store = await openStore(folder)
  expect((await map()).proposals.map(({ from }) => from.id)).toEqual([trust.id])
})

test('two people of one name are proposed together until one is confirmed', async () => {
  await fill()
  await sweep(store, 'individuals', [
    [
      anIndividual(1, { first_name: 'Ada', last_name: 'Okafor' }),
      anIndividual(2, { first_name: 'Ada', last_name: 'Okafor' }),
    ],
  ])
  const pairs = async () =>
    (await map()).proposals.flatMap(({ from, role, alike }) =>
      role === 'Trustee' ? [[from.id, alike.map(({ id }) => id)]] : [],
    )
  expect(await pairs()).toEqual([
    [ada.id, [ben.id]],
    [ben.id, [ada.id]],
  ])
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1', from: ben })
  expect(await pairs()).toEqual([])
})

test('the same link is stored once, whatever the case of its role', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  await store.writeLedger('estate.addLink', { ...link, id: 'link-2', role: 'TRUSTEE' })
  await store.writeLedger('estate.addLink', { ...link, id: 'link-3', role: 'Grantor' })
  expect((await map()).links.map(({ id }) => id)).toEqual(['link-1', 'link-3'])
})

test('the roles of a person and of an entity are the links at either end of it', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  await store.writeLedger('estate.addLink', { ...link, id: 'link-2', from: trust, to: holding, role: 'Owner' })
  const idsOf = async (node: typeof ada | typeof trust) =>
    (await store.read('estate.roles', node)).links.map(({ id }) => id)
  expect(await idsOf(ada)).toEqual(['link-1'])
  expect(await idsOf(trust)).toEqual(['link-1', 'link-2'])
  expect(await store.read('estate.trustees', { entity_ids: [trust.id, holding.id] })).toEqual({
    entities: [
      { id: trust.id, trustees: [{ ...ada, name: 'Ada Okafor' }] },
      { id: holding.id, trustees: [] },
    ],
  })
})

test('the list of entities is sorted and filtered by the trustees that the user noted, as they are named now', async () => {
  await fill()
  await sweep(store, 'entities', [
    ['Birch', 'Cedar', 'Aspen', 'Dogwood'].map((display_name, at) => anEntity(at + 1, { display_name })),
  ])
  const [birch, cedar] = [1, 2].map((n) => ({ resource: 'entities', id: `entity_${n}` }) as const)
  const note = (id: string, from: typeof ada | typeof ben, to: typeof birch, role = 'co-trustee') =>
    store.writeLedger('estate.addLink', { ...link, id, from, to: to ?? trust, role })
  type Column = 'title' | 'trustees'
  type Asked = { column?: Column; direction?: 'asc' | 'desc'; filters?: unknown[] }
  const list = async ({ column = 'title', direction = 'asc', filters = [] }: Asked) => {
    const query = { sort: { column, direction }, filters: filters as never }
    const { rows, total } = await store.read('entities.list', { ...query, offset: 0, limit: 10 })
    const { rows: counted } = await store.read('rollUps.list', { of: { what: 'entities', ...query } })
    expect([total, counted]).toEqual([rows.length, rows.length])
    return rows.map((row) => row.title)
  }
  const by = (operator: string, ...values: string[]) => ({ filters: [{ column: 'trustees', operator, values }] })
  expect(await list({ column: 'trustees' })).toEqual(['Birch', 'Cedar', 'Aspen', 'Dogwood'])
  expect(await list(by('has'))).toEqual([])
  await note('link-1', ben, birch)
  await note('link-2', ada, cedar)
  await note('link-3', ben, cedar)
  await note('link-4', ben, { resource: 'entities', id: 'entity_3' } as never, 'Grantor')
  expect(await list({ column: 'trustees' })).toEqual(['Cedar', 'Birch', 'Aspen', 'Dogwood'])
  expect(await list({ column: 'trustees', direction: 'desc' })).toEqual(['Birch', 'Cedar', 'Dogwood', 'Aspen'])
  expect(await list(by('contains', 'BEN oka'))).toEqual(['Birch', 'Cedar'])
  expect(await list(by('contains', 'ada'))).toEqual(['Cedar'])
  expect(await list(by('has_not'))).toEqual(['Aspen', 'Dogwood'])
  expect(await list(by('not_contains', 'ada'))).toEqual(['Aspen', 'Birch', 'Dogwood'])
  expect(await list({ column: 'trustees', ...by('has') })).toEqual(['Cedar', 'Birch'])
  await sweep(store, 'individuals', [[anIndividual(1, { first_name: 'Zoe', last_name: 'Okafor' })]])
  expect(await list({ column: 'trustees', ...by('has') })).toEqual(['Birch', 'Cedar'])
  expect(await list(by('contains', 'zoe'))).toEqual(['Cedar'])
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: true })
  expect(await list(by('contains', 'ben'))).toEqual(['Cedar'])
})

test('a link outlives a person who was merged into another one, and moves to that one', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  await sweep(store, 'individuals', [[anIndividual(2, { first_name: 'Ada', last_name: 'Okafor-Bell' })]])
  await store.removeRecords('individuals', [ada.id])
  const before = await map()
  expect(before.links).toMatchObject([{ id: 'link-1', from: { id: ada.id, name: null }, role: 'Trustee' }])
  expect((await store.read('estate.trustees', { entity_ids: [trust.id] })).entities[0]?.trustees).toEqual([])
  await store.writeLedger('estate.moveLink', { id: 'link-1', end: 'from', was: ada, node: ben })
  expect((await map()).links).toMatchObject([{ from: { id: ben.id, name: 'Ada Okafor-Bell' }, to: { id: trust.id } }])
  await store.writeLedger('estate.moveLink', { id: 'link-1', end: 'from', was: ben, node: ada })
  expect((await map()).links).toEqual(before.links)
})

test('a role is not moved to someone who has it, nor one that was moved in another window, and the answer names the link', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  await store.writeLedger('estate.addLink', { ...link, id: 'link-2', from: ben, role: 'co-trustee' })
  const move = { id: 'link-1', end: 'from', was: ada, node: ben } as const
  const standing = { from: ben, to: trust, role: 'co-trustee' }
  expect((await store.writeLedger('estate.moveLink', move)).refused).toEqual({ why: 'noted', by: standing })
  expect((await store.writeLedger('estate.moveLink', { ...move, end: 'to', was: trust, node: ada })).refused).toEqual({
    why: 'self',
    by: null,
  })
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-2', removed: true })
  expect(await store.writeLedger('estate.moveLink', move)).toEqual({ id: 'link-1', is_new: false, refused: null })
  const again = await store.writeLedger('estate.moveLink', { ...move, node: holding })
  expect(again.refused).toEqual({ why: 'changed', by: null })
  expect((await map()).links).toMatchObject([{ id: 'link-1', from: { id: ben.id } }])
  const restored = await store.writeLedger('estate.setLinkRemoved', { id: 'link-2', removed: false })
  expect(restored).toEqual({ id: 'link-1', is_new: false, refused: null })
  expect((await map()).links).toMatchObject([{ id: 'link-1', from: { id: ben.id } }])
})

test('a role that was removed in another window is not moved, and comes back as it was', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: true })
  const moved = await store.writeLedger('estate.moveLink', { id: 'link-1', end: 'from', was: ada, node: ben })
  expect(moved.refused).toEqual({ why: 'changed', by: null })
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: false })
  expect((await map()).links).toMatchObject([{ id: 'link-1', from: { id: ada.id } }])
})

test('a second confirmation of a role, and the removal of one that is gone, say that they made nothing', async () => {
  await fill()
  const gone = await store.writeLedger('estate.setLinkRemoved', { id: 'link-0', removed: true })
  expect(gone).toEqual({ id: 'link-0', is_new: false, refused: null })
  const confirm = (id: string) => store.writeLedger('estate.addLink', { ...link, id })
  expect(await confirm('link-1')).toEqual({ id: 'link-1', is_new: true, refused: null })
  expect(await confirm('link-2')).toEqual({ id: 'link-1', is_new: false, refused: null })
})

test('family that contradicts what is noted is refused, or takes its place; the old one is restored only when nothing contradicts it', async () => {
  await fill()
  const family = { household_id: 'household_1', from: ada, to: ben, role: 'Spouse', origin: 'drawn' } as const
  const add = (id: string, more: object) => store.writeLedger('estate.addLink', { ...family, id, ...more })
  const roles = async () => (await map()).links.map(({ id, role }) => [id, role])
  await add('link-1', {})
  const by = { from: ada, to: ben, role: 'Spouse' }
  expect(await add('link-2', { from: ben, to: ada, role: 'wife' })).toMatchObject({ id: 'link-1', is_new: false })
  expect((await add('link-2', { role: 'Former spouse' })).refused).toEqual({ why: 'couple', by })
  expect((await add('link-2', { from: ben, to: ada, role: 'Parent' })).refused).toEqual({ why: 'generation', by })
  expect(await roles()).toEqual([['link-1', 'Spouse']])
  expect((await add('link-2', { role: 'Former spouse', replaces: 'link-1' })).refused).toBeNull()
  expect(await roles()).toEqual([['link-2', 'Former spouse']])
  const restored = await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: false })
  expect(restored.refused?.why).toBe('couple')
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-2', removed: true })
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: false })
  expect(await roles()).toEqual([['link-1', 'Spouse']])
})

test('a confirmed role outlives the document that it was confirmed from, and nothing is proposed without it', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  await store.removeRecords('document-summaries', [aSummary(1).id])
  await store.removeRecords('documents', ['document_1'])
  const { links, proposals } = await map()
  expect(links).toMatchObject([{ id: 'link-1', from: { name: 'Ada Okafor' }, to: { name: 'Okafor Family Trust' } }])
  expect(proposals.map(({ from }) => from.id)).toEqual([trust.id])
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: true })
  expect((await map()).proposals.map(({ from }) => from.id)).toEqual([trust.id])
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: false })
  expect((await map()).links).toEqual(links)
})

test('a link outlives the deletion of its entity, and says that it is no longer in the offline copy', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  await store.removeRecords('entities', [trust.id])
  expect((await map()).links).toMatchObject([{ id: 'link-1', to: { id: trust.id, name: null } }])
  expect((await store.read('estate.roles', ada)).links).toMatchObject([{ to: { name: null } }])
})

test('the search finds an entity by the name of someone who has a role in it, and says why', async () => {
  await fill()
  await store.writeLedger('estate.addLink', { ...link, id: 'link-1' })
  await store.writeLedger('estate.addLink', { ...link, id: 'link-2', from: ben, role: 'Grantor' })
  const find = async (text: string) =>
    (await store.read('search.query', { text, limit: 20 })).hits
      .filter(({ found_by }) => found_by === 'role')
      .map(({ title, subtitle }) => `${title} – ${subtitle}`)
  const why = 'Okafor Family Trust – Trustee: Ada Okafor · Revocable trust · Household 1'
  expect(await find('ada')).toEqual([why])
  expect(await find('trustee ada')).toEqual([why])
  expect(await find('Ada trustees')).toEqual([why])
  expect(await find('trustee okafor')).toEqual([why])
  expect(await find('grantor ada')).toEqual([])
  expect(await find('settlor ben')).toHaveLength(1)
  await store.writeLedger('estate.setLinkRemoved', { id: 'link-1', removed: true })
  expect(await find('trustee ada')).toEqual([])
})

test('family is kept as links between two people, in the ledger alone, and survives a rebuilt mirror', async () => {
  await fill()
  const family = { household_id: 'household_1', from: ada, to: ben, role: 'Parent', origin: 'drawn' } as const
  await store.writeLedger('estate.addLink', { ...family, id: 'family-1' })
  const before = (await map()).links
  expect(familyOf(before)).toEqual([{ from: ada.id, to: ben.id, role: 'Parent' }])
  await store.close()
  for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, `mirror.db${ending}`), { force: true })
  store = await openStore(folder, { mirror: { key: mirrorKey, created: true } })
  await fill()
  expect((await map()).links).toEqual(before)
  expect(await store.read('outbox.counts', {})).toEqual({ open: 0, attention: 0 })
})

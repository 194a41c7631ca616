import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { anyHousehold } from './support/any-household.ts'
import { createTenantCores, inputFor, resting, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

async function start(seed: number) {
  const [userDataDir, downloads, keychain] = [await tempFolder(), await tempFolder(), createKeychainDouble()]
  const shell = {
    ...shellDouble(),
    chooseSaveTarget: async ({ suggestedName }: { suggestedName: string }) => ({
      folder: downloads,
      name: suggestedName,
      replace: false,
    }),
  }
  const sandbox = await startTenant(seed)
  const core = await startCore({ userDataDir, keychain, shell })
  const { id: connectionId } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, connectionId)
  await synced(core, connectionId)
  const restart = () => startCore({ userDataDir, keychain, shell })
  return { sandbox, core, connectionId, downloads, restart }
}

it('the app sends what was saved, tells the windows, and finds the new record under the id of the service', async () => {
  const { sandbox, core, connectionId } = await start(3)
  const household = await anyHousehold(core, connectionId)
  const { record_id, operation_id } = await core.outbox.save({
    connectionId,
    write: {
      action: 'create',
      resource: 'individuals',
      fields: { first_name: 'Zelda', last_name: 'New', household_id: household.id },
    },
  })
  expect(isLocalId(record_id)).toBe(true)
  await resting(core, connectionId, 0)
  const { server_id } = await core.outbox.serverIdOf({ connectionId, record_id })
  const there = await sandbox.client.api(`/individuals/${server_id}`)
  expect(there.body).toMatchObject({ first_name: 'Zelda' })
  const { operation, history } = await core.outbox.get({ connectionId, id: operation_id })
  expect(operation).toMatchObject({ state: 'done', server_id })
  expect(history.map(({ event }) => event)).toEqual(['saved', 'sent', 'done'])
  const read = await core.individuals.get({ connectionId, id: server_id ?? '' })
  expect(read.record).toMatchObject({ first_name: 'Zelda' })
})

it('the app shows each event of the activity with the values of its moment, whatever was edited and merged since', async () => {
  const { sandbox, core, connectionId } = await start(3)
  const household = await anyHousehold(core, connectionId)
  const { record } = await core.households.get({ connectionId, id: household.id })
  const base = JSON.parse(JSON.stringify({ ...record, notes: 'As it was' }))
  sandbox.control.colleague.edit('households', household.id, { notes: 'As it was' })
  await core.outbox.setAllPaused({ connectionId, paused: true })
  const edit = (notes: string, shown: string) =>
    core.outbox.save({
      connectionId,
      write: {
        action: 'update',
        resource: 'households',
        record_id: household.id,
        base: { ...base, notes: shown },
        fields: { notes },
      },
    })
  await edit('As it was\nMine', 'As it was')
  await edit('As it was\nMine, again', 'As it was\nMine')
  sandbox.control.colleague.edit('households', household.id, { notes: 'Theirs\nAs it was' })
  await core.outbox.setAllPaused({ connectionId, paused: false })
  await resting(core, connectionId, 0)
  const { entries } = await core.outbox.activity({ connectionId, before: null, limit: 10 })
  const said = entries.map(({ event, changes }) => [event, changes?.[0]?.before, changes?.[0]?.after])
  expect(said.toReversed()).toEqual([
    ['saved', 'As it was', 'As it was\nMine'],
    ['changed', 'As it was', 'As it was\nMine, again'],
    ['merged', 'As it was', 'As it was\nMine, again'],
    ['sent', 'Theirs\nAs it was', 'Theirs\nAs it was\nMine, again'],
    ['done', 'Theirs\nAs it was', 'Theirs\nAs it was\nMine, again'],
  ])
})

it('the app keeps what cannot be sent over a restart, and asks before it is left', async () => {
  const { sandbox, core, connectionId, downloads, restart } = await start(3)
  const household = await anyHousehold(core, connectionId)
  const { record } = await core.households.get({ connectionId, id: household.id })
  await sandbox.close()
  const base = JSON.parse(JSON.stringify(record))
  await core.outbox.save({
    connectionId,
    write: { action: 'update', resource: 'households', record_id: household.id, base, fields: { notes: '=Offline' } },
  })
  expect(await core.connections.list({})).toMatchObject([{ unsent: 1, read_only: false }])
  for (const leave of [core.connections.signOut, core.connections.remove]) {
    await expect(leave({ connectionId })).rejects.toMatchObject({ code: 'outbox/unsent', detail: '1' })
  }
  await core.close()

  const later = await restart()
  await later.connections.open({ connectionId })
  expect(await later.outbox.counts({ connectionId })).toMatchObject({ open: 1 })
  const file = await later.outbox.exportUnsent({ connectionId, format: 'csv' })
  await later.outbox.exportUnsent({ connectionId, format: 'json' })
  await later.outbox.exportActivity({ connectionId, format: 'csv' })
  expect(file.file?.name).toMatch(/^Unsent changes – Alder – \d{4}-\d\d-\d\d\.csv$/)
  const texts = await Promise.all(
    (await readdir(downloads)).toSorted().map((name) => readFile(join(downloads, name), 'utf8')),
  )
  const [activity, csv, json] = texts
  expect(activity).toContain('Saved on this computer.')
  expect(csv).toContain("'=Offline")
  expect(JSON.parse(json ?? '')).toMatchObject([{ action: 'update', fields: { notes: '=Offline' } }])

  await later.connections.signOut({ connectionId, unsent: 'keep' })
  expect(await later.connections.list({})).toMatchObject([{ session: 'signed-out', unsent: 0 }])
  await later.close()
  const afterwards = await restart()
  await afterwards.connections.open({ connectionId })
  expect(await afterwards.outbox.counts({ connectionId })).toMatchObject({ open: 1 })
})

it('the app writes nothing through a read-only connection, and remembers that it is one', async () => {
  const { sandbox, core, connectionId, restart } = await start(3)
  const household = await anyHousehold(core, connectionId)
  expect(await core.connections.setReadOnly({ connectionId, read_only: true })).toMatchObject({ read_only: true })
  sandbox.control.resetStats()
  const write = { action: 'delete', resource: 'households', record_id: household.id } as const
  const refused = { code: 'outbox/read-only' }
  await expect(core.outbox.save({ connectionId, write })).rejects.toMatchObject(refused)
  await expect(core.outbox.saveAll({ connectionId, writes: [write] })).rejects.toMatchObject(refused)
  await expect(core.outbox.deleteEntity({ connectionId, id: 'entity_1', typed: 'x', seen: {} })).rejects.toMatchObject(
    refused,
  )
  expect(Object.keys(sandbox.control.stats().requests).filter((route) => !route.startsWith('GET'))).toEqual([])
  await core.close()

  const later = await restart()
  expect(await later.connections.list({})).toMatchObject([{ read_only: true }])
  await later.connections.open({ connectionId })
  await expect(later.outbox.save({ connectionId, write })).rejects.toMatchObject(refused)
  expect(await later.connections.setReadOnly({ connectionId, read_only: false })).toMatchObject({ read_only: false })
  await later.outbox.save({ connectionId, write })
  await resting(later, connectionId, 0)
  expect((await sandbox.client.api(`/households/${household.id}`)).status).toBe(404)
})

it('the app sends nothing through a connection that became read-only after it was saved, until that is switched back', async () => {
  const { sandbox, core, connectionId } = await start(3)
  const household = await anyHousehold(core, connectionId)
  await core.outbox.setAllPaused({ connectionId, paused: true })
  await core.outbox.save({
    connectionId,
    write: { action: 'delete', resource: 'households', record_id: household.id },
  })
  await core.connections.setReadOnly({ connectionId, read_only: true })
  sandbox.control.resetStats()
  await core.outbox.setAllPaused({ connectionId, paused: false })
  await core.outbox.sendNow({ connectionId })
  await core.sync.start({ connectionId })
  await synced(core, connectionId)
  expect(Object.keys(sandbox.control.stats().requests).filter((route) => !route.startsWith('GET'))).toEqual([])
  expect(await core.outbox.counts({ connectionId })).toMatchObject({ open: 1 })
  await core.connections.setReadOnly({ connectionId, read_only: false })
  await resting(core, connectionId, 0)
  expect((await sandbox.client.api(`/households/${household.id}`)).status).toBe(404)
})

it('the app deletes an entity by its name, takes it out of the lists, and tells of it in the activity', async () => {
  const { sandbox, core, connectionId } = await start(3)
  const { rows } = await core.entities.list({
    connectionId,
    offset: 0,
    limit: 1,
    sort: { column: 'kind', direction: 'asc' },
  })
  const id = rows[0]?.id ?? ''
  const { record } = await core.entities.get({ connectionId, id })
  const seen = JSON.parse(JSON.stringify(record))
  await core.outbox.deleteEntity({ connectionId, id, typed: String(record.display_name), seen })
  expect((await sandbox.client.api(`/entities/${id}`)).status).toBe(404)
  await expect(core.entities.get({ connectionId, id })).rejects.toMatchObject({ code: 'record/not-found' })
  const { entries } = await core.outbox.activity({ connectionId, before: null, limit: 10 })
  expect(entries[0]).toMatchObject({ event: 'done', action: 'delete', resource: 'entities', record_id: id })
})

it('the app saves no merge of people when a sync brought a document that was not listed, and moves it once it was', async () => {
  const { sandbox, core, connectionId } = await start(3)
  const { colleague } = sandbox.control
  const { id: household_id } = await anyHousehold(core, connectionId)
  const flags = { is_beneficiary: false, is_deceased: false, is_grantor: false, is_primary: false, is_trustee: false }
  const person = () =>
    String(colleague.create('individuals', { ...flags, first_name: 'Ada', last_name: 'Double', household_id }).id)
  const [keep_id, drop_id] = [person(), person()]
  const paper = (name: string) =>
    String(colleague.create('documents', { household_id, name, type: 'OTHER', individual_id: drop_id }).id)
  const resync = async () => {
    await core.sync.start({ connectionId })
    await synced(core, connectionId)
  }
  const papers = [paper('Will')]
  await resync()
  const merge = async () => {
    const { one, other } = await core.doubles.compare({ connectionId, one_id: keep_id, other_id: drop_id })
    const { documents, roles, dates } = other
    const seen = { keep: one.record, drop: other.record, listed: { documents, roles, dates } }
    const input = { connectionId, keep_id, drop_id, fields: {}, typed: 'Ada Double', seen }
    return { listed: documents.map(({ name }) => name), save: () => core.doubles.merge(input) }
  }
  const before = await merge()
  papers.push(paper('Deed'))
  await resync()
  await expect(before.save()).rejects.toMatchObject({ code: 'outbox/list-changed' })
  expect(await core.outbox.counts({ connectionId })).toMatchObject({ open: 0 })

  const now = await merge()
  expect([before.listed, now.listed]).toEqual([['Will'], ['Deed', 'Will']])
  await now.save()
  await resting(core, connectionId, 0)
  for (const id of papers) expect(colleague.look('documents', id).individual_id).toBe(keep_id)
})

it('the app saves no merge of households when a sync brought a record that was not listed', async () => {
  const { sandbox, core, connectionId } = await start(3)
  const { colleague } = sandbox.control
  const { record } = await core.households.get({ connectionId, id: (await anyHousehold(core, connectionId)).id })
  const { primary_relationship_owner_id } = record
  const household = () => String(colleague.create('households', { primary_relationship_owner_id, name: 'Double' }).id)
  const [keep_id, drop_id] = [household(), household()]
  await core.sync.start({ connectionId })
  await synced(core, connectionId)
  const { one, other } = await core.doubles.compareHouseholds({ connectionId, one_id: keep_id, other_id: drop_id })
  const { individuals, entities, documents, own } = other
  const listed = { individuals, entities, documents, 'document-summaries': other['document-summaries'], own }
  const seen = { keep: one.record, drop: other.record, listed }
  colleague.create('documents', { household_id: drop_id, name: 'Will', type: 'OTHER' })
  await core.sync.start({ connectionId })
  await synced(core, connectionId)
  const save = core.doubles.mergeHouseholds({ connectionId, keep_id, drop_id, fields: {}, typed: 'Double', seen })
  await expect(save).rejects.toMatchObject({ code: 'outbox/list-changed' })
  expect(await core.outbox.counts({ connectionId })).toMatchObject({ open: 0 })
})

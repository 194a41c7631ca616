import { afterEach, expect, it } from 'vitest'
import { jsonFields } from '../../../shared/domain/operation.ts'
import { readRecordLink, recordLink } from '../../../shared/domain/record-link.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor, resting, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()
afterEach(cleanUp)

/** Legal ids: none has the prefix of its kind, and some have that of another. */
const ids = [
  '7',
  'user_1',
  'a/b?c=d&e#f',
  '%2e%2e%2f',
  'constructor',
  "it's “quoted” Ω 香",
  'UPPER_case-01',
  'x'.repeat(90),
]
const byTitle = { column: 'title', direction: 'asc' } as const
const window = { offset: 0, limit: 100, sort: byTitle }

it('ids are opaque: records with strange ids are read, linked, edited, cleared, filled with people and deleted', async () => {
  const sandbox = await startTenant(7)
  const { colleague } = sandbox.control
  const [owner] = ((await sandbox.client.api('/users?limit=1')).body as { data: { id: string }[] }).data
  const roles = { is_primary: false, is_grantor: false, is_trustee: false, is_beneficiary: false, is_deceased: false }
  for (const id of ids) {
    const household_id = `h${id}`
    colleague.create('households', {
      id: household_id,
      primary_relationship_owner_id: owner?.id,
      name: `Of ${id}`,
      notes: 'Met in May.',
      primary_individuals: [],
    })
    const person = { household_id, first_name: 'Ada', last_name: id.slice(0, 20), city: 'Albany', ...roles }
    colleague.create('individuals', { id, ...person })
    colleague.create('documents', {
      id: `d${id}`,
      household_id,
      individual_id: id,
      name: `Will of ${id}`,
      type: 'WILL',
    })
  }
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
  const { id: connectionId } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, connectionId)
  await synced(core, connectionId)

  for (const id of ids) {
    const household = await core.households.get({ connectionId, id: `h${id}` })
    expect(household.individuals.map((one) => one.id)).toEqual([id])
    expect(household.documents.map((one) => one.id)).toEqual([`d${id}`])
    const people = await core.individuals.list({ connectionId, ...window, scope: { household_id: `h${id}` } })
    expect(people.rows.map((row) => row.id)).toEqual([id])
    const link = recordLink({ resource: 'individuals', id })
    expect(link === null ? null : readRecordLink(link)).toEqual({ resource: 'individuals', id })

    const { record } = await core.individuals.get({ connectionId, id })
    const base = jsonFields.parse(JSON.parse(JSON.stringify(record)))
    const fields = { city: null, suffix: 'II' }
    await core.outbox.save({
      connectionId,
      write: { action: 'update', resource: 'individuals', record_id: id, base, fields },
    })
    const document = (await core.documents.get({ connectionId, id: `d${id}` })).record
    await core.outbox.save({
      connectionId,
      write: {
        action: 'update',
        resource: 'documents',
        record_id: `d${id}`,
        base: jsonFields.parse(JSON.parse(JSON.stringify(document))),
        fields: { individual_id: null },
      },
    })
    await core.outbox.save({
      connectionId,
      write: {
        action: 'create',
        resource: 'individuals',
        fields: { household_id: `h${id}`, first_name: 'Ben', last_name: 'New' },
      },
    })
  }
  await resting(core, connectionId, 0)
  for (const id of ids) {
    expect(colleague.look('individuals', id)).toMatchObject({ suffix: 'II' })
    expect(colleague.look('individuals', id)).not.toHaveProperty('city')
    expect(colleague.look('documents', `d${id}`)).not.toHaveProperty('individual_id')
    const people = await core.individuals.list({ connectionId, ...window, scope: { household_id: `h${id}` } })
    expect(people.rows.map(({ title }) => title)).toContain('Ben New')
    await core.outbox.save({ connectionId, write: { action: 'delete', resource: 'individuals', record_id: id } })
  }
  await resting(core, connectionId, 0)
  for (const id of ids) expect(colleague.look('individuals', id)).toHaveProperty('deleted_at')
})

import { afterEach, describe, expect, it } from 'vitest'
import type { DemoColleagueResource } from '../../../shared/domain/demo-colleague.ts'
import { localId } from '../../../shared/domain/operation-rules.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const reads = {
  households: 'households',
  individuals: 'individuals',
  documents: 'documents',
  'document-summaries': 'documentSummaries',
} as const

async function openDemo() {
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
  const { id } = await core.connections.openDemo()
  await synced(core, id)
  const first = async (resource: DemoColleagueResource) => {
    const list = await core.read(id, `${reads[resource]}.list`, {
      offset: 0,
      limit: 1,
      sort: { column: 'title', direction: 'asc' },
    })
    return list.rows[0]?.id ?? ''
  }
  const record = async (resource: DemoColleagueResource, of: string): Promise<Record<string, unknown>> => ({
    ...(await core.read(id, `${reads[resource]}.get`, { id: of })).record,
  })
  return { core, id, first, record }
}

describe('the demo firm’s colleague', () => {
  it('edits a record of each kind at the service alone, and each time otherwise; the next sync brings it', async () => {
    const { core, id, first, record } = await openDemo()
    for (const resource of ['households', 'individuals', 'documents', 'document-summaries'] as const) {
      const one = await first(resource)
      const before = await record(resource, one)
      const changed = await core.connections.demoColleague(id, { resource, id: one })
      expect([1, 2]).toContain(changed.length)
      expect(await record(resource, one)).toEqual(before)
      await core.sync.start(id)
      await synced(core, id)
      const after = await record(resource, one)
      const differing = Object.keys(after).filter(
        (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
      )
      expect(differing.filter((field) => field !== 'updated_at').sort()).toEqual([...changed].sort())
      await core.connections.demoColleague(id, { resource, id: one })
      await core.sync.start(id)
      await synced(core, id)
      expect(await record(resource, one)).not.toEqual(after)
    }
  })

  it('is refused for another connection, a record of this computer alone, one that is nowhere, and a stopped service', async () => {
    const { core, id, first } = await openDemo()
    const one = await first('individuals')
    const tenant = await core.connections.add(inputFor(await startTenant(3), 'Alder'))
    const ask = (connectionId: string, record: string) =>
      core.connections.demoColleague(connectionId, { resource: 'individuals', id: record })
    await expect(ask(tenant.id, one)).rejects.toMatchObject({ code: 'connection/not-found' })
    const local = localId('individuals', crypto.randomUUID())
    await expect(ask(id, local)).rejects.toMatchObject({
      code: 'record/not-found',
      message: 'This record is on this computer only, so no colleague can see it yet.',
    })
    await expect(ask(id, 'client_profile_nobody')).rejects.toMatchObject({ code: 'record/not-found' })
    await core.connections.setDemoService(false)
    await expect(ask(id, one)).rejects.toMatchObject({ code: 'service/offline' })
    await core.connections.setDemoService(true)
    await expect(ask(id, one)).resolves.toContain('notes')
  })
})

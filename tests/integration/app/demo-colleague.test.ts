import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoColleagueResource } from '../../../shared/domain/demo-colleague.ts'
import { localId } from '../../../shared/domain/operation-rules.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterAll(cleanUp)

const reads = {
  households: 'households',
  individuals: 'individuals',
  documents: 'documents',
  'document-summaries': 'documentSummaries',
} as const

async function openDemo() {
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
  const { id } = await core.connections.openDemo({})
  await synced(core, id)
  const first = async (resource: DemoColleagueResource) => {
    const list = await core[reads[resource]].list({
      connectionId: id,
      offset: 0,
      limit: 1,
      sort: { column: 'title', direction: 'asc' },
    })
    return list.rows[0]?.id ?? ''
  }
  const record = async (resource: DemoColleagueResource, of: string): Promise<Record<string, unknown>> => ({
    ...(await core[reads[resource]].get({ connectionId: id, id: of })).record,
  })
  return { core, id, first, record }
}

describe('the demo firm’s colleague', () => {
  let demo: Awaited<ReturnType<typeof openDemo>>
  beforeAll(async () => {
    demo = await openDemo()
  })

  it('edits a record of each kind at the service alone, and each time otherwise; the next sync brings it', async () => {
    const { core, id, first, record } = demo
    const kinds = ['households', 'individuals', 'documents', 'document-summaries'] as const
    const chosen = await Promise.all(kinds.map(async (resource) => ({ resource, id: await first(resource) })))
    const readAll = () => Promise.all(chosen.map(({ resource, id: of }) => record(resource, of)))
    const editAll = () =>
      Promise.all(
        chosen.map(async (one) => (await core.connections.demoColleague({ connectionId: id, ...one })).changed),
      )
    const before = await readAll()
    const changed = await editAll()
    expect(await readAll()).toEqual(before)
    await core.sync.start({ connectionId: id })
    await synced(core, id)
    const after = await readAll()
    for (const [at, { resource }] of chosen.entries()) {
      const [earlier = {}, later = {}] = [before[at], after[at]]
      const differing = Object.keys(later).filter(
        (field) =>
          // A household contains its primary people, of whom one was edited as well.
          field !== 'primary_individuals' && JSON.stringify(later[field]) !== JSON.stringify(earlier[field]),
      )
      expect([1, 2]).toContain(changed[at]?.length)
      expect({ resource, differing: differing.filter((field) => field !== 'updated_at').sort() }).toEqual({
        resource,
        differing: [...(changed[at] ?? [])].sort(),
      })
    }
    await editAll()
    await core.sync.start({ connectionId: id })
    await synced(core, id)
    const again = await readAll()
    for (const at of chosen.keys()) expect(again[at]).not.toEqual(after[at])
  })

  it('is refused for another connection, a record of this computer alone, one that is nowhere, and a stopped service', async () => {
    const { core, id, first } = demo
    const one = await first('individuals')
    const tenant = await core.connections.add(inputFor(await startTenant(3), 'Alder'))
    const ask = (connectionId: string, record: string) =>
      core.connections.demoColleague({ connectionId, resource: 'individuals', id: record })
    await expect(ask(tenant.id, one)).rejects.toMatchObject({ code: 'connection/not-found' })
    const local = localId('individuals', crypto.randomUUID())
    await expect(ask(id, local)).rejects.toMatchObject({
      code: 'record/not-found',
      message: 'This record is on this computer only, so no colleague can see it yet.',
    })
    await expect(ask(id, 'client_profile_nobody')).rejects.toMatchObject({ code: 'record/not-found' })
    await core.connections.setDemoService({ running: false })
    await expect(ask(id, one)).rejects.toMatchObject({ code: 'service/offline' })
    await core.connections.setDemoService({ running: true })
    await expect(ask(id, one)).resolves.toEqual({ changed: expect.arrayContaining(['notes']) })
  })
})

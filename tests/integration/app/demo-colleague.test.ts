import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoColleagueResource } from '../../../shared/domain/demo-colleague.ts'
import { localId } from '../../../shared/domain/operation-rules.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
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

  it('have made changes for a year and a half by the end of the first sync, of which a few are new', async () => {
    const { core, id } = demo
    const everything = { connectionId: id, household_id: null, owner_id: null, others_only: false, limit: 200 }
    const all: ObservedChange[] = []
    for (let before: number | null = null; ; ) {
      const { changes, next } = await core.changes.list({ ...everything, before })
      all.push(...changes)
      if (next === null) break
      before = next
    }
    const moments = all.map(({ observed_at }) => observed_at)
    expect(moments).toEqual(moments.toSorted().reverse())
    const days = (Date.now() - Date.parse(moments.at(-1) ?? '')) / 86_400_000
    expect(days).toBeGreaterThan(450)
    expect(days).toBeLessThan(550)
    expect(all.length).toBeGreaterThan(300)
    expect(all.filter(({ own }) => own)).toEqual([])
    expect(new Set(all.map(({ resource, kind }) => `${resource} ${kind}`))).toEqual(
      new Set([
        'documents added',
        'individuals added',
        'individuals changed',
        'entities changed',
        'valuations changed',
      ]),
    )
    const households = (
      await core.changes.households({
        ...{ connectionId: id, owner_id: null, since: new Date(0).toISOString(), limit: 200 },
      })
    ).households.map(({ household }) => household.id)
    const { counts } = await core.changes.counts({ connectionId: id, household_ids: households })
    const unseen = counts.filter((one) => one.unseen > 0)
    expect(unseen.length).toBeGreaterThan(0)
    expect(unseen.length).toBeLessThan(counts.length / 2)
    const marks = await core.changes.household({ connectionId: id, household_id: households[0] ?? '' })
    expect(marks).toMatchObject({ copied_again: null })
    expect(Date.parse(marks.recorded_since ?? '')).toBeLessThan(Date.parse(moments.at(-1) ?? ''))
    // Seen by a computer that is at work in the daytime from Monday to Friday, after the change can have happened.
    for (const { observed_at, seen_before } of all) {
      const at = new Date(observed_at)
      const hour = at.getHours() + at.getMinutes() / 60
      expect([at.getDay() % 6 === 0, hour >= 8.5, hour <= 18]).toEqual([false, true, true])
      expect(Date.parse(seen_before ?? '')).toBeLessThan(Date.parse(observed_at))
    }
    const moves = all.filter(({ fields }) => fields.some(({ field }) => field === 'address_line1'))
    expect(moves.length).toBeGreaterThan(5)
    for (const { fields } of moves)
      for (const { field, after } of fields) expect([field, after === null]).toEqual([field, false])
  })

  it('have changed valuations only as the history of the entity tells', async () => {
    const { core, id } = demo
    const asked = { connectionId: id, household_id: null, owner_id: null, others_only: false, before: null, limit: 100 }
    const { changes } = await core.changes.list({ ...asked, resource: 'valuations' })
    expect(changes.length).toBeGreaterThan(10)
    for (const { record_id, fields, observed_at, seen_before } of changes.slice(0, 10)) {
      const { observations } = await core.valuations.observed({ connectionId: id, entity_id: record_id })
      const held = fields.find(({ field }) => field === 'directly_held_asset_value')
      const dates = fields.find(({ field }) => field === 'effective_date')
      expect(observations).toMatchObject([
        { directly_held_asset_value: held?.after, effective_date: dates?.after, observed_at },
        { directly_held_asset_value: held?.before, effective_date: dates?.before, seen_until: seen_before },
      ])
    }
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

import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import type { BulkInput, BulkProgress } from '../../../shared/ipc/bulk.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const byTitle = { column: 'title', direction: 'asc' } as const

/** Opens a tenant's core that is signed in, synced and paused, so that tests can inspect its pending writes. */
async function openTenant() {
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
  const { id } = await core.connections.add(inputFor(await startTenant(5), 'Alder'))
  await signIn(core, id)
  await synced(core, id)
  await core.outbox.setAllPaused({ connectionId: id, paused: true })
  const people = (await core.individuals.list({ connectionId: id, offset: 0, limit: 500, sort: byTitle })).rows
  return { core, id, people }
}

async function applied(core: Core, input: ContractInputs['bulk']['apply'], signal = new AbortController().signal) {
  const steps: BulkProgress[] = []
  for await (const step of core.bulk.apply(input, signal)) steps.push(step)
  return steps
}

const outcomesOf = (steps: readonly BulkProgress[]) => steps.flatMap(({ outcomes }) => outcomes)

describe('a bulk edit', () => {
  it('is previewed with exact counts, before and after, and changes nothing by that', async () => {
    const { core, id, people } = await openTenant()
    const trustees = people.filter(({ is_trustee }) => is_trustee)
    const input: BulkInput = {
      connectionId: id,
      resource: 'individuals',
      which: { ids: [...people.map((one) => one.id), 'client_profile_gone', people[0]?.id ?? ''] },
      changes: { is_trustee: true },
    }
    const preview = await core.bulk.preview(input)
    expect(preview.counts).toEqual({
      will_change: people.length - trustees.length,
      already: trustees.length,
      cannot: 1,
    })
    expect(preview.reasons).toEqual([{ reason: expect.stringMatching(/no longer in the offline copy/), count: 1 }])
    expect(preview.rows.map((row) => row.id)).toEqual([...people.map((one) => one.id), 'client_profile_gone'])
    const changing = preview.rows.find(({ outcome }) => outcome === 'change')
    expect(changing?.changes).toEqual([{ field: 'is_trustee', before: false, after: true }])
    expect(await core.outbox.counts({ connectionId: id })).toEqual({ open: 0, attention: 0 })
  })

  it('of a filtered list is about exactly its rows, less those that were unmarked', async () => {
    const { core, id, people } = await openTenant()
    const grantors = people.filter(({ is_grantor }) => is_grantor)
    const [first] = grantors
    const preview = await core.bulk.preview({
      connectionId: id,
      resource: 'individuals',
      which: {
        list: {
          filters: [{ column: 'is_grantor', operator: 'is', values: [true] }],
          scope: {},
          except: [first?.id ?? ''],
        },
      },
      changes: { is_grantor: false },
    })
    expect(preview.counts).toEqual({ will_change: grantors.length - 1, already: 0, cannot: 0 })
    expect(preview.rows.map((row) => row.id)).not.toContain(first?.id)
  })

  it('saves what was previewed, record by record, each with its own base', async () => {
    const { core, id } = await openTenant()
    const [user] = (await core.users.list({ connectionId: id, offset: 0, limit: 1, sort: byTitle })).rows
    const households = (await core.households.list({ connectionId: id, offset: 0, limit: 500, sort: byTitle })).rows
    const theirs = households.filter(({ owner_id }) => owner_id !== user?.id)
    const input: BulkInput = {
      connectionId: id,
      resource: 'households',
      which: { list: { filters: [], scope: {}, except: [] } },
      changes: { primary_relationship_owner_id: user?.id ?? '' },
    }
    const { fingerprint } = await core.bulk.preview(input)
    const steps = await applied(core, { ...input, fingerprint })
    expect(steps[0]).toEqual({ done: 0, total: households.length, undo: null, outcomes: [] })
    expect(steps.at(-1)?.done).toBe(households.length)
    const saved = outcomesOf(steps).filter(({ outcome }) => outcome === 'saved')
    expect(saved.map((one) => one.id).sort()).toEqual(theirs.map((one) => one.id).sort())

    const { operations } = await core.outbox.list({ connectionId: id, show: 'open', offset: 0, limit: 500 })
    expect(operations.map((one) => one.id).sort()).toEqual(saved.map((one) => one.operation_id).sort())
    for (const { record_id, fields, base } of operations) {
      expect(fields).toEqual({ primary_relationship_owner_id: user?.id })
      expect(base).toMatchObject({
        id: record_id,
        primary_relationship_owner_id: households.find((one) => one.id === record_id)?.owner_id,
      })
    }
    const after = (await core.households.list({ connectionId: id, offset: 0, limit: 500, sort: byTitle })).rows
    expect(new Set(after.map(({ owner_id }) => owner_id))).toEqual(new Set([user?.id]))
  })

  it('saves nothing when the records are not what they were in the preview', async () => {
    const { core, id, people } = await openTenant()
    const [one, two] = people.filter(({ is_beneficiary }) => !is_beneficiary)
    if (!one || !two) throw new Error('The firm has too few people.')
    const input: BulkInput = {
      connectionId: id,
      resource: 'individuals',
      which: { ids: [one.id, two.id] },
      changes: { is_beneficiary: true, city: 'Ithaca' },
    }
    const { fingerprint } = await core.bulk.preview(input)
    const { record } = await core.individuals.get({ connectionId: id, id: two.id })
    const base = JSON.parse(JSON.stringify(record))
    await core.outbox.save({
      connectionId: id,
      write: { action: 'update', resource: 'individuals', record_id: two.id, fields: { city: 'Ithaca' }, base },
    })
    await expect(applied(core, { ...input, fingerprint })).rejects.toMatchObject({ code: 'bulk/changed' })
    expect(await core.outbox.counts({ connectionId: id })).toEqual({ open: 1, attention: 0 })
    await expect(applied(core, { ...input, changes: { city: 'Troy' }, fingerprint })).rejects.toMatchObject({
      code: 'bulk/changed',
    })
  })

  it('that is left stops after the hundred under way, and what was saved stays saved', async () => {
    const { core, id, people } = await openTenant()
    const gone = Array.from({ length: 90 }, (_, at) => `client_profile_gone_${at}`)
    const input: BulkInput = {
      connectionId: id,
      resource: 'individuals',
      which: { ids: [...gone, ...people.map((one) => one.id)] },
      changes: { city: 'Nowhere at all' },
    }
    const { fingerprint, counts } = await core.bulk.preview(input)
    expect(counts).toEqual({ will_change: people.length, already: 0, cannot: gone.length })
    expect(people.length).toBeGreaterThan(10)
    const leaving = new AbortController()
    const outcomes: BulkProgress['outcomes'] = []
    for await (const step of core.bulk.apply({ ...input, fingerprint }, leaving.signal)) {
      outcomes.push(...step.outcomes)
      if (step.done > 0) leaving.abort()
    }
    expect(outcomes).toHaveLength(100)
    expect(outcomes.filter(({ outcome }) => outcome === 'saved')).toHaveLength(10)
    expect(await core.outbox.counts({ connectionId: id })).toEqual({ open: 10, attention: 0 })
  })

  it('of a record that is to be deleted, or to an owner whom the firm has not, is refused with a reason', async () => {
    const { core, id, people } = await openTenant()
    const [one] = people
    if (!one) throw new Error('The firm has nobody.')
    await core.outbox.save({
      connectionId: id,
      write: { action: 'delete', resource: 'individuals', record_id: one.id },
    })
    const which = { ids: [one.id] }
    const preview = await core.bulk.preview({
      connectionId: id,
      resource: 'individuals',
      which,
      changes: { city: 'Nowhere at all' },
    })
    expect(preview.rows).toMatchObject([{ outcome: 'cannot', reason: expect.stringMatching(/deletion is waiting/) }])
    await expect(
      core.bulk.preview({
        connectionId: id,
        resource: 'households',
        which: { ids: ['household_1'] },
        changes: { primary_relationship_owner_id: 'user_nobody' },
      }),
    ).rejects.toMatchObject({
      code: 'ipc/bad-request',
      issues: [{ field: 'changes.primary_relationship_owner_id' }],
    })
  })
})

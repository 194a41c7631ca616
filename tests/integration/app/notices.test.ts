import { afterEach, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import type { Notice } from '../../../electron/platform/host.ts'
import { dateBefore, localToday } from '../../../shared/domain/days.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

async function start() {
  const notices: Notice[] = []
  const ofDates: Notice[] = []
  const badges: number[] = []
  const shell = {
    ...shellDouble(),
    notify: (notice: Notice) => void (notice.path.endsWith('/dates') ? ofDates : notices).push(notice),
    badge: (count: number) => void badges.push(count),
  }
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble(), shell })
  // The made-up people may have dates this week.
  await core.app.setPreferences({ notifications: false })
  const sandbox = await startTenant(3)
  const { id: connectionId } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, connectionId)
  await synced(core, connectionId)
  await core.app.setPreferences({ notifications: true })
  return { core, sandbox, connectionId, notices, ofDates, badges }
}

/** Saves new households under existing external ids, so that the user is asked what to do. */
async function askSomething(core: Core, connectionId: string, which: number): Promise<void> {
  const sort = { column: 'title', direction: 'asc' } as const
  const { rows } = await core.households.list({ connectionId, offset: 0, limit: 100, sort })
  const { external_id, id } = rows.filter((row) => row.external_id !== null)[which] ?? {}
  const { record } = await core.households.get({ connectionId, id: String(id) })
  const { primary_relationship_owner_id } = record as { primary_relationship_owner_id: string }
  const before = (await core.outbox.counts({ connectionId })).attention
  const fields = { primary_relationship_owner_id, external_id: String(external_id) }
  await core.outbox.save({ connectionId, write: { action: 'create', resource: 'households', fields } })
  await expect.poll(async () => (await core.outbox.counts({ connectionId })).attention).toBe(before + 1)
}

async function upload(
  core: Core,
  connectionId: string,
  { household_id, name }: { household_id: string; name: string },
) {
  const { rows } = await core.intake.announce({
    connectionId,
    owner: { household_id, entity_id: null, individual_id: null },
    files: [{ name, folder: '', size: name.length }],
  })
  const [row] = rows
  await core.takeFile(row?.ticket ?? '')?.receive(
    (async function* () {
      yield new TextEncoder().encode(name)
    })(),
  )
  const row_ids = [row?.row_id ?? '']
  await core.intake.change({ connectionId, row_ids, change: { type: 'OTHER' } })
  const { saved } = await core.intake.submit({ connectionId, row_ids })
  expect(saved).toHaveLength(1)
}

/** Settles when another run has ended. */
async function runAgain(core: Core, connectionId: string): Promise<void> {
  const { endedAt } = await core.sync.status({ connectionId })
  await core.sync.start({ connectionId })
  await expect
    .poll(async () => {
      const now = await core.sync.status({ connectionId })
      return now.state === 'idle' && now.endedAt !== endedAt
    })
    .toBe(true)
}

/** The words for the dates that are due this week. */
async function dueWords(core: Core, connectionId: string): Promise<string> {
  const span = { from: localToday(), to: dateBefore(Date.now(), -6) }
  const asked = { connectionId, owner_id: null, ...span, kind: null, state: 'open', limit: 0 } as const
  const { total } = await core.dates.list(asked)
  expect(total).toBeGreaterThan(0)
  return total === 1 ? 'A date is due this week.' : `${total} dates are due this week.`
}

const anyHousehold = async (core: Core, connectionId: string) => {
  const sort = { column: 'title', direction: 'asc' } as const
  const { rows } = await core.households.list({ connectionId, offset: 0, limit: 1, sort })
  return String(rows[0]?.id)
}

it('tells of changes that need a decision, naming nobody, and shows how many on the icon', async () => {
  const { core, connectionId, notices, badges } = await start()
  await askSomething(core, connectionId, 0)
  const path = `/c/${connectionId}/outbox`
  await expect.poll(() => notices).toEqual([{ title: 'Steward', body: 'A change needs your decision.', path }])

  await core.lock.lock({})
  await core.lock.unlock({ passphrase: null })
  await askSomething(core, connectionId, 1)
  await expect.poll(() => notices.at(-1)?.body).toBe('2 changes need your decision.')
  await expect.poll(() => badges).toEqual([1, 2])

  await core.connections.signOut({ connectionId, unsent: 'keep' })
  await expect.poll(() => badges.at(-1)).toBe(0)
})

it('says nothing of what it is about while it is locked, and nothing at all to whoever wants no notices', async () => {
  const { core, connectionId, notices, badges } = await start()
  await core.lock.lock({})
  await askSomething(core, connectionId, 0)
  await expect.poll(() => notices.map(({ body }) => body)).toEqual(['Steward needs your attention.'])
  await core.lock.unlock({ passphrase: null })
  await core.app.setPreferences({ notifications: false })
  await askSomething(core, connectionId, 1)
  await expect.poll(() => badges.at(-1)).toBe(2)
  expect(notices).toHaveLength(1)
})

it('tells once a day how many dates are due this week, naming nobody, and a click leads to them', async () => {
  const { core, connectionId, notices, ofDates } = await start()
  const household_id = await anyHousehold(core, connectionId)
  const record = { resource: 'households' as const, id: household_id }
  const fields = { kind: 'review', title: 'Review with Ada', date: localToday(), every: 'once', until: null } as const
  await core.dates.add({ connectionId, record, household_id, fields })
  await runAgain(core, connectionId)
  const body = await dueWords(core, connectionId)
  await expect.poll(() => ofDates).toEqual([{ title: 'Steward', body, path: `/c/${connectionId}/dates` }])

  await core.dates.add({ connectionId, record, household_id, fields })
  await runAgain(core, connectionId)
  await askSomething(core, connectionId, 0)
  await expect.poll(() => notices.at(-1)?.body).toBe('A change needs your decision.')
  expect(ofDates).toHaveLength(1)
})

it('tells of no dates while something is presented, and to nobody who wants no notices', async () => {
  const { core, connectionId, ofDates } = await start()
  const household_id = await anyHousehold(core, connectionId)
  const record = { resource: 'households' as const, id: household_id }
  const fields = { kind: 'review', title: 'Review', date: localToday(), every: 'once', until: null } as const
  await core.dates.add({ connectionId, record, household_id, fields })
  await core.app.setPreferences({ notifications: false })
  await runAgain(core, connectionId)
  await core.presenting.start({ connectionId, record })
  await core.app.setPreferences({ notifications: true })
  await runAgain(core, connectionId)
  await core.app.setPreferences({ notifications: false })
  await core.presenting.end({})
  await core.dates.add({ connectionId, record, household_id, fields })
  await core.app.setPreferences({ notifications: true })
  await runAgain(core, connectionId)
  // The second date came after the presentation.
  await expect.poll(() => ofDates.map(({ body }) => body)).toEqual([await dueWords(core, connectionId)])
})

it('tells of uploads once the last one has ended, and before it ends says that one is under way', async () => {
  const { core, sandbox, connectionId, notices } = await start()
  const household_id = await anyHousehold(core, connectionId)
  expect(await core.unfinished()).toEqual({ uploads: 0, lost: 0 })
  await upload(core, connectionId, { household_id, name: 'Will of June.txt' })
  await expect.poll(() => notices.map(({ body }) => body)).toEqual(['A file was uploaded.'])

  // Delays only the upload, not the reads before it.
  sandbox.control.setLatency(60_000, '/documents$')
  await upload(core, connectionId, { household_id, name: 'Trust deed.txt' })
  await expect.poll(() => core.unfinished()).toEqual({ uploads: 1, lost: 0 })
})

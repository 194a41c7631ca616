import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { createFirmConnections } from '../../../electron/connections/firm-connections.ts'
import type { IdleClock } from '../../../electron/platform/clock.ts'
import { createSavedConnections } from '../../../electron/tenants/saved-connections.ts'
import { createNewerVersion } from '../../../electron/updates/daily-look.ts'
import type { FirmPolicy } from '../../../shared/domain/policy.ts'
import { idleClockDouble } from '../../doubles/idle-clock.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores, inputFor, signIn, synced } from '../app/support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()
afterEach(async () => {
  vi.useRealTimers()
  await cleanUp()
})

const hour = 60 * 60_000

/** Starts a core under a policy that can be changed while it runs. */
async function startUnder(policy: FirmPolicy, shell = shellDouble()) {
  const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
  const policyFile = join(await tempFolder(), 'policy.json')
  const write = (next: FirmPolicy) => writeFile(policyFile, JSON.stringify(next))
  await write(policy)
  const again = (idleClock?: IdleClock) =>
    startCore({ userDataDir, keychain, policyFile, shell, ...(idleClock ? { idleClock } : {}) })
  return { core: await again(), again, userDataDir, keychain, write, policyFile }
}

/** Settles when pages and open connections have heard of the next change of the policy. */
async function nextChange(core: Core, change: () => Promise<void>): Promise<void> {
  const leaving = new AbortController()
  const events = core.events.subscribe({}, leaving.signal)[Symbol.asyncIterator]()
  const heard = (async () => {
    for (const wanted of ['policy-changed', 'connections-changed']) {
      for (let next = await events.next(); !next.done && next.value.type !== wanted; next = await events.next());
    }
  })()
  await change()
  await heard
  leaving.abort()
}

/** Writes a policy and waits until it is in force. */
async function changeTo(core: Core, write: (policy: FirmPolicy) => Promise<void>, policy: FirmPolicy): Promise<void> {
  await nextChange(core, () => write(policy))
  expect((await core.policy.get({})).policy).toEqual(policy)
}

const households = (core: Core, id: string) =>
  core.households.list({ connectionId: id, offset: 0, limit: 50, sort: { column: 'title', direction: 'asc' } })

async function signedIn(core: Core, sandbox: Awaited<ReturnType<typeof startTenant>>): Promise<string> {
  const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, id)
  await synced(core, id)
  return id
}

describe('a policy that changes while Steward runs', () => {
  it('holds at once: what was announced is not taken in, what was saved waits, and goes out when it may again', async () => {
    const { core, write } = await startUnder({})
    const sandbox = await startTenant(3)
    const id = await signedIn(core, sandbox)
    const [first] = (await households(core, id)).rows
    const record_id = first?.id ?? ''
    await core.outbox.setAllPaused({ connectionId: id, paused: true })
    const { record: base } = await core.households.get({ connectionId: id, id: record_id })
    const edit = { action: 'update', resource: 'households', record_id, fields: { notes: 'Edited.' } } as const
    await core.outbox.save({ connectionId: id, write: { ...edit, base: structuredClone(base) as never } })
    const files = [{ name: 'will.pdf', folder: '', size: 4 }]
    const owner = { household_id: record_id, entity_id: null, individual_id: null }
    const announced = await core.intake.announce({ connectionId: id, owner, files })

    await changeTo(core, write, { read_only: true })
    expect(core.takeFile(announced.rows[0]?.ticket ?? '')).toBeNull()
    await core.outbox.setAllPaused({ connectionId: id, paused: false })
    await core.outbox.sendNow({ connectionId: id })
    await core.sync.start({ connectionId: id })
    await synced(core, id)
    expect(await core.outbox.counts({ connectionId: id })).toMatchObject({ open: 1 })
    expect(() => core.gate('outbox.save')).toThrow(/reading only/)

    await changeTo(core, write, {})
    await expect.poll(async () => (await core.outbox.counts({ connectionId: id })).open).toBe(0)
    expect(() => core.gate('outbox.save')).not.toThrow()
  })

  it('takes the mark of a newer version away when it decides about updates', async () => {
    const newer = createNewerVersion()
    const { core, write } = await startUnder({}, { ...shellDouble(), newer })
    newer.note('0.2.0')
    expect(await core.app.info({})).toMatchObject({ newer: '0.2.0' })
    await changeTo(core, write, { updates: 'off' })
    expect(await core.app.info({})).toMatchObject({ newer: null })
  })

  it('closes a connection whose address is not allowed any more, and keeps what it has', async () => {
    const { core, write } = await startUnder({})
    const sandbox = await startTenant(3)
    const id = await signedIn(core, sandbox)
    const before = await households(core, id)

    await changeTo(core, write, { allowed_base_urls: ['https://other.example.com'] })
    const refused = { code: 'policy/address-not-allowed' }
    await expect(households(core, id)).rejects.toMatchObject(refused)
    await expect(core.connections.open({ connectionId: id })).rejects.toMatchObject(refused)
    await expect(core.sync.start({ connectionId: id })).rejects.toMatchObject(refused)
    await expect(signIn(core, id)).rejects.toMatchObject(refused)
    expect(await core.connections.list({})).toMatchObject([{ id, cache: 'closed' }])

    await changeTo(core, write, { allowed_base_urls: [sandbox.baseUrl] })
    expect(await households(core, id)).toEqual(before)
  })

  it('can be left: a connection that is not allowed is removed like any other', async () => {
    const { core, write } = await startUnder({})
    const id = await signedIn(core, await startTenant(3))
    await changeTo(core, write, { allowed_base_urls: [] })
    await core.connections.remove({ connectionId: id })
    expect(await core.connections.list({})).toEqual([])
  })
})

describe('an address that is not allowed', () => {
  it('is added neither by a form, nor by a file, nor with settings', async () => {
    const { core, userDataDir } = await startUnder({ allowed_base_urls: ['https://firm.example.com'] })
    const { client_secret, ...described } = inputFor(await startTenant(3), 'Alder')
    const refused = { code: 'policy/address-not-allowed' }
    await expect(core.connections.add({ ...described, client_secret })).rejects.toMatchObject(refused)
    const fine = { ...described, base_url: 'https://firm.example.com', read_only: false }
    const text = JSON.stringify({
      steward_settings: 1,
      preferences: { theme: 'dark' },
      connections: [fine, { ...described, read_only: false }],
    })
    await expect(core.settings.apply({ text })).rejects.toMatchObject(refused)
    expect(await core.app.getPreferences({})).not.toMatchObject({ theme: 'dark' })
    expect(await core.connections.list({})).toEqual([])
    await core.close()

    const file = join(userDataDir, 'connection.json')
    await writeFile(file, JSON.stringify({ ...described, client_secret }))
    const policyFile = join(userDataDir, 'policy.json')
    await writeFile(policyFile, JSON.stringify({ allowed_base_urls: ['https://firm.example.com'] }))
    const started = startCore({ userDataDir, keychain: createKeychainDouble(), policyFile, connectionFile: file })
    await expect(started).rejects.toMatchObject(refused)
  })

  it('does not hinder the demo firm, which is made up and never leaves this computer', async () => {
    const { core } = await startUnder({ allowed_base_urls: [] })
    expect(await core.connections.openDemo({})).toMatchObject({ kind: 'demo', cache: 'open' })
  })
})

describe('the firm’s own connection', () => {
  const preset = (sandbox: Awaited<ReturnType<typeof startTenant>>, name: string) => {
    const { client_secret: _secret, user: _user, ...connection } = inputFor(sandbox, name)
    return { connection } satisfies FirmPolicy
  }

  it('is there without anybody’s doing, wants its secret alone, and stays', async () => {
    const sandbox = await startTenant(3)
    const { core, again, write } = await startUnder(preset(sandbox, 'Alder'))
    const [there] = await core.connections.list({})
    expect(there).toMatchObject({ name: 'Alder', managed: true, needs_secret: true, session: 'signed-out' })
    const id = there?.id ?? ''
    // A window that reads the list first does not sign in.
    expect((await households(core, id)).total).toBe(0)
    expect(await core.connections.list({})).toMatchObject([{ needs_secret: true, session: 'signed-out' }])
    await expect(signIn(core, id)).rejects.toMatchObject({ code: 'auth/wrong-secret' })
    await core.connections.giveSecret({ connectionId: id, client_secret: sandbox.clientSecret })
    await signIn(core, id)
    await synced(core, id)
    expect((await households(core, id)).total).toBe(12)
    expect(await core.connections.list({})).toMatchObject([
      { managed: true, needs_secret: false, session: 'signed-in' },
    ])
    await expect(core.connections.remove({ connectionId: id })).rejects.toMatchObject({
      code: 'policy/forbidden',
      message: expect.stringContaining('managed by your firm'),
    })
    await core.close()

    await write(preset(sandbox, 'Alder & Partners'))
    const later = await again()
    expect(await later.connections.list({})).toMatchObject([{ id, name: 'Alder & Partners', session: 'signed-in' }])
    await changeTo(later, write, {})
    expect(await later.connections.list({})).toMatchObject([{ id, managed: false }])
    await later.connections.remove({ connectionId: id })
    expect(await later.connections.list({})).toEqual([])
  })
})

describe('the firm’s own connection, while another store of the policy cannot be read', () => {
  it('is not added, because that store may describe another', async () => {
    const { client_secret: _secret, user: _user, ...connection } = inputFor(await startTenant(3), 'Alder')
    const saved = createSavedConnections({ folder: await tempFolder() })
    let policy: FirmPolicy = { connection, unreadable: 'kept' }
    const firm = createFirmConnections({ current: () => policy }, saved)
    expect(await firm.keepPreset({ drop: async () => {} })).toBe(false)
    expect(await saved.list()).toEqual([])
    policy = { connection }
    expect(await firm.keepPreset({ drop: async () => {} })).toBe(true)
    expect(await saved.list()).toHaveLength(1)
  })
})

describe('a copy that was not checked for longer than the firm allows', () => {
  const filesOf = async (userDataDir: string, id: string) =>
    (await readdir(join(userDataDir, 'connections', id))).filter((name) => !/-(wal|shm)$/.test(name)).toSorted()

  it('is gone when it is opened, with the service away; the ledger stays, and the next sync fills it again', async () => {
    const { core, again, userDataDir } = await startUnder({ max_cache_age_hours: 2 })
    const sandbox = await startTenant(3)
    const id = await signedIn(core, sandbox)
    await core.drafts.keep({ connectionId: id, name: 'household', json: '{}' })
    await core.close()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
    const soon = await again()
    expect((await households(soon, id)).total).toBe(12)
    await soon.close()

    vi.setSystemTime(Date.now() + 3 * hour)
    const later = await again()
    await households(later, id)
    expect(await later.drafts.list({ connectionId: id })).toHaveLength(1)
    expect(await later.connections.list({})).toMatchObject([
      { session: 'signed-in', cache: 'open', cacheProblem: { code: 'cache/too-old' } },
    ])
    expect(await filesOf(userDataDir, id)).toContain('ledger.db')
    await later.sync.start({ connectionId: id })
    await expect.poll(async () => (await households(later, id)).total).toBe(12)
  })

  it('goes while it is open, and its screens are told', async () => {
    const { core, write } = await startUnder({})
    const sandbox = await startTenant(3)
    const id = await signedIn(core, sandbox)
    await sandbox.close()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * hour })
    await changeTo(core, write, { max_cache_age_hours: 2 })
    await expect.poll(async () => (await households(core, id)).total).toBe(0)
    expect(await core.connections.list({})).toMatchObject([{ cache: 'open', cacheProblem: { code: 'cache/too-old' } }])
  })

  it('is not kept by a clock that was set back', async () => {
    const { core, again } = await startUnder({ max_cache_age_hours: 48 })
    const id = await signedIn(core, await startTenant(3))
    await core.close()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * hour })
    const later = await again()
    expect((await households(later, id)).total).toBe(12)
    await later.close()

    vi.setSystemTime(Date.now() - 39 * hour)
    const setBack = await again()
    await households(setBack, id)
    expect(await setBack.connections.list({})).toMatchObject([{ cacheProblem: { code: 'cache/too-old' } }])
  })

  it('stays where the firm says nothing, however old it is', async () => {
    const { core, again, userDataDir } = await startUnder({})
    const sandbox = await startTenant(3)
    const id = await signedIn(core, sandbox)
    await core.close()
    await sandbox.close()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 * hour })
    expect((await households(await again(), id)).total).toBe(12)
    await expect(access(join(userDataDir, 'connections', id, 'mirror.db-age.json'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})

describe('a policy that cannot be read', () => {
  const damage = (policyFile: string) => writeFile(policyFile, '{ "read_only": ')
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    )
  const refused = { code: 'policy/forbidden', detail: 'unreadable' }

  async function startDamaged(policy: FirmPolicy, sandbox: Awaited<ReturnType<typeof startTenant>>) {
    const started = await startUnder(policy)
    const id = await signedIn(started.core, sandbox)
    const seal = join(started.userDataDir, 'last-policy.json')
    await expect.poll(() => isThere(seal)).toBe(true)
    return { ...started, id, seal }
  }

  it('leaves the last one in force while Steward runs, and refuses to add, to sign in and to export, until it is repaired', async () => {
    const sandbox = await startTenant(3)
    const policy = { allowed_base_urls: [sandbox.baseUrl], idle_minutes: 15, max_cache_age_hours: 24 }
    const { core, write, policyFile, id } = await startDamaged(policy, sandbox)
    await nextChange(core, () => damage(policyFile))
    const { policy: inForce, problems } = await core.policy.get({})
    expect(inForce).toEqual({ ...policy, unreadable: 'kept' })
    expect(problems).toHaveLength(2)
    expect(await core.lock.state({})).toMatchObject({ idle_minutes: 15 })
    const other = { ...inputFor(sandbox, 'Birch'), user: 'birch@example.com' }
    await expect(core.connections.add(other)).rejects.toMatchObject(refused)
    await expect(signIn(core, id)).rejects.toMatchObject(refused)
    for (const procedure of ['connections.add', 'connections.edit', 'connections.signIn', 'exports.start']) {
      expect(() => core.gate(procedure)).toThrow(/cannot be read/)
    }
    // What is here stays readable, and the allowed service is still asked.
    expect(() => core.gate('households.list')).not.toThrow()
    expect((await households(core, id)).total).toBe(12)
    sandbox.control.resetStats()
    await core.sync.start({ connectionId: id })
    await expect.poll(() => Object.keys(sandbox.control.stats().requests)).not.toEqual([])

    await nextChange(core, () => write(policy))
    await core.connections.add(other)
    expect(await core.connections.list({})).toHaveLength(2)
  })

  it('leaves the last one in force at a start, from its sealed copy', async () => {
    const sandbox = await startTenant(3)
    const policy = { allowed_base_urls: [sandbox.baseUrl], idle_minutes: 15 }
    const { core, again, policyFile, id, seal } = await startDamaged(policy, sandbox)
    expect(await readFile(seal, 'utf8')).not.toContain(sandbox.baseUrl)
    await core.close()
    await damage(policyFile)
    const later = await again()
    expect((await later.policy.get({})).policy).toEqual({ ...policy, unreadable: 'kept' })
    expect((await households(later, id)).total).toBe(12)
    await expect(signIn(later, id)).rejects.toMatchObject(refused)
  })

  it('removes nothing and contacts no service where no earlier one is known, and what is here stays readable', async () => {
    const sandbox = await startTenant(3)
    const { core, again, userDataDir, policyFile, id, seal } = await startDamaged({ max_cache_age_hours: 2 }, sandbox)
    await core.close()
    await damage(policyFile)
    // An edited copy is as good as none.
    const text = await readFile(seal, 'utf8')
    const { sealed, ...rest } = JSON.parse(text)
    const edited = Buffer.from(sealed, 'base64')
    edited.writeUInt8(edited.readUInt8(0) ^ 1, 0)
    await writeFile(seal, JSON.stringify({ ...rest, sealed: edited.toString('base64') }))
    sandbox.control.resetStats()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 * hour })
    const later = await again()
    expect((await later.policy.get({})).policy).toEqual({
      ...{ read_only: true, no_export: true, no_save_as: true, no_statements: true, updates: 'off' },
      ...{ no_document_text: true, no_text_without_file: true, no_other_programs: true },
      other_programs: { names: 'roles', amounts: 'hidden', document_text: 'off', households: 'favorites' },
      ...{ allowed_base_urls: [], idle_minutes: 1, unreadable: 'unknown' },
    })
    expect((await households(later, id)).total).toBe(12)
    expect(await later.connections.list({})).toMatchObject([{ id, cache: 'open', cacheProblem: null, read_only: true }])
    await later.sync.start({ connectionId: id })
    await synced(later, id)
    expect(sandbox.control.stats().requests).toEqual({})
    expect((await households(later, id)).total).toBe(12)
    expect(await isThere(join(userDataDir, 'connections', id, 'mirror.db'))).toBe(true)
  })

  it('is forgotten when the firm has none any more', async () => {
    const sandbox = await startTenant(3)
    const { core, policyFile, keychain, seal } = await startDamaged({ idle_minutes: 15 }, sandbox)
    await nextChange(core, () => rm(policyFile))
    await expect.poll(() => isThere(seal)).toBe(false)
    await expect.poll(() => [...keychain.entries.keys()].filter((name) => name.startsWith('policy-key'))).toEqual([])
  })
})

describe('copies that other programs were given', () => {
  async function startWithCopy(policy: FirmPolicy) {
    const [started, time] = [await startUnder(policy), idleClockDouble()]
    const sandbox = await startTenant(3)
    await started.core.close()
    const core = await started.again(time.clock)
    const id = await signedIn(core, sandbox)
    const sort = { column: 'title', direction: 'asc' } as const
    const { rows } = await core.documents.list({ connectionId: id, offset: 0, limit: 1, sort })
    const file = { kind: 'document' as const, id: rows[0]?.id ?? '' }
    for await (const _ of core.files.fetch({ connectionId: id, file, refresh: false }, new AbortController().signal));
    await core.files.open({ connectionId: id, file })
    return { ...started, core, time }
  }

  it.each([
    ['a value for saving files', '{ "no_save_as": "yes" }'],
    ['a list of addresses', '{ "allowed_base_urls": "ours" }'],
    ['one address', '{ "allowed_base_urls": ["ours"] }'],
    ['a time to lock', '{ "idle_minutes": "soon" }'],
    ['the whole policy', '{ "no_save_as": '],
  ])(
    'stay where %s cannot be understood, which locks and restricts all the same, and go as the firm says',
    async (_what, text) => {
      const { core, policyFile, write, time } = await startWithCopy({})
      await nextChange(core, () => writeFile(policyFile, text))
      expect((await core.policy.get({})).policy).not.toEqual({})
      time.pass(20)
      expect(await core.files.opened({})).toEqual({ count: 1 })
      await core.lock.unlock({ passphrase: null })
      await changeTo(core, write, { no_save_as: true })
      expect(await core.files.opened({})).toEqual({ count: 0 })
    },
  )

  it('go when Steward locks after the time that the firm set', async () => {
    const { core, time } = await startWithCopy({ idle_minutes: 15 })
    time.pass(16)
    expect(await core.lock.state({})).toMatchObject({ locked: 'idle' })
    await expect.poll(() => core.files.opened({})).toEqual({ count: 0 })
  })
})

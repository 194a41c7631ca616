import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { keychainAccount } from '../../../electron/keychain/keychain.ts'
import type { SandboxOptions } from '../../../sandbox/options.ts'
import type { ConnectionChanges, ConnectionInput, EditProgress } from '../../../shared/ipc/connections.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { answerSignInPage } from '../support/answer-sign-in-page.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import { get } from '../support/small-browser.ts'
import { anyHousehold } from './support/any-household.ts'
import { collect } from './support/collect.ts'
import { createTenantCores, inputFor, resting, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()
const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await cleanUp()
  for (const end of ends.splice(0)) await end()
})

/** A firm's service that can be started again at the same address, with the same data and another secret or certificate. */
async function startFirm() {
  const folder = await tempFolder()
  const certDir = await tempFolder()
  const data = join(folder, 'data.db')
  let running = await startTestSandbox({ data, certDir })
  ends.push(() => running.close())
  const port = Number(new URL(running.baseUrl).port)
  return {
    now: () => running,
    async restart(options: SandboxOptions & { newAuthority?: boolean }): Promise<TestSandbox> {
      const { newAuthority = false, ...rest } = options
      await running.close()
      running = await startTestSandbox({ data, port, certDir: newAuthority ? await tempFolder() : certDir, ...rest })
      running.control.expireAccessTokens()
      return running
    },
  }
}

async function startSignedIn(change: Partial<ConnectionInput> = {}) {
  const firm = await startFirm()
  const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
  const { caPem } = firm.now()
  const shell = {
    ...shellDouble(),
    openInBrowser: async (start: string) =>
      void answerSignInPage((await get(start)).location ?? '', caPem, 'authorize').catch(() => {}),
  }
  const start = () => startCore({ userDataDir, keychain, shell })
  const core = await start()
  const { id } = await core.connections.add({ ...inputFor(firm.now(), 'Alder'), ...change })
  await signIn(core, id)
  await synced(core, id)
  const secretIn = (entry: 'client-secret' | 'client-secret-2') => keychain.entries.get(keychainAccount(id, entry))
  return { firm, core, id, keychain, secretIn, restart: start }
}

const never = new AbortController().signal
const edit = (core: Core, connectionId: string, changes: ConnectionChanges, signal = never): Promise<EditProgress[]> =>
  collect(core.connections.edit({ connectionId, changes }, signal))

const nameOf = async (core: Core, id: string) => (await core.connections.list({})).find((each) => each.id === id)?.name

/** Saves an edit that is not sent until sending goes on. */
async function holdEdit(core: Core, connectionId: string) {
  await core.outbox.setAllPaused({ connectionId, paused: true })
  const household = await anyHousehold(core, connectionId)
  const { record } = await core.households.get({ connectionId, id: household.id })
  const base = JSON.parse(JSON.stringify(record))
  await core.outbox.save({
    connectionId,
    write: { action: 'update', resource: 'households', record_id: household.id, base, fields: { notes: 'Mine' } },
  })
  expect((await core.outbox.counts({ connectionId })).open).toBe(1)
  return household.id
}

/** Lets the outbox send, and returns how often the record was written at the service. */
async function sendHeld(core: Core, connectionId: string, sandbox: TestSandbox, household: string): Promise<number> {
  sandbox.control.resetStats()
  await core.outbox.setAllPaused({ connectionId, paused: false })
  await resting(core, connectionId, 0)
  const there = await sandbox.client.api(`/households/${household}`)
  expect(there.body).toMatchObject({ notes: 'Mine' })
  const { requests } = sandbox.control.stats()
  return Object.entries(requests).reduce((sum, [route, count]) => sum + (route.startsWith('PUT') ? count : 0), 0)
}

async function syncAgain(core: Core, connectionId: string) {
  const leaving = new AbortController()
  const events = core.events.subscribe({}, leaving.signal)
  await core.sync.start({ connectionId })
  for await (const event of events) {
    if (event.type !== 'sync' || event.status.connectionId !== connectionId) continue
    if (event.status.state === 'idle' && event.status.endedAt) break
  }
  leaving.abort()
  return core.sync.status({ connectionId })
}

describe('editing a connection', () => {
  it('changes its name without asking any server, and keeps everything else', async () => {
    const { firm, core, id, keychain, secretIn, restart } = await startSignedIn()
    const before = await core.connections.describe({ connectionId: id })
    firm.now().control.goOffline()
    const { writes } = keychain
    expect(await edit(core, id, { name: 'Larch' })).toEqual([{ saved: id }])
    expect(await nameOf(core, id)).toBe('Larch')
    expect(await core.connections.describe({ connectionId: id })).toEqual({ ...before, name: 'Larch' })
    expect(keychain.writes).toBe(writes)
    expect(secretIn('client-secret')).toBe(firm.now().clientSecret)
    await core.close()
    expect(await nameOf(await restart(), id)).toBe('Larch')
  })

  it('describes a connection without its secret, and its certificate by its facts', async () => {
    const { firm, core, id } = await startSignedIn()
    const details = await core.connections.describe({ connectionId: id })
    expect(details).toMatchObject({ name: 'Alder', base_url: firm.now().baseUrl, has_secret: true })
    expect(details.certificates).toHaveLength(1)
    expect(details.certificates[0]?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    expect(JSON.stringify(details)).not.toContain(firm.now().clientSecret)
    expect(JSON.stringify(details)).not.toContain('BEGIN CERTIFICATE')
  })

  it('refuses a wrong secret at its field; the working one stays, and so does what was not sent', async () => {
    const { firm, core, id, keychain, secretIn } = await startSignedIn()
    const household = await holdEdit(core, id)
    const entries = new Map(keychain.entries)
    await expect(edit(core, id, { client_secret: 'not-the-secret', name: 'Larch' })).rejects.toMatchObject({
      code: 'auth/wrong-secret',
      issues: [{ field: 'client_secret', message: expect.stringMatching(/Ask your firm’s administrator/) }],
    })
    expect(keychain.entries).toEqual(entries)
    expect(secretIn('client-secret-2')).toBeUndefined()
    expect(await nameOf(core, id)).toBe('Alder')
    firm.now().control.expireAccessTokens()
    expect((await syncAgain(core, id)).problem).toBeNull()
    expect(await sendHeld(core, id, firm.now(), household)).toBe(1)
  })

  it('replaces the secret that the firm changed, goes on at once, and sends what waited exactly once', async () => {
    const { firm, core, id, secretIn, restart } = await startSignedIn()
    const household = await holdEdit(core, id)
    const total = (await core.connections.list({})).find((each) => each.id === id)?.unsent
    await firm.restart({ clientSecret: 'second-secret' })
    expect((await syncAgain(core, id)).problem).toMatchObject({ code: 'auth/wrong-secret' })
    expect(await edit(core, id, { client_secret: 'second-secret' })).toEqual([
      { part: 'client', state: 'running' },
      { part: 'client', state: 'passed' },
      { saved: id },
    ])
    expect([secretIn('client-secret'), secretIn('client-secret-2')]).toEqual([undefined, 'second-secret'])
    expect((await syncAgain(core, id)).problem).toBeNull()
    expect((await core.connections.list({})).find((each) => each.id === id)?.unsent).toBe(total)
    await firm.restart({ clientSecret: 'third-secret' })
    await edit(core, id, { client_secret: 'third-secret' })
    expect([secretIn('client-secret'), secretIn('client-secret-2')]).toEqual(['third-secret', undefined])
    await core.close()
    const again = await restart()
    await again.connections.open({ connectionId: id })
    expect((await syncAgain(again, id)).problem).toBeNull()
    expect(await sendHeld(again, id, firm.now(), household)).toBe(1)
    await again.connections.remove({ connectionId: id })
    expect([secretIn('client-secret'), secretIn('client-secret-2')]).toEqual([undefined, undefined])
  })

  it('keeps the old secret when the keychain refuses the new one', async () => {
    const { firm, core, id, keychain, secretIn } = await startSignedIn()
    await firm.restart({ clientSecret: 'second-secret' })
    const set = keychain.keychain.set
    keychain.keychain.set = async (account, secret) => {
      if (secret === 'second-secret') keychain.mood = 'denied'
      await set(account, secret)
    }
    await expect(edit(core, id, { client_secret: 'second-secret' })).rejects.toMatchObject({ code: 'keychain/denied' })
    keychain.mood = 'open'
    keychain.keychain.set = set
    expect([secretIn('client-secret'), secretIn('client-secret-2')]).toEqual([expect.any(String), undefined])
    await edit(core, id, { client_secret: 'second-secret' })
    expect((await syncAgain(core, id)).problem).toBeNull()
  })

  it('trusts another authority only when the servers prove to have it, and then goes on with the same copy', async () => {
    const { firm, core, id } = await startSignedIn()
    const household = await holdEdit(core, id)
    const { caPem: old } = firm.now()
    const { caPem } = await firm.restart({ newAuthority: true })
    expect((await syncAgain(core, id)).problem).toMatchObject({ code: 'service/untrusted-certificate' })
    for (const wrong of [old.replace('\n', '\n\n'), '']) {
      await expect(edit(core, id, { ca_certificate: wrong })).rejects.toMatchObject({
        code: 'service/untrusted-certificate',
        issues: [{ field: 'ca_certificate' }],
      })
    }
    await expect(edit(core, id, { ca_certificate: 'not PEM' })).rejects.toMatchObject({
      code: 'connection/invalid',
      issues: [{ field: 'ca_certificate' }],
    })
    expect((await edit(core, id, { ca_certificate: caPem })).at(-1)).toEqual({ saved: id })
    expect((await syncAgain(core, id)).problem).toBeNull()
    expect(await sendHeld(core, id, firm.now(), household)).toBe(1)
  })

  it('lets a running sweep and a send under way end undisturbed when the certificate changes', async () => {
    const { firm, core, id } = await startSignedIn()
    const other = await startTenant(9)
    const household = await holdEdit(core, id)
    const { control, caPem } = firm.now()
    control.resetStats()
    control.setLatency(2_000, '/households')
    await core.outbox.setAllPaused({ connectionId: id, paused: false })
    await core.sync.start({ connectionId: id })
    expect((await edit(core, id, { ca_certificate: `${caPem}${other.caPem}` })).at(-1)).toEqual({ saved: id })
    expect((await core.sync.status({ connectionId: id })).state).toBe('running')
    expect((await core.outbox.counts({ connectionId: id })).open).toBe(1)
    control.setLatency(0)
    await synced(core, id)
    await resting(core, id, 0)
    expect((await core.sync.status({ connectionId: id })).problem).toBeNull()
    expect((await firm.now().client.api(`/households/${household}`)).body).toMatchObject({ notes: 'Mine' })
    expect((await core.connections.describe({ connectionId: id })).certificates).toHaveLength(2)
  })

  it('checks another redirect address before it saves it, and keeps the sign-in', async () => {
    const personal = { flow: 'authorization_code', redirect_uri: 'http://127.0.0.1/callback' } as const
    const { core, id } = await startSignedIn(personal)
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
    const { port } = squatter.address() as AddressInfo
    const redirectTo = (redirect_uri: string) => edit(core, id, { redirect_uri })
    await expect(redirectTo(`http://127.0.0.1:${port}/callback`)).rejects.toMatchObject({
      code: 'auth/port-taken',
      issues: [{ field: 'redirect_uri' }],
    })
    await new Promise((resolve) => squatter.close(resolve))
    await expect(redirectTo('http://127.0.0.1/elsewhere')).rejects.toMatchObject({ code: 'auth/redirect-mismatch' })
    const described = async () => (await core.connections.describe({ connectionId: id })).redirect_uri
    expect(await described()).toBe('http://127.0.0.1/callback')
    expect((await redirectTo(`http://127.0.0.1:${port}/callback`)).at(-1)).toEqual({ saved: id })
    expect(await described()).toBe(`http://127.0.0.1:${port}/callback`)
    expect((await core.connections.list({})).map(({ session }) => session)).toEqual(['signed-in'])
    expect(await signIn(core, id)).toContain('done')
  })

  it('becomes a public client without a secret anywhere, and a client with a secret only with that secret', async () => {
    const personal = { flow: 'authorization_code', redirect_uri: 'http://127.0.0.1/callback' } as const
    const { firm, core, id, keychain, secretIn } = await startSignedIn(personal)
    const { clientSecret } = firm.now()
    await expect(edit(core, id, { token_auth: 'none' })).rejects.toMatchObject({ issues: [{ field: 'token_auth' }] })
    expect(secretIn('client-secret')).toBe(clientSecret)
    await firm.restart({ publicClient: true })
    expect((await edit(core, id, { token_auth: 'none' })).at(-1)).toEqual({ saved: id })
    expect([...keychain.entries.values()]).not.toContain(clientSecret)
    expect([secretIn('client-secret'), secretIn('client-secret-2')]).toEqual([undefined, undefined])
    expect((await syncAgain(core, id)).problem).toBeNull()
    await firm.restart({ tokenAuth: ['basic'] })
    await expect(edit(core, id, { token_auth: 'basic' })).rejects.toMatchObject({
      issues: [{ field: 'client_secret' }],
    })
    const withSecret = { token_auth: 'post', client_secret: clientSecret } as const
    await expect(edit(core, id, withSecret)).rejects.toMatchObject({ code: 'auth/wrong-secret' })
    expect((await edit(core, id, { ...withSecret, token_auth: 'basic' })).at(-1)).toEqual({ saved: id })
    expect((await syncAgain(core, id)).problem).toBeNull()
  })

  it('checks another scope and an extra parameter before it saves them', async () => {
    const { firm, core, id } = await startSignedIn()
    await firm.restart({ scopes: ['records'] })
    await expect(edit(core, id, { scope: 'everything' })).rejects.toMatchObject({
      code: 'auth/invalid-scope',
      issues: [{ field: 'scope', message: expect.stringMatching(/which scopes this client may ask for/) }],
    })
    expect((await edit(core, id, { scope: 'records', audience: 'records-api' })).at(-1)).toEqual({ saved: id })
    expect(await core.connections.describe({ connectionId: id })).toMatchObject({
      scope: 'records',
      audience: 'records-api',
    })
    expect((await syncAgain(core, id)).problem).toBeNull()
  })

  it('makes another connection of another address, which has to sign in; the old one keeps its copy and its edits', async () => {
    const { firm, core, id, keychain } = await startSignedIn()
    const household = await holdEdit(core, id)
    const other = await startTenant(9)
    const elsewhere = { base_url: other.baseUrl, auth_url: other.authUrl, ca_certificate: other.caPem }
    await expect(edit(core, id, elsewhere)).rejects.toMatchObject({
      code: 'connection/invalid',
      issues: [{ field: 'client_secret' }],
    })
    const saved = (await edit(core, id, { ...elsewhere, client_secret: other.clientSecret })).at(-1)
    const next = saved && 'saved' in saved ? saved.saved : ''
    expect(next).not.toBe(id)
    const states = (await core.connections.list({})).map(({ id: each, session, unsent }) => [each, session, unsent])
    expect(states).toEqual([
      [id, 'signed-in', 1],
      [next, 'signed-out', 0],
    ])
    expect(keychain.entries.get(keychainAccount(next, 'organization-sign-in'))).toBeUndefined()
    await signIn(core, next)
    await synced(core, next)
    expect((await core.outbox.counts({ connectionId: next })).open).toBe(0)
    expect(await sendHeld(core, id, firm.now(), household)).toBe(1)
    await expect(edit(core, id, { ...elsewhere, client_secret: other.clientSecret })).rejects.toMatchObject({
      code: 'connection/duplicate',
    })
  })

  it('can be cancelled during a check, and then nothing is changed', async () => {
    const { firm, core, id, keychain } = await startSignedIn()
    const entries = new Map(keychain.entries)
    firm.now().control.fail({ fault: { kind: 'hang' }, path: '/oauth2/token' })
    const leaving = new AbortController()
    const running = core.connections.edit(
      { connectionId: id, changes: { client_secret: 'second-secret', name: 'Larch' } },
      leaving.signal,
    )
    const ended = (async () => {
      for await (const _part of running) leaving.abort()
    })()
    await expect(ended).rejects.toMatchObject({ code: 'auth/cancelled' })
    expect(await nameOf(core, id)).toBe('Alder')
    expect(keychain.entries).toEqual(entries)
  })

  it('keeps what other windows change at the same time', async () => {
    const { core, id } = await startSignedIn()
    await Promise.all([
      edit(core, id, { name: 'Larch' }),
      core.connections.setReadOnly({ connectionId: id, read_only: true }),
      edit(core, id, { pkce: false }),
    ])
    expect(await core.connections.list({})).toMatchObject([{ name: 'Larch', read_only: true, pkce: false }])
  })
})

it('a connection that the firm manages cannot be edited', async () => {
  const sandbox = await startTenant(3)
  const { client_secret: _secret, redirect_uri: _redirect, user: _user, ...connection } = inputFor(sandbox, 'Alder')
  const policyFile = join(await tempFolder(), 'policy.json')
  await writeFile(policyFile, JSON.stringify({ connection }))
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble(), policyFile })
  const [managed] = await core.connections.list({})
  await expect(edit(core, managed?.id ?? '', { name: 'Larch' })).rejects.toMatchObject({ code: 'policy/forbidden' })
})

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSession } from '../../../electron/auth/session.ts'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import { keychainAccount } from '../../../electron/keychain/keychain.ts'
import { openStoreKey, removeMirrorKey } from '../../../electron/keychain/store-keys.ts'
import { createServiceClient } from '../../../electron/service/create-service-client.ts'
import type { Connection } from '../../../electron/tenants/connection.ts'
import { parseConnectionInput } from '../../../electron/tenants/parse-connection-input.ts'
import { createSavedConnections } from '../../../electron/tenants/saved-connections.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { answerSignInPage } from '../support/answer-sign-in-page.ts'
import { sendJson, startHttpsServer } from '../support/https-server.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import { get } from '../support/small-browser.ts'

const { signal } = new AbortController()

describe('a session with the service', () => {
  let sandbox: TestSandbox
  let other: TestSandbox
  let folder: string
  let keys: ReturnType<typeof createKeychainDouble>
  const ends: Array<() => unknown> = []
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    other = await startTestSandbox({ seed: 8 })
  })
  afterAll(async () => {
    await sandbox.close()
    await other.close()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-session-'))
    keys = createKeychainDouble()
  })
  afterEach(async () => {
    sandbox.control.reset()
    for (const end of ends.splice(0).reverse()) await end()
    await rm(folder, { recursive: true })
  })

  function connectionTo(service: TestSandbox, change: object = {}): Connection {
    const { connection, clientSecret } = parseConnectionInput({
      base_url: service.baseUrl,
      auth_url: service.authUrl,
      client_id: service.clientId,
      client_secret: service.clientSecret,
      redirect_uri: 'http://127.0.0.1/callback',
      ca_certificate: service.caPem,
      ...change,
    })
    keys.entries.set(keychainAccount(connection.id, 'client-secret'), clientSecret ?? '')
    return connection
  }
  function start(connection: Connection, decision: 'authorize' | 'deny' = 'authorize') {
    const dispatcher = createHttpsAgent({ caCertificate: connection.ca_certificate })
    const seen = { callbacks: [] as string[] }
    const openInBrowser = async (start: string) => {
      const url = (await get(start)).location ?? ''
      void answerSignInPage(url, connection.ca_certificate ?? '', decision).then((callback) =>
        seen.callbacks.push(callback),
      )
    }
    const session = createSession({ connection, keychain: keys.keychain, dispatcher, openInBrowser })
    const { clock } = createInstantClock()
    const client = createServiceClient({ baseUrl: connection.base_url, tokens: session.tokens, dispatcher, clock })
    ends.push(() => dispatcher.destroy())
    const signIn = async () => {
      for await (const _ of session.signIn(signal));
    }
    return { session, client, signIn, seen }
  }
  const users = { resource: 'users', after: null, limit: 1, signal } as const

  it('signs in on its page and reads', async () => {
    const { client, signIn } = start(connectionTo(sandbox))
    await signIn()
    const body = await client.listPage(users)
    expect(JSON.parse(new TextDecoder().decode(body.bytes))).toMatchObject({
      data: [{ id: expect.stringMatching(/^user_/) }],
    })
  })

  it('is signed in, and uses its tokens, only once they are in the keychain', async () => {
    const keepRefreshToken = keys.keychain.set
    const asked: Promise<unknown>[] = []
    const { session, client, signIn } = start(connectionTo(sandbox))
    keys.keychain.set = async (account, secret) => {
      await keepRefreshToken(account, secret)
      // A sync that begins at this moment reads the new refresh token, and must not renew beside the sign-in.
      asked.push(session.state(), client.listPage(users))
      await new Promise(setImmediate)
    }
    sandbox.control.resetStats()
    await signIn()
    expect(await Promise.all(asked)).toEqual(['signed-in', expect.objectContaining({ bytes: expect.any(Uint8Array) })])
    expect(sandbox.control.stats().grants).toMatchObject({ authorization_code: 1, refresh_token: 0 })
  })

  it('is named as denied when the person presses Deny', async () => {
    await expect(start(connectionTo(sandbox), 'deny').signIn()).rejects.toMatchObject({ code: 'auth/denied' })
  })

  it('is named before the browser opens when its redirect address or client id is unknown, or the server away', async () => {
    const mismatch = start(connectionTo(sandbox, { redirect_uri: 'http://127.0.0.1/other' }))
    await expect(mismatch.signIn()).rejects.toMatchObject({ code: 'auth/redirect-mismatch' })
    const unknown = start(connectionTo(sandbox, { client_id: 'somebody-else' }))
    await expect(unknown.signIn()).rejects.toMatchObject({ code: 'auth/wrong-secret' })
    const foreign = start(connectionTo(sandbox, { ca_certificate: other.caPem }))
    await expect(foreign.signIn()).rejects.toMatchObject({ code: 'service/untrusted-certificate' })
    const away = start(connectionTo(sandbox))
    sandbox.control.fail({ fault: { kind: 'status', status: 503 }, path: '/oauth2/authorize' })
    await expect(away.signIn()).rejects.toMatchObject({ code: 'auth/unavailable' })
    sandbox.control.goOffline()
    await expect(away.signIn()).rejects.toMatchObject({ code: 'auth/unreachable' })
    expect([mismatch, unknown, foreign, away].flatMap(({ seen }) => seen.callbacks)).toEqual([])
  })

  it('renews once for twenty requests that are turned down together', async () => {
    const { client, signIn } = start(connectionTo(sandbox))
    await signIn()
    sandbox.control.resetStats()
    sandbox.control.expireAccessTokens()
    await Promise.all(Array.from({ length: 20 }, () => client.listPage(users)))
    const { grants, answers } = sandbox.control.stats()
    expect(grants).toEqual({ client_credentials: 0, authorization_code: 0, refresh_token: 1 })
    expect(answers['200']).toBeGreaterThanOrEqual(20)
  })

  it('asks for a person when its refresh token is revoked, and for nobody when the network fails', async () => {
    const { session, client, signIn } = start(connectionTo(sandbox))
    await signIn()
    sandbox.control.expireAccessTokens()
    sandbox.control.goOffline()
    await expect(client.listPage(users)).rejects.toMatchObject({ code: 'service/offline' })
    expect(await session.state()).toBe('signed-in')
    sandbox.control.goOnline()
    sandbox.control.fail({ fault: { kind: 'status', status: 503 }, path: '/oauth2/token', method: 'POST' })
    await expect(client.listPage(users)).rejects.toMatchObject({ code: 'auth/unavailable' })
    expect(await session.state()).toBe('signed-in')
    await client.listPage(users)
    sandbox.control.revokeRefreshTokens()
    sandbox.control.expireAccessTokens()
    await expect(client.listPage(users)).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    expect(await session.state()).toBe('sign-in-needed')
    await signIn()
    await client.listPage(users)
  })

  it('recovers from whatever the service does to one request', async () => {
    const { client, signIn } = start(connectionTo(sandbox, { flow: 'client_credentials' }))
    await signIn()
    for (const fault of [
      { kind: 'status', status: 429, retryAfter: 1 },
      { kind: 'status', status: 500 },
      { kind: 'status', status: 401 },
      { kind: 'drop' },
      { kind: 'cut' },
      { kind: 'truncate' },
    ] as const) {
      sandbox.control.fail({ fault, path: '/users' })
      expect((await client.listPage(users)).bytes.byteLength).toBeGreaterThan(0)
    }
    sandbox.control.fail({ fault: { kind: 'html' }, path: '/users' })
    await expect(client.listPage(users)).rejects.toMatchObject({ code: 'service/not-json' })
  })

  it('never lends its tokens to another connection', async () => {
    const here = start(connectionTo(sandbox, { user: 'a' }))
    const there = start(connectionTo(other, { user: 'a' }))
    const colleague = start(connectionTo(sandbox, { user: 'b' }))
    await here.signIn()
    expect([await there.session.state(), await colleague.session.state()]).toEqual(['signed-out', 'signed-out'])
    await expect(there.session.tokens.current()).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    await expect(colleague.session.tokens.current()).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    await there.signIn()
    expect(await here.session.tokens.current()).not.toBe(await there.session.tokens.current())
    await Promise.all([here.client.listPage(users), there.client.listPage(users)])
    await here.session.signOut()
    expect(await there.session.state()).toBe('signed-in')
    await there.client.listPage(users)
    const moved = start({ ...connectionTo(sandbox, { user: 'a' }), ...changedAddress(sandbox) })
    expect(await moved.session.state()).toBe('signed-out')
  })

  it('leaves secrets in the keychain alone, and after signing out only the client secret', async () => {
    const connection = connectionTo(sandbox)
    const markerPath = join(folder, 'mirror.key.json')
    const account = keychainAccount(connection.id, 'mirror-key')
    await createSavedConnections({ folder }).add(connection)
    const { key } = await openStoreKey({ keychain: keys.keychain, account, markerPath })
    const { session, client, signIn, seen } = start(connection)
    await signIn()
    const canaries = [...keys.entries.values(), key, await session.tokens.current()]
    const texts: string[] = []
    const record = async (promise: Promise<unknown>) => {
      texts.push(inspect(await promise.catch((error: unknown) => error), { depth: 20, showHidden: true }))
    }
    for (const status of [400, 403, 500]) {
      sandbox.control.fail({ fault: { kind: 'status', status }, path: '/users', times: 9 })
      await record(client.listPage(users))
      sandbox.control.reset()
    }
    sandbox.control.revokeRefreshTokens()
    sandbox.control.expireAccessTokens()
    await record(client.listPage(users))
    sandbox.control.goOffline()
    await record(client.listPage(users))
    await record(signIn())
    sandbox.control.goOnline()
    canaries.push(...seen.callbacks.map((callback) => new URL(callback).searchParams.get('code') ?? ''))
    for (const name of await readdir(folder, { recursive: true }))
      texts.push(await readFile(join(folder, name), 'utf8'))
    expect(canaries.filter((each) => each.length > 8).length).toBeGreaterThanOrEqual(5)
    expect(texts.length).toBeGreaterThanOrEqual(8)
    for (const canary of canaries) expect(texts.filter((text) => text.includes(canary))).toEqual([])
    await session.signOut()
    await removeMirrorKey({ keychain: keys.keychain, connectionId: connection.id, markerPath })
    expect([...keys.entries.keys()]).toEqual([keychainAccount(connection.id, 'client-secret')])
    expect(await session.state()).toBe('signed-out')
    await session.forget()
    expect(keys.entries.size).toBe(0)
    expect(await readdir(folder)).toEqual(['connections.json'])
  })

  it.each(['signOut', 'forget'] as const)(
    'reads nothing more after %s, though its access token is good for a while',
    async (end) => {
      const { session, client, signIn } = start(connectionTo(sandbox))
      await signIn()
      await client.listPage(users)
      await session[end]()
      await expect(client.listPage(users)).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    },
  )

  it.each([
    ['signing out', null],
    ['another sign-in', 'of-the-other-sign-in'],
  ])('keeps no refresh token that a renewal brings after %s', async (_what, kept) => {
    const server = await startHttpsServer((request, response) => {
      if (request.path !== '/oauth2/token') return sendJson(response, {}, 404)
      if (kept === null) keys.entries.delete(account)
      else keys.entries.set(account, kept)
      sendJson(response, { access_token: 'a', token_type: 'bearer', refresh_token: 'of-the-renewal' })
    })
    ends.push(() => server.close())
    const addresses = { base_url: server.origin, auth_url: server.origin, ca_certificate: server.caPem }
    const connection = connectionTo(sandbox, addresses)
    const account = keychainAccount(connection.id, 'refresh-token')
    keys.entries.set(account, 'of-the-sign-in')
    await start(connection).session.tokens.current()
    expect(keys.entries.get(account) ?? null).toBe(kept)
  })

  it('of an organization that was signed out asks for no token, neither before nor after a restart', async () => {
    const connection = connectionTo(sandbox, { flow: 'client_credentials' })
    const before = start(connection)
    await before.signIn()
    await before.session.signOut()
    sandbox.control.resetStats()
    await expect(before.client.listPage(users)).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    expect(await before.session.state()).toBe('signed-out')
    // Its copy may be opened again, for example to count what was not sent.
    keys.entries.set(keychainAccount(connection.id, 'mirror-key'), 'a key')
    const restarted = start(connection)
    expect(await restarted.session.state()).toBe('signed-out')
    await expect(restarted.client.listPage(users)).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    expect(sandbox.control.stats().grants.client_credentials).toBe(0)
    await restarted.signIn()
    await restarted.client.listPage(users)
    const again = start(connection)
    expect(await again.session.state()).toBe('signed-in')
    await again.client.listPage(users)
  })

  it('says that it must sign in, and loses nothing, while the keychain is locked', async () => {
    const { session, signIn } = start(connectionTo(sandbox))
    await signIn()
    const restarted = start(connectionTo(sandbox))
    keys.mood = 'locked'
    expect(await restarted.session.state()).toBe('sign-in-needed')
    await expect(restarted.session.tokens.current()).rejects.toMatchObject({ code: 'keychain/locked' })
    await expect(restarted.signIn()).rejects.toMatchObject({ code: 'keychain/locked' })
    keys.mood = 'open'
    expect(await restarted.session.state()).toBe('signed-in')
    await restarted.session.tokens.current()
    expect(await session.state()).toBe('signed-in')
  })
})

function changedAddress(service: TestSandbox) {
  const { connection } = parseConnectionInput({
    base_url: `${service.baseUrl}/elsewhere`,
    auth_url: service.authUrl,
    client_id: service.clientId,
    client_secret: 'x',
    redirect_uri: 'http://127.0.0.1/callback',
    user: 'a',
  })
  return { id: connection.id, base_url: connection.base_url }
}

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { keychainAccount } from '../../../electron/keychain/keychain.ts'
import type { Connection } from '../../../electron/tenants/connection.ts'
import {
  accessSeconds,
  awkward,
  connectionTo,
  onlineClientId,
  otherPaths,
  publicClientId,
  registered,
  startAuthorizationServer,
} from '../support/authorization-server.ts'
import { createSessions, signInThere } from '../support/sign-in-there.ts'
import { get } from '../support/small-browser.ts'

type Server = Awaited<ReturnType<typeof startAuthorizationServer>>

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

/** Whether the server itself still accepts an access token. */
async function isAccepted(server: Server, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  return (await get(`${server.origin}/me`, { ca: server.caPem, headers })).status === 200
}

const ways: ReadonlyArray<readonly [name: string, change: Partial<Connection>, secret: string | undefined]> = [
  ['the secret in the form', {}, registered.clientSecret],
  ['the secret by HTTP Basic', { client_id: awkward.clientId, token_auth: 'basic' }, awkward.clientSecret],
  ['no secret', { client_id: publicClientId, token_auth: 'none' }, undefined],
]

describe.each([
  ['with its metadata', true],
  ['without metadata', false],
])('a third-party authorization server %s', (_name, discovery) => {
  let server: Server
  const sessions = createSessions()
  beforeAll(async () => {
    server = await startAuthorizationServer({ discovery })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    // Both sides read this date: no test waits for a token to expire.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  })
  afterEach(async () => {
    vi.useRealTimers()
    server.granted.length = 0
    server.asked.length = 0
    await sessions.end()
  })

  it.each(ways)(
    'lets a user sign in once for ten expiries of the access token, with %s',
    async (_way, change, secret) => {
      const { session, keys, opened } = sessions.start(
        connectionTo(server, change),
        secret === undefined ? {} : { secret },
      )
      await signInThere(session)
      expect(new URL(opened[0] ?? '').pathname).toBe(discovery ? otherPaths.authorization : '/oauth2/authorize')
      for (let expiry = 1; expiry <= 10; expiry += 1) {
        const token = await session.tokens.current()
        expect(await isAccepted(server, token)).toBe(true)
        pass(accessSeconds + 1)
        expect(await isAccepted(server, token)).toBe(false)
        expect(await session.tokens.current()).not.toBe(token)
      }
      expect(server.granted).toEqual(['authorization_code', ...Array.from({ length: 10 }, () => 'refresh_token')])
      expect(opened).toHaveLength(1)
      expect(await session.state()).toBe('signed-in')
      const kept = [secret === undefined ? [] : 'client-secret', 'refresh-token'].flat()
      expect([...keys.entries.keys()]).toEqual(
        kept.map((name) => keychainAccount('d'.repeat(32), name as 'refresh-token')),
      )
    },
  )

  it('asks for nothing before the access token has expired if it gave no refresh token', async () => {
    const change = { client_id: publicClientId, token_auth: 'none', scope: 'openid email' } as const
    const { session, keys, opened } = sessions.start(connectionTo(server, change))
    await signInThere(session)
    const token = await session.tokens.current()
    pass(accessSeconds - 1)
    expect(await session.tokens.current()).toBe(token)
    expect(await session.state()).toBe('signed-in')
    pass(1)
    expect(await session.state()).toBe('sign-in-needed')
    await expect(session.tokens.current()).rejects.toMatchObject({
      code: 'auth/sign-in-needed',
      message: expect.stringContaining('no refresh token'),
    })
    expect(server.granted).toEqual(['authorization_code'])
    expect(await session.unrenewable()).toEqual({ lifetimeMs: accessSeconds * 1000 })
    expect([...keys.entries.keys()]).toEqual([keychainAccount('d'.repeat(32), 'unrenewable-sign-in')])
    await signInThere(session)
    expect(await session.tokens.current()).not.toBe(token)
    expect(opened).toHaveLength(2)
  })

  it('without a refresh token leaves, for the next start, only that a sign-in is needed', async () => {
    const connection = connectionTo(server, { client_id: publicClientId, token_auth: 'none', scope: 'openid email' })
    const before = sessions.start(connection)
    await signInThere(before.session)
    const after = sessions.start(connection)
    for (const [account, text] of before.keys.entries) after.keys.entries.set(account, text)
    expect(await after.session.state()).toBe('sign-in-needed')
    expect(await after.session.unrenewable()).toEqual({ lifetimeMs: accessSeconds * 1000 })
    await expect(after.session.tokens.current()).rejects.toMatchObject({ code: 'auth/sign-in-needed' })
    await after.session.signOut()
    expect(await after.session.state()).toBe('signed-out')
    expect(after.keys.entries.size).toBe(0)
    expect(server.granted).toEqual(['authorization_code'])
  })

  it('is told nothing of a secret that is left from before the client became public, and it is deleted', async () => {
    const change = { client_id: publicClientId, token_auth: 'none' } as const
    const { session, keys } = sessions.start(connectionTo(server, change), { secret: 'left from before' })
    expect(await session.hasSecret()).toBe(true)
    await signInThere(session)
    expect([...keys.entries.keys()]).toEqual([keychainAccount('d'.repeat(32), 'refresh-token')])
  })

  it('is asked without offline_access, before the browser opens, if the client may not have it', async () => {
    const change = { client_id: onlineClientId, token_auth: 'none' } as const
    const { session, opened } = sessions.start(connectionTo(server, change))
    expect(await signInThere(session)).toEqual(['waiting-for-browser', 'exchanging-code'])
    expect(server.asked.map((asked) => [asked.get('scope'), asked.get('prompt')])).toEqual([
      ['openid profile email offline_access', 'consent'],
      ['openid profile email', null],
      ['openid profile email', null],
    ])
    expect(opened).toHaveLength(1)
    // The next sign-in asks again: the firm may have allowed it since.
    await signInThere(session)
    expect(server.asked[3]?.get('scope')).toContain('offline_access')
  })

  it.each([
    ['the form', {}, registered.clientSecret],
    ['HTTP Basic', { client_id: awkward.clientId, token_auth: 'basic' }, awkward.clientSecret],
  ] as const)('gives an organization one token after the other, for its secret in %s', async (_way, change, secret) => {
    const organization = { flow: 'client_credentials', redirect_uri: null, ...change } as const
    const { session } = sessions.start(connectionTo(server, organization), { secret })
    await signInThere(session)
    const token = await session.tokens.current()
    pass(accessSeconds + 1)
    expect(await session.tokens.current()).not.toBe(token)
    expect(server.granted).toEqual(['client_credentials', 'client_credentials'])
  })

  it('gets the resource of the connection with every request', async () => {
    const change = { resource: 'urn:firm:clients', user: 'jo@firm.example' }
    const { session } = sessions.start(connectionTo(server, change), { secret: registered.clientSecret })
    await signInThere(session)
    pass(accessSeconds + 1)
    await session.tokens.current()
    expect(server.granted).toEqual(['authorization_code', 'refresh_token'])
    expect(server.asked.map((asked) => [asked.get('resource'), asked.get('login_hint')])).toEqual([
      ['urn:firm:clients', 'jo@firm.example'],
      ['urn:firm:clients', 'jo@firm.example'],
    ])
  })

  it.each([
    ['the form', { token_auth: 'post' }, 'auth/wrong-secret'],
    ['HTTP Basic', { token_auth: 'basic' }, 'auth/wrong-secret'],
    ['no way', { token_auth: 'none' }, 'auth/wrong-client'],
  ] as const)('refuses a client that proves itself by %s without being registered so', async (_way, change, code) => {
    const { session } = sessions.start(connectionTo(server, change), { secret: 'another secret' })
    await expect(signInThere(session)).rejects.toMatchObject({ code })
    expect(await session.state()).toBe('signed-out')
  })
})

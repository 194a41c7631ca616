import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import {
  type CheckProgress,
  type ConnectionInput,
  type ConnectStep,
  connectSteps,
  emptyConnection,
} from '../../../shared/ipc/connections.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { type SeenRequest, sendJson, startHttpsServer, type TestServer } from '../support/https-server.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import { collect } from './support/collect.ts'
import { createTenantCores, inputFor } from './support/tenant-cores.ts'

const { tempFolder, startCore, cleanUp } = createTenantCores()

describe('the checks of connecting a firm', () => {
  let sandbox: TestSandbox
  let core: Core
  let keychain: ReturnType<typeof createKeychainDouble>
  const ends: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    sandbox = await startTestSandbox({ redirectUris: ['http://127.0.0.1/callback'] })
    keychain = createKeychainDouble()
    core = await startCore({ userDataDir: await tempFolder(), keychain })
  })
  afterAll(async () => {
    await cleanUp()
    await sandbox.close()
  })
  afterEach(async () => {
    sandbox.control.reset()
    for (const end of ends.splice(0)) await end()
  })

  const organization = () => inputFor(sandbox, 'Alder')
  const personal = (): ConnectionInput => ({
    ...organization(),
    flow: 'authorization_code',
    redirect_uri: 'http://127.0.0.1/callback',
  })
  /** Runs a check to its end. */
  async function check(step: ConnectStep, input: ConnectionInput, signal = new AbortController().signal) {
    const progress = await collect(core.connections.check({ ...input, step }, signal))
    return progress.map(({ part, state }) => `${part}: ${state}`)
  }
  const failure = (step: ConnectStep, input: ConnectionInput) =>
    check(step, input).then(
      () => {
        throw new Error('The check passed.')
      },
      (error: { code: string; issues: readonly { field: string; message: string }[] }) => error,
    )
  async function serve(answer: (request: SeenRequest) => { status: number; body?: unknown; html?: string }) {
    const server: TestServer = await startHttpsServer((request, response) => {
      const { status, body, html } = answer(request)
      if (html === undefined) sendJson(response, body, status)
      else response.writeHead(status, { 'content-type': 'text/html', location: 'https://127.0.0.1:1/' }).end(html)
    })
    ends.push(server.close)
    return { base_url: server.origin, auth_url: server.origin, ca_certificate: server.caPem }
  }

  it('pass one after the other for a firm that is described rightly, and save nothing and keep no token', async () => {
    for (const input of [organization(), personal()]) {
      expect(await check('address', input)).toEqual([
        'service-address: running',
        'service-address: passed',
        'sign-in-address: running',
        'sign-in-address: passed',
      ])
      expect(await check('client', input)).toEqual(['client: running', 'client: passed'])
    }
    expect(await check('redirect', personal())).toEqual([
      'redirect-port: running',
      'redirect-port: passed',
      'redirect-address: running',
      'redirect-address: passed',
    ])
    expect(await check('redirect', organization())).toEqual([])
    expect(sandbox.control.stats().grants).toMatchObject({ authorization_code: 0, refresh_token: 0 })
    expect(await core.connections.list({})).toEqual([])
    expect(keychain.entries.size).toBe(0)
  })

  it('look only at the fields of their step', async () => {
    const empty = { ...organization(), base_url: '', client_id: '', client_secret: '', redirect_uri: 'nonsense' }
    const { code, issues } = await failure('address', { ...empty, flow: 'authorization_code' })
    expect(code).toBe('connection/invalid')
    expect(issues.map(({ field }) => field)).toEqual(['base_url'])
  })

  describe('of the addresses', () => {
    it.each([
      ['a server that is not there', { base_url: 'https://127.0.0.1:1' }, 'service/offline', 'base_url'],
      ['a sign-in server that is not there', { auth_url: 'https://127.0.0.1:1' }, 'auth/unreachable', 'auth_url'],
      [
        'a certificate of an unknown authority',
        { ca_certificate: '' },
        'service/untrusted-certificate',
        'ca_certificate',
      ],
    ] as const)('name %s', async (_what, change, code, field) => {
      const error = await failure('address', { ...organization(), ...change })
      expect(error).toMatchObject({ code, issues: [{ field }] })
      expect(error.issues[0]?.message).toMatch(/Ask your firm’s administrator/)
    })

    it('name a server that is another one', async () => {
      const swapped = { base_url: sandbox.authUrl, auth_url: sandbox.authUrl }
      expect(await failure('address', { ...organization(), ...swapped })).toMatchObject({
        code: 'connection/not-the-service',
        issues: [{ field: 'base_url', message: expect.stringMatching(/answers, but not as the service does/) }],
      })
      expect(await failure('address', { ...organization(), auth_url: sandbox.baseUrl })).toMatchObject({
        code: 'connection/not-the-service',
        issues: [{ field: 'auth_url', message: expect.stringMatching(/not as the sign-in server does/) }],
      })
    })

    it.each([
      ['a page where data was expected', { status: 200, html: '<h1>Welcome</h1>' }, 'connection/not-the-service'],
      ['an address that leads to another one', { status: 302, html: 'Moved' }, 'service/redirected'],
      ['a server that fails', { status: 503, body: {} }, 'service/failed'],
    ] as const)('name %s', async (_what, answer, code) => {
      const error = await failure('address', { ...organization(), ...(await serve(() => answer)) })
      // The status is for whoever the user asks.
      expect(error).toMatchObject({ code, issues: [{ field: 'base_url' }], detail: `HTTP ${answer.status}` })
    })

    it('pass for a server that refuses with JSON, and not for one that answers with a bare word', async () => {
      const refusing = await serve(() => ({ status: 400, body: { error: 'invalid_request' } }))
      expect(await check('address', { ...organization(), ...refusing })).toContain('sign-in-address: passed')
      for (const body of [null, 'ok']) {
        const error = await failure('address', { ...organization(), ...(await serve(() => ({ status: 200, body }))) })
        expect(error).toMatchObject({ code: 'connection/not-the-service', issues: [{ field: 'base_url' }] })
      }
    })

    it.each([
      ['the service', 'service-address', '/users'],
      ['the sign-in server', 'sign-in-address', '/.well-known/oauth-authorization-server'],
    ])('can be cancelled while %s does not answer', async (_what, last, path) => {
      sandbox.control.fail({ fault: { kind: 'hang' }, path })
      const leaving = new AbortController()
      const running = core.connections.check({ ...organization(), step: 'address' }, leaving.signal)
      const parts: CheckProgress[] = []
      const ended = (async () => {
        for await (const part of running) {
          parts.push(part)
          if (part.part === last) leaving.abort()
        }
      })()
      // No field is at fault.
      await expect(ended).rejects.toMatchObject({ code: 'auth/cancelled', issues: [] })
      expect(parts.at(-1)).toEqual({ part: last, state: 'running' })
    })
  })

  describe('of the client', () => {
    it.each([
      ['a wrong secret', { client_secret: 'not-the-secret' }],
      ['an unknown client ID', { client_id: 'somebody-else' }],
    ])('name %s in both ways of signing in', async (_what, change) => {
      for (const input of [organization(), personal()]) {
        const error = await failure('client', { ...input, ...change })
        expect(error).toMatchObject({ code: 'auth/wrong-secret', issues: [{ field: 'client_secret' }] })
        expect(error.issues[0]?.message).toMatch(/Ask your firm’s administrator/)
        expect(JSON.stringify(error)).not.toContain('not-the-secret')
      }
    })

    it('name a way of signing in that the server does not allow', async () => {
      const server = await serve(() => ({ status: 400, body: { error: 'unauthorized_client' } }))
      expect(await failure('client', { ...personal(), ...server })).toMatchObject({
        issues: [{ field: 'flow', message: expect.stringMatching(/Authorization Code grant/) }],
      })
      expect(await failure('client', { ...organization(), ...server })).toMatchObject({
        issues: [{ field: 'flow', message: expect.stringMatching(/Client Credentials grant/) }],
      })
    })

    it('say that an answer proves nothing', async () => {
      const server = await serve(() => ({ status: 400, body: { error: 'invalid_request' } }))
      expect(await check('client', { ...personal(), ...server })).toEqual(['client: running', 'client: unproven'])
    })
  })

  it('pass for a public client, and for a server that publishes its endpoints; a secret is then refused', async () => {
    const firm = await startTestSandbox({ publicClient: true, discovery: true })
    ends.push(firm.close)
    const input = {
      ...inputFor(firm, 'Public'),
      flow: 'authorization_code',
      redirect_uri: 'http://127.0.0.1/callback',
    } as const
    const open = { ...input, token_auth: 'none', client_secret: '' } as const
    for (const step of connectSteps) {
      expect((await check(step, open)).filter((part) => !part.endsWith('running'))).not.toContain('unproven')
    }
    expect(await failure('client', { ...input, client_secret: 'a secret' })).toMatchObject({
      code: 'auth/wrong-secret',
    })
    expect(await failure('client', { ...open, client_id: 'somebody-else' })).toMatchObject({
      code: 'auth/wrong-client',
      issues: [{ field: 'token_auth', message: expect.stringMatching(/public client/) }],
    })
  })

  describe('of the redirect address', () => {
    it('name an address that is not registered, and a client that is not known', async () => {
      const other = { redirect_uri: 'http://127.0.0.1/other' }
      expect(await failure('redirect', { ...personal(), ...other })).toMatchObject({
        code: 'auth/redirect-mismatch',
        issues: [
          { field: 'redirect_uri', message: expect.stringContaining('register exactly http://127.0.0.1/other') },
        ],
      })
      expect(await failure('redirect', { ...personal(), client_id: 'somebody-else' })).toMatchObject({
        issues: [{ field: 'client_id' }],
      })
    })

    it('name a sign-in page that answers with something else', async () => {
      const odd = await serve(() => ({ status: 404, body: {} }))
      expect(await failure('redirect', { ...personal(), ...odd })).toMatchObject({
        code: 'auth/bad-response',
        issues: [{ field: 'redirect_uri', message: expect.stringMatching(/whether this redirect address/) }],
      })
    })

    it('name a port that another program has, without asking any server', async () => {
      const squatter = createServer()
      await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
      ends.push(() => new Promise((resolve) => squatter.close(resolve)))
      const { port } = squatter.address() as AddressInfo
      sandbox.control.goOffline()
      const taken = { redirect_uri: `http://127.0.0.1:${port}/callback` }
      expect(await failure('redirect', { ...personal(), ...taken })).toMatchObject({
        code: 'auth/port-taken',
        issues: [{ field: 'redirect_uri', message: expect.stringMatching(/another port/) }],
      })
    })
  })
})

it('a check asks no server that the firm’s policy does not allow', async () => {
  const policyFile = `${await tempFolder()}/policy.json`
  await writeFile(policyFile, JSON.stringify({ allowed_base_urls: ['https://firm.example.com'] }))
  const server = await startHttpsServer((_request, response) => sendJson(response, {}, 401))
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble(), policyFile })
  const address = { base_url: server.origin, auth_url: server.origin, ca_certificate: server.caPem }
  const typed = { ...emptyConnection, ...address, client_id: 'id', client_secret: 'secret' }
  const checking = core.connections.check({ ...typed, step: 'address' }, new AbortController().signal)
  await expect(collect(checking)).rejects.toMatchObject({ code: 'policy/address-not-allowed' })
  expect(server.seen).toEqual([])
  await server.close()
  await cleanUp()
})

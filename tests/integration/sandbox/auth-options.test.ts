import { afterEach, describe, expect, test } from 'vitest'
import { parseOptions } from '../../../sandbox/command-line.ts'
import type { SandboxOptions } from '../../../sandbox/server.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import { authorizeUrl, exchange, pkce, REDIRECT, signIn } from '../support/sandbox-sign-in.ts'

const started: TestSandbox[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((sandbox) => sandbox.close()))
})

async function start(options: SandboxOptions): Promise<TestSandbox> {
  const sandbox = await startTestSandbox({ households: 1, ...options })
  started.push(sandbox)
  return sandbox
}

async function tokensFor(sandbox: TestSandbox, more: Record<string, string> = {}) {
  const { verifier, query } = pkce()
  const code = (await signIn(sandbox, { ...query, ...more })).get('code') ?? ''
  const { resource } = more
  return exchange(sandbox, code, { code_verifier: verifier, ...(resource === undefined ? {} : { resource }) })
}

const basicOf = ({ clientId, clientSecret }: TestSandbox) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
})
const organization = { grant_type: 'client_credentials' }

describe('refresh tokens', () => {
  test('never: no sign-in gets one, and the grant is not known', async () => {
    const sandbox = await start({ refreshTokens: 'never' })
    const answer = await tokensFor(sandbox, { scope: 'openid offline_access' })
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('refresh_token')
    const renewal = await sandbox.client.token({ grant_type: 'refresh_token', refresh_token: 'x' })
    expect(renewal.body).toMatchObject({ error: 'unsupported_grant_type' })
  })

  test('by scope: only a sign-in with offline_access gets one', async () => {
    const sandbox = await start({ refreshTokens: 'by-scope' })
    expect((await tokensFor(sandbox)).body).not.toHaveProperty('refresh_token')
    expect((await tokensFor(sandbox, { scope: 'openid profile' })).body).not.toHaveProperty('refresh_token')
    const lasting = await tokensFor(sandbox, { scope: 'openid offline_access' })
    expect(lasting.body).toMatchObject({ refresh_token: expect.any(String) })
  })
})

describe('scopes', () => {
  test('an unknown one is refused at the sign-in page and at the token endpoint, by name', async () => {
    const sandbox = await start({ scopes: ['openid', 'profile'] })
    const refused = await signIn(sandbox, { scope: 'openid offline_access', state: 's' })
    expect([refused.get('error'), refused.get('state')]).toEqual(['invalid_scope', 's'])
    expect(refused.get('error_description')).toContain('offline_access')
    const atToken = await sandbox.client.token({ ...organization, scope: 'files"' })
    expect([atToken.status, atToken.body]).toMatchObject([400, { error: 'invalid_scope' }])
    expect(JSON.stringify(atToken.body)).toContain('files?')
  })

  test('known ones are granted and named in the answer', async () => {
    const sandbox = await start({ scopes: ['openid', 'offline_access'], refreshTokens: 'by-scope' })
    const answer = await tokensFor(sandbox, { scope: 'openid offline_access' })
    expect(answer.body).toMatchObject({ scope: 'openid offline_access', refresh_token: expect.any(String) })
    expect((await tokensFor(sandbox)).body).not.toHaveProperty('scope')
  })
})

describe('authentication at the token endpoint', () => {
  test('by post only', async () => {
    const sandbox = await start({ tokenAuth: ['post'] })
    expect(sandbox.tokenAuth).toBe('post')
    expect((await sandbox.client.token(organization)).status).toBe(200)
    const refused = await sandbox.client.token(organization, basicOf(sandbox))
    expect([refused.status, refused.body]).toMatchObject([401, { error: 'invalid_client' }])
    expect(refused.headers['www-authenticate']).toBe('Basic realm="sandbox"')
  })

  test('by a Basic header only', async () => {
    const sandbox = await start({ tokenAuth: ['basic'] })
    expect(sandbox.tokenAuth).toBe('basic')
    expect((await sandbox.client.token(organization)).status).toBe(200)
    expect((await tokensFor(sandbox)).status).toBe(200)
    const form = { client_id: sandbox.clientId, client_secret: sandbox.clientSecret, ...organization }
    const refused = await sandbox.client.call(sandbox.tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    expect([refused.status, refused.body]).toMatchObject([401, { error: 'invalid_client' }])
  })

  test('a public client signs in with PKCE and without a secret', async () => {
    const sandbox = await start({ publicClient: true })
    expect([sandbox.tokenAuth, sandbox.clientSecret]).toEqual(['none', ''])
    const { access_token: token, refresh_token: refresh } = (await tokensFor(sandbox)).body as Record<string, string>
    expect((await sandbox.client.api('/users', { token: token ?? '' })).status).toBe(200)
    const renewed = await sandbox.client.token({ grant_type: 'refresh_token', refresh_token: refresh ?? '' })
    expect(renewed.status).toBe(200)
  })

  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['a secret in the form', { client_secret: 'x' }, {}, 'invalid_client'],
    ['a Basic header', {}, { authorization: 'Basic c2FuZGJveC1jbGllbnQ6eA==' }, 'invalid_client'],
    ['another client', { client_id: 'other' }, {}, 'invalid_client'],
    ['the Client Credentials flow', {}, {}, 'unsupported_grant_type'],
  ])('a public client is refused with %s', async (_name, form, headers, error) => {
    const sandbox = await start({ publicClient: true })
    expect((await sandbox.client.token({ ...organization, ...form }, headers)).body).toMatchObject({ error })
  })

  test('a public client cannot sign in without PKCE', async () => {
    const sandbox = await start({ publicClient: true })
    expect((await signIn(sandbox)).get('error')).toBe('invalid_request')
  })
})

test('a service that needs a resource refuses a sign-in and a token without it', async () => {
  const resource = 'https://api.example.com'
  const sandbox = await start({ resource })
  expect((await signIn(sandbox)).get('error')).toBe('invalid_target')
  expect((await signIn(sandbox, { audience: resource })).get('code')).not.toBeNull()
  expect((await tokensFor(sandbox, { resource })).status).toBe(200)
  expect((await sandbox.client.token(organization)).body).toMatchObject({ error: 'invalid_target' })
  expect((await sandbox.client.token({ ...organization, audience: resource })).status).toBe(200)
})

describe('discovery', () => {
  const wellKnown = (sandbox: TestSandbox) => `${sandbox.baseUrl}/.well-known/oauth-authorization-server/auth`

  test('is off unless asked for', async () => {
    const sandbox = await start({})
    expect((await sandbox.client.call(wellKnown(sandbox))).status).toBe(404)
    expect(sandbox.tokenUrl).toBe(`${sandbox.authUrl}/oauth2/token`)
  })

  test('names endpoints that work, and those of the description are not there', async () => {
    const sandbox = await start({ discovery: true, scopes: ['openid'] })
    const { body } = await sandbox.client.call(wellKnown(sandbox))
    expect(body).toEqual({
      issuer: sandbox.authUrl,
      authorization_endpoint: sandbox.authorizeUrl,
      token_endpoint: sandbox.tokenUrl,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid'],
    })
    expect((await tokensFor(sandbox)).status).toBe(200)
    expect((await sandbox.client.call(`${sandbox.authUrl}/oauth2/authorize`)).status).toBe(404)
    expect((await sandbox.client.call(`${sandbox.authUrl}/oauth2/token`, { method: 'POST' })).status).toBe(404)
  })

  test('says what a public client without refresh tokens can do', async () => {
    const sandbox = await start({ discovery: true, publicClient: true, refreshTokens: 'never' })
    expect((await sandbox.client.call(wellKnown(sandbox))).body).toMatchObject({
      grant_types_supported: ['authorization_code'],
      token_endpoint_auth_methods_supported: ['none'],
    })
  })
})

test('a service that compares redirect URIs exactly takes only the registered port', async () => {
  const sandbox = await start({ redirectUris: [REDIRECT], exactRedirect: true })
  expect((await sandbox.client.call(authorizeUrl(sandbox))).status).toBe(200)
  const other = authorizeUrl(sandbox, { redirect_uri: 'http://127.0.0.1:43211/callback' })
  expect((await sandbox.client.call(other)).status).toBe(400)
})

describe('the command line', () => {
  test('takes each option of the sign-in', () => {
    const line =
      '--no-refresh --public-client --discovery --exact-redirect --scopes openid,profile --token-auth basic,post --resource https://a.test'
    expect(parseOptions(line.split(' '))).toMatchObject({
      refreshTokens: 'never',
      publicClient: true,
      discovery: true,
      exactRedirect: true,
      scopes: ['openid', 'profile'],
      tokenAuth: ['post', 'basic'],
      resource: 'https://a.test',
    })
    expect(parseOptions(['--refresh-by-scope'])).toMatchObject({ refreshTokens: 'by-scope' })
    expect(parseOptions([])).not.toHaveProperty('refreshTokens')
  })

  test.each([
    [['--no-refresh', '--refresh-by-scope'], 'contradict'],
    [['--token-auth', 'none'], 'takes post, basic'],
    [['--token-auth', ''], 'takes post, basic'],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence)
  })
})

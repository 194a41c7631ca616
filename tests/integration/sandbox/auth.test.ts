import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import { authorizeUrl, exchange, pkce, press, REDIRECT, signIn } from '../support/sandbox-sign-in.ts'

const time = { now: Date.now() }
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ households: 2, clock: () => time.now })
})
afterAll(() => sandbox.close())

interface TokenBody {
  access_token: string
  refresh_token: string
  token_type: string
  expires_in: number
}

const codeFor = async (more: Record<string, string> = {}) => (await signIn(sandbox, more)).get('code') ?? ''
const usersWith = (token: string | null) => sandbox.client.api('/users', { token })

describe('the sign-in page', () => {
  test('offers the users of the tenant, with a strict policy and no script', async () => {
    const page = await sandbox.client.call(authorizeUrl(sandbox))
    const users = (await sandbox.client.api('/users')).body as { data: unknown[] }
    expect(page.status).toBe(200)
    expect(String(page.body).match(/<option /g)?.length).toBe(users.data.length)
    expect(String(page.body)).not.toContain('<script')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:43210;")
  })

  test('authorizes: the browser goes back with a code and the state as it was', async () => {
    const state = 'a b&c=d/é"<'
    const answer = await press(sandbox, await sandbox.client.call(authorizeUrl(sandbox, { state })), 'authorize')
    const location = new URL(String(answer.headers.location))
    expect(answer.status).toBe(303)
    expect(location.origin + location.pathname).toBe(REDIRECT)
    expect([...location.searchParams.keys()].sort()).toEqual(['code', 'state'])
    expect(location.searchParams.get('state')).toBe(state)
  })

  test('denies with access_denied', async () => {
    const answer = await press(sandbox, await sandbox.client.call(authorizeUrl(sandbox, { state: 's' })), 'deny')
    const query = new URL(String(answer.headers.location)).searchParams
    expect([query.get('error'), query.get('state'), query.get('code')]).toEqual(['access_denied', 's', null])
  })

  test.each<[string, Record<string, string>]>([
    ['an unknown client', { client_id: 'nobody' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:43210/elsewhere' }],
    ['another host', { redirect_uri: 'http://evil.test/callback' }],
    ['https where http is registered', { redirect_uri: 'https://127.0.0.1/callback' }],
    ['a user name in the address', { redirect_uri: 'http://user@127.0.0.1:43210/callback' }],
    ['a fragment', { redirect_uri: `${REDIRECT}#x` }],
    ['an added query', { redirect_uri: `${REDIRECT}?x=1` }],
    ['no redirect URI', { redirect_uri: '' }],
  ])('shows an error page and redirects nowhere for %s', async (_name, change) => {
    const page = await sandbox.client.call(authorizeUrl(sandbox, change))
    expect([page.status, page.headers.location]).toEqual([400, undefined])
    expect(String(page.body)).toContain('role="alert"')
  })

  test.each<[string, Record<string, string>, string]>([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['plain PKCE', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'x', code_challenge_method: 'S256' }, 'invalid_request'],
  ])('sends the browser back with an error for %s', async (_name, change, error) => {
    const answer = await sandbox.client.call(authorizeUrl(sandbox, { state: 's', ...change }))
    const query = new URL(String(answer.headers.location)).searchParams
    expect([query.get('error'), query.get('state')]).toEqual([error, 's'])
  })

  test('takes its form once, from itself only, with a user it offered', async () => {
    const page = await sandbox.client.call(authorizeUrl(sandbox))
    expect((await press(sandbox, page, 'authorize', { origin: 'https://evil.test' })).status).toBe(403)
    expect((await press(sandbox, page, 'authorize', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await press(sandbox, page, 'authorize', { origin: sandbox.baseUrl })).status).toBe(303)
    expect((await press(sandbox, page, 'authorize')).status).toBe(400)
    expect((await press(sandbox, await sandbox.client.call(authorizeUrl(sandbox)), 'perhaps')).status).toBe(400)
  })

  test('a form left open for more than ten minutes has expired', async () => {
    const page = await sandbox.client.call(authorizeUrl(sandbox))
    time.now += 11 * 60_000
    expect((await press(sandbox, page, 'authorize')).status).toBe(400)
  })
})

describe('the token endpoint', () => {
  test('exchanges a code for tokens of the user; the refresh token lasts and does not rotate', async () => {
    const answer = await exchange(sandbox, await codeFor())
    const tokens = answer.body as TokenBody
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(tokens).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 300,
    })
    expect((await usersWith(tokens.access_token)).status).toBe(200)
    time.now += 301_000
    const expired = await usersWith(tokens.access_token)
    expect(expired.status).toBe(401)
    expect(String(expired.headers['www-authenticate'])).toMatch(/^Bearer .*error="invalid_token"/)
    time.now += 3 * 365 * 86_400_000
    for (let round = 0; round < 2; round += 1) {
      const renewed = await sandbox.client.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
      expect(renewed.body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 300 })
      expect((await usersWith((renewed.body as TokenBody).access_token)).status).toBe(200)
    }
  })

  test('gives the organization a token of an hour, without a refresh token', async () => {
    const answer = await sandbox.client.token({ grant_type: 'client_credentials' })
    expect(answer.body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3600 })
  })

  test('takes the client secret by Basic as well, but not both ways at once', async () => {
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${sandbox.clientId}:${secret}`).toString('base64')}`,
    })
    const form = { grant_type: 'client_credentials' }
    expect((await sandbox.client.token(form, basic(sandbox.clientSecret))).status).toBe(200)
    const wrong = await sandbox.client.token(form, basic('wrong'))
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, 'Basic realm="sandbox"'])
    const both = await sandbox.client.token({ ...form, client_secret: 'x' }, basic(sandbox.clientSecret))
    expect(both.body).toMatchObject({ error: 'invalid_request' })
  })

  test('a code works once; its replay also revokes what it gave', async () => {
    const code = await codeFor()
    const tokens = (await exchange(sandbox, code)).body as TokenBody
    expect((await exchange(sandbox, code)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await usersWith(tokens.access_token)).status).toBe(401)
    const renewal = await sandbox.client.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect([renewal.status, renewal.body]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  test('a code lasts a minute and belongs to its redirect URI', async () => {
    const late = await codeFor()
    time.now += 61_000
    expect((await exchange(sandbox, late)).body).toMatchObject({ error: 'invalid_grant' })
    const elsewhere = await exchange(sandbox, await codeFor(), { redirect_uri: 'http://127.0.0.1:1/callback' })
    expect(elsewhere.body).toMatchObject({ error: 'invalid_grant' })
  })

  test('PKCE is honoured when sent, and then required', async () => {
    const { verifier, query } = pkce()
    expect((await exchange(sandbox, await codeFor(query), { code_verifier: verifier })).status).toBe(200)
    expect((await exchange(sandbox, await codeFor(query), { code_verifier: `${verifier}x` })).status).toBe(400)
    expect((await exchange(sandbox, await codeFor(query))).status).toBe(400)
    expect((await exchange(sandbox, await codeFor(), { code_verifier: verifier })).status).toBe(400)
  })

  test.each<[string, Record<string, string>, number, string]>([
    ['a wrong secret', { grant_type: 'client_credentials', client_secret: 'wrong' }, 401, 'invalid_client'],
    ['a wrong client', { grant_type: 'client_credentials', client_id: 'nobody' }, 401, 'invalid_client'],
    ['no grant type', {}, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no code', { grant_type: 'authorization_code', redirect_uri: REDIRECT }, 400, 'invalid_request'],
    ['no redirect URI', { grant_type: 'authorization_code', code: 'x' }, 400, 'invalid_request'],
    ['an unknown code', { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT }, 400, 'invalid_grant'],
    ['no refresh token', { grant_type: 'refresh_token' }, 400, 'invalid_request'],
    ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'invalid_grant'],
  ])('answers %s with an error of RFC 6749', async (_name, form, status, error) => {
    const answer = await sandbox.client.token(form)
    expect([answer.status, answer.body]).toMatchObject([status, { error, error_description: expect.any(String) }])
  })

  test('takes forms only, each field once', async () => {
    const url = `${sandbox.authUrl}/oauth2/token`
    const asJson = await sandbox.client.call(url, { method: 'POST', json: { grant_type: 'client_credentials' } })
    expect(asJson.status).toBe(401)
    const twice = await sandbox.client.call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&grant_type=refresh_token',
    })
    expect(twice.body).toMatchObject({ error: 'invalid_request' })
    expect((await sandbox.client.call(url)).status).toBe(404)
  })
})

describe('the API', () => {
  test.each([null, 'nonsense', '', 'a b'])(
    'refuses the token %j with 401 and says how to authenticate',
    async (token) => {
      const answer = await sandbox.client.api('/users', {
        token: null,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      })
      expect(answer.status).toBe(401)
      expect(String(answer.headers['www-authenticate'])).toMatch(/^Bearer realm=/)
    },
  )

  test('takes no refresh token for an access token, and no other scheme', async () => {
    const tokens = (await exchange(sandbox, await codeFor())).body as TokenBody
    expect((await usersWith(tokens.refresh_token)).status).toBe(401)
    const headers = { authorization: `Basic ${tokens.access_token}` }
    expect((await sandbox.client.api('/users', { token: null, headers })).status).toBe(401)
  })
})

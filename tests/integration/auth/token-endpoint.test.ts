import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import type { SignInServer } from '../../../electron/auth/sign-in-server.ts'
import { createTokenEndpoint, type TokenEndpoint } from '../../../electron/auth/token-endpoint.ts'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import type { AppErrorCode } from '../../../shared/domain/app-error.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'
import { describedServer } from '../support/described-server.ts'
import { type SeenRequest, sendJson, startHttpsServer } from '../support/https-server.ts'

type Answer = NonNullable<Parameters<typeof startHttpsServer>[0]>
type Ask = keyof TokenEndpoint

const ends: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const secrets = {
  clientSecret: 'canary-client-secret',
  code: 'canary-code',
  refreshToken: 'canary-refresh',
  codeVerifier: 'canary-verifier-'.repeat(3),
}
const time = createInstantClock()

type Options = {
  trusted?: boolean
  timeoutMs?: number
  connection?: object
  server?: Partial<SignInServer>
  hasIssuer?: boolean
}

async function arrange(answer: Answer, options: Options = {}) {
  const server = await startHttpsServer(answer)
  ends.push(() => server.close())
  const dispatcher = createHttpsAgent({ caCertificate: options.trusted === false ? null : server.caPem })
  ends.push(() => dispatcher.destroy())
  const timeout = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }
  const endpoint = createTokenEndpoint({
    connection: { client_id: 'c', token_auth: 'post', resource: null, audience: null, ...options.connection },
    dispatcher,
    clock: time.clock,
    ...timeout,
  })
  const { signal } = new AbortController()
  const { refreshToken, codeVerifier } = secrets
  const isPublic = Object(options.connection).token_auth === 'none'
  const request = {
    server: { ...describedServer(server.origin), ...options.server },
    clientSecret: isPublic ? null : secrets.clientSecret,
    signal,
  }
  const asks = {
    exchangeCode: () => {
      const callback = new URLSearchParams({ code: secrets.code, state: 's', iss: 'https://unknown.example' })
      if (options.hasIssuer === false) callback.delete('iss')
      const redirectUri = 'http://127.0.0.1:1/cb'
      return endpoint.exchangeCode({ ...request, callback, state: 's', redirectUri, codeVerifier })
    },
    refresh: () => endpoint.refresh({ ...request, refreshToken }),
    clientCredentials: () => endpoint.clientCredentials({ ...request, scope: 'clients.read' }),
  }
  return { server, asks }
}

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof AppError)) throw new Error('it did not fail by name', { cause: thrown })
  expect(thrown.nextStep).toMatch(/\.$/)
  const everything = `${inspect(thrown, { depth: 20, showHidden: true })}${JSON.stringify(thrown)}`
  expect(everything).not.toContain('canary')
  return thrown
}

const echo = ({ body, headers }: Pick<SeenRequest, 'body' | 'headers'>) => ({
  error_description: `Look: ${decodeURIComponent(body)} ${Buffer.from((headers.authorization ?? '').slice(6), 'base64')}`,
})

describe('the token endpoint', () => {
  it('is sent a form with the fields that are described', async () => {
    const { server, asks } = await arrange((_, response) =>
      sendJson(response, { access_token: 'a', token_type: 'Bearer', expires_in: 300 }),
    )
    await asks.exchangeCode()
    await asks.refresh()
    await asks.clientCredentials()
    const common = { client_id: 'c', client_secret: secrets.clientSecret }
    expect(
      server.seen.map(({ method, path, body }) => ({
        method,
        path,
        form: Object.fromEntries(new URLSearchParams(body)),
      })),
    ).toEqual(
      [
        {
          ...common,
          grant_type: 'authorization_code',
          code: secrets.code,
          redirect_uri: 'http://127.0.0.1:1/cb',
          code_verifier: secrets.codeVerifier,
        },
        { ...common, grant_type: 'refresh_token', refresh_token: secrets.refreshToken },
        { ...common, grant_type: 'client_credentials', scope: 'clients.read' },
      ].map((form) => ({ method: 'POST', path: '/oauth2/token', form })),
    )
    expect(server.seen[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  })

  it.each([
    [300, 300_000],
    ['3600', 3_600_000],
    [1e12, 1e15],
    [0, null],
    [-5, null],
    ['never', null],
    [undefined, null],
  ])('may say expires_in %o', async (expires, lifetimeMs) => {
    const { asks } = await arrange((_, response) =>
      sendJson(response, { access_token: 'a', token_type: 'bearer', expires_in: expires }),
    )
    expect(await asks.refresh()).toEqual({
      accessToken: 'a',
      refreshToken: null,
      lifetimeMs,
      expiresAt: lifetimeMs === null ? null : time.now + lifetimeMs,
    })
  })

  it.each([
    ['post', { client_id: 'c', client_secret: secrets.clientSecret }, undefined],
    ['basic', {}, `Basic ${Buffer.from(`c:${secrets.clientSecret}`).toString('base64')}`],
    ['none', { client_id: 'c' }, undefined],
  ])('learns of the client by %s', async (token_auth, inForm, header) => {
    const answer: Answer = (_, response) => sendJson(response, { access_token: 'a', token_type: 'Bearer' })
    const { server, asks } = await arrange(answer, { connection: { token_auth } })
    await asks.exchangeCode()
    await asks.refresh()
    for (const { body, headers } of server.seen) {
      const form = [...new URLSearchParams(body)].filter(([name]) => name.startsWith('client_'))
      expect([Object.fromEntries(form), headers.authorization]).toEqual([inForm, header])
    }
  })

  it('gets ids and secrets by HTTP Basic encoded like a form, of which letters, digits, - _ . and * stay as they are', async () => {
    const answer: Answer = (_, response) => sendJson(response, { access_token: 'a', token_type: 'Bearer' })
    const connection = { client_id: 'a-1_b.c*: é', token_auth: 'basic' }
    const { server, asks } = await arrange(answer, { connection })
    await asks.clientCredentials()
    const [, encoded = ''] = server.seen[0]?.headers.authorization?.split(' ') ?? []
    expect(Buffer.from(encoded, 'base64').toString()).toBe(`a-1_b.c*%3A+%C3%A9:${secrets.clientSecret}`)
  })

  it('is sent the resource and the audience of the connection with every grant', async () => {
    const extra = { resource: 'urn:firm:clients', audience: 'wealth' }
    const answer: Answer = (_, response) => sendJson(response, { access_token: 'a', token_type: 'Bearer' })
    const { server, asks } = await arrange(answer, { connection: extra })
    for (const ask of [asks.exchangeCode, asks.refresh, asks.clientCredentials]) await ask()
    for (const { body } of server.seen) expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject(extra)
  })

  it('names a client that is not accepted without a secret', async () => {
    for (const [body, code] of [
      [{ error: 'invalid_client' }, 'auth/wrong-client'],
      [{ message: 'who are you' }, 'auth/bad-response'],
    ] as const) {
      const { asks } = await arrange((_, response) => sendJson(response, body, 401), {
        connection: { token_auth: 'none' },
      })
      expect((await failureOf(asks.exchangeCode())).code).toBe(code)
    }
  })

  it('accepts only callbacks of the issuer that its metadata name', async () => {
    const answer: Answer = (_, response) => sendJson(response, { access_token: 'a', token_type: 'Bearer' })
    const right = await arrange(answer, { server: { issuer: 'https://unknown.example', namesIssuer: true } })
    await right.asks.exchangeCode()
    const mixedUp = await arrange(answer, { server: { issuer: 'https://firm.example' } })
    expect((await failureOf(mixedUp.asks.exchangeCode())).code).toBe('auth/bad-response')
    expect(mixedUp.server.seen).toEqual([])
    // A server that names itself in every callback did not send one without its name.
    const issuer = 'https://unknown.example'
    const unnamed = await arrange(answer, { server: { issuer, namesIssuer: true }, hasIssuer: false })
    expect((await failureOf(unnamed.asks.exchangeCode())).code).toBe('auth/bad-response')
    expect(unnamed.server.seen).toEqual([])
    await (await arrange(answer, { server: { issuer, namesIssuer: false }, hasIssuer: false })).asks.exchangeCode()
  })

  it.each([
    ['{}', 'HTTP 200, no bearer token'],
    ['<html>', 'HTTP 200, not JSON'],
  ])('that answers %s is said to have done so', async (body, detail) => {
    const { asks } = await arrange((_, response) => response.writeHead(200).end(body))
    expect(await failureOf(asks.exchangeCode())).toMatchObject({ code: 'auth/bad-response', detail })
  })

  it('that is not available asks a user who waits to try again, and not one whose sign-in Steward renews', async () => {
    const { asks } = await arrange((_, response) => sendJson(response, {}, 503))
    expect((await failureOf(asks.exchangeCode())).nextStep).toBe('Try again in a few minutes.')
    expect((await failureOf(asks.refresh())).nextStep).not.toMatch(/in a few minutes/)
  })

  it('may answer with more than is described', async () => {
    const { asks } = await arrange((_, response) => {
      const body = { access_token: 'a', refresh_token: 'r', id_token: 'not.a.jwt', scope: ['x'], token_type: 'BEARER' }
      response.writeHead(201, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
    })
    expect(await asks.exchangeCode()).toMatchObject({ accessToken: 'a', refreshToken: 'r' })
  })

  const failures: Array<[string, Ask, number, unknown, AppErrorCode]> = [
    ['wrong secret', 'exchangeCode', 401, { error: 'invalid_client' }, 'auth/wrong-secret'],
    ['wrong secret', 'refresh', 401, { error: 'invalid_client' }, 'auth/wrong-secret'],
    ['wrong secret', 'clientCredentials', 400, { error: 'invalid_client' }, 'auth/wrong-secret'],
    ['in no form of OAuth', 'clientCredentials', 401, { message: 'who are you' }, 'auth/bad-response'],
    ['in no form of OAuth', 'clientCredentials', 403, { message: 'Blocked by policy' }, 'auth/bad-response'],
    ['in no form of OAuth', 'clientCredentials', 400, { code: 17 }, 'auth/bad-response'],
    ['a proxy’s text', 'clientCredentials', 403, 'Forbidden', 'auth/bad-response'],
    ['without words', 'clientCredentials', 401, '', 'auth/bad-response'],
    ['in no form of OAuth', 'exchangeCode', 401, { message: 'who are you' }, 'auth/bad-response'],
    ['without words', 'exchangeCode', 401, '', 'auth/bad-response'],
    ['expired code', 'exchangeCode', 400, { error: 'invalid_grant' }, 'auth/code-expired'],
    [
      'redirect mismatch',
      'exchangeCode',
      400,
      { error: 'invalid_grant', error_description: 'redirect_uri does not match' },
      'auth/redirect-mismatch',
    ],
    [
      'redirect mismatch',
      'exchangeCode',
      400,
      { error: 'invalid_request', error_description: 'Bad Redirect URI' },
      'auth/redirect-mismatch',
    ],
    [
      'PKCE unknown',
      'exchangeCode',
      400,
      { error: 'invalid_request', error_description: 'unknown field code_verifier' },
      'auth/bad-response',
    ],
    ['revoked', 'refresh', 400, { error: 'invalid_grant' }, 'auth/sign-in-needed'],
    ['in no form of OAuth', 'refresh', 401, { message: 'gone' }, 'auth/bad-response'],
    ['a proxy, not the server', 'refresh', 403, '<html>Blocked</html>', 'auth/bad-response'],
    ['a proxy, not the server', 'clientCredentials', 403, '<html>Blocked</html>', 'auth/bad-response'],
    ['wrong flow', 'clientCredentials', 400, { error: 'unauthorized_client' }, 'auth/bad-response'],
    ['misunderstood', 'refresh', 400, { error: 'invalid_request' }, 'auth/bad-response'],
    ['elsewhere by now', 'refresh', 404, { message: 'Not found' }, 'auth/bad-response'],
    ['scope refused', 'exchangeCode', 400, { error: 'invalid_scope' }, 'auth/invalid-scope'],
    ['scope refused', 'clientCredentials', 400, { error: 'invalid_scope' }, 'auth/invalid-scope'],
    ['scope no longer granted', 'refresh', 400, { error: 'invalid_scope' }, 'auth/sign-in-needed'],
    ['down', 'refresh', 500, { error: 'server_error' }, 'auth/unavailable'],
    ['down', 'exchangeCode', 503, '<html>down</html>', 'auth/unavailable'],
    ['busy', 'refresh', 429, '', 'auth/unavailable'],
    ['HTML', 'refresh', 200, '<html>Sign in to the network</html>', 'auth/bad-response'],
    ['a web page', 'refresh', 400, '<html>Bad request</html>', 'auth/bad-response'],
    ['a web page', 'refresh', 401, '<html>Unauthorized</html>', 'auth/bad-response'],
    ['a web page', 'clientCredentials', 401, '<html>Unauthorized</html>', 'auth/bad-response'],
    ['limited, said in HTML', 'refresh', 429, '<html>Slow down</html>', 'auth/unavailable'],
    ['HTML', 'clientCredentials', 404, '<html>Not found</html>', 'auth/bad-response'],
    ['no token', 'exchangeCode', 200, { token_type: 'bearer' }, 'auth/bad-response'],
    [
      'another kind of token',
      'refresh',
      200,
      { access_token: 'canary-access', token_type: 'DPoP' },
      'auth/bad-response',
    ],
    ['cut JSON', 'refresh', 200, '{"access_token":"canary-acc', 'auth/bad-response'],
    ['nothing', 'refresh', 204, '', 'auth/bad-response'],
  ]
  it.each(failures)('%s: %s, HTTP %i %j is %s', async (_, ask, status, body, code) => {
    const { asks } = await arrange((__, response) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      response
        .writeHead(status, { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="x"' })
        .end(text)
    })
    expect((await failureOf(asks[ask]())).code).toBe(code)
  })

  const asked = (['exchangeCode', 'refresh', 'clientCredentials'] as const).flatMap((ask) =>
    (['post', 'basic'] as const).map((tokenAuth) => [ask, tokenAuth] as const),
  )
  it.each(asked)('never has its secrets repeated in an error: %s, %s', async (ask, token_auth) => {
    for (const status of [400, 401, 403, 500, 503]) {
      const { asks } = await arrange(
        (request, response) => sendJson(response, { error: 'invalid_request', ...echo(request) }, status),
        { connection: { token_auth } },
      )
      const failure = await failureOf(asks[ask]())
      expect(failure.detail).toContain('Look')
    }
  })

  const grants = ['exchangeCode', 'refresh', 'clientCredentials'] as const
  it.each([301, 302, 303, 307, 308].flatMap((status) => grants.map((ask) => [status, ask] as const)))(
    'that answers %i to %s gives no secret to where it points',
    async (status, ask) => {
      const trap = await startHttpsServer((_, response) => sendJson(response, { access_token: 'stolen' }))
      ends.push(() => trap.close())
      const { asks } = await arrange((_, response) =>
        response.writeHead(status, { location: `${trap.origin}/oauth2/token` }).end(),
      )
      expect((await failureOf(asks[ask]())).code).toBe('service/redirected')
      expect(trap.seen).toEqual([])
    },
  )

  it('with a foreign certificate is sent nothing', async () => {
    const { server, asks } = await arrange((_, response) => sendJson(response, { access_token: 'a' }), {
      trusted: false,
    })
    expect((await failureOf(asks.refresh())).code).toBe('service/untrusted-certificate')
    expect(server.seen).toEqual([])
  })

  it('that is away, hangs or breaks off is unreachable', async () => {
    const away = await arrange(() => {})
    await away.server.close()
    expect((await failureOf(away.asks.refresh())).code).toBe('auth/unreachable')
    const hanging = await arrange(() => {}, { timeoutMs: 100 })
    expect((await failureOf(hanging.asks.refresh())).code).toBe('auth/unreachable')
    const broken = await arrange((_, __, raw) => raw.socket.destroy())
    expect((await failureOf(broken.asks.exchangeCode())).code).toBe('auth/unreachable')
  })
})

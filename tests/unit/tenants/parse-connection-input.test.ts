import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Connection, connectionIdOf, distinctName } from '../../../electron/tenants/connection.ts'
import { splitRedirectUri } from '../../../electron/tenants/connection-fields.ts'
import { parseConnectionInput } from '../../../electron/tenants/parse-connection-input.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { badFields, goodInput } from './connection-input.ts'

function failureOf(input: unknown): AppError {
  try {
    parseConnectionInput(input)
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown
    throw thrown
  }
  throw new Error('it passed')
}

describe("a tenant's description", () => {
  it('becomes a connection without its secret, and the secret', () => {
    const { connection, clientSecret } = parseConnectionInput(goodInput)
    const { client_secret: secret, ...rest } = goodInput
    expect(connection).toEqual({
      ...rest,
      id: connectionIdOf(rest),
      kind: 'tenant',
      read_only: false,
      ca_certificate: null,
    })
    expect(connection.id).toMatch(/^[0-9a-f]{32}$/)
    expect(clientSecret).toBe(secret)
    expect(JSON.stringify(connection)).not.toContain(secret)
  })

  it('gets defaults for what may be left out', () => {
    const { base_url, auth_url, client_id, client_secret, redirect_uri } = goodInput
    const { connection } = parseConnectionInput({ base_url, auth_url, client_id, client_secret, redirect_uri })
    expect(connection).toMatchObject({
      name: 'api.firm.example',
      flow: 'authorization_code',
      pkce: true,
      user: null,
      token_auth: 'post',
      scope: null,
      resource: null,
      audience: null,
      ca_certificate: null,
    })
  })

  it('of a public client has no secret, and is refused with one', () => {
    const { client_secret: secret, ...publicClient } = { ...goodInput, token_auth: 'none' }
    for (const none of [undefined, null, '']) {
      const { connection, clientSecret } = parseConnectionInput({ ...publicClient, client_secret: none })
      expect([connection.token_auth, clientSecret]).toEqual(['none', null])
    }
    expect(failureOf({ ...publicClient, client_secret: secret }).issues).toEqual([
      { field: 'client_secret', message: expect.stringMatching(/public client has no secret/) },
    ])
  })

  it.each([
    [{ pkce: false }, /turn it on/],
    [{ flow: 'client_credentials', redirect_uri: '' }, /organization signs in with its secret/],
  ])('of a public client is turned down with %o', (change, says) => {
    const failure = failureOf({ ...goodInput, token_auth: 'none', client_secret: '', ...change })
    expect(failure.issues).toEqual([{ field: 'token_auth', message: expect.stringMatching(says) }])
  })

  it('has its scope written with single spaces, and may ask for any kind of resource', () => {
    const typed = { ...goodInput, scope: '  openid   email ', resource: ' urn:firm:clients ', audience: '  ' }
    expect(parseConnectionInput(typed).connection).toMatchObject({
      scope: 'openid email',
      resource: 'urn:firm:clients',
      audience: null,
    })
  })

  it('needs no redirect address to act for the organization', () => {
    const { connection } = parseConnectionInput({ ...goodInput, flow: 'client_credentials', redirect_uri: '' })
    expect(connection.redirect_uri).toBeNull()
  })

  it.each(badFields)('is turned down for %s: %o', (field, value, says) => {
    const failure = failureOf({ ...goodInput, [field]: value })
    expect(failure.code).toBe('connection/invalid')
    expect(failure.issues).toEqual([{ field, message: expect.stringMatching(says) }])
    expect(failure.nextStep).not.toBe('')
  })

  it('is told of every bad field at once', () => {
    const failure = failureOf({ ...goodInput, base_url: 'x', client_id: '', pkce: 1 })
    expect(failure.issues.map((issue) => issue.field)).toEqual(['base_url', 'client_id', 'pkce'])
  })

  it.each([null, undefined, 'text', 3, []])('is turned down when it is no set of fields: %o', (input) => {
    expect(failureOf(input).code).toBe('connection/invalid')
  })

  it.each([
    ['https://API.firm.example:443//', 'https://api.firm.example'],
    ['https://api.firm.example/tenant/', 'https://api.firm.example/tenant'],
    [' https://api.firm.example:8443 ', 'https://api.firm.example:8443'],
  ])('has its addresses normalised: %s', (typed, kept) => {
    expect(parseConnectionInput({ ...goodInput, base_url: typed }).connection.base_url).toBe(kept)
  })

  it('keeps the redirect address letter by letter', () => {
    for (const uri of ['http://localhost:80/Call/back', 'http://[::1]/cb', 'http://127.0.0.1:0/']) {
      expect(parseConnectionInput({ ...goodInput, redirect_uri: uri }).connection.redirect_uri).toBe(uri)
    }
    expect(splitRedirectUri('http://[::1]/cb')).toEqual({ host: '[::1]', port: null, path: '/cb' })
    expect(splitRedirectUri('http://127.0.0.1:0/')).toEqual({ host: '127.0.0.1', port: null, path: '/' })
    expect(splitRedirectUri('http://localhost:80/a')).toEqual({ host: 'localhost', port: 80, path: '/a' })
  })

  it('never fails but by name, and never repeats the secret, whatever comes in', () => {
    const others = Object.values(goodInput).filter((value) => value !== goodInput.client_secret)
    const value = fc.oneof(fc.anything(), fc.string(), fc.webUrl(), fc.constantFrom(...others))
    const fields = fc.constantFrom(...Object.keys(goodInput).filter((field) => field !== 'client_secret'))
    fc.assert(
      fc.property(fc.dictionary(fields, value), (spoilt) => {
        const input = { ...goodInput, ...spoilt }
        try {
          const { connection } = parseConnectionInput(input)
          expect(new URL(connection.base_url).protocol).toBe('https:')
          expect(inspect(connection)).not.toContain(goodInput.client_secret)
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'connection/invalid' })
          const issues = thrown instanceof AppError ? thrown.issues : []
          expect(issues.length).toBeGreaterThan(0)
          expect(inspect(thrown, { depth: 9 })).not.toContain(goodInput.client_secret)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('the name of a connection', () => {
  const named = (name: string, user = '') => parseConnectionInput({ ...goodInput, name, user }).connection

  it('stays as it is unless another connection has it', () => {
    expect(distinctName(named('Firm', 'jo'), [named('Other', 'al'), named('Firm', 'jo')])).toBe('Firm')
  })

  it('is followed by the user, the host, or a number besides', () => {
    const first = named('Firm', 'al')
    expect(distinctName(named('Firm', 'jo'), [first])).toBe('Firm (jo)')
    expect(distinctName(named('Firm'), [first])).toBe('Firm (api.firm.example)')
    const others = [first, named('Firm (jo)', 'bo'), named('Firm (jo) 2', 'cy')]
    expect(distinctName(named('Firm', 'jo'), others)).toBe('Firm (jo) 3')
  })
})

describe('the id of a connection', () => {
  const identity = {
    base_url: 'https://a.example',
    auth_url: 'https://b.example',
    client_id: 'c',
    user: 'jo@a.example',
  }

  it('is the same for the same tenant and user, however typed', () => {
    const { connection } = parseConnectionInput(goodInput)
    const typed = { ...goodInput, name: 'Other', base_url: 'https://API.firm.example:443/', user: ' Jo@Firm.example ' }
    expect(parseConnectionInput(typed).connection.id).toBe(connection.id)
  })

  it.each([
    { base_url: 'https://a2.example' },
    { auth_url: 'https://b2.example' },
    { client_id: 'c2' },
    { user: 'al@a.example' },
    { user: null },
  ] satisfies Partial<Connection>[])('is another when this changes: %o', (change) => {
    expect(connectionIdOf({ ...identity, ...change })).not.toBe(connectionIdOf(identity))
  })

  it('does not confuse fields that run into each other', () => {
    const left = connectionIdOf({ ...identity, client_id: 'ab', user: 'c' })
    expect(connectionIdOf({ ...identity, client_id: 'a', user: 'bc' })).not.toBe(left)
    expect(connectionIdOf({ ...identity, user: null })).not.toBe(connectionIdOf({ ...identity, user: 'null' }))
  })
})

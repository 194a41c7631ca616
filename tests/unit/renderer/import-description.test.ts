import { describe, expect, it } from 'vitest'
import { importDescription } from '../../../renderer/features/connect/import-description.ts'
import { connectionInput, emptyConnection } from '../../../shared/ipc/connections.ts'

const whole = {
  name: 'Firm',
  base_url: 'https://firm.example.com',
  auth_url: 'https://auth.example.com',
  client_id: 'id',
  client_secret: 'secret',
  redirect_uri: 'http://127.0.0.1:8400/callback',
  flow: 'client_credentials',
  user: 'advisor@example.com',
  pkce: false,
  token_auth: 'basic',
  scope: 'openid',
  resource: 'https://firm.example.com/api',
  audience: 'clients',
  ca_certificate: '-----BEGIN CERTIFICATE-----',
}

describe('a connection’s description', () => {
  it('fills every field of the form', () => {
    expect(Object.keys(whole).toSorted()).toEqual(Object.keys(connectionInput.shape).toSorted())
    expect(importDescription(JSON.stringify(whole))).toEqual({ values: whole, notes: [] })
  })

  it('with a byte order mark is read all the same', () => {
    expect(importDescription(`\uFEFF${JSON.stringify(whole)}`)).toEqual({ values: whole, notes: [] })
  })

  it('leaves what it does not name as in an empty form', () => {
    expect(importDescription('{"name":"Firm"}')).toEqual({ values: { ...emptyConnection, name: 'Firm' }, notes: [] })
  })

  it.each([
    [{ base_url: 5 }, 'base_url is not text'],
    [{ client_secret: ['a'] }, 'client_secret is not text'],
    [{ flow: 'implicit' }, 'flow must be'],
    [{ pkce: 'yes' }, 'pkce must be'],
    [{ token_auth: 'jwt' }, 'token_auth must be'],
    [{ scope: ['openid'] }, 'scope is not text'],
    [{ ca_file: 'ca.pem' }, 'ca_file names a file'],
    [{ base_ulr: 'https://firm.example.com' }, 'base_ulr is not a field'],
  ])('with %o takes over the rest and says what it left out', (fields, note) => {
    const imported = importDescription(JSON.stringify({ name: 'Firm', ...fields }))
    expect(imported).toEqual({ values: { ...emptyConnection, name: 'Firm' }, notes: [expect.stringContaining(note)] })
  })

  it.each(['', 'not json', '[]', 'null', '"text"'])('that reads %j is refused', (text) => {
    expect(importDescription(text)).toEqual({ problem: expect.stringContaining('This file') })
  })

  it('reaches no prototype', () => {
    const imported = importDescription('{"__proto__": {"name": "x"}, "constructor": "y"}')
    expect(imported).toMatchObject({ values: emptyConnection })
  })
})

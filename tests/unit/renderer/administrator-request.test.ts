import { describe, expect, it } from 'vitest'
import { administratorRequest } from '../../../renderer/features/connect/administrator-request.ts'
import { emptyConnection } from '../../../shared/ipc/connections.ts'

const typed = {
  ...emptyConnection,
  base_url: ' https://larch.example.com ',
  client_id: 'steward',
  client_secret: 'canary-secret',
  redirect_uri: 'http://127.0.0.1:9000/callback',
}

describe('the request to the firm’s administrator', () => {
  it('says what to register, what to send back, and what is known already', () => {
    const text = administratorRequest(typed)
    expect(text).toContain('Authorization Code with refresh tokens, with PKCE (S256)')
    expect(text).toContain('Redirect address, exactly: http://127.0.0.1:9000/callback')
    expect(text).toContain('Service address (https, without /api/public/v1): https://larch.example.com\n')
    expect(text).toContain('Client ID: steward\n')
    expect(text).toContain('client_secret_post')
    expect(text).toContain('Scopes: openid profile email offline_access')
  })

  it('suggests a redirect address while none was entered, and an organization needs none', () => {
    expect(administratorRequest(emptyConnection)).toContain('exactly: http://127.0.0.1:8400/callback')
    const text = administratorRequest({ ...typed, flow: 'client_credentials' })
    expect(text).toContain('Grant: Client Credentials')
    expect(text).toContain('Redirect address: none')
    expect(text).not.toContain('127.0.0.1')
  })

  it('asks for the client as it will prove itself, and for the parameters that it will send', () => {
    const text = administratorRequest({
      ...typed,
      ...{ token_auth: 'none', scope: 'records', resource: 'https://larch.example.com/api', audience: 'records-api' },
    })
    expect(text).toContain('Client type: public, without a secret')
    expect(text).toContain('Client authentication: none')
    expect(text).toContain('Scopes: records')
    expect(text).toContain('resource=https://larch.example.com/api, audience=records-api')
    expect(text).not.toContain('Client secret')
    expect(administratorRequest({ ...typed, token_auth: 'basic', scope: 'none' })).toMatch(
      /client_secret_basic[\s\S]*Scopes: none/,
    )
  })

  it('never contains the secret, and is plain text of one line per item', () => {
    const text = administratorRequest(typed)
    expect(text).not.toContain('canary-secret')
    expect(text).toMatch(/^[\x20-\x7e\n’“”]*$/)
  })
})

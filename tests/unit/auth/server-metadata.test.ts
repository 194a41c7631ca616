import { describe, expect, it } from 'vitest'
import { metadataUrls, readMetadata } from '../../../electron/auth/server-metadata.ts'

const at = 'https://auth.firm.example'
const good = {
  issuer: at,
  authorization_endpoint: `${at}/authorize?tenant=1`,
  token_endpoint: `${at}/token`,
  token_endpoint_auth_methods_supported: ['none'],
}

describe('the metadata of an authorization server', () => {
  it('are at the two well-known addresses, with the path of the server between or before', () => {
    expect(metadataUrls(at)).toEqual([
      `${at}/.well-known/oauth-authorization-server`,
      `${at}/.well-known/openid-configuration`,
    ])
    expect(metadataUrls(`${at}/tenants/7`)).toEqual([
      `${at}/.well-known/oauth-authorization-server/tenants/7`,
      `${at}/tenants/7/.well-known/openid-configuration`,
    ])
  })

  it('name its endpoints', () => {
    const read = { issuer: at, authorizationEndpoint: `${at}/authorize?tenant=1`, tokenEndpoint: `${at}/token` }
    expect(readMetadata(good, at)).toEqual({ ...read, namesIssuer: false })
    const naming = { ...good, authorization_response_iss_parameter_supported: true }
    expect(readMetadata(naming, at)).toEqual({ ...read, namesIssuer: true })
    const { authorization_endpoint: _page, ...forOrganizations } = good
    expect(readMetadata(forOrganizations, at)).toMatchObject({ authorizationEndpoint: null })
  })

  it('may write the issuer with a slash at its end', () => {
    expect(readMetadata({ ...good, issuer: `${at}/` }, at)).toMatchObject({ issuer: `${at}/` })
    const below = { ...good, issuer: `${at}/tenants/7/` }
    expect(readMetadata(below, `${at}/tenants/7`)).toMatchObject({ issuer: `${at}/tenants/7/` })
  })

  it.each([
    [{ issuer: 'https://other.example' }, 'another-issuer'],
    [{ issuer: `${at}/tenants/7` }, 'another-issuer'],
    [{ issuer: 'http://auth.firm.example' }, 'another-issuer'],
    [{ issuer: 'auth.firm.example' }, 'another-issuer'],
    [{ issuer: undefined }, 'incomplete'],
    [{ token_endpoint: undefined }, 'incomplete'],
    [{ token_endpoint: 7 }, 'incomplete'],
    [{ authorization_endpoint: ['x'] }, 'incomplete'],
    [{ token_endpoint: 'https://tokens.firm.example/token' }, 'another-host'],
    [{ token_endpoint: `${at}:8443/token` }, 'another-host'],
    [{ authorization_endpoint: 'https://evil.example/authorize' }, 'another-host'],
    [{ token_endpoint: 'http://auth.firm.example/token' }, 'unusable-address'],
    [{ token_endpoint: '/token' }, 'unusable-address'],
    [{ token_endpoint: `${at}/token#part` }, 'unusable-address'],
    [{ token_endpoint: 'https://jo:pw@auth.firm.example/token' }, 'unusable-address'],
    [{ authorization_endpoint: `${at}/auth\torize` }, 'unusable-address'],
    [{ authorization_endpoint: 'javascript:alert(1)' }, 'unusable-address'],
  ])('are not used with %o', (change, reason) => {
    expect(readMetadata({ ...good, ...change }, at)).toBe(reason)
  })
})

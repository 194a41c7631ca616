import { rootCertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { trustedAuthorities } from '../../../electron/http/https-agent.ts'

describe('the authorities that vouch for a server', () => {
  it("are a connection's own besides the built-in ones, never instead of them", () => {
    const trusted = trustedAuthorities('-----BEGIN CERTIFICATE-----\nown\n-----END CERTIFICATE-----\n')
    expect(trusted).toEqual(expect.arrayContaining([...rootCertificates]))
    expect(trusted.filter((each) => each.includes('own\n'))).toHaveLength(1)
  })

  it("are the built-in ones and the system's when a connection has none of its own", () => {
    expect(trustedAuthorities(null)).toEqual(expect.arrayContaining([...rootCertificates]))
  })
})

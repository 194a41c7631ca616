import { describe, expect, it } from 'vitest'
import { nameExchangeFailure } from '../../../electron/http/network-errors.ts'

const withCode = (code: string) => Object.assign(new Error('text that must not be shown'), { code })

describe('a failed exchange', () => {
  it.each([
    ['ECONNREFUSED', 'service/offline', true],
    ['ENOTFOUND', 'service/offline', true],
    ['EAI_AGAIN', 'service/offline', true],
    ['ENETUNREACH', 'service/offline', true],
    ['EHOSTUNREACH', 'service/offline', true],
    ['ECONNRESET', 'service/offline', true],
    ['ETIMEDOUT', 'service/offline', true],
    ['UND_ERR_CONNECT_TIMEOUT', 'service/offline', true],
    ['UND_ERR_SOCKET', 'service/offline', true],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'service/offline', false],
    ['EPROTO', 'service/offline', false],
    ['UND_ERR_HEADERS_TIMEOUT', 'service/timed-out', true],
    ['UND_ERR_BODY_TIMEOUT', 'service/timed-out', true],
    ['Z_BUF_ERROR', 'service/truncated', true],
    ['Z_DATA_ERROR', 'service/not-json', false],
    ['HPE_INVALID_CONSTANT', 'service/not-json', false],
    ['ERR_BUFFER_TOO_LARGE', 'service/failed', false],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'service/untrusted-certificate', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'service/untrusted-certificate', false],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'service/untrusted-certificate', false],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'service/untrusted-certificate', false],
    ['CERT_HAS_EXPIRED', 'service/untrusted-certificate', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'service/untrusted-certificate', false],
  ])('by %s is %s', (code, named, transient) => {
    const failure = nameExchangeFailure(withCode(code))
    expect({ code: failure.error.code, transient: failure.transient }).toEqual({ code: named, transient })
    expect(failure.error.nextStep).toMatch(/\.$/)
    expect(failure.error.detail ?? '').not.toMatch(/[A-Z]{2}_|E[A-Z]{3}/)
    expect(failure.error.detail ?? 'Nothing.').toMatch(/^[A-Z][a-z].*\.$/)
    expect(failure.error.cause).toBeUndefined()
  })

  it('of several addresses tried side by side is named after the first', () => {
    const both = new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')])
    expect(nameExchangeFailure(both).error).toMatchObject({
      code: 'service/offline',
      detail: 'The connection was refused.',
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTokenBody, readTokenError } from '../../../electron/auth/token-body.ts'

describe('a token answer', () => {
  it.each([
    [300, 300],
    [3600, 3600],
    ['300', 300],
    ['3600.0', 3600],
    [1e12, 1e12],
    [0, undefined],
    ['0', undefined],
    [-1, undefined],
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['0x10', undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [Number.NaN, undefined],
    [[300], undefined],
    [true, undefined],
  ])('with expires_in %o counts on %o seconds', (raw, seconds) => {
    const body = readTokenBody({ access_token: 'a', token_type: 'Bearer', expires_in: raw })
    expect(body).toEqual({
      access_token: 'a',
      token_type: 'bearer',
      ...(seconds === undefined ? {} : { expires_in: seconds }),
    })
  })

  it.each([
    null,
    'text',
    [],
    {},
    { access_token: '' },
    { access_token: 7 },
    { access_token: 'two words' },
    { access_token: 'a\r\nHost: evil' },
    { access_token: 'a', token_type: 'mac' },
    { access_token: 'a', token_type: 1 },
  ])('is turned down without a usable bearer token: %o', (body) => {
    expect(readTokenBody(body)).toBeNull()
  })

  it('may leave the type out and may bring a refresh token', () => {
    expect(readTokenBody({ access_token: 'a', refresh_token: 'r', id_token: 'x', scope: 5 })).toEqual({
      access_token: 'a',
      token_type: 'bearer',
      refresh_token: 'r',
    })
  })

  it('is never more than what can be sent and counted, whatever comes in', () => {
    const fields = fc.record(
      {
        access_token: fc.anything(),
        token_type: fc.anything(),
        expires_in: fc.anything(),
        refresh_token: fc.anything(),
      },
      { requiredKeys: [] },
    )
    const likely = fc.record({
      access_token: fc.string({ unit: 'binary' }),
      token_type: fc.constantFrom('bearer', 'BEARER', undefined),
      expires_in: fc.oneof(fc.double(), fc.string(), fc.integer()),
      refresh_token: fc.string(),
    })
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fields, likely), (body) => {
        const read = readTokenBody(body)
        if (read === null) return
        expect(new Headers({ authorization: `Bearer ${read.access_token}` }).get('authorization')).toBe(
          `Bearer ${read.access_token}`,
        )
        expect(read.expires_in ?? 1).toBeGreaterThan(0)
        expect(Number.isFinite(read.expires_in ?? 1)).toBe(true)
        expect(
          Object.keys(read).every((key) => ['access_token', 'token_type', 'expires_in', 'refresh_token'].includes(key)),
        ).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a refusal of tokens', () => {
  it.each([
    [{ error: 'invalid_grant' }, 'invalid_grant'],
    [{ error: { code: 'invalid_client', message: 'no' } }, 'invalid_client'],
    [{ error: { type: 'invalid_grant' } }, 'invalid_grant'],
    [{ code: 'invalid_grant' }, 'invalid_grant'],
    [{ error_code: 'access_denied', error: 'Forbidden' }, 'access_denied'],
    [{ error: 'Another value' }, 'unrecognised'],
    [{ message: 'invalid_grant' }, 'unrecognised'],
    [null, 'unrecognised'],
    ['invalid_grant', 'unrecognised'],
    [[], 'unrecognised'],
  ])('is found where it was put: %o', (body, error) => {
    expect(readTokenError(body)).toBe(error)
  })

  it('never fails, whatever comes in', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect(readTokenError(body)).toMatch(/^[a-z_]+$/)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactWithin } from '../../../electron/logs/redact.ts'

const redact = (text: string) => String(redactWithin(text))

const base64url = fc
  .uint8Array({ minLength: 24, maxLength: 96 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'))
const base64 = fc.uint8Array({ minLength: 24, maxLength: 96 }).map((bytes) => Buffer.from(bytes).toString('base64'))
const hex = fc.uint8Array({ minLength: 16, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const jwt = fc.tuple(base64url, base64url, base64url).map((parts) => `eyJhbGciOiJSUzI1NiJ9.${parts.join('.')}`)
const number = fc
  .tuple(fc.stringMatching(/^[1-9][0-9]{8,15}$/), fc.constantFrom('', ' ', ',', '.', '-'))
  .map(([digits, between]) => digits.replace(/\B(?=(\d{3})+$)/g, between))
const email = fc.emailAddress()
/** Contains a digit, since letters alone could be one of Steward's own words. */
const secret = fc
  .oneof(base64url, base64, hex, jwt)
  .filter((text) => text.split(/[^A-Za-z0-9]/).some((part) => part.length > 24 && /\d/.test(part)))
const words = fc
  .array(fc.constantFrom('sync', 'ended', 'with', 'households', 'after', '12', 'ms', 'the', 'service', 'said'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(' '))

describe('the redactor', () => {
  it.each([
    ['secrets', secret],
    ['UUIDs', fc.uuid()],
    ['e-mail addresses', email],
    ['numbers of nine digits and more', number],
  ])('lets no %s through, whatever stands around them', (_, found) => {
    fc.assert(
      fc.property(
        words,
        found,
        words,
        fc.constantFrom(' ', '"', '(', ': ', '=', ', '),
        (before, value, after, mark) => {
          expect(redact(`${before}${mark}${value} ${after}`)).not.toContain(value)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('takes the value after a word that announces a secret, however short', () => {
    const announced = fc.constantFrom(
      'client_secret',
      'password',
      'refresh_token',
      'Authorization',
      'state-token',
      'passphrase',
    )
    fc.assert(
      fc.property(
        announced,
        fc.constantFrom('=', ': ', '": "'),
        fc.stringMatching(/^[a-z]{4,12}$/),
        (name, mark, value) => {
          expect(redact(`${name}${mark}qz${value}`)).not.toContain(`qz${value}`)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('changes nothing of what is redacted already, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), secret, email), (text) => {
        const once = redact(text)
        expect(redact(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps what says what happened', () => {
    for (const text of [
      'The service said: try again in 12 minutes.',
      'connections.setReadOnly',
      'document-summaries',
      '2026-11-22T00:44:16.123Z',
      'out/main/chunks/create-connection-files-D3x9s_2k.js',
      'SQLITE_CONSTRAINT_PRIMARYKEY',
    ]) {
      expect(redact(text)).toBe(text)
    }
  })

  it('takes addresses, folders of people and headers', () => {
    expect(redact('GET https://firm.example/api?x=1 failed')).toBe('GET [address] failed')
    expect(redact('at /home/jane/steward.js')).toBe('at [home]/steward.js')
    expect(redact('in C:\\Users\\Jane\\x')).toBe('in [home]\\x')
    expect(redact('Bearer abc')).toBe('Bearer [secret]')
  })

  it('reaches every text inside a value', () => {
    expect(redactWithin({ a: ['jane@firm.example', 3, null], b: { c: true } })).toEqual({
      a: ['[email]', 3, null],
      b: { c: true },
    })
  })
})

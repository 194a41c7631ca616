import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorTextOf } from '../../../electron/http/error-text.ts'

const bytes = (body: unknown) => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))

describe('the text of an error body', () => {
  it.each([
    [{ message: 'Name is missing.' }, 'Name is missing.'],
    [{ error: 'invalid_request', error_description: 'No limit.' }, 'No limit.'],
    [{ error: { code: 'E1', message: 'Not here.' } }, 'Not here.'],
    [{ errors: [{ detail: 'One.' }, { detail: 'Two.' }] }, 'One.; Two.'],
    [{ errors: ['a', 'b'] }, 'a; b'],
    [{ title: 'Conflict', status: 409 }, 'Conflict'],
    [['first', 'second'], 'first; second'],
    ['"just text"', 'just text'],
    ['Service Unavailable', 'Service Unavailable'],
    ['two\r\n  lines\u0007\u202E', 'two lines'],
    [{ message: 'See <a href=x>here</a>' }, 'See a href=x here /a'],
    ['<html><body>Oops</body></html>', null],
    ['', null],
    ['   ', null],
    [{}, null],
    [{ status: 500 }, null],
    ['{"message": "cut', null],
    [{ message: { message: { message: { message: { message: { message: 'too deep' } } } } } }, null],
  ])('of %j is %j', (body, text) => {
    expect(errorTextOf(bytes(body))).toBe(text)
  })

  it('holds no secret, address or anything like a token', () => {
    const body = { message: 'Bad token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def for jo@firm.example with pw1.' }
    expect(errorTextOf(bytes(body), ['pw1'])).toBe('Bad token … for … with ….')
  })

  it('is bounded', () => {
    expect(errorTextOf(bytes('word '.repeat(100_000)))).toHaveLength(300)
  })

  it('is one safe line or nothing, whatever comes in', () => {
    const secret = 'hunter-2'
    const raw = fc.oneof(fc.uint8Array(), fc.jsonValue().map(bytes), fc.string({ unit: 'binary' }).map(bytes))
    const withSecret = fc.record({ error: fc.constantFrom(secret, `x ${secret} y`), message: fc.string() }).map(bytes)
    fc.assert(
      fc.property(fc.oneof(raw, withSecret), (body) => {
        const text = errorTextOf(body, [secret])
        if (text === null) return
        expect(text.length).toBeLessThanOrEqual(300)
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}<>]/u)
        expect(text).not.toContain(secret)
      }),
      { numRuns: 1000 },
    )
  })
})

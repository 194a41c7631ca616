import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fieldErrorsOf, problemOfAnswer, problemOfError } from '../../../electron/outbox/classify.ts'
import { AppError } from '../../../shared/domain/app-error.ts'

const bytes = (body: unknown) => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))

describe('a refusal', () => {
  it.each([
    [{ error: { message: 'No.', fields: [{ field: 'email', message: 'is taken' }] } }, ['email: is taken']],
    [
      { detail: [{ loc: ['body', 'people', 0, 'state'], msg: 'too long; cut it' }] },
      ['people.0.state: too long, cut it'],
    ],
    [
      {
        errors: [
          { pointer: '/city', detail: 'unknown' },
          { path: 'a[1].b', reason: 'x' },
        ],
      },
      ['city: unknown', 'a.1.b: x'],
    ],
    [{ error: { message: 'No.' } }, []],
    [
      {
        fields: [
          { field: '<script>', message: 'x' },
          { field: 'ok', message: '<b>bold</b>' },
        ],
      },
      ['ok: b bold /b'],
    ],
    ['Bad Request', []],
    ['', []],
  ])('%j says of single fields %j', (body, said) => {
    expect(fieldErrorsOf(bytes(body))).toEqual(said)
  })

  it('is kept with what it says of each field', () => {
    const body = { error: { message: 'The body is not valid.', fields: [{ field: 'email', message: 'Is taken' }] } }
    expect(problemOfAnswer(422, bytes(body))).toMatchObject({
      status: 422,
      detail: 'The body is not valid. email: Is taken',
    })
    const same = { error: { message: 'Taken.', fields: [{ field: 'external_id', message: 'Taken.' }] } }
    expect(problemOfAnswer(409, bytes(same)).detail).toBe('external_id: Taken.')
    expect(problemOfAnswer(400, bytes({ message: 'No.' })).detail).toBe('No.')
    expect(problemOfAnswer(400, bytes({ fields: [{ field: 'email', message: 'x' }] })).detail).toBe('email: x')
    expect(problemOfAnswer(400, bytes('')).detail).toBeNull()
  })
})

test('whatever a service answers, what it says of fields is short and on one line', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (body) => {
      for (const line of fieldErrorsOf(bytes(body))) {
        expect(line.length).toBeLessThan(1_000)
        expect(line).not.toMatch(/[\p{Cc}<>]/u)
      }
    }),
  )
})

describe('an error without an answer', () => {
  const error = (detail: string) =>
    problemOfError(new AppError('service/offline', { message: 'Not reached.', nextStep: 'Try again.', detail }))

  it.each(['UND_ERR_SOCKET', 'The connection was closed.', 'ENOENT', ''])(
    'says nothing that a screen would quote as the service’s own words (%j)',
    (detail) => {
      expect(error(detail)).toMatchObject({ status: null, detail: null })
    },
  )

  it('keeps what the service did say', () => {
    expect(error('HTTP 403: Not yours.\nAsk.')).toMatchObject({ status: 403, detail: 'Not yours.\nAsk.' })
    expect(error('HTTP 503')).toMatchObject({ status: 503, detail: null })
  })
})

import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { classify, problemOfError } from '../../../electron/outbox/attempt.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { anOperation } from './operations.ts'

const bytes = (body: unknown) => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))

/** The verdict about an edit that the service answers so. */
function refused(body: unknown, status = 422) {
  const answer = { kind: 'answered', status, bytes: bytes(body), retryAfterMs: null, serverTime: null } as const
  const verdict = classify(anOperation(), answer)
  if (verdict.kind !== 'refused') throw new Error(`The answer means ${verdict.kind}.`)
  return verdict
}

describe('a refusal', () => {
  it.each([
    [
      { error: { message: 'No.', fields: [{ field: 'email', message: 'is taken' }] } },
      ['email'],
      'No. email: is taken',
    ],
    [
      { detail: [{ loc: ['body', 'people', 0, 'state'], msg: 'too long; cut it' }] },
      ['people.0.state'],
      'people.0.state: too long, cut it',
    ],
    [
      {
        errors: [
          { pointer: '/city', detail: 'unknown' },
          { path: 'a[1].b', reason: 'x' },
        ],
      },
      ['city', 'a.1.b'],
      'unknown; x city: unknown; a.1.b: x',
    ],
    [{ error: { message: 'No.' } }, [], 'No.'],
    [
      {
        fields: [
          { field: '<script>', message: 'x' },
          { field: 'ok', message: '<b>bold</b>' },
        ],
      },
      ['ok'],
      'ok: b bold /b',
    ],
    ['Bad Request', [], 'Bad Request'],
    ['', [], null],
  ])('%j names the fields %j and is kept as %j', (body, named, detail) => {
    const verdict = refused(body)
    expect(verdict.named).toEqual(named)
    expect(verdict.problem.detail).toBe(detail)
  })

  it('is kept with what it says of each field', () => {
    const body = { error: { message: 'The body is not valid.', fields: [{ field: 'email', message: 'Is taken' }] } }
    expect(refused(body).problem).toMatchObject({
      status: 422,
      detail: 'The body is not valid. email: Is taken',
    })
    const same = { error: { message: 'Taken.', fields: [{ field: 'external_id', message: 'Taken.' }] } }
    expect(refused(same, 409).problem.detail).toBe('external_id: Taken.')
    expect(refused({ message: 'No.' }, 400).problem.detail).toBe('No.')
    expect(refused({ fields: [{ field: 'email', message: 'x' }] }, 400).problem.detail).toBe('email: x')
    expect(refused('', 400).problem.detail).toBeNull()
  })
})

test('whatever a service answers, what it says of fields is short and on one line', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (body) => {
      for (const line of refused(body).problem.detail?.split('; ') ?? []) {
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

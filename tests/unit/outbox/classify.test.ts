import { describe, expect, it } from 'vitest'
import { classify } from '../../../electron/outbox/attempt.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { aCreate, anOperation, bytes } from './operations.ts'

const offline = new AppError('service/offline', { message: 'Offline.', nextStep: 'Wait.' })
const answered = (status: number, body: unknown = '', retryAfterMs: number | null = null) =>
  ({ kind: 'answered', status, bytes: bytes(body), retryAfterMs, serverTime: null }) as const

describe('an outcome', () => {
  const household = aCreate({
    resource: 'households',
    fields: { primary_relationship_owner_id: 'u', external_id: 'X' },
  })
  const record = { id: 'client_profile_1' }
  it.each<[string, Operation, Parameters<typeof classify>[1], object]>([
    ['not sent', aCreate(), { kind: 'not-sent', error: offline }, { kind: 'again', unreached: true }],
    ['lost', aCreate(), { kind: 'lost', error: offline }, { kind: 'uncertain' }],
    ['created', aCreate(), answered(201, record), { kind: 'accepted', record }],
    ['created with 200', aCreate(), answered(200, record), { kind: 'accepted' }],
    ['created without an id', aCreate(), answered(201, {}), { kind: 'uncertain' }],
    ['created with an empty id', aCreate(), answered(201, { id: '' }), { kind: 'uncertain' }],
    ['created without a body', aCreate(), answered(201), { kind: 'uncertain' }],
    ['created, as markup', aCreate(), answered(201, '<html>'), { kind: 'uncertain' }],
    ['created, cut', aCreate(), answered(201, '{"id":"client_pro'), { kind: 'uncertain' }],
    ['edited', anOperation(), answered(200, record), { kind: 'accepted' }],
    ['edited, another record answered', anOperation(), answered(200, { id: 'x' }), { kind: 'uncertain' }],
    ['edited without a body', anOperation(), answered(204), { kind: 'uncertain' }],
    ['deleted', anOperation({ action: 'delete' }), answered(204), { kind: 'accepted' }],
    ['deleted, said in words', anOperation({ action: 'delete' }), answered(200, 'gone'), { kind: 'accepted' }],
    ['deleted before', anOperation({ action: 'delete' }), answered(404), { kind: 'gone' }],
    ['edit of what is gone', anOperation(), answered(410), { kind: 'gone' }],
    ['create under what is gone', aCreate(), answered(404), { kind: 'refused' }],
    ['still unauthorized', aCreate(), answered(401), { kind: 'again', unreached: true }],
    ['too many', aCreate(), answered(429, '', 7000), { kind: 'again', waitMs: 7000, unreached: false }],
    ['timed out', aCreate(), answered(408), { kind: 'uncertain' }],
    ['redirected', aCreate(), answered(307), { kind: 'uncertain' }],
    ['failed', aCreate(), answered(500), { kind: 'uncertain' }],
    ['unavailable', anOperation(), answered(503), { kind: 'uncertain' }],
    ['forbidden', aCreate(), answered(403), { kind: 'refused' }],
    [
      'invalid',
      aCreate(),
      answered(422, { error: { message: 'No state.' } }),
      { kind: 'refused', problem: { detail: 'No state.' } },
    ],
    ['taken', household, answered(409), { kind: 'refused-perhaps-there' }],
    ['invalid, with an external id', household, answered(422), { kind: 'refused-perhaps-there' }],
    ['bad, with an external id', household, answered(400), { kind: 'refused-perhaps-there' }],
    ['forbidden, with an external id', household, answered(403), { kind: 'refused' }],
    ['conflict of an edit', anOperation({ fields: { external_id: 'X' } }), answered(409), { kind: 'refused' }],
  ])('%s', (_, operation, outcome, verdict) => {
    expect(classify(operation, outcome)).toMatchObject(verdict)
  })
})

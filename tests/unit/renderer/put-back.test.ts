import { describe, expect, it } from 'vitest'
import { putBackOf } from '../../../renderer/features/outbox/put-back.ts'
import type { ActivityChange } from '../../../shared/ipc/activity.ts'

const entry = (more: Partial<ActivityChange>): ActivityChange => ({
  operation_id: 'op_1',
  saved_at: '2026-11-21T12:00:00.000Z',
  outcome: 'sent',
  said: 'Sent',
  together: null,
  action: 'update',
  resource: 'individuals',
  record_id: 'client_profile_1',
  title: 'Ada Byron',
  changes: [{ field: 'city', before: 'Bern', after: 'Oslo' }],
  last_written: {},
  ...more,
})

describe('a change that the service has', () => {
  it('is put back by an edit to the values before, on top of those that it wrote', () => {
    expect(putBackOf(entry({}))).toEqual({
      resource: 'individuals',
      fields: { city: 'Bern' },
      written: { city: 'Oslo' },
      left: [],
    })
  })

  it('that a later change of this computer replaced is put back on top of that one', () => {
    expect(putBackOf(entry({ last_written: { city: 'Rome' } }))).toMatchObject({
      fields: { city: 'Bern' },
      written: { city: 'Rome' },
    })
  })

  it('puts fields that belong together back as one, or not at all', () => {
    const changes = [
      { field: 'display_name', before: 'Old', after: 'New' },
      { field: 'summary', before: 'one', after: 'two' },
      { field: 'entry_mode', before: null, after: 'USER' },
    ]
    expect(putBackOf(entry({ resource: 'document-summaries', changes }))).toMatchObject({
      fields: { display_name: 'Old' },
      left: ['Summary', 'Written by'],
    })
  })

  it('leaves what the service cannot clear, and says so', () => {
    const changes = [
      { field: 'city', before: 'Bern', after: 'Oslo' },
      { field: 'enable_ai_suggestions', before: null, after: true },
    ]
    const document = { resource: 'documents', changes } as const
    expect(putBackOf(entry(document))).toMatchObject({ fields: { city: 'Bern' }, left: ['Used for AI suggestions'] })
    expect(putBackOf(entry({ ...document, changes: changes.slice(1) }))).toEqual({
      cannot: 'The service cannot clear Used for AI suggestions.',
    })
  })

  it('fills a field that was cleared, and clears one that was filled', () => {
    const changes = [
      { field: 'city', before: 'Bern', after: null },
      { field: 'suffix', before: null, after: 'Jr.' },
    ]
    expect(putBackOf(entry({ changes }))).toMatchObject({ fields: { city: 'Bern', suffix: null }, left: [] })
  })

  it('clears the external id of a household again', () => {
    const changes = [{ field: 'external_id', before: null, after: 'C-1' }]
    expect(putBackOf(entry({ resource: 'households', changes }))).toMatchObject({ fields: { external_id: null } })
  })

  it.each([
    ['a creation', { action: 'create' }, /delete the record/],
    ['a deletion', { action: 'delete' }, /cannot bring a deleted record back/],
    ['a valuation', { action: 'create', resource: 'valuations' }, /Log another one/],
  ] as const)('says of %s what can be done instead', (_what, more, says) => {
    expect(putBackOf(entry(more))).toEqual({ cannot: expect.stringMatching(says) })
  })

  it.each<[string, Partial<ActivityChange>]>([
    ['was only saved', { outcome: 'waiting' }],
    ['was put back already', { outcome: 'put-back' }],
    ['was discarded', { outcome: 'discarded' }],
    ['has no values that differ', { changes: [] }],
  ])('is not offered where it %s', (_what, more) => {
    expect(putBackOf(entry(more))).toBeNull()
  })
})

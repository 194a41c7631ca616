import { describe, expect, it } from 'vitest'
import { candidateFields, candidateTitle } from '../../../renderer/features/outbox/candidate.ts'
import { wordsOf } from '../../../renderer/features/outbox/question-words.ts'
import { sameWhereUnchanged } from '../../../renderer/features/outbox/same-where-unchanged.ts'
import { summary } from '../../../renderer/features/outbox/summary.ts'
import { changedThere, restOf } from '../../../renderer/features/outbox/what-changed.ts'
import type { Operation, OperationQuestion } from '../../../shared/domain/operation.ts'
import { canBeEdited, canBePaused, canBeRetried } from '../../../shared/domain/operation-rules.ts'
import { operationWith } from '../../doubles/operations.ts'

const asked = (kind: OperationQuestion['kind'], more: Partial<OperationQuestion> = {}): OperationQuestion => ({
  kind,
  candidates: [],
  fields: [],
  theirs: null,
  ...more,
})

const file = { staged_id: 's', name: 'deed.pdf', size: 1, sha256: '', media_type: 'application/pdf' }

describe('what can be done with a write', () => {
  it.each([
    ['waits to be sent', {}, { pause: true, edit: true, retry: false }],
    ['is held back', { paused: true }, { pause: true, edit: true, retry: false }],
    ['is a deletion', { action: 'delete', fields: {} }, { pause: true, edit: false, retry: false }],
    ['is a valuation', { action: 'create', resource: 'valuations' }, { pause: true, edit: false, retry: false }],
    ['is asked about', { question: asked('already-exists') }, { pause: true, edit: false, retry: false }],
    ['is on its way', { state: 'sending' }, { pause: false, edit: false, retry: false }],
    ['may have been received', { state: 'uncertain' }, { pause: false, edit: false, retry: false }],
    ['was refused', { state: 'failed', question: asked('refused') }, { pause: false, edit: false, retry: true }],
    ['is in conflict', { state: 'conflict', question: asked('fields') }, { pause: false, edit: false, retry: false }],
    ['is done', { state: 'done' }, { pause: false, edit: false, retry: false }],
    ['is an upload on its way', { state: 'sending', file }, { pause: true, edit: false, retry: false }],
    ['is an upload that was cut short', { state: 'uncertain', file }, { pause: true, edit: false, retry: false }],
  ] as const)('that %s', (_what, more, { pause, edit, retry }) => {
    const operation = operationWith(structuredClone(more) as Partial<Operation>)
    expect({
      pause: canBePaused(operation),
      edit: canBeEdited(operation),
      retry: canBeRetried(operation),
    }).toEqual({ pause, edit, retry })
  })
})

describe('a question', () => {
  const labels = (kind: Parameters<typeof wordsOf>[0], resource: Operation['resource']) =>
    wordsOf(kind, { resource, action: 'create', candidates: 1 }).answers.map(({ decision }) => decision.decision)

  it.each([
    ['already-exists', 'households', ['send-again']],
    ['several-matches', 'individuals', ['check-again', 'send-again']],
    ['not-found', 'individuals', ['check-again', 'send-again']],
    ['cannot-tell', 'valuations', ['check-again', 'send-again']],
    ['deleted-elsewhere', 'households', ['create-copy']],
    ['deleted-elsewhere', 'documents', []],
    ['changed-elsewhere', 'documents', ['delete', 'check-again']],
  ] as const)('“%s” about one of the %s is answered by %j', (kind, resource, decisions) => {
    expect(labels(kind, resource)).toEqual(decisions)
  })

  it('of a merge says what was deleted already, and names the kind of record', () => {
    const merge = { keep_id: 'k', keep_title: 'K', keep_base: {}, fields: 'none' as const, documents: [] }
    const said = (
      kind: 'new-documents' | 'records-left' | 'kept-deleted',
      deletion: 'waiting' | 'sent' | 'elsewhere',
    ) =>
      wordsOf(kind, {
        ...{ resource: kind === 'new-documents' ? 'individuals' : 'households', action: 'merge', candidates: 2 },
        merge: { ...merge, deletion },
      })
    expect(said('new-documents', 'waiting').text).toContain('then deletes the other one')
    expect(said('new-documents', 'sent').text).not.toContain('then deletes')
    expect(said('new-documents', 'sent').text).toContain('was deleted in the meantime')
    expect(said('kept-deleted', 'waiting').text).toContain('No household was deleted')
    expect(said('kept-deleted', 'sent').text).not.toContain('No household was deleted')
    expect(said('kept-deleted', 'elsewhere').text).toContain('and the other one as well. This merge deleted none.')
    const decisions = (deletion: 'waiting' | 'sent') =>
      said('records-left', deletion).answers.map(({ decision }) => decision.decision)
    expect(decisions('waiting')).toEqual(['check-again'])
    expect(decisions('sent')).toEqual(['go-on', 'check-again'])
  })

  it('says of a valuation why nobody can tell', () => {
    const { text } = wordsOf('cannot-tell', { resource: 'valuations', action: 'create', candidates: 0 })
    expect(text).toContain('only the latest valuation')
  })

  it('says of a match that tells nothing that it may be a colleague’s, and what waits', () => {
    const said = (candidates: number, status: number | null) => {
      const problem = { code: 'service/failed', message: '', nextStep: '', status, detail: null }
      return wordsOf('several-matches', { resource: 'households', action: 'create', candidates, problem })
    }
    expect(said(1, 500)).toMatchObject({
      title: 'Is this the one?',
      text: expect.stringContaining('no answer was received'),
    })
    expect(said(1, 500).text).toContain('could also be a colleague’s')
    expect(said(2, 409).text).toContain('refused it; an earlier attempt may have been received')
    expect(said(2, 409).text).toContain('nothing that belongs to it is sent')
  })

  it('counts what was found', () => {
    const said = (candidates: number) =>
      wordsOf('already-exists', { resource: 'individuals', action: 'create', candidates }).text
    expect(said(1)).toContain('found a person')
    expect(said(3)).toContain('found 3 records')
  })
})

describe('a record that could be the one', () => {
  it('is called by its names', () => {
    expect(candidateTitle({ name: 'Ray household' })).toBe('Ray household')
    expect(candidateTitle({ first_name: 'Ann', middle_name: '', last_name: 'Ray' })).toBe('Ann Ray')
    expect(candidateTitle({ name: null, display_name: 'Ray Trust' })).toBe('Ray Trust')
    expect(candidateTitle({ id: 'x' })).toBe('')
  })

  it('is told by what was sent, and by what tells its kind apart', () => {
    const operation = operationWith({ resource: 'individuals', fields: { first_name: 'Ann', notes: 'x', state: 'NY' } })
    const record = { first_name: 'Anne', notes: '', email: 'a@b.example', city: null, state: 'NY' }
    expect(candidateFields(operation, record)).toEqual([
      { field: 'first_name', value: 'Anne', difference: { sent: 'Ann' } },
      { field: 'notes', value: '', difference: { sent: 'x' } },
      { field: 'state', value: 'NY', difference: null },
      { field: 'email', value: 'a@b.example', difference: { sent: null } },
    ])
  })

  it('says the same of people where a person reads the same of them', () => {
    const person = { first_name: 'Ann', last_name: 'Ray', state: 'NY' }
    const operation = operationWith({ fields: { primary_individuals: [person] } })
    const record = { primary_individuals: [{ ...person, id: 'client_profile_1', is_grantor: true }] }
    expect(candidateFields(operation, record)).toMatchObject([{ field: 'primary_individuals', difference: null }])
  })
})

describe('a conflict', () => {
  const conflict = { field: 'notes', base: 'a', theirs: 'b', mine: 'c', kind: 'overlap' } as const
  const operation = operationWith({
    fields: { notes: 'c', external_id: 'A-1' },
    base: { notes: 'a', name: 'Ray', external_id: null, updated_at: '2026-11-20T09:00:00Z' },
    question: asked('fields', {
      fields: [conflict],
      theirs: { notes: 'b', name: 'Ray & Day', external_id: '', updated_at: '2026-11-21T09:00:00Z' },
    }),
  })

  it('says when the service’s copy was changed, and what else was changed there', () => {
    expect(changedThere(operation)).toEqual({ at: '2026-11-21T09:00:00Z', others: ['name'] })
    expect(changedThere({ ...operation, question: asked('fields') })).toEqual({ at: null, others: [] })
  })

  it('leaves the rest of the edit alone', () => {
    expect(restOf(operation)).toEqual(['external_id'])
  })
})

describe('the outbox in a sentence', () => {
  it.each([
    [{ open: 1, attention: 0 }, '1 change is saved on this computer and not in the service yet.'],
    [
      { open: 1200, attention: 1 },
      '1,200 changes are saved on this computer and not in the service yet; 1 needs your decision.',
    ],
    [
      { open: 2, attention: 2 },
      '2 changes are saved on this computer and not in the service yet; 2 need your decision.',
    ],
  ])('%j', (counts, said) => {
    expect(summary(counts)).toBe(said)
  })
})

it('a write that did not change is the same object when it is read again', () => {
  const [one, other] = [operationWith({ id: 'op_1' }), operationWith({ id: 'op_2' })]
  const before = sameWhereUnchanged(new Map(), [one, other])
  const read = [structuredClone(other), { ...other, id: 'op_3' }, { ...one, state: 'sending' as const }]
  const now = sameWhereUnchanged(before, read)
  expect([...now.keys()]).toEqual(['op_2', 'op_3', 'op_1'])
  expect(now.get('op_2')).toBe(other)
  expect(now.get('op_1')).toBe(read[2])
})

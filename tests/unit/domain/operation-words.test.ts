import { describe, expect, it } from 'vitest'
import { fieldName, sayValue } from '../../../shared/domain/field-words.ts'
import { type Operation, type OperationQuestion, operationEvent } from '../../../shared/domain/operation.ts'
import {
  changesOf,
  sayAction,
  sayEvent,
  sayNote,
  sayState,
  sayWait,
  toneOf,
  undoneNote,
} from '../../../shared/domain/operation-words.ts'
import { writtenFields } from '../../../shared/records/resource-fields.ts'
import {
  documentSummaryUpdate,
  documentUpdate,
  householdCreate,
  householdUpdate,
  individualCreate,
  individualUpdate,
  valuationCreate,
} from '../../../shared/service/writes.ts'
import { operationWith } from '../../doubles/operations.ts'

describe('the fields that can be written', () => {
  it('all have a name, and no other has', () => {
    const bodies = [
      householdCreate,
      householdUpdate,
      individualCreate,
      individualUpdate,
      valuationCreate,
      documentUpdate,
      documentSummaryUpdate,
    ]
    const written = new Set(bodies.flatMap((body) => Object.keys(body.shape)))
    expect([...writtenFields.keys()].toSorted()).toEqual([...written].toSorted())
    expect(fieldName('a_new_field')).toBe('a_new_field')
  })

  it.each([
    ['notes', null, null],
    ['notes', '', null],
    ['notes', ' two\nlines ', ' two\nlines '],
    ['is_trustee', false, 'No'],
    ['date_of_birth', '1950-03-01', 'Mar 1, 1950'],
    ['notes', '1950-03-01', '1950-03-01'],
    ['type', 'WILL', 'Will'],
    ['type', 'A_NEW_TYPE', 'A_NEW_TYPE'],
    ['entry_mode', 'AI_AUTO', 'AI-generated'],
    ['directly_held_assets', [], '0 assets'],
    ['directly_held_assets', [{ value: 1.1 }, { value: -0.2 }], '2 assets, $0.90'],
    ['directly_held_assets', [{ value: 'much' }], '1 asset'],
    ['primary_individuals', [{ first_name: 'Ann', last_name: 'Ray' }, 7], 'Ann Ray'],
    ['tags', ['a', 'b'], '["a","b"]'],
    ['count', 1234.5, '1,234.5'],
  ])('are said plainly: %s %j', (field, value, said) => {
    expect(sayValue(field, value)).toBe(said)
  })
})

const asked = (kind: OperationQuestion['kind']) => ({ kind, candidates: [], fields: [], theirs: null })

const file = { staged_id: 's', name: 'deed.pdf', size: 1, sha256: '', media_type: 'application/pdf' }
const damaged = { code: 'files/damaged', message: '', nextStep: '', status: null, detail: null }

describe('a write', () => {
  it('is on hold while everything is, unless it waits for a person or is on its way', () => {
    const said = (more: object) => sayState({ ...operationWith(), ...more }, { held: true })
    expect(said({})).toBe('On hold')
    expect(said({ question: asked('already-exists') })).toBe('May already exist: review')
    expect(said({ state: 'sending' })).toBe('Sending')
    expect(said({ state: 'uncertain' })).toBe('On hold: may have been received')
  })

  it.each([
    [{}, 'Waiting to be sent', 'quiet'],
    [{ attempts: 2 }, 'Waiting to retry', 'quiet'],
    [{ paused: true, attempts: 2 }, 'On hold', 'quiet'],
    [{ state: 'sending' }, 'Sending', 'busy'],
    [{ state: 'uncertain' }, 'May have been received: checking', 'busy'],
    [{ state: 'uncertain', question: asked('not-found') }, 'Not found in the service: review', 'attention'],
    [{ state: 'conflict', question: asked('fields') }, 'Conflict: review', 'attention'],
    [{ state: 'failed' }, 'Refused by the service', 'attention'],
    [{ question: asked('already-exists'), paused: true }, 'May already exist: review', 'attention'],
    [{ state: 'done', question: asked('cannot-tell') }, 'Sent', 'quiet'],
    [{ state: 'discarded' }, 'Discarded', 'quiet'],
    [{ state: 'sending', file }, 'Uploading', 'busy'],
    [{ state: 'uncertain', file }, 'Interrupted: will restart', 'busy'],
    [{ state: 'uncertain', file, paused: true }, 'On hold: partly uploaded', 'busy'],
    [{ state: 'uncertain', file: { ...file, whole_sent: true } }, 'May have been received: checking', 'busy'],
    [
      { state: 'uncertain', file: { ...file, whole_sent: true }, paused: true },
      'On hold: may have been received',
      'busy',
    ],
    [{ state: 'uncertain', file, question: asked('not-found') }, 'Not found in the service: review', 'attention'],
    [{ state: 'failed', file, problem: damaged }, 'The file cannot be sent', 'attention'],
  ] as const)('%j stands as “%s”', (more, state, tone) => {
    const operation = operationWith(structuredClone(more) as Partial<Operation>)
    expect(sayState(operation)).toBe(state)
    expect(toneOf(operation)).toBe(tone)
  })

  it.each([
    ['create', 'households', 'New household'],
    ['update', 'document-summaries', 'Change summary'],
    ['delete', 'individuals', 'Delete person'],
    ['create', 'valuations', 'Log valuation'],
    ['create', 'documents', 'Upload document'],
    ['delete', 'documents', 'Delete document'],
  ] as const)('to %s %s is called “%s”', (action, resource, words) => {
    expect(sayAction({ action, resource })).toBe(words)
  })

  const context = { online: true, allPaused: false, waitsForTitle: null }
  it.each([
    ['nothing holds it up', {}, context, null],
    [
      'the last attempt came to nothing',
      { problem: { code: 'service/failed', message: 'The service failed.', nextStep: '', status: 503, detail: null } },
      context,
      'The service failed. Steward will try again.',
    ],
    ['offline', {}, { ...context, online: false }, 'The service cannot be reached. This is sent as soon as it can be.'],
    ['held back', { paused: true }, { ...context, allPaused: true }, 'You put it on hold.'],
    ['all held back', { waits_for: 'op_0' }, { ...context, allPaused: true }, 'Sending is paused.'],
    [
      'it waits for a new household',
      { waits_for: 'op_0' },
      { ...context, waitsForTitle: 'Ray' },
      '“Ray” has to be sent first.',
    ],
    ['it waits for what is not on screen', { waits_for: 'op_0' }, context, 'Another change has to be sent first.'],
    ['it is asked about', { question: asked('already-exists') }, { ...context, online: false }, null],
    ['it is on its way', { state: 'sending' as const }, { ...context, online: false }, null],
  ])('waits where %s', (_what, more, where, words) => {
    expect(sayWait(operationWith(more), where)).toBe(words)
  })

  it('changes what it sets to something else', () => {
    const fields = { notes: 'a\nb', external_id: null, city: 'Rome' }
    expect(changesOf({ action: 'update', fields, base: { notes: 'a\r\nb', external_id: 'A-1' } })).toEqual([
      { field: 'external_id', before: 'A-1', after: null },
      { field: 'city', before: null, after: 'Rome' },
    ])
    expect(changesOf({ action: 'create', fields: { notes: '', city: 'Rome' }, base: null })).toEqual([
      { field: 'city', before: null, after: 'Rome' },
    ])
    expect(changesOf({ action: 'delete', fields: {}, base: { city: 'Rome' } })).toEqual([])
  })
})

it.each([
  ['sent', 'Sent.', null],
  ['saved', '', null],
  ['saved', 'Saved on this computer.', null],
  ['asked', 'Changed on both sides: external_id, notes.', 'Changed on both sides: External ID, notes.'],
  ['refused', 'The service refused this change.', 'The service refused this change.'],
  ['adopted', 'It is household_ab12.', 'It is household_ab12.'],
] as const)('of an event “%s” with the note “%s” is added %j', (event, note, added) => {
  expect(sayNote({ event, note })).toBe(added)
})

it('every event has its words', () => {
  for (const event of operationEvent.shape.event.options) expect(sayEvent({ event, note: '' })).toMatch(/^[A-Z]/)
})

it('a write that is undone is called so, not discarded, by its state and its last event', () => {
  expect(sayState({ ...operationWith({ state: 'discarded' }), undone: true })).toBe('Undone')
  const told = { event: 'discarded', note: undoneNote } as const
  expect([sayEvent(told), sayNote(told)]).toEqual(['Undone', null])
  expect(sayEvent({ event: 'discarded', note: 'Discarded.' })).toBe('Discarded')
})

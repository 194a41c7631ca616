import { describe, expect, it } from 'vitest'
import { editedIn, kindInWords, leadOf, openOutcome, putsBack } from '../../../shared/domain/activity.ts'
import type { Operation } from '../../../shared/domain/operation.ts'

const city = { field: 'city', before: 'Basel', after: 'Bern' }
const back = { field: 'city', before: 'Bern', after: 'Basel' }
const suffix = { field: 'suffix', before: null, after: 'Jr.' }

describe('the sentence about a change', () => {
  const of = (fields: string[]) => fields.map((field) => ({ field, before: 'a', after: 'b' }))
  it.each<[Pick<Operation, 'action' | 'resource'>, string[], string]>([
    [{ action: 'update', resource: 'individuals' }, ['city'], 'Changed city of'],
    [{ action: 'update', resource: 'individuals' }, ['city', 'postal_code'], 'Changed city and postal code of'],
    [{ action: 'update', resource: 'individuals' }, ['city', 'state', 'email'], 'Changed city, state and email of'],
    [
      { action: 'update', resource: 'individuals' },
      ['city', 'state', 'email', 'suffix'],
      'Changed city, state and 2 more fields of',
    ],
    [{ action: 'update', resource: 'households' }, ['external_id'], 'Changed external ID of'],
    [{ action: 'update', resource: 'households' }, [], 'Changed household'],
    [{ action: 'create', resource: 'individuals' }, ['first_name'], 'Added person'],
    [{ action: 'create', resource: 'documents' }, ['name'], 'Uploaded'],
    [{ action: 'create', resource: 'valuations' }, [], 'Logged valuation of'],
    [{ action: 'delete', resource: 'entities' }, [], 'Deleted entity'],
  ])('%j of %j begins with the action and the fields', (about, fields, lead) => {
    expect(leadOf({ ...about, ...editedIn(of(fields)) })).toBe(lead)
  })
})

describe('the sentence about fields that were cleared', () => {
  const individuals = { action: 'update', resource: 'individuals' } as const
  const cleared = { field: 'notes', before: 'Met in May.', after: null }

  it.each([
    ['cleared', [cleared], 'Cleared notes of'],
    ['changed and cleared', [city, cleared], 'Changed city and cleared notes of'],
    ['never filled', [{ ...cleared, before: '' }], 'Changed notes of'],
  ])('names those that were %s', (_what, changes, lead) => {
    expect(leadOf({ ...individuals, ...editedIn(changes) })).toBe(lead)
  })

  it('is about several records where each was cleared', () => {
    expect(kindInWords({ ...individuals, count: 12, fields: ['city'], cleared: ['city'] })).toBe(
      'Cleared city of 12 people',
    )
  })
})

describe('a later change of the same record', () => {
  it('puts an earlier one back if it writes the values before', () => {
    expect(putsBack([back], [city])).toBe(true)
  })

  it('need not clear what the service cannot clear', () => {
    expect(putsBack([back], [city, suffix])).toBe(true)
    expect(putsBack([back], [city, { ...suffix, before: 'Sr.' }])).toBeNull()
  })

  it('makes it again if it writes the same values', () => {
    expect(putsBack([city], [city])).toBe(false)
  })

  it('is about something else if it writes other fields or values', () => {
    expect(putsBack([{ field: 'city', before: 'Bern', after: 'Chur' }], [city])).toBeNull()
    expect(putsBack([suffix], [city])).toBeNull()
    expect(putsBack([back, suffix], [city])).toBeNull()
    expect(putsBack([], [city])).toBeNull()
  })
})

describe('an open change', () => {
  const question = (kind: NonNullable<Operation['question']>['kind']) => ({
    kind,
    candidates: [],
    fields: [],
    theirs: null,
  })
  it.each<[Pick<Operation, 'state' | 'question'>, string | null]>([
    [{ state: 'queued', question: null }, 'waiting'],
    [{ state: 'sending', question: null }, 'waiting'],
    [{ state: 'uncertain', question: null }, 'waiting'],
    [{ state: 'uncertain', question: question('cannot-tell') }, 'question'],
    [{ state: 'queued', question: question('already-exists') }, 'question'],
    [{ state: 'conflict', question: question('fields') }, 'conflict'],
    [{ state: 'conflict', question: question('deleted-elsewhere') }, 'conflict'],
    [{ state: 'failed', question: question('refused') }, 'refused'],
    [{ state: 'failed', question: null }, 'refused'],
    [{ state: 'done', question: null }, null],
    [{ state: 'discarded', question: null }, null],
  ])('in %j has the outcome %s', (operation, outcome) => {
    expect(openOutcome(operation)).toBe(outcome)
  })
})

import { describe, expect, it } from 'vitest'
import { allOf, decided, partsOf, putTogether } from '../../../renderer/features/outbox/decide-fields.ts'
import {
  fieldsToMend,
  kindOf,
  pathsOf,
  problemsOf,
  saidOf,
  withoutEmpty,
} from '../../../renderer/features/outbox/field-editing.ts'
import type { FieldConflict } from '../../../shared/domain/operation.ts'

const city: FieldConflict = { field: 'city', base: 'Boston', theirs: 'Salem', mine: 'Lynn', kind: 'value' }
const notes: FieldConflict = {
  field: 'notes',
  base: 'one\r\ntwo\r\nthree',
  theirs: 'one\r\nTWO\r\nthree',
  mine: 'one\n2\nthree\nfour',
  kind: 'overlap',
}

describe('what can be mended', () => {
  it('of a new document is all that the service may ask for', () => {
    const fields = { household_id: 'hh-1', name: 'Deed', type: 'DEED' }
    const whole = fieldsToMend({ action: 'create', resource: 'documents', fields })
    expect(whole).toEqual({ ...fields, entity_id: '', individual_id: '' })
    expect(withoutEmpty(whole, { action: 'create', resource: 'documents' })).toEqual(fields)
    expect(saidOf('entity_id: is required', pathsOf(whole))).toEqual({ entity_id: 'The service said: is required' })
    expect(fieldsToMend({ action: 'update', resource: 'documents', fields: { name: 'Deed' } })).toEqual({
      name: 'Deed',
    })
  })
})

describe('a decision about fields', () => {
  it('is made when every field has one', () => {
    expect(decided([city, notes], { city: { pick: 'mine' } })).toBeNull()
    expect(decided([city, notes], allOf([city, notes], 'theirs'))).toEqual({ city: 'Salem', notes: notes.theirs })
    expect(decided([city], { city: { pick: 'other', value: 'Rome' } })).toEqual({ city: 'Rome' })
  })

  it('leaves the line ends of the service’s copy as they are', () => {
    const value = 'one\nTWO and 2\nthree\nfour'
    expect(decided([notes], { notes: { pick: 'other', value } })).toEqual({
      notes: 'one\r\nTWO and 2\r\nthree\r\nfour',
    })
    expect(decided([notes], { notes: { pick: 'mine' } })).toEqual({ notes: notes.mine })
  })
})

describe('a text that both sides changed', () => {
  it('is put together from what is settled and what is kept of each overlap', () => {
    const parts = partsOf(notes)
    const at = parts.findIndex(({ kind }) => kind === 'overlap')
    expect(putTogether(parts, {})).toBe('one\nTWO\n2\nthree\nfour')
    expect(putTogether(parts, { [at]: 'theirs' })).toBe('one\nTWO\nthree\nfour')
    expect(putTogether(parts, { [at]: 'mine' })).toBe('one\n2\nthree\nfour')
  })

  it('may have been begun by both', () => {
    const begun: FieldConflict = { field: 'notes', base: null, theirs: 'theirs', mine: 'mine', kind: 'overlap' }
    expect(putTogether(partsOf(begun), {})).toBe('theirs\nmine')
  })
})

describe('a field', () => {
  it.each([
    ['notes', 'x', 'long'],
    ['city', null, 'text'],
    ['is_trustee', false, 'flag'],
    ['value', 1, 'number'],
    ['date_of_birth', '1950-03-01', 'date'],
    ['type', 'WILL', 'choice'],
    ['primary_relationship_owner_id', 'user_1', 'user'],
    ['entity_id', 'entity_1', 'fixed'],
    ['directly_held_assets', [{ value: 1 }], 'records'],
    ['tags', ['a'], 'fixed'],
    ['more', { a: 1 }, 'fixed'],
  ])('%s of %j is edited as %s', (field, value, kind) => {
    expect(kindOf(field, value)).toBe(kind)
  })
})

const today = '2026-03-01'

describe('a write that is mended', () => {
  it('says where dates of birth and death contradict each other, at a field that it contains', () => {
    const base = { date_of_birth: '1950-01-01', is_deceased: true }
    const update = { action: 'update', resource: 'individuals', base } as const
    expect(Object.keys(problemsOf(update, { date_of_death: '1949-12-31' }, today))).toEqual(['date_of_death'])
    expect(problemsOf(update, { date_of_death: '2026-02-28' }, today)).toEqual({})
    const living = { ...update, base: { ...base, is_deceased: false } }
    expect(Object.keys(problemsOf(living, { date_of_death: '2026-02-28' }, today))).toEqual(['date_of_death'])
    const primary_individuals = [
      { first_name: 'A', last_name: 'B', state: 'OH', date_of_death: '2026-03-02', is_deceased: true },
    ]
    const fields = { primary_relationship_owner_id: 'user_1', primary_individuals }
    const create = { action: 'create', resource: 'households', base: null } as const
    expect(problemsOf(create, fields, today)).toHaveProperty(['primary_individuals.0.date_of_death'])
  })

  it('says what is wrong with each field', () => {
    const problems = problemsOf(
      { action: 'create', resource: 'households', base: null },
      {
        primary_relationship_owner_id: 'user_1',
        primary_individuals: [{ first_name: 'A', last_name: 'B', state: 'Ohio' }],
      },
      today,
    )
    expect(problems).toEqual({ 'primary_individuals.0.state': 'Must be the two letters of a state or province.' })
    expect(
      problemsOf(
        { action: 'update', resource: 'individuals', base: {} },
        { last_name: '', email: 'a@b.example' },
        today,
      ),
    ).toEqual({
      last_name: 'The service cannot clear this. Enter something else, or undo.',
    })
    expect(problemsOf({ action: 'delete', resource: 'individuals', base: {} }, {}, today)).toEqual({})
  })

  it('leaves out what is empty, but clears what can be cleared', () => {
    const household = { action: 'update', resource: 'households' } as const
    expect(withoutEmpty({ external_id: '', notes: 'x' }, household)).toEqual({ external_id: null, notes: 'x' })
    const person = { action: 'update', resource: 'individuals' } as const
    expect(withoutEmpty({ city: '', last_name: '' }, person)).toEqual({ city: null, last_name: '' })
    const fields = { external_id: '', primary_individuals: [{ first_name: 'A', city: '' }] }
    expect(withoutEmpty(fields, { action: 'create', resource: 'households' })).toEqual({
      primary_individuals: [{ first_name: 'A' }],
    })
  })

  it('shows what the service said of a field beside it', () => {
    const paths = pathsOf({ email: 'x', primary_individuals: [{ state: 'Ohio' }] })
    expect(paths).toEqual(['email', 'primary_individuals', 'primary_individuals.0.state'])
    const detail = 'The body is not valid. primary_individuals.0.state: must be two letters; email: is taken; nobody: x'
    expect(saidOf(detail, paths)).toEqual({
      'primary_individuals.0.state': 'The service said: must be two letters',
      email: 'The service said: is taken',
    })
    expect(saidOf('Bad Request', paths)).toEqual({})
    expect(saidOf('Bad Request', ['city'])).toEqual({ city: 'The service said: Bad Request' })
    expect(saidOf(null, paths)).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { checkBody, unfinishedDate } from '../../../../renderer/components/forms/form-values.ts'
import { checkNewHousehold, emptyHousehold } from '../../../../renderer/features/households/household-values.ts'
import { emptyPrimary, tooManyPrimaries } from '../../../../renderer/features/individuals/person-values.ts'
import { authorUnsaid } from '../../../../shared/records/document-summary.ts'
import { maxNotes } from '../../../../shared/records/field.ts'
import { documentUpdate, individualUpdate } from '../../../../shared/service/writes.ts'

describe('what the description does not allow', () => {
  it.each([
    [{ email: 'ada' }, 'email', 'Must be an email address.'],
    [{ state: 'N' }, 'state', 'Must be the two letters of a state or province.'],
    [{ state: '12' }, 'state', 'Must be the two letters of a state or province.'],
    [{ date_of_death: '2026-02-30' }, 'date_of_death', 'Must be a calendar date (YYYY-MM-DD).'],
    [{ date_of_birth: unfinishedDate }, 'date_of_birth', 'Finish this date, or undo.'],
    [{ notes: 'n'.repeat(maxNotes + 1) }, 'notes', 'Must have at most 65,536 characters.'],
    [{ city: 'c'.repeat(1001) }, 'city', 'Must have at most 1,000 characters.'],
    [{ first_name: '' }, 'first_name', 'This field is required.'],
  ])('%o is said at its field, in plain words', (body, field, said) => {
    expect(checkBody(individualUpdate, body)).toEqual({ body: null, problems: { [field]: said } })
  })

  it('is a value that no list has, and what is known to be wrong already counts more', () => {
    expect(checkBody(documentUpdate, { type: 'NAPKIN' }).problems).toEqual({ type: 'Choose one from the list.' })
    const known = { state: 'No state.' }
    expect(checkBody(individualUpdate, { state: 'x', email: 'x' }, known).problems).toEqual({
      state: 'No state.',
      email: 'Must be an email address.',
    })
  })

  it('is nothing for a good body, which comes through as it is', () => {
    const body = { notes: 'n'.repeat(maxNotes), state: 'ny', date_of_birth: '1950-02-28' }
    expect(checkBody(individualUpdate, body)).toEqual({ body, problems: null })
  })
})

describe('a new household', () => {
  const owned = emptyHousehold('user_1')

  it('needs an owner, and of each primary client both names and a state', () => {
    const values = {
      ...emptyHousehold(''),
      primary_individuals: [emptyPrimary, { ...emptyPrimary, first_name: 'Ada' }],
    }
    expect(checkNewHousehold(values).problems).toEqual({
      primary_relationship_owner_id: 'This field is required.',
      'primary_individuals.0.first_name': 'This field is required.',
      'primary_individuals.0.last_name': 'This field is required.',
      'primary_individuals.0.state': 'This field is required.',
      'primary_individuals.1.last_name': 'This field is required.',
      'primary_individuals.1.state': 'This field is required.',
    })
  })

  it('is sent with what was filled in', () => {
    const ada = { ...emptyPrimary, first_name: 'Ada', last_name: 'Byron', state: 'NY', is_trustee: true }
    expect(checkNewHousehold({ ...owned, notes: 'Two\nlines', primary_individuals: [ada] }).body).toEqual({
      primary_relationship_owner_id: 'user_1',
      notes: 'Two\nlines',
      primary_individuals: [{ first_name: 'Ada', last_name: 'Byron', state: 'NY', is_trustee: true }],
    })
    expect(checkNewHousehold(owned).body).toEqual({ primary_relationship_owner_id: 'user_1' })
  })
})

it('a household has two primary clients at most, and those in the way are named', () => {
  expect(tooManyPrimaries([{ title: 'Ada Byron' }])).toBeNull()
  expect(tooManyPrimaries([{ title: 'Ada Byron' }, { title: 'Max Byron' }])).toContain('Ada Byron and Max Byron')
})

describe('whose a summary is', () => {
  it.each([
    [{ summary: 'new' }, 'AI_AUTO', true],
    [{ summary: 'new' }, 'USER', false],
    [{ summary: 'new', entry_mode: 'AI_AUTO' } as const, 'AI_AUTO', false],
    [{ display_name: 'new' }, 'AI_AUTO', false],
  ])('is asked after %o of a text that is %s: %s', (fields, mode, asked) => {
    expect(authorUnsaid(fields, mode)).toBe(asked)
  })
})

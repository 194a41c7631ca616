import { describe, expect, it } from 'vitest'
import { changesOf } from '../../../renderer/features/bulk/bulk-changes.ts'

describe('changesOf', () => {
  it('takes what is filled in, without blanks around it, and leaves the rest', () => {
    expect(changesOf('individuals', { is_trustee: false, city: ' Ithaca ', country: '  ' })).toEqual({
      changes: { is_trustee: false, city: 'Ithaca' },
      problems: {},
    })
  })

  it('clears what is to be cleared, also fields that cannot be set for many', () => {
    expect(changesOf('individuals', { city: null, notes: null, last_name: null })).toEqual({
      changes: { city: null, notes: null },
      problems: {},
    })
    expect(changesOf('documents', { entity_id: null })).toEqual({ changes: { entity_id: null }, problems: {} })
  })

  it('is nothing while nothing is wanted, and that is no problem', () => {
    expect(changesOf('documents', {})).toEqual({ changes: null, problems: {} })
  })

  it('takes no field that the resource has not among those for many', () => {
    expect(changesOf('documents', { type: 'WILL', name: 'Same for all', is_trustee: true })).toEqual({
      changes: { type: 'WILL' },
      problems: {},
    })
  })

  it('says in a sentence what is wrong with a field', () => {
    expect(changesOf('individuals', { state: 'N', city: 'Ithaca' })).toEqual({
      changes: null,
      problems: { state: 'Must be the two letters of a state or province.' },
    })
  })
})

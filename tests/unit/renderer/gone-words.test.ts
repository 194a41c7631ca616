import { describe, expect, it } from 'vitest'
import { goneWords } from '../../../renderer/features/records/gone-words.ts'
import { localId } from '../../../shared/domain/operation-rules.ts'

const uuid = '0b0f9f64-5a30-4d0c-9f2f-0d7f2c3c9a11'
const base = { resource: 'individuals', id: 'client_profile_1', isListRead: true } as const

describe('a page whose record is no longer in the copy', () => {
  it.each([
    ['deleted', {}, 'This person is gone'],
    ['made here and taken back', { id: localId('individuals', uuid) }, 'This new person was taken back'],
    ['a valuation that another replaced', { resource: 'valuations' }, 'This valuation is no longer the latest'],
  ] as const)('says what happened to one that was %s', (_name, given, title) => {
    expect(goneWords({ ...base, ...given })?.title).toBe(title)
  })

  it('says nothing of a deletion while the copy itself is incomplete', () => {
    expect(goneWords({ ...base, isListRead: false })).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import {
  cannotClear,
  changesOf,
  countText,
  filledIn,
  valuesOf,
} from '../../../../renderer/components/forms/form-values.ts'

const record = { id: 'x', name: 'Ada', notes: null, is_primary: true, external_id: 'E-1', tags: ['a'] }
const names = ['name', 'notes', 'is_primary', 'external_id', 'unknown']

describe('the values of a form', () => {
  it('are text and answers, with nothing for what the record does not have', () => {
    expect(valuesOf(record, names)).toEqual({
      name: 'Ada',
      notes: '',
      is_primary: true,
      external_id: 'E-1',
      unknown: '',
    })
  })

  it('count as changed only where they mean something else', () => {
    const before = valuesOf({ ...record, name: 'Ada ' }, names)
    expect(Object.keys(changesOf(before, { ...before }).fields)).toEqual([])
    expect(Object.keys(changesOf(before, { ...before, name: ' Ada' }).fields)).toEqual([])
    expect(Object.keys(changesOf(before, { ...before, notes: '  ' }).fields)).toEqual([])
    expect(Object.keys(changesOf(before, { ...before, name: 'Eda', is_primary: false }).fields)).toEqual([
      'name',
      'is_primary',
    ])
  })
})

describe('a text whose lines end with CR LF', () => {
  const before = { notes: 'one\r\ntwo\r\nthree' }

  it('is not changed by an editor that shows it', () => {
    expect(Object.keys(changesOf(before, { notes: 'one\ntwo\nthree' }).fields)).toEqual([])
  })

  it('keeps its line ends where another line is edited', () => {
    const { fields } = changesOf(before, { notes: 'one\ntwo and a half\nthree' })
    expect(fields).toEqual({ notes: 'one\r\ntwo and a half\r\nthree' })
  })
})

describe('the changes of a form', () => {
  const before = valuesOf(record, names)

  it('hold the changed fields alone, single lines without the spaces around them', () => {
    const now = { ...before, name: ' Eda ', notes: ' one\n  two ', is_primary: false }
    expect(changesOf(before, now)).toEqual({
      fields: { name: 'Eda', notes: ' one\n  two ', is_primary: false },
      problems: {},
    })
  })

  it('clear with null what the service can clear, and say of anything else that it cannot', () => {
    const now = { ...before, name: '', external_id: ' ' }
    expect(changesOf(before, now, ['external_id'])).toEqual({
      fields: { external_id: null },
      problems: { name: cannotClear },
    })
  })
})

it('a new record holds what was filled in, and no answer that was left at no', () => {
  expect(filledIn({ first_name: ' Ada ', suffix: ' ', is_primary: true, is_trustee: false })).toEqual({
    first_name: 'Ada',
    is_primary: true,
  })
})

it('the bar counts what changed', () => {
  expect([0, 1, 2].map(countText)).toEqual(['No changes yet', '1 field changed', '2 fields changed'])
})

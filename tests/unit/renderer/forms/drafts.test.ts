import { beforeEach, describe, expect, it } from 'vitest'
import { draftKey, draftName, useDrafts } from '../../../../renderer/components/forms/drafts.ts'
import { draftsFrom, draftsToKeep } from '../../../../renderer/components/forms/kept-drafts.ts'

const connection = 'a'.repeat(32)
const other = 'b'.repeat(32)
const key = draftKey(connection, 'household_1')
const { begin, change, end, rename, restore } = useDrafts.getState()
const draftsNow = () => useDrafts.getState().drafts

beforeEach(() => useDrafts.setState({ drafts: {}, restored: [] }))

describe('a draft', () => {
  it('belongs to one record of one connection', () => {
    expect(draftName(connection, key)).toBe('household_1')
    expect(draftName(other, key)).toBeNull()
  })

  it('keeps the record as it was when the edit began, however often the edit is begun', () => {
    begin(key, { id: 'household_1', notes: 'before' })
    change(key, { notes: 'mine' }, true)
    begin(key, { id: 'household_1', notes: 'theirs' })
    expect(draftsNow()[key]).toEqual({
      base: { id: 'household_1', notes: 'before' },
      values: { notes: 'mine' },
      dirty: true,
    })
  })

  it('stays ended when a last key stroke comes late', () => {
    begin(key, {})
    end(key)
    change(key, { notes: 'late' }, true)
    expect(draftsNow()).toEqual({})
  })

  it('follows its record to the id that the service gave it', () => {
    begin(key, {})
    change(key, { notes: 'mine' }, true)
    const to = draftKey(connection, 'household_2')
    rename(key, to)
    expect(Object.keys(draftsNow())).toEqual([to])
  })
})

describe('drafts of an earlier run', () => {
  it('come back as they were kept, but for those begun since and those of strange forms', () => {
    begin(key, { id: 'now' })
    const draft = { base: null, values: { notes: 'mine' }, dirty: true }
    const kept = [
      { name: 'household_1', json: JSON.stringify(draft) },
      { name: 'new:households', json: JSON.stringify(draft) },
      { name: 'old', json: '{"shape":1}' },
      { name: 'cut', json: '{"base":' },
    ]
    restore(connection, draftsFrom(connection, kept))
    expect(draftsNow()).toEqual({
      [key]: { base: { id: 'now' }, values: null, dirty: false },
      [draftKey(connection, 'new:households')]: draft,
    })
    expect(useDrafts.getState().restored).toEqual([connection])
  })

  it('are what was typed: kept while it differs, forgotten once saved or discarded, other connections left alone', () => {
    const draft = { base: {}, values: { notes: 'a' }, dirty: true }
    const longer = { ...draft, values: { notes: 'ab' } }
    const clean = { ...draft, dirty: false }
    const elsewhere = { [draftKey(other, 'household_1')]: draft }
    const keep = (before: object, now: object) => draftsToKeep(connection, { ...before }, { ...now, ...elsewhere })
    expect(keep({}, { [key]: draft })).toEqual([{ name: 'household_1', json: JSON.stringify(draft) }])
    expect(keep({ [key]: draft }, { [key]: longer })).toEqual([{ name: 'household_1', json: JSON.stringify(longer) }])
    expect(keep({ [key]: draft }, { [key]: draft })).toEqual([])
    expect(keep({ [key]: draft }, {})).toEqual([{ name: 'household_1', json: null }])
    expect(keep({ [key]: draft }, { [key]: clean })).toEqual([{ name: 'household_1', json: null }])
    expect(keep({}, { [key]: clean })).toEqual([])
  })
})

import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isLivingWithDeathDate } from '../../../shared/domain/life-dates.ts'
import { mergeRecord } from '../../../shared/domain/merge.ts'
import { type JsonFields, jsonFields } from '../../../shared/domain/operation.ts'
import { isSame, own } from '../../../shared/lib/json.ts'
import { maxNotes } from '../../../shared/records/field.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'

const names = ['first_name', 'city', 'notes', 'summary', 'is_trustee', '__proto__', 'tags', 'émigré']
const value = fc.oneof(
  fc.constantFrom('', null, 'é', 'e\u0301', 'a\nb', 'a\r\nb', 'a\nb\nc', '0', true, false, 0, 1.5),
  fc.string(),
  fc.array(fc.constantFrom('x', 'y', '\n'), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.record({ deep: fc.option(fc.string()) }),
)
const fields: fc.Arbitrary<JsonFields> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name, maxLength: 6 })
  .map((entries) => Object.fromEntries(entries))

const laid = (under: JsonFields, over: JsonFields): JsonFields =>
  Object.fromEntries([...Object.entries(under), ...Object.entries(over)])

const without = (record: JsonFields, left: JsonFields): JsonFields =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(left, name)))

test('every field of an edit is sent, asked about, or there already', () => {
  fc.assert(
    fc.property(fields, fields, fields, (base, theirs, mine) => {
      const merged = mergeRecord({ base, theirs, mine })
      const asked = merged.conflicts.map(({ field }) => field)
      expect([...Object.keys(merged.fields), ...asked].filter((name) => !Object.hasOwn(mine, name))).toEqual([])
      expect(new Set([...Object.keys(merged.fields), ...asked]).size).toBe(
        Object.keys(merged.fields).length + asked.length,
      )
      for (const [name, mineNow] of Object.entries(mine)) {
        const settled = Object.hasOwn(merged.fields, name) || asked.includes(name)
        const there = isSame(mineNow, own(theirs, name)) || isSame(mineNow, own(base, name))
        expect(settled || there || name === 'notes' || name === 'summary').toBe(true)
        expect(settled && there).toBe(false)
      }
      expect(jsonFields.safeParse(merged.fields).success).toBe(true)
    }),
  )
})

test('an edit of a record that nobody else touched is sent as it was made', () => {
  fc.assert(
    fc.property(fields, fields, (base, mine) => {
      const { fields: sent, conflicts } = mergeRecord({ base, theirs: base, mine })
      expect(conflicts).toEqual([])
      const dirty = Object.entries(mine).filter(([name, mineNow]) => !isSame(mineNow, own(base, name)))
      expect(sent).toEqual(Object.fromEntries(dirty))
    }),
  )
})

test('nothing is sent or asked when both sides made the same edit', () => {
  fc.assert(
    fc.property(fields, fields, (base, edit) => {
      expect(mergeRecord({ base, theirs: laid(base, edit), mine: edit })).toEqual({ fields: {}, conflicts: [] })
    }),
  )
})

test('edits of different fields come to the same record whoever is first', () => {
  fc.assert(
    fc.property(fields, fields, fields, (base, one, all) => {
      const other = without(all, one)
      const first = mergeRecord({ base, theirs: laid(base, other), mine: one })
      const second = mergeRecord({ base, theirs: laid(base, one), mine: other })
      expect([...first.conflicts, ...second.conflicts]).toEqual([])
      const here = laid(laid(base, other), first.fields)
      const there = laid(laid(base, one), second.fields)
      for (const name of names) expect(isSame(own(here, name), own(there, name))).toBe(true)
    }),
  )
})

describe('fields that belong together', () => {
  const pair = fc.record({
    is_deceased: fc.boolean(),
    date_of_death: fc.constantFrom(null, '2001-01-01', '2002-02-02'),
  })
  const possible = pair.filter((life) => !isLivingWithDeathDate(life))

  test('never come from both sides, and never make a living person with a date of death', () => {
    fc.assert(
      fc.property(possible, possible, possible, (base, theirs, wanted) => {
        const mine = changedOf(wanted, base)
        const { fields: sent, conflicts } = mergeRecord({ base, theirs, mine })
        const merged = { ...theirs, ...sent }
        expect(isLivingWithDeathDate(merged)).toBe(false)
        if (conflicts.length > 0) {
          // Everything that differs is asked about, and nothing of it is sent.
          expect(sent).toEqual({})
          expect(conflicts.map(({ field }) => field).toSorted()).toEqual(
            Object.keys(changedOf(wanted, theirs)).toSorted(),
          )
        } else expect([theirs, wanted]).toContainEqual(merged)
      }),
      propertyRuns(500),
    )
  })

  const changedOf = (one: JsonFields, other: JsonFields): JsonFields =>
    Object.fromEntries(Object.entries(one).filter(([name, given]) => !isSame(given, own(other, name))))

  it.each<[string, JsonFields, JsonFields, JsonFields, string[]]>([
    [
      'an address of which the colleague changed another line',
      { address_line1: '1 Elm St', city: 'Albany', postal_code: '12207' },
      { address_line1: '1 Elm St', city: 'Albany', postal_code: '12208' },
      { address_line1: '9 Main St', city: 'Troy' },
      ['address_line1', 'city', 'postal_code'],
    ],
    [
      'a document that was filed to a person here, and to another entity there',
      { entity_id: 'entity_1' },
      { entity_id: 'entity_2' },
      { entity_id: null, individual_id: 'client_profile_1' },
      ['entity_id', 'individual_id'],
    ],
    [
      'a text whose format the colleague changed',
      { summary: 'one', summary_format: 'PLAIN_TEXT' },
      { summary: 'one', summary_format: 'MARKDOWN' },
      { summary: 'two' },
      ['summary', 'summary_format'],
    ],
  ])('%s is asked about as one', (_what, base, theirs, mine, asked) => {
    const { fields: sent, conflicts } = mergeRecord({ base, theirs, mine })
    expect(sent).toEqual({})
    expect(conflicts.map(({ field }) => field).toSorted()).toEqual(asked)
  })

  it('merge by line when only their text was changed on both sides', () => {
    const base = { summary: 'a\nb\nc', entry_mode: 'AI_AUTO' }
    const theirs = { summary: 'A\nb\nc', entry_mode: 'AI_AUTO' }
    expect(mergeRecord({ base, theirs, mine: { summary: 'a\nb\nC', entry_mode: 'USER' } })).toEqual({
      fields: { summary: 'A\nb\nC', entry_mode: 'USER' },
      conflicts: [],
    })
  })
})

test('what a person is asked is exactly what the three copies say', () => {
  const base = { notes: 'one', city: 'Boston', email: null, last_name: 'Ray' }
  const theirs = { notes: 'two', city: 'Salem', email: 'a@b.example', last_name: 'Ray' }
  const mine = { notes: 'three', city: 'Lynn', email: 'c@d.example', last_name: 'Rey', suffix: 'Jr.' }
  expect(mergeRecord({ base, theirs, mine })).toEqual({
    fields: { last_name: 'Rey', suffix: 'Jr.' },
    conflicts: [
      { field: 'notes', base: 'one', theirs: 'two', mine: 'three', kind: 'overlap' },
      { field: 'city', base: 'Boston', theirs: 'Salem', mine: 'Lynn', kind: 'value' },
      { field: 'email', base: null, theirs: 'a@b.example', mine: 'c@d.example', kind: 'value' },
    ],
  })
})

describe('one field', () => {
  const merge = (field: string, base: unknown, theirs: unknown, mine: unknown) =>
    mergeRecord({
      base: jsonFields.parse(base === undefined ? {} : { [field]: base }),
      theirs: jsonFields.parse(theirs === undefined ? {} : { [field]: theirs }),
      mine: jsonFields.parse({ [field]: mine }),
    })

  it.each([
    ['absent and null are the same', 'city', undefined, null, 'Rome', { city: 'Rome' }],
    ['null and an empty text are the same', 'city', null, '', 'Rome', { city: 'Rome' }],
    ['cleared here, left alone there', 'external_id', 'A-1', 'A-1', null, { external_id: null }],
    ['cleared by both', 'external_id', 'A-1', '', null, {}],
    ['composed differently there', 'city', 'Orle\u0301ans', 'Orl\u00e9ans', 'Rome', { city: 'Rome' }],
    ['composed differently by me alone', 'city', 'Orl\u00e9ans', 'Orl\u00e9ans', 'Orle\u0301ans', {}],
    ['other line ends there', 'notes', 'a\r\nb', 'a\nb', 'a\nc', { notes: 'a\nc' }],
    ['taken back by me, changed there', 'city', 'Rome', 'Ostia', 'Rome', {}],
    ['the same list', 'tags', ['a'], ['a'], ['a', 'b'], { tags: ['a', 'b'] }],
    ['my lines and theirs', 'notes', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', { notes: 'A\nb\nC' }],
    ['my lines among theirs already', 'notes', 'a\nb\nc', 'A\nb\nC', 'a\nb\nC', {}],
  ])('%s', (_what, field, base, theirs, mine, sent) => {
    expect(merge(field, base, theirs, mine)).toEqual({ fields: sent, conflicts: [] })
  })

  it.each([
    ['false is not nothing', 'is_trustee', null, true, false, 'value'],
    ['zero is not nothing', 'count', null, 1, 0, 'value'],
    ['a text is not a number', 'count', 1, '1', 2, 'value'],
    ['text of a single line in any other field is taken whole', 'city', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'value'],
    ['both began a note', 'notes', null, 'theirs', 'mine', 'overlap'],
    ['cleared here, added to there', 'notes', 'a\nb', 'a\nb\nc', null, 'value'],
    ['added to here, cleared there', 'notes', 'a\nb', null, 'a\nb\nc', 'value'],
    ['cleared here, changed there', 'city', 'a', 'b', null, 'value'],
    ['changed here, cleared there', 'city', 'a', null, 'b', 'value'],
    ['a note that is no text', 'notes', 'a', 7, 'b', 'value'],
  ])('%s, so it is asked about', (_what, field, base, theirs, mine, kind) => {
    const { fields: sent, conflicts } = merge(field, base, theirs, mine)
    expect(sent).toEqual({})
    expect(conflicts).toMatchObject([{ field, kind, mine }])
  })

  it('notes that would be too long together are asked about', () => {
    const half = 'x'.repeat(maxNotes / 2)
    const merged = merge('notes', 'a\nb\nc', `${half}\nb\nc`, `a\nb\n${half}`)
    expect(merged.conflicts.map(({ kind }) => kind)).toEqual(['overlap'])
    expect(merge('summary', 'a\nb\nc', `${half}\nb\nc`, `a\nb\n${half}`).fields).toEqual({
      summary: `${half}\nb\n${half}`,
    })
  })
})

import { describe, expect, it } from 'vitest'
import { classifyBulk, countOutcomes, goneRow, tally } from '../../../shared/domain/bulk.ts'
import { bulkContract } from '../../../shared/ipc/bulk.ts'
import { clearableNames } from '../../../shared/records/field.ts'
import { resourceFields } from '../../../shared/records/resource-fields.ts'
import { inputOf } from '../../doubles/samples/schemas.ts'

const bulkInput = inputOf(bulkContract.preview)

const ada = {
  id: 'in-1',
  title: 'Ada Okafor',
  pending: null,
  record: { id: 'in-1', is_trustee: false, address_line1: '1 Old St', city: 'Troy', state: 'NY', country: 'US' },
}
const people = (changes: Record<string, string | boolean | null>) => ({ resource: 'individuals', changes }) as const

describe('classifyBulk', () => {
  it('touches only fields that differ', () => {
    const { row, fields, base } = classifyBulk(people({ is_trustee: true, city: 'Troy' }), ada)
    expect(row).toEqual({
      id: 'in-1',
      title: 'Ada Okafor',
      outcome: 'change',
      reason: null,
      remark: null,
      changes: [{ field: 'is_trustee', before: false, after: true }],
    })
    expect(fields).toEqual({ is_trustee: true })
    expect(base).toBe(ada.record)
  })

  it('clears a field that has a value, and leaves one that is empty in any way', () => {
    const { row, fields } = classifyBulk(people({ city: null, suffix: null }), {
      ...ada,
      record: { ...ada.record, suffix: '' },
    })
    expect(row.changes).toEqual([{ field: 'city', before: 'Troy', after: null }])
    expect(fields).toEqual({ city: null })
    expect(classifyBulk(people({ suffix: null }), ada).row.outcome).toBe('already')
  })

  it('lets somebody live whose date of death is cleared as well, and says where Deceased stays', () => {
    const dead = { ...ada, record: { ...ada.record, is_deceased: true, date_of_death: '2020-01-01' } }
    const fields = { is_deceased: false, date_of_death: null }
    expect(classifyBulk(people(fields), dead)).toMatchObject({ row: { remark: null }, fields })
    expect(classifyBulk(people({ date_of_death: null }), dead).row.remark).toBe('Deceased stays set.')
  })

  it('says that a record is as wanted already', () => {
    const { row, fields } = classifyBulk(people({ is_trustee: false, state: 'NY' }), ada)
    expect([row.outcome, row.changes, fields]).toEqual(['already', [], {}])
  })

  it('changes a field that is absent', () => {
    const document = { id: 'do-1', title: 'Will', pending: null, record: { id: 'do-1', type: 'WILL' } }
    const { row } = classifyBulk({ resource: 'documents', changes: { enable_ai_suggestions: false } }, document)
    expect(row.changes).toEqual([{ field: 'enable_ai_suggestions', before: null, after: false }])
  })

  it.each([
    [
      'a record that is to be deleted',
      { ...ada, pending: { mark: 'deleted' as const } },
      /deletion is waiting in the outbox/,
    ],
    ['a deleted record', { ...ada, record: { ...ada.record, deleted_at: '2026-01-01T00:00:00Z' } }, /was deleted/],
    [
      'the living of somebody whose date of death is known',
      { ...ada, record: { ...ada.record, is_deceased: true, date_of_death: '2020-01-01' } },
      /date of death/,
    ],
  ])('does not change %s', (_, record, reason) => {
    const { row, fields } = classifyBulk(people({ is_deceased: false }), record)
    expect(row).toMatchObject({ outcome: 'cannot', reason: expect.stringMatching(reason), changes: [] })
    expect(fields).toEqual({})
  })

  it('asks for the date of death of everybody who is marked as deceased without one', () => {
    const remark = (record: object) =>
      classifyBulk(people({ is_deceased: true }), { ...ada, record: { ...ada.record, ...record } }).row.remark
    expect(remark({ is_deceased: false })).toBe('No date of death: enter it on the person’s page.')
    expect(remark({ is_deceased: false, date_of_death: '2020-01-01' })).toBeNull()
    expect(remark({ is_deceased: true })).toBeNull()
  })

  it('says which parts of an old address would stay after a move', () => {
    const remark = (changes: Record<string, string>) => classifyBulk(people(changes), ada).row.remark
    expect(remark({ address_line1: '2 New St' })).toBe(
      'From the old address, the city, the state and the country would remain.',
    )
    expect(remark({ address_line1: '2 New St', city: 'Ithaca', state: 'NY' })).toBe(
      'From the old address, the country would remain.',
    )
    expect(remark({ address_line1: '2 New St', city: 'Ithaca', state: 'NY', country: 'US' })).toBeNull()
    expect(remark({ city: 'Ithaca' })).toBeNull()
  })
})

it('counts outcomes, and texts by how often they are there', () => {
  const change = classifyBulk(people({ is_trustee: true }), ada).row
  expect(countOutcomes([change, goneRow('in-2'), goneRow('in-3')])).toEqual({ will_change: 1, already: 0, cannot: 2 })
  expect(tally(['b', null, 'a', 'b'])).toEqual([
    { text: 'b', count: 2 },
    { text: 'a', count: 1 },
  ])
})

describe('what may be asked', () => {
  const connectionId = 'a'.repeat(32)
  const which = { ids: ['x-1'] }
  it.each([
    ['nothing to change', { resource: 'individuals', which, changes: {} }],
    ['a field that names one person', { resource: 'individuals', which, changes: { first_name: 'Ada' } }],
    ['a field of another resource', { resource: 'documents', which, changes: { is_trustee: true } }],
    ['a resource that is not edited', { resource: 'entities', which, changes: { stage: 'ACTIVE' } }],
    ['notes for everybody', { resource: 'individuals', which, changes: { notes: 'Same for all' } }],
    ['a name that is cleared', { resource: 'individuals', which, changes: { last_name: null } }],
    ['an empty part of an address', { resource: 'individuals', which, changes: { city: '' } }],
    ['no rows', { resource: 'documents', which: { ids: [] }, changes: { type: 'WILL' } }],
    ['too many rows', { resource: 'documents', which: { ids: Array(5001).fill('x') }, changes: { type: 'WILL' } }],
    [
      'a filter that the list has not',
      {
        resource: 'documents',
        which: { list: { filters: [{ column: 'email', operator: 'has', values: [] }], scope: {}, except: [] } },
        changes: { type: 'WILL' },
      },
    ],
  ])('is not %s', (_, input) => {
    expect(bulkInput.safeParse({ connectionId, ...input }).success).toBe(false)
  })

  it.each(
    (['households', 'individuals', 'documents'] as const).flatMap((resource) =>
      clearableNames(resourceFields[resource]).map((field) => [resource, field] as const),
    ),
  )('is to clear, of %s, %s', (resource, field) => {
    const input = { connectionId, resource, which, changes: { [field]: null } }
    expect(bulkInput.safeParse(input).success).toBe(true)
  })

  it('is a change to rows or to a list', () => {
    const list = { filters: [{ column: 'type', operator: 'any_of', values: ['WILL'] }], scope: {}, except: ['x-2'] }
    for (const rows of [which, { list }]) {
      const input = { connectionId, resource: 'documents', which: rows, changes: { type: 'DEED' } }
      expect(bulkInput.safeParse(input).success).toBe(true)
    }
  })
})

import { describe, expect, it } from 'vitest'
import {
  canTellAbsence,
  classifyMatches,
  likeRecords,
  matchesOf,
  possibleMatches,
  type Sweep,
} from '../../../electron/outbox/reconcile.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { aCreate } from './operations.ts'

const whole = (record: JsonFields, more = {}) => ({
  record,
  isWhole: true,
  others: [] as JsonFields[],
  documents: [] as JsonFields[] | null,
  ...more,
})

/** Searches as the engine does if the list has complete records. */
function findCreated(operation: Operation, sweep: Sweep) {
  const candidates = possibleMatches(operation, sweep).map((record) => whole(record))
  return classifyMatches(operation, matchesOf(operation, candidates), false)
}

/** True if a record that was read completely is a match. */
const isLike = (operation: Operation, record: JsonFields) => matchesOf(operation, [whole(record)]).length === 1

/** True if a record as a list shows it may be a match, whenever it was made. */
const mayBeLike = (operation: Operation, record: JsonFields) =>
  possibleMatches({ ...operation, sent_at_service: null }, { records: [record], clockOffset: 0 }).length === 1

describe('which record is the lost one', () => {
  const sent = aCreate({ state: 'uncertain', sent_at: '2026-11-21T12:00:00.000Z', baseline: ['client_profile_old'] })
  const like = (id: string, created_at: string, more = {}) => ({ id, created_at, ...sent.fields, ...more })
  const find = (records: Sweep['records'], clockOffset = 0) => findCreated(sent, { records, clockOffset })

  it('is the one with the fields sent, composed and trimmed', () => {
    const operation = { ...sent, fields: { ...sent.fields, notes: 'Cafe\u0301 \n' } }
    const record = like('a', '2026-11-21T12:00:01Z', { notes: 'Café' })
    expect(findCreated(operation, { records: [record], clockOffset: 0 })).toMatchObject({
      kind: 'one',
      candidate: { record },
    })
  })
  it.each([
    ['two minutes before', '2026-11-21T11:58:00Z', 'one'],
    ['earlier', '2026-11-21T11:57:59Z', 'none'],
    ['ten minutes after', '2026-11-21T12:10:00Z', 'one'],
    ['later', '2026-11-21T12:10:01Z', 'none'],
    ['at no readable time', 'yesterday', 'none'],
  ])('may have been made %s', (_, made, kind) => {
    expect(find([like('a', made)]).kind).toBe(kind)
  })
  it('is looked for on the clock of the server', () => {
    const record = like('a', '2026-11-21T15:00:01Z')
    expect(find([record]).kind).toBe('none')
    expect(find([record], 3 * 3_600_000).kind).toBe('one')
  })
  it('is told by its external id whatever the clocks say: somebody may have set one', () => {
    const fields = { primary_relationship_owner_id: 'u', external_id: 'EXT 1' }
    const household = aCreate({
      resource: 'households',
      fields,
      sent_at: '2026-11-21T12:00:00.000Z',
      baseline: ['old'],
    })
    const record = { id: 'household_2', created_at: '2026-11-18T12:00:00Z', ...fields }
    expect(findCreated(household, { records: [record], clockOffset: 0 })).toMatchObject({
      kind: 'one',
      candidate: { record },
    })
    expect(findCreated(household, { records: [{ ...record, id: 'old' }], clockOffset: 0 }).kind).toBe('none')
  })
  it('is not one that was there before, differs, or is one of several', () => {
    const now = '2026-11-21T12:00:01Z'
    expect(find([like('client_profile_old', now)]).kind).toBe('none')
    expect(find([like('a', now, { last_name: 'Other' })]).kind).toBe('none')
    expect(find([like('a', now), like('b', now)]).kind).toBe('ask')
  })
  it('of a household is told by its people, in any order', () => {
    const people = ['Ada', 'Ben'].map((first_name) => ({ first_name, last_name: 'T', state: 'NY' }))
    const fields = { primary_relationship_owner_id: 'u', primary_individuals: people }
    const household = aCreate({ resource: 'households', fields })
    const shown = { id: 'household_2', primary_relationship_owner_id: 'u' }
    expect(isLike(household, { ...shown, primary_individuals: people.toReversed() })).toBe(true)
    expect(isLike(household, { ...shown, primary_individuals: people.slice(1) })).toBe(false)
    expect(isLike(household, shown)).toBe(false)
    expect(isLike(household, { ...shown, primary_individuals: null })).toBe(false)
    // If a list leaves out these fields, it does not rule out a match.
    expect(mayBeLike(household, shown)).toBe(true)
    expect(mayBeLike(household, { ...shown, primary_individuals: [] })).toBe(false)
    const sweep = (record: JsonFields) => ({ records: [record], clockOffset: 0 })
    expect(likeRecords(household, sweep({ ...shown, primary_individuals: people }), 0).unasked).toHaveLength(1)
    const bare = { ...household, fields: { primary_relationship_owner_id: 'u' } }
    expect(likeRecords(bare, sweep(shown), 0)).toEqual({ ids: ['household_2'], unasked: [] })
  })
  it('of a valuation is told by its day and its lines', () => {
    const line = { asset_class_id: 'asset_class_1', display_name: 'Cash', value: 1.1 }
    const fields = { effective_date: '2026-01-01', directly_held_assets: [line, { ...line, value: 2 }] }
    const operation = aCreate({ resource: 'valuations', parent_id: 'entity_1', fields })
    const found = (values: number[]) => ({
      id: 'valuationv2_1',
      effective_date: '2026-01-01',
      directly_held_assets: values.map((value) => ({
        asset_class: { id: 'asset_class_1' },
        display_name: 'Cash',
        value,
      })),
    })
    expect(isLike(operation, found([2, 1.1]))).toBe(true)
    expect(isLike(operation, found([1.1, 1.1]))).toBe(false)
    expect(isLike(operation, { ...found([2, 1.1]), effective_date: '2026-01-02' })).toBe(false)
    expect(canTellAbsence(operation, null)).toBe(true)
    expect(canTellAbsence(operation, { effective_date: '2025-12-31' })).toBe(true)
    expect(canTellAbsence(operation, { effective_date: '2026-01-01' })).toBe(false)
  })
})

describe('a match', () => {
  const ada = { first_name: 'Ada', last_name: 'Test', state: 'NY' }
  const household = (fields: JsonFields) =>
    aCreate({ resource: 'households', fields: { primary_relationship_owner_id: 'u', ...fields } })
  const line = { asset_class_id: 'asset_class_1', display_name: 'Cash', value: 1 }
  const asset = { asset_class: { id: 'asset_class_1' }, display_name: 'Cash', value: 1 }
  const valuation = (assets: JsonFields[]) =>
    aCreate({ resource: 'valuations', fields: { effective_date: '2026-01-01', directly_held_assets: assets } })
  const file = { staged_id: 's', name: 'a.pdf', size: 1, sha256: 'x', media_type: 'application/pdf' }
  const document = aCreate({
    resource: 'documents',
    fields: { household_id: 'household_1', name: 'Deed', type: 'DEED' },
    file,
  })
  const theirs = (operation: Operation, more: JsonFields = {}) => whole({ ...operation.fields, id: 'r', ...more })

  it.each<[string, Operation, ReturnType<typeof whole>]>([
    [
      'an external id',
      household({ external_id: 'X' }),
      theirs(household({ external_id: 'X' }), { primary_individuals: [] }),
    ],
    ['a name', aCreate(), theirs(aCreate(), { is_beneficiary: false })],
    ['assets', valuation([line]), theirs(valuation([]), { directly_held_assets: [asset], total_value: 1 })],
    ['the bytes of a file', document, theirs(document, { enable_ai_suggestions: true })],
  ])('is taken for the record by %s', (_, operation, match) => {
    expect(classifyMatches(operation, [match], false)).toEqual({ kind: 'one', candidate: match })
    // People or documents of ours would go into a record that may be a colleague's.
    expect(classifyMatches(operation, [match], true)).toEqual({ kind: 'ask', candidates: [match] })
  })

  it.each<[string, Operation]>([
    ['people', household({ primary_individuals: [ada] })],
    ['people and notes', household({ primary_individuals: [ada], notes: 'Prospect' })],
  ])('of a household that has %s and equals it in every field may be a colleague’s, and is asked about', (_, ours) => {
    const match = theirs(ours, { primary_individuals: [{ ...ada, id: 'p' }] })
    expect(classifyMatches(ours, [match], false)).toEqual({ kind: 'ask', candidates: [match] })
  })

  it.each<[string, Operation, ReturnType<typeof whole>]>([
    ['an owner alone', household({}), theirs(household({}))],
    ['an owner and notes', household({ notes: 'Prospect' }), theirs(household({ notes: 'Prospect' }))],
    ['a day without assets', valuation([]), theirs(valuation([]))],
    ['a type and a name, without a file', { ...document, file: null }, theirs(document)],
  ])('says too little with %s, and is asked about', (_, operation, match) => {
    expect(classifyMatches(operation, [match], false)).toEqual({ kind: 'ask', candidates: [match] })
  })

  const withAda = household({ primary_individuals: [ada], external_id: 'X' })
  it.each<[string, Operation, ReturnType<typeof whole>]>([
    ['notes', withAda, theirs(withAda, { notes: 'Referred' })],
    [
      'a day of birth of its client',
      withAda,
      theirs(withAda, { primary_individuals: [{ ...ada, date_of_birth: '1950-01-01' }] }),
    ],
    ['people beside its clients', withAda, { ...theirs(withAda), others: [ada] }],
    ['documents', withAda, { ...theirs(withAda), documents: [document.fields] }],
    ['documents that the service does not list', withAda, { ...theirs(withAda), documents: null }],
    ['a document of a person', aCreate(), { ...theirs(aCreate()), documents: [document.fields] }],
    [
      'people, where none were sent',
      household({ external_id: 'X' }),
      theirs(household({ external_id: 'X' }), { primary_individuals: [ada] }),
    ],
    ['a set flag', aCreate(), theirs(aCreate(), { is_beneficiary: true })],
    ['an address', aCreate(), theirs(aCreate(), { email: 'ada@example.com' })],
    [
      'an identifier of an asset',
      valuation([line]),
      theirs(valuation([]), { directly_held_assets: [{ ...asset, external_id: 'A' }] }),
    ],
    [
      'a description',
      valuation([line]),
      theirs(valuation([]), { directly_held_assets: [asset], description: 'Year end' }),
    ],
    ['another owner', document, theirs(document, { individual_id: 'client_profile_1' })],
    ['more than can be read', aCreate(), { ...theirs(aCreate()), isWhole: false }],
  ])('that has %s that was not sent is asked about', (_, operation, match) => {
    expect(classifyMatches(operation, [match], false)).toEqual({ kind: 'ask', candidates: [match] })
  })

  it('that is the only telling one among several is the record; of two a person chooses', () => {
    const ours = aCreate()
    const mine = theirs(ours)
    const other = whole({ ...mine.record, id: 'other', notes: 'Referred' })
    expect(classifyMatches(ours, [other, mine], false)).toEqual({ kind: 'one', candidate: mine })
    const twin = whole({ ...mine.record, id: 'twin' })
    expect(classifyMatches(ours, [other, mine, twin], false)).toEqual({
      kind: 'ask',
      candidates: [mine, twin, other],
    })
  })
})

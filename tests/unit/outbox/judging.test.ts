import { describe, expect, it } from 'vitest'
import { backoffMs, createBackoff } from '../../../electron/outbox/backoff.ts'
import { classify } from '../../../electron/outbox/classify.ts'
import { createOpenOperations } from '../../../electron/outbox/open-operations.ts'
import { dueAt, nextDue, readyOperations } from '../../../electron/outbox/ready.ts'
import {
  canTellAbsence,
  classifyMatches,
  isLike,
  likeRecords,
  matchesOf,
  mayBeLike,
  possibleMatches,
  type Sweep,
} from '../../../electron/outbox/reconcile.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { localId } from '../../../shared/domain/operation-rules.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'
import { aCreate, anOperation, bytes, uuid } from './operations.ts'

const offline = new AppError('service/offline', { message: 'Offline.', nextStep: 'Wait.' })
const answered = (status: number, body: unknown = '', retryAfterMs: number | null = null) =>
  ({ kind: 'answered', status, bytes: bytes(body), retryAfterMs, serverTime: null }) as const

describe('an outcome', () => {
  const household = aCreate({
    resource: 'households',
    fields: { primary_relationship_owner_id: 'u', external_id: 'X' },
  })
  const record = { id: 'client_profile_1' }
  it.each<[string, Operation, Parameters<typeof classify>[1], object]>([
    ['not sent', aCreate(), { kind: 'not-sent', error: offline }, { kind: 'again', unreached: true }],
    ['lost', aCreate(), { kind: 'lost', error: offline }, { kind: 'uncertain' }],
    ['created', aCreate(), answered(201, record), { kind: 'accepted', record }],
    ['created with 200', aCreate(), answered(200, record), { kind: 'accepted' }],
    ['created without an id', aCreate(), answered(201, {}), { kind: 'uncertain' }],
    ['created with an empty id', aCreate(), answered(201, { id: '' }), { kind: 'uncertain' }],
    ['created without a body', aCreate(), answered(201), { kind: 'uncertain' }],
    ['created, as markup', aCreate(), answered(201, '<html>'), { kind: 'uncertain' }],
    ['created, cut', aCreate(), answered(201, '{"id":"client_pro'), { kind: 'uncertain' }],
    ['edited', anOperation(), answered(200, record), { kind: 'accepted' }],
    ['edited, another record answered', anOperation(), answered(200, { id: 'x' }), { kind: 'uncertain' }],
    ['edited without a body', anOperation(), answered(204), { kind: 'uncertain' }],
    ['deleted', anOperation({ action: 'delete' }), answered(204), { kind: 'accepted' }],
    ['deleted, said in words', anOperation({ action: 'delete' }), answered(200, 'gone'), { kind: 'accepted' }],
    ['deleted before', anOperation({ action: 'delete' }), answered(404), { kind: 'gone' }],
    ['edit of what is gone', anOperation(), answered(410), { kind: 'gone' }],
    ['create under what is gone', aCreate(), answered(404), { kind: 'refused' }],
    ['still unauthorized', aCreate(), answered(401), { kind: 'again', unreached: true }],
    ['too many', aCreate(), answered(429, '', 7000), { kind: 'again', waitMs: 7000, unreached: false }],
    ['timed out', aCreate(), answered(408), { kind: 'uncertain' }],
    ['redirected', aCreate(), answered(307), { kind: 'uncertain' }],
    ['failed', aCreate(), answered(500), { kind: 'uncertain' }],
    ['unavailable', anOperation(), answered(503), { kind: 'uncertain' }],
    ['forbidden', aCreate(), answered(403), { kind: 'refused' }],
    [
      'invalid',
      aCreate(),
      answered(422, { error: { message: 'No state.' } }),
      { kind: 'refused', problem: { detail: 'No state.' } },
    ],
    ['taken', household, answered(409), { kind: 'refused-perhaps-there' }],
    ['invalid, with an external id', household, answered(422), { kind: 'refused-perhaps-there' }],
    ['bad, with an external id', household, answered(400), { kind: 'refused-perhaps-there' }],
    ['forbidden, with an external id', household, answered(403), { kind: 'refused' }],
    ['conflict of an edit', anOperation({ fields: { external_id: 'X' } }), answered(409), { kind: 'refused' }],
  ])('%s', (_, operation, outcome, verdict) => {
    expect(classify(operation, outcome)).toMatchObject(verdict)
  })
})

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

describe('what is ready', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const ready = (operations: readonly Operation[], change: Partial<Parameters<typeof readyOperations>[0]> = {}) =>
    readyOperations({
      book: createOpenOperations(operations),
      active: new Set(),
      allPaused: false,
      holds: new Map(),
      everythingUntil: 0,
      heldSaves: new Map(),
      now,
      room: 6,
      ...change,
    }).map(({ id }) => id)
  const nth = (seq: number, change: Partial<Operation> = {}) =>
    anOperation({ id: `op_${seq}`, seq, record_id: `client_profile_${seq}`, ...change })
  const create = (seq: number, change: Partial<Operation> = {}) =>
    aCreate({ id: `op_${seq}`, seq, record_id: localId('individuals', uuid(seq)), ...change })

  it('goes in order, as far as there is room', () => {
    expect(ready([nth(1), nth(2), nth(3)], { room: 2 })).toEqual(['op_1', 'op_2'])
  })
  it('is one at a time of a record', () => {
    expect(ready([nth(1, { state: 'conflict' }), nth(2, { record_id: 'client_profile_1' }), nth(3)])).toEqual(['op_3'])
  })
  it('is a child only after its parent', () => {
    const parent = localId('households', uuid(7))
    const household = create(1, { resource: 'households', record_id: parent, parent_id: null })
    expect(ready([household, create(2, { parent_id: parent })])).toEqual(['op_1'])
    expect(ready([{ ...household, state: 'failed' }, create(2, { parent_id: parent })])).toEqual([])
  })
  it('is one new record of a household at a time, and none while one may be there', () => {
    expect(ready([create(1), create(2), create(3, { parent_id: 'household_2' })])).toEqual(['op_1', 'op_3'])
    expect(ready([create(1), create(2)], { active: new Set(['op_1']) })).toEqual([])
    expect(ready([create(1, { state: 'uncertain' }), create(2)], { holds: new Map([['op_1', now + 1]]) })).toEqual([])
    const question = { kind: 'not-found' as const, candidates: [], fields: [], theirs: null }
    expect(ready([create(1, { state: 'uncertain', question }), create(2)])).toEqual(['op_2'])
  })
  it('is nothing that is held back, waits, or asks', () => {
    const question = { kind: 'already-exists' as const, candidates: [], fields: [], theirs: null }
    const later = new Date(now + 1000).toISOString()
    expect(ready([nth(1, { paused: true }), nth(2, { question }), nth(3, { not_before: later })])).toEqual([])
    expect(ready([nth(1)], { allPaused: true })).toEqual([])
    expect(ready([nth(1)], { everythingUntil: now + 1 })).toEqual([])
    expect(ready([nth(1)], { holds: new Map([['op_1', now + 1]]) })).toEqual([])
  })
  it('is no part of a save that goes on', () => {
    const all = [nth(1, { save: { id: 'import', seq: 3 }, grace_until: new Date(now - 1).toISOString() }), nth(2)]
    const held = (until: number) => ready(all, { heldSaves: new Map([['import', until]]) })
    expect(held(Number.POSITIVE_INFINITY)).toEqual(['op_2'])
    expect(held(now + 1)).toEqual(['op_2'])
    expect(held(now)).toEqual(['op_1', 'op_2'])
  })
  it('is what was cut short, whatever else holds it back', () => {
    expect(ready([nth(1, { state: 'sending', paused: true })], { allPaused: true })).toEqual(['op_1'])
  })
  it('is told by the next moment at which time alone helps', () => {
    const book = createOpenOperations([
      nth(1, { not_before: new Date(now + 5000).toISOString() }),
      nth(2, { paused: true }),
    ])
    const state = {
      book,
      active: new Set<string>(),
      allPaused: false,
      holds: new Map(),
      everythingUntil: 0,
      heldSaves: new Map(),
      now,
    }
    expect(nextDue(state)).toBe(now + 5000)
    expect(nextDue({ ...state, allPaused: true })).toBeNull()
  })
  it('does not wait a day because a clock was set', () => {
    const far = nth(1, { not_before: new Date(now + 86_400_000).toISOString() })
    const book = createOpenOperations([far])
    expect(
      dueAt(far, {
        book,
        active: new Set(),
        allPaused: false,
        holds: new Map(),
        everythingUntil: 0,
        heldSaves: new Map(),
        now,
      }),
    ).toBe(now)
  })
})

describe('waiting', () => {
  it('doubles, with jitter, up to five minutes', () => {
    expect([1, 2, 3, 20].map((failures) => backoffMs(failures, 1))).toEqual([2_000, 4_000, 8_000, 300_000])
    expect(backoffMs(20, 0)).toBe(150_000)
  })
  it('is 2, 15 and 60 seconds after the answer was lost', () => {
    const time = createInstantClock()
    const holds = createBackoff(time.clock)
    const began = time.now
    const looks = [0, 1, 2].map(() => {
      holds.nextRound('op_1')
      time.now = holds.until.get('op_1') ?? 0
      return time.now - began
    })
    expect(looks).toEqual([2_000, 15_000, 60_000])
  })
  it('is ended by a person for a look at once, after which the looks that were planned stay', () => {
    const time = createInstantClock()
    const holds = createBackoff(time.clock)
    const began = time.now
    for (const due of [2_000, 15_000, 60_000]) {
      holds.nextRound('op_1')
      holds.clear()
      expect([holds.until.has('op_1'), holds.round('op_1')]).toEqual([false, 0])
      holds.nextRound('op_1')
      time.now = holds.until.get('op_1') ?? 0
      expect(time.now - began).toBe(due)
    }
    expect(holds.round('op_1')).toBe(2)
  })
  it('takes several failures at once for one', () => {
    const time = createInstantClock()
    const holds = createBackoff(time.clock)
    for (let nth = 0; nth < 6; nth += 1) holds.unreached()
    expect(holds.everythingUntil() - time.now).toBe(1_500)
    holds.reached()
    expect(holds.isUnreached()).toBe(false)
  })
})

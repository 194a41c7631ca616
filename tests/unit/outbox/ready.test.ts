import { describe, expect, it } from 'vitest'
import { createOpenOperations } from '../../../electron/outbox/operations.ts'
import { nextDue, readyOperations, unsettledSibling } from '../../../electron/outbox/ready.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { localId } from '../../../shared/domain/operation-rules.ts'
import { operationDouble } from '../../doubles/operation.ts'
import { aCreate, anOperation, uuid } from './operations.ts'

const person = (id: string, change: Partial<Operation>): Operation => ({
  ...operationDouble,
  id,
  action: 'create',
  resource: 'individuals',
  record_id: `client_profile_local_${id}`,
  parent_id: 'household_1',
  state: 'queued',
  question: null,
  ...change,
})
const question = { kind: 'not-found' as const, candidates: [], fields: [], theirs: null }
const own = person('own', {})

describe('a new record beside another one of its kind and parent', () => {
  it.each([
    ['is on its way', { state: 'sending' }, true],
    ['is perhaps there', { state: 'uncertain' }, true],
    ['waits for a person', { state: 'uncertain', question }, false],
    ['is still queued', {}, false],
    ['belongs to another parent', { state: 'sending', parent_id: 'household_2' }, false],
    ['is an edit', { state: 'sending', action: 'update' }, false],
  ] as const)('that %s: unsettled is %s', (_, change, isUnsettled) => {
    const sibling = person('other', change)
    expect(unsettledSibling(own, createOpenOperations([own, sibling]))).toBe(isUnsettled ? sibling : undefined)
  })

  it('is no sibling of itself', () => {
    const sending = person('own', { state: 'sending' })
    expect(unsettledSibling(sending, createOpenOperations([sending]))).toBeUndefined()
  })
})

describe('what is ready', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const ready = (operations: readonly Operation[], change: Partial<Parameters<typeof readyOperations>[0]> = {}) =>
    readyOperations({
      operations: createOpenOperations(operations),
      active: new Set(),
      allPaused: false,
      backoff: new Map(),
      everythingUntil: 0,
      heldSaves: new Map(),
      now,
      capacity: 6,
      ...change,
    }).map(({ id }) => id)
  const nth = (seq: number, change: Partial<Operation> = {}) =>
    anOperation({ id: `op_${seq}`, seq, record_id: `client_profile_${seq}`, ...change })
  const create = (seq: number, change: Partial<Operation> = {}) =>
    aCreate({ id: `op_${seq}`, seq, record_id: localId('individuals', uuid(seq)), ...change })

  it('goes in order, as far as there is room', () => {
    expect(ready([nth(1), nth(2), nth(3)], { capacity: 2 })).toEqual(['op_1', 'op_2'])
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
    expect(ready([create(1, { state: 'uncertain' }), create(2)], { backoff: new Map([['op_1', now + 1]]) })).toEqual([])
    const question = { kind: 'not-found' as const, candidates: [], fields: [], theirs: null }
    expect(ready([create(1, { state: 'uncertain', question }), create(2)])).toEqual(['op_2'])
  })
  it('is nothing that is held back, waits, or asks', () => {
    const question = { kind: 'already-exists' as const, candidates: [], fields: [], theirs: null }
    const later = new Date(now + 1000).toISOString()
    expect(ready([nth(1, { paused: true }), nth(2, { question }), nth(3, { not_before: later })])).toEqual([])
    expect(ready([nth(1)], { allPaused: true })).toEqual([])
    expect(ready([nth(1)], { everythingUntil: now + 1 })).toEqual([])
    expect(ready([nth(1)], { backoff: new Map([['op_1', now + 1]]) })).toEqual([])
  })
  it('takes a back-off that is longer than any for a clock that was set back', () => {
    const until = (at: number) => ready([nth(1)], { backoff: new Map([['op_1', at]]) })
    expect([now + 5 * 60_000, now + 5 * 60_000 + 1, now - 1].map((at) => until(at).length)).toEqual([0, 1, 1])
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
    const operations = createOpenOperations([
      nth(1, { not_before: new Date(now + 5000).toISOString() }),
      nth(2, { paused: true }),
    ])
    const state = {
      operations,
      active: new Set<string>(),
      allPaused: false,
      backoff: new Map(),
      everythingUntil: 0,
      heldSaves: new Map(),
      now,
    }
    expect(nextDue(state)).toBe(now + 5000)
    expect(nextDue({ ...state, allPaused: true })).toBeNull()
  })
  it('does not wait a day because a clock was set', () => {
    const far = nth(1, { not_before: new Date(now + 86_400_000).toISOString() })
    expect(ready([far])).toEqual(['op_1'])
  })
})

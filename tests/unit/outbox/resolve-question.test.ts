import { describe, expect, it } from 'vitest'
import { completeCreate } from '../../../electron/outbox/complete-create.ts'
import { planAnswer } from '../../../electron/outbox/resolve-question.ts'
import type { Operation, OperationQuestion } from '../../../shared/domain/operation.ts'
import { localId, localPrimaryId } from '../../../shared/domain/operation-rules.ts'
import type { Decision } from '../../../shared/ipc/outbox.ts'
import { aCreate, anOperation, at, bytes, contextOf, uuid } from './operations.ts'

const question = (kind: OperationQuestion['kind'], more: Partial<OperationQuestion> = {}): OperationQuestion => ({
  kind,
  candidates: [],
  fields: [],
  theirs: null,
  ...more,
})

function decide(operation: Operation, answer: Decision, others: readonly Operation[] = []) {
  const step = planAnswer(operation, answer, { ...contextOf([operation, ...others]), isNewer: () => true })
  return { step, state: (id: string) => step.operations.find((one) => one.id === id) }
}
const refused = expect.objectContaining({ code: 'outbox/not-allowed' })

describe('an answer', () => {
  it.each<[OperationQuestion['kind'], Decision]>([
    ['already-exists', { decision: 'retry' }],
    ['several-matches', { decision: 'merge', fields: {} }],
    ['not-found', { decision: 'adopt', id: 'client_profile_9' }],
    ['cannot-tell', { decision: 'edit', fields: {} }],
    ['fields', { decision: 'send-again' }],
    ['deleted-elsewhere', { decision: 'merge', fields: {} }],
    ['changed-elsewhere', { decision: 'retry' }],
    ['refused', { decision: 'send-again' }],
  ])('to another question than %s is refused', (kind, answer) => {
    expect(() => decide(aCreate({ question: question(kind) }), answer)).toThrow(refused)
  })

  it('to nothing that is asked is refused, but for taking it back', () => {
    expect(() => decide(anOperation(), { decision: 'retry' })).toThrow(refused)
    expect(decide(anOperation(), { decision: 'discard' }).state('op_1')).toMatchObject({ state: 'discarded' })
    expect(() => decide(anOperation({ state: 'sending' }), { decision: 'discard' })).toThrow(refused)
  })

  it('that takes back a new record to which others belong says how many they are', () => {
    const parent = aCreate({ id: 'op_parent', resource: 'households', record_id: localId('households', uuid(9)) })
    const child = (nth: number) =>
      aCreate({ id: `op_${nth}`, record_id: localId('individuals', uuid(nth)), parent_id: parent.record_id })
    const refusal = (children: Operation[]) => () => decide(parent, { decision: 'discard' }, children)
    expect(refusal([child(1)])).toThrow('Another new record belongs to this one.')
    expect(refusal([child(1), child(2)])).toThrow('2 other new records belong to this one.')
  })

  it('cannot adopt a record that nobody found', () => {
    const asked = aCreate({ question: question('already-exists', { candidates: [{ id: 'client_profile_9' }] }) })
    expect(() => decide(asked, { decision: 'adopt', id: 'client_profile_8' })).toThrow(refused)
    expect(decide(asked, { decision: 'adopt', id: 'client_profile_9' }).state('op_1')).toMatchObject({
      state: 'done',
      server_id: 'client_profile_9',
    })
  })

  it('cannot clear a field that a record always has', () => {
    const conflict = { field: 'last_name', base: 'Bern', theirs: 'Rome', mine: 'Oslo', kind: 'value' as const }
    const theirs = { id: 'client_profile_1', last_name: 'Rome' }
    const asked = anOperation({ state: 'conflict', question: question('fields', { fields: [conflict], theirs }) })
    expect(() => decide(asked, { decision: 'merge', fields: { last_name: null } })).toThrow(
      expect.objectContaining({ code: 'ipc/bad-request' }),
    )
  })

  it('that corrects a refused write is sent with the corrected fields, and a new person below the household in them', () => {
    const answer = (fields: Operation['fields']): Decision => ({ decision: 'edit', fields })
    const asked = { state: 'failed', question: question('refused') } as const
    const edited = decide(anOperation(asked), answer({ city: 'Turin' })).state('op_1')
    expect(edited).toMatchObject({ state: 'queued', fields: { city: 'Turin' }, parent_id: null })
    const person = { first_name: 'Ada', last_name: 'Test', household_id: 'household_2' }
    const made = decide(aCreate({ ...asked, parent_id: 'household_1' }), answer(person)).state('op_1')
    expect(made).toMatchObject({ state: 'queued', fields: person, parent_id: 'household_2' })
  })

  it('that takes an edit back lets a later one begin where this one would have', () => {
    const later = anOperation({
      id: 'op_2',
      seq: 2,
      fields: { suffix: 'II' },
      base: { id: 'client_profile_1', city: 'Oslo', suffix: 'Jr.' },
    })
    const { state } = decide(anOperation({ state: 'failed', question: question('refused') }), { decision: 'discard' }, [
      later,
    ])
    expect(state('op_2')?.base).toEqual({ id: 'client_profile_1', city: 'Bern', suffix: 'Jr.' })
  })

  it('that makes a copy takes every waiting edit of the record along', () => {
    const base = {
      id: 'client_profile_1',
      first_name: 'Ada',
      last_name: 'Test',
      household_id: 'household_1',
      city: 'Bern',
      updated_at: 'x',
      email: null,
    }
    const asked = anOperation({ state: 'conflict', question: question('deleted-elsewhere'), base })
    const later = anOperation({ id: 'op_2', seq: 2, fields: { suffix: 'II' } })
    const { step, state } = decide(asked, { decision: 'create-copy' }, [later])
    expect([state('op_1')?.state, state('op_2')?.state]).toEqual(['discarded', 'discarded'])
    expect(step.operations.find(({ action }) => action === 'create')).toMatchObject({
      parent_id: 'household_1',
      fields: { first_name: 'Ada', last_name: 'Test', household_id: 'household_1', city: 'Oslo', suffix: 'II' },
    })
    expect(step.gone).toEqual([{ resource: 'individuals', id: 'client_profile_1' }])
  })
})

it('gives everything that named a new household or its people their real ids, and claims the record', () => {
  const household = localId('households', uuid(1))
  const person = localPrimaryId(household, 0) ?? ''
  const people = [{ first_name: 'Ada', last_name: 'Test', state: 'NY' }]
  const create = aCreate({
    id: 'op_h',
    resource: 'households',
    record_id: household,
    parent_id: null,
    fields: { primary_relationship_owner_id: 'user_1', primary_individuals: people },
  })
  const child = aCreate({ id: 'op_c', parent_id: household, fields: { first_name: 'Ben', household_id: household } })
  const edit = anOperation({ id: 'op_e', record_id: person, base: { id: person } })
  const sibling = aCreate({ id: 'op_s', resource: 'households', parent_id: null, baseline: ['household_7'] })
  const record = {
    id: 'household_9',
    primary_individuals: [{ id: 'client_profile_9', first_name: 'Ada', last_name: 'Test' }],
  }
  const step = completeCreate(create, {
    record,
    bytes: bytes(record),
    operations: contextOf([create, child, edit, sibling]).operations,
    event: { at, event: 'done', note: '' },
    remark: null,
    isNewest: true,
  })
  const state = (id: string) => step.operations.find((one) => one.id === id)
  expect(state('op_h')).toMatchObject({ state: 'done', server_id: 'household_9', record_id: household })
  expect(state('op_c')).toMatchObject({ parent_id: 'household_9', fields: { household_id: 'household_9' } })
  expect(state('op_e')).toMatchObject({ record_id: 'client_profile_9', base: { id: 'client_profile_9' } })
  expect(state('op_s')?.baseline).toEqual(['household_7', 'household_9'])
  expect(step.records?.map(({ resource }) => resource)).toEqual(['households', 'individuals'])
})

describe('a new person whose household is gone', () => {
  const fields = { first_name: 'Ada', last_name: 'Test', household_id: 'household_1' }
  const person = (more: Partial<Operation> = {}) =>
    aCreate({
      state: 'failed',
      question: question('refused'),
      parent_id: 'household_1',
      fields,
      baseline: ['x'],
      ...more,
    })
  const move: Decision = { decision: 'move', household_id: 'household_2' }

  it.each<Partial<Operation>>([{}, { state: 'queued', question: null }])(
    'goes into another, with the documents about them (%j)',
    (standing) => {
      const ada = person(standing)
      const document = aCreate({
        id: 'op_2',
        seq: 2,
        resource: 'documents',
        record_id: localId('documents', uuid(7)),
        parent_id: 'household_1',
        state: 'queued',
        fields: { household_id: 'household_1', name: 'Will', type: 'WILL', individual_id: ada.record_id },
      })
      const { state, step } = decide(ada, move, [document])
      expect(state(ada.id)).toMatchObject({
        state: 'queued',
        question: null,
        baseline: null,
        parent_id: 'household_2',
        fields: { ...fields, household_id: 'household_2' },
      })
      expect(state('op_2')).toMatchObject({
        parent_id: 'household_2',
        fields: { ...document.fields, household_id: 'household_2' },
      })
      expect(step.events.map(({ note }) => note)).toEqual([
        'Moved to another household.',
        'Moved to another household.',
      ])
    },
  )

  it('is not moved once it may be at the service, nor is what is there', () => {
    for (const standing of ['sending', 'uncertain', 'conflict'] as const)
      expect(() => decide(person({ state: standing, question: null }), move)).toThrow(refused)
    expect(() => decide(anOperation({ state: 'failed', question: question('refused') }), move)).toThrow(refused)
  })

  it('leaves a document that moves by itself without the entity and the person of the old household', () => {
    const own = { household_id: 'household_1', name: 'Will', type: 'WILL' }
    const document = aCreate({
      resource: 'documents',
      record_id: localId('documents', uuid(7)),
      parent_id: 'household_1',
      state: 'failed',
      question: question('refused'),
      fields: { ...own, entity_id: 'entity_1', individual_id: 'client_profile_1' },
    })
    expect(decide(document, move).state(document.id)?.fields).toEqual({ ...own, household_id: 'household_2' })
  })
})

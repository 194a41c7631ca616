import { describe, expect, it } from 'vitest'
import { planSave } from '../../../electron/outbox/plan-save.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { isLocalId, localId, localPrimaryId } from '../../../shared/domain/operation-rules.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { aCreate, anOperation, contextOf, uuid } from './operations.ts'

const edit = (fields: JsonFields, base: JsonFields, record_id = 'client_profile_1') =>
  ({ action: 'update', resource: 'individuals', record_id, fields, base }) as Write
const deletion = (record_id = 'client_profile_1'): Write => ({ action: 'delete', resource: 'individuals', record_id })

function plan(write: Write, open: readonly Operation[] = [], known = {}) {
  const { step, saved } = planSave(write, contextOf(open, known))
  const own = step.operations.find(({ id }) => id === saved.operation_id)
  return { saved, own, others: step.operations.filter(({ id }) => id !== saved.operation_id), events: step.events }
}

describe('a new record', () => {
  it('is queued under a local id, with what it belongs to and what it is called', () => {
    const fields = { first_name: 'Ada', last_name: 'Test', household_id: 'household_1' }
    const { own, saved, events } = plan({ action: 'create', resource: 'individuals', fields })
    expect(own).toMatchObject({ state: 'queued', parent_id: 'household_1', title: 'Ada Test', fields, base: null })
    expect(isLocalId(saved.record_id)).toBe(true)
    expect(events.map(({ event }) => event)).toEqual(['saved'])
  })

  it('is told from other new households: by its notes, or by a number', () => {
    const owner = { primary_relationship_owner_id: 'user_1' }
    const titleOf = (fields: object, open: readonly Operation[] = []) =>
      plan({ action: 'create', resource: 'households', fields: { ...owner, ...fields } }, open).own?.title
    expect(titleOf({ notes: 'Met at the gala\nCall in May' })).toBe('Met at the gala')
    expect(titleOf({ notes: 'x'.repeat(70) })).toBe(`${'x'.repeat(59)}…`)
    const first = aCreate({ resource: 'households', parent_id: null, title: 'New household' })
    expect(titleOf({}, [first])).toBe('New household (2)')
    expect(titleOf({}, [first, { ...first, id: 'op_2', title: 'New household (2)' }])).toBe('New household (3)')
  })

  it('is called by its people, or by its external id, when it is a household', () => {
    const person = { first_name: 'Ada', last_name: 'Test', state: 'NY' }
    const titleOf = (fields: object) =>
      plan({
        action: 'create',
        resource: 'households',
        fields: { primary_relationship_owner_id: 'user_1', ...fields },
      } as Write).own?.title
    expect(titleOf({ primary_individuals: [person, { ...person, first_name: 'Ben' }] })).toBe('Ada Test & Ben Test')
    expect(titleOf({ external_id: 'X-1' })).toBe('X-1')
    expect(titleOf({})).toBe('New household')
  })
})

describe('an edit', () => {
  it('keeps the fields that differ from the base', () => {
    const { own } = plan(edit({ city: 'Oslo', suffix: 'Jr.', email: '' }, { city: 'Bern', suffix: 'Jr.' }))
    expect(own).toMatchObject({ state: 'queued', fields: { city: 'Oslo' } })
  })

  it('that changes nothing is kept as taken back, so that it is answered all the same', () => {
    expect(plan(edit({ city: 'Bern' }, { city: 'Bern' })).own).toMatchObject({ state: 'discarded', fields: {} })
  })

  it.each(['queued', 'failed', 'conflict'] as const)('joins one that is %s, from where that one began', (state) => {
    const first = anOperation({ state, attempts: 2 })
    const shown = { id: 'client_profile_1', city: 'Oslo', suffix: 'Sr.', updated_at: 'later' }
    const { own, saved, others } = plan(edit({ city: 'Rome', suffix: 'II' }, shown), [first])
    expect(saved.operation_id).toBe(first.id)
    expect(others).toEqual([])
    expect(own).toMatchObject({
      state: 'queued',
      question: null,
      fields: { city: 'Rome', suffix: 'II' },
      base: { city: 'Bern', suffix: 'Sr.', updated_at: 'later' },
    })
  })

  describe('whose base is older than what this computer shows by now', () => {
    const older = { id: 'client_profile_1', city: 'Bern', suffix: 'Jr.', notes: 'a\nb\nc' }
    const pending = anOperation({ fields: { city: 'Oslo', notes: 'A\nb\nc' }, base: older })
    const shown = { ...older, ...pending.fields }

    it('is refused if it comes from a form, which then shows both values', () => {
      const save = () => plan(edit({ city: 'Rome' }, older), [pending], { record: shown })
      expect(save).toThrow(
        expect.objectContaining({ code: 'outbox/overtaken', issues: [expect.objectContaining({ field: 'city' })] }),
      )
      expect(() => plan(edit({ city: 'Rome' }, older), [], { record: shown })).toThrow()
    })

    it('stays by itself if it does not, so that it is asked about when it is sent', () => {
      const { own, others, saved } = plan(edit({ city: 'Rome' }, older), [pending])
      expect(saved.operation_id).not.toBe(pending.id)
      expect(own).toMatchObject({ state: 'queued', fields: { city: 'Rome' }, base: older })
      expect(others).toEqual([])
    })

    it('joins it if they are about different fields or lines', () => {
      const { own, saved } = plan(edit({ suffix: 'Sr.', notes: 'a\nb\nC' }, older), [pending], { record: shown })
      expect(saved.operation_id).toBe(pending.id)
      expect(own).toMatchObject({ fields: { city: 'Oslo', suffix: 'Sr.', notes: 'A\nb\nC' }, base: older })
    })

    it('leaves the rest of an address as it was when a part of it was edited', () => {
      const cleared = { id: 'client_profile_1', suffix: 'Jr.', postal_code: '3000' }
      const first = anOperation({ fields: { postal_code: '3001' }, base: cleared })
      const { own } = plan(edit({ suffix: 'Sr.' }, older), [first], { record: { ...cleared, postal_code: '3001' } })
      expect(own).toMatchObject({ fields: { postal_code: '3001', suffix: 'Sr.' }, base: { postal_code: '3000' } })
      expect(own?.base).not.toHaveProperty('city')
    })
  })

  it('that takes back the one before it leaves nothing to send', () => {
    const shown = { id: 'client_profile_1', city: 'Oslo' }
    const { own } = plan(edit({ city: 'Bern' }, shown), [anOperation()])
    expect(own).toMatchObject({ state: 'discarded' })
  })

  it('of a field that was not there takes its absence as the base', () => {
    const first = anOperation({ fields: { email: 'a@b.example' }, base: { id: 'client_profile_1' } })
    const { own } = plan(edit({ email: 'c@d.example' }, { email: 'a@b.example' }), [first])
    expect(own?.base).not.toHaveProperty('email')
  })

  it.each(['sending', 'uncertain'] as const)('comes after one that is %s', (state) => {
    const { own, others } = plan(edit({ city: 'Rome' }, { city: 'Oslo' }), [anOperation({ state })])
    expect(own).toMatchObject({ state: 'queued', seq: 101, fields: { city: 'Rome' }, base: { city: 'Oslo' } })
    expect(others).toEqual([])
  })

  it('of a record that is still to be created becomes part of it', () => {
    const create = aCreate({ question: null, baseline: ['client_profile_7'] })
    const { own } = plan(edit({ city: 'Rome' }, {}, create.record_id), [create])
    expect(own).toMatchObject({ id: create.id, action: 'create', fields: { ...create.fields, city: 'Rome' } })
    expect(own?.baseline).toEqual(['client_profile_7'])
  })

  it('of a new person with a date of death is one step: the creation, and the edit that follows it', () => {
    const fields = { first_name: 'Ada', last_name: 'Test', household_id: 'household_1' }
    const write = { action: 'create', resource: 'individuals', fields, date_of_death: '2020-01-02' } as const
    const { own, others, saved } = plan(write)
    expect(own).toMatchObject({ action: 'create', fields, record_id: saved.record_id })
    expect(others).toMatchObject([
      { action: 'update', record_id: saved.record_id, fields: { date_of_death: '2020-01-02' }, base: fields },
    ])
  })

  it('follows the creation with what a creation cannot hold', () => {
    const create = aCreate()
    const { own, saved } = plan(edit({ date_of_death: '2026-01-01' }, {}, create.record_id), [create])
    expect(saved).toEqual({ operation_id: own?.id, record_id: create.record_id })
    expect(own).toMatchObject({ action: 'update', fields: { date_of_death: '2026-01-01' } })
  })

  it('of a person who is sent with a household becomes part of the household', () => {
    const record_id = localId('households', uuid(9))
    const people = ['Ada', 'Ben'].map((first_name) => ({ first_name, last_name: 'Test', state: 'NY' }))
    const fields = { primary_relationship_owner_id: 'user_1', primary_individuals: people }
    const household = aCreate({ resource: 'households', record_id, parent_id: null, fields })
    const { own, saved } = plan(edit({ city: 'Rome' }, {}, localPrimaryId(record_id, 1) ?? ''), [household])
    expect(saved.operation_id).toBe(household.id)
    expect(own?.fields.primary_individuals).toEqual([people[0], { ...people[1], city: 'Rome' }])
  })

  it('clears the external id of a household that is still to be created', () => {
    const create = aCreate({
      resource: 'households',
      record_id: localId('households', uuid(3)),
      fields: { primary_relationship_owner_id: 'user_1', external_id: 'X' },
    })
    const write = {
      ...edit({ external_id: null }, { external_id: 'X' }, create.record_id),
      resource: 'households',
    } as Write
    expect(plan(write, [create]).own?.fields).toEqual({ primary_relationship_owner_id: 'user_1' })
  })

  it('of what is to be deleted is refused', () => {
    const open = [anOperation({ action: 'delete', fields: {} })]
    expect(() => plan(edit({ city: 'Rome' }, {}), open)).toThrow(
      expect.objectContaining({ code: 'outbox/not-allowed' }),
    )
  })
})

describe('a deletion', () => {
  it('of a record that was never sent takes it back, with all edits of it', () => {
    const create = aCreate()
    const later = anOperation({ id: 'op_2', seq: 2, record_id: create.record_id })
    const { own, others } = plan(deletion(create.record_id), [create, later])
    expect([own, ...others].map((one) => [one?.id, one?.state])).toEqual([
      ['op_1', 'discarded'],
      ['op_2', 'discarded'],
    ])
  })

  it('of a new record that others belong to is refused', () => {
    const record_id = localId('households', uuid(3))
    const parent = aCreate({ id: 'op_0', resource: 'households', record_id, parent_id: null })
    const write: Write = { action: 'delete', resource: 'households', record_id }
    expect(() => plan(write, [parent, aCreate({ parent_id: record_id })])).toThrow(
      expect.objectContaining({ code: 'outbox/not-allowed' }),
    )
  })

  it('of a record that may be at the service comes after it', () => {
    const create = aCreate({ state: 'uncertain' })
    const { own, others } = plan(deletion(create.record_id), [create])
    expect(own).toMatchObject({ action: 'delete', state: 'queued', record_id: create.record_id })
    expect(others).toEqual([])
  })

  it('takes the place of edits that wait, and begins where they began', () => {
    const waiting = anOperation()
    const sending = anOperation({ id: 'op_0', seq: 0, state: 'sending' })
    const { own, others } = plan(deletion(), [sending, waiting])
    expect(own).toMatchObject({ action: 'delete', base: waiting.base, title: 'Ada Test' })
    expect(others.map(({ id, state }) => [id, state])).toEqual([['op_1', 'discarded']])
  })

  it('asked for twice is one', () => {
    const open = [anOperation({ action: 'delete', fields: {} })]
    expect(plan(deletion(), open)).toMatchObject({ saved: { operation_id: 'op_1' }, others: [] })
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { lookInto, makeFolder, openStore, removeFolder } from './support/open-store.ts'
import { aCreate, aDeletion, anEdit, anEvent, anOperation, step } from './support/operations.ts'
import { aHousehold, anIndividual, many } from './support/records.ts'

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const first = { before: null, limit: 50 }

const question = (kind: NonNullable<Operation['question']>['kind']) => ({
  kind,
  candidates: [],
  fields: [],
  theirs: null,
})

test('writes of one save are one change, and are read one by one when asked for', async () => {
  const save = { id: 'save_1', seq: 1 }
  const moved = Array.from({ length: 130 }, (_, at) => ({
    ...anEdit(at + 2, 'individuals', anIndividual(at, { city: 'Basel' }), { city: 'Bern' }),
    save,
    ...(at < 5 ? { state: 'done' as const } : {}),
  }))
  const household = { ...aCreate(132, 'households', { fields: { name: 'Nord' }, title: 'Nord' }), save }
  const [alone, other] = [
    anOperation(1),
    { ...anOperation(133, { record_id: 'client_profile_9' }), save: { id: 'save_2', seq: 2 } },
  ]
  for (const operation of [alone, ...moved, household, other]) await store.outbox.commit(step(operation))

  const { changes, next } = await store.read('outbox.changes', first)
  expect(next).toBeNull()
  expect(changes.map(({ operation_id }) => operation_id)).toEqual([other.id, household.id, alone.id])
  expect(changes.map(({ together }) => together)).toEqual([
    null,
    {
      count: 131,
      kinds: [
        { action: 'create', resource: 'households', count: 1, fields: ['name'], cleared: [], title: 'Nord' },
        { action: 'update', resource: 'individuals', count: 130, fields: ['city'], cleared: [], title: null },
      ],
      outcomes: [
        { outcome: 'waiting', count: 126, said: 'Waiting to be sent' },
        { outcome: 'sent', count: 5, said: 'Sent' },
      ],
    },
    null,
  ])
  const sent = await store.read('outbox.changes', { ...first, outcome: 'sent' })
  expect(sent.changes.map(({ together }) => together?.count)).toEqual([5])

  const one = { saved_with: household.id, limit: 100 }
  const page = await store.read('outbox.changes', { before: null, ...one })
  const rest = await store.read('outbox.changes', { before: page.next, ...one })
  expect([...page.changes, ...rest.changes].map(({ operation_id }) => operation_id)).toEqual(
    [household, ...moved.toReversed()].map(({ id }) => id),
  )
  expect([...page.changes, ...rest.changes].every(({ together }) => together === null)).toBe(true)
  const byItself = await store.read('outbox.changes', { before: null, saved_with: alone.id, limit: 100 })
  expect(byItself.changes.map(({ operation_id }) => operation_id)).toEqual([alone.id])
  const onlySent = await store.read('outbox.changes', { before: null, ...one, outcome: 'sent' })
  expect(onlySent.changes).toHaveLength(5)
})

test('a sent edit names what later edits from here wrote to its fields, sent or waiting', async () => {
  const known = anIndividual(1, { city: 'Basel' })
  const edits = [
    anEdit(1, 'individuals', known, { city: 'Bern', suffix: 'Jr.' }),
    anEdit(2, 'individuals', { ...known, city: 'Bern' }, { city: 'Rome', notes: 'x' }),
    { ...anEdit(3, 'individuals', { ...known, city: 'Rome' }, { city: 'Oslo' }), state: 'discarded' as const },
  ]
  for (const edit of edits) await store.outbox.commit(step(edit))
  await store.outbox.commit({ operations: [{ ...edits[0], state: 'done' } as Operation], events: [] })
  const { changes } = await store.read('outbox.changes', { ...first, outcome: 'sent' })
  expect(changes.map(({ last_written }) => last_written)).toEqual([{ city: 'Rome' }])
})

test('events of one write are one entry, with its values and its latest state', async () => {
  const edit = anEdit(1, 'individuals', anIndividual(1, { city: 'Basel' }), { city: 'Bern', suffix: null })
  await store.outbox.commit(step(edit))
  await store.outbox.commit({
    operations: [{ ...edit, state: 'done' }],
    events: [anEvent(edit, 'sent'), anEvent(edit, 'done')],
  })
  await store.outbox.commit(step(aDeletion(2, 'households', aHousehold(1))))
  const { changes, next } = await store.read('outbox.changes', first)
  expect(next).toBeNull()
  expect(changes).toEqual([
    expect.objectContaining({ action: 'delete', outcome: 'waiting', said: 'Waiting to be sent', changes: [] }),
    {
      operation_id: edit.id,
      saved_at: edit.saved_at,
      action: 'update',
      resource: 'individuals',
      record_id: 'client_profile_1',
      title: 'Ada Person1',
      changes: [{ field: 'city', before: 'Basel', after: 'Bern' }],
      last_written: {},
      outcome: 'sent',
      said: 'Sent',
      together: null,
    },
  ])
  const steps = await store.read('outbox.activity', { ...first, operation_id: edit.id })
  expect(steps.entries.map(({ event }) => event)).toEqual(['done', 'sent', 'saved'])
  expect(steps.next).toBeNull()
  const two = await store.read('outbox.activity', { before: null, limit: 2, operation_id: edit.id })
  const rest = await store.read('outbox.activity', { before: two.next, limit: 2, operation_id: edit.id })
  expect(rest.entries.map(({ event }) => event)).toEqual(['saved'])
})

test('a change is told apart as sent, put back, undone, discarded, refused, in conflict or waiting, and found by it', async () => {
  const person = anIndividual(1, { city: 'Basel' })
  const made = anEdit(1, 'individuals', person, { city: 'Bern' })
  const back = anEdit(2, 'individuals', { ...person, city: 'Bern' }, { city: 'Basel' })
  const other = (seq: number, more: Partial<Operation>) =>
    anOperation(seq, { record_id: `client_profile_${seq}`, ...more })
  const undone = other(3, { state: 'discarded' })
  const discarded = other(4, { state: 'discarded' })
  const all = [
    { ...made, state: 'done' as const },
    { ...back, state: 'done' as const },
    undone,
    discarded,
    other(5, { state: 'failed', question: question('refused') }),
    other(6, { state: 'conflict', question: question('fields') }),
    other(7, { state: 'uncertain', question: question('cannot-tell') }),
    other(8, { paused: true }),
  ]
  await store.outbox.commit({
    operations: all,
    events: [anEvent(undone, 'discarded', 'Undone.'), anEvent(discarded, 'discarded', 'You discarded it.')],
  })
  const { changes } = await store.read('outbox.changes', first)
  expect(changes.map(({ outcome, said }) => [outcome, said])).toEqual([
    ['waiting', 'On hold'],
    ['question', 'May have been received: review'],
    ['conflict', 'Conflict: review'],
    ['refused', 'Refused by the service'],
    ['discarded', 'Discarded'],
    ['undone', 'Undone'],
    ['sent', 'Sent'],
    ['put-back', 'Put back'],
  ])
  const { operations } = await store.read('outbox.list', { show: 'closed', offset: 0, limit: 10 })
  expect(operations.filter((one) => one.undone).map(({ id }) => id)).toEqual([undone.id])
  expect((await store.read('outbox.get', { id: undone.id })).operation.undone).toBe(true)
  expect((await store.read('outbox.get', { id: discarded.id })).operation.undone).toBeUndefined()
  for (const { outcome, operation_id } of changes) {
    const found = await store.read('outbox.changes', { ...first, outcome })
    expect(found.changes.map((one) => one.operation_id)).toEqual([operation_id])
  }
  const again = anEdit(9, 'individuals', person, { city: 'Bern' })
  await store.outbox.commit(step({ ...again, state: 'done' }))
  const later = await store.read('outbox.changes', { ...first, outcome: 'put-back' })
  expect(later.changes.map(({ operation_id }) => operation_id)).toEqual([back.id])
})

test('every word of a search is in the name or a changed field, without case and accents', async () => {
  await store.outbox.commit(
    step(
      anOperation(1, { title: 'Zoë Brontë', fields: { city: 'Lyon' } }),
      anOperation(2, { title: 'Zoe Byron', fields: { date_of_birth: '1980-01-01' } }),
      aCreate(3, 'households', { title: 'Brontë Household', fields: { notes: 'x' } }),
    ),
  )
  const titles = async (text: string, more = {}) =>
    (await store.read('outbox.changes', { ...first, text, ...more })).changes.map(({ title }) => title)
  expect(await titles('bront')).toEqual(['Brontë Household', 'Zoë Brontë'])
  expect(await titles('  CITY zoe ')).toEqual(['Zoë Brontë'])
  expect(await titles('birth')).toEqual(['Zoe Byron'])
  expect(await titles('zoe paris')).toEqual([])
  expect(await titles('bronte', { resource: 'households' })).toEqual(['Brontë Household'])
  expect(await titles('bronte', { action: 'update' })).toEqual(['Zoë Brontë'])
})

test('pages follow each other without gap or repetition, and a search through many writes continues with the next call', async () => {
  await store.close()
  lookInto(folder, 'ledger', (db) => {
    const put = db.prepare(
      `INSERT INTO operation (seq, id, action, resource, record_id, state, is_open, attention, saved_at, changed_at, json)
       VALUES (?, ?, 'update', 'individuals', ?, 'done', 0, 0, ?, ?, ?)`,
    )
    db.transaction(() => {
      for (const one of many(
        (n) => anOperation(n, { record_id: `p_${n}`, state: 'done', title: `Person ${n}` }),
        12_000,
      ))
        put.run(one.seq, one.id, one.record_id, one.saved_at, one.changed_at, JSON.stringify(one))
    })()
  })
  store = await openStore(folder)
  const newest = await store.read('outbox.changes', { before: null, limit: 3 })
  expect(newest.changes.map(({ title }) => title)).toEqual(['Person 12000', 'Person 11999', 'Person 11998'])
  const then = await store.read('outbox.changes', { before: newest.next, limit: 2 })
  expect(then.changes.map(({ title }) => title)).toEqual(['Person 11997', 'Person 11996'])

  const none = await store.read('outbox.changes', { ...first, text: 'person 7 birth' })
  expect(none).toMatchObject({ changes: [], next: 2001 })
  const rare = await store.read('outbox.changes', { ...first, text: 'person 1999' })
  expect(rare).toMatchObject({ changes: [{ title: 'Person 11999' }] })
  const last = await store.read('outbox.changes', { ...first, text: 'person 1999', before: rare.next })
  expect(last).toMatchObject({ changes: [{ title: 'Person 1999' }], next: null })
})

test('changes, their steps and what put them back come from an index', () => {
  const planOf = (sql: string, ...parameters: unknown[]) =>
    lookInto(folder, 'ledger', (db) =>
      db
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...parameters)
        .map(({ detail }) => detail)
        .join('\n'),
    )
  const plans = [
    planOf("SELECT seq, json FROM operation WHERE seq >= ? AND seq < ? AND state IN ('done') ORDER BY seq DESC", 1, 9),
    planOf("SELECT note FROM operation_event WHERE operation = ? AND event = 'discarded' ORDER BY seq DESC LIMIT 1", 1),
    planOf('SELECT at FROM operation_event e WHERE e.operation = ? AND e.seq < ? ORDER BY e.seq DESC LIMIT 9', 1, 9),
    planOf(
      "SELECT json FROM operation WHERE record_id = ? AND seq > ? AND state = 'done' ORDER BY seq LIMIT 9",
      'x',
      1,
    ),
  ]
  for (const plan of plans) {
    expect(plan).toMatch(/USING (COVERING )?INDEX|USING INTEGER PRIMARY KEY/)
    expect(plan).not.toContain('TEMP B-TREE')
  }
})

test('the changes of a day are those saved from its start to its end, whatever the clock did before and after', async () => {
  const at = [
    '2026-03-09T23:59:59.999Z',
    '2026-03-10T00:00:00.000Z',
    '2026-03-12T08:00:00.000Z',
    '2026-03-10T23:59:59.999Z',
  ]
  for (const [nth, saved_at] of [...at, '2026-03-11T00:00:00.000Z'].entries()) {
    await store.outbox.commit(step({ ...anOperation(nth + 1), saved_at }))
  }
  const during = async (since?: string, until?: string) => {
    const time = { ...(since ? { since } : {}), ...(until ? { until } : {}) }
    const { changes, next } = await store.read('outbox.changes', { ...first, ...time })
    expect(next).toBeNull()
    return changes.map(({ saved_at }) => saved_at.slice(5, 13))
  }
  expect(await during('2026-03-10T00:00:00.000Z', '2026-03-11T00:00:00.000Z')).toEqual(['03-10T23', '03-10T00'])
  expect(await during('2026-03-11T00:00:00.000Z')).toEqual(['03-11T00', '03-12T08'])
  expect(await during(undefined, '2026-03-10T00:00:00.000Z')).toEqual(['03-09T23'])
  expect(await during('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z')).toEqual([])
  expect(await during()).toHaveLength(5)
  const { changes, next } = await store.read('outbox.changes', { ...first, limit: 1, since: at[1] })
  expect(changes).toHaveLength(1)
  const rest = await store.read('outbox.changes', { ...first, before: next, since: at[1] })
  expect(rest.changes).toHaveLength(3)

  const plan = lookInto(folder, 'ledger', (db) =>
    db
      .prepare<unknown[], { detail: string }>(
        'EXPLAIN QUERY PLAN SELECT min(seq), max(seq) FROM operation WHERE saved_at >= ? AND saved_at < ?',
      )
      .all('2026-03-10', '2026-03-11')
      .map(({ detail }) => detail)
      .join('\n'),
  )
  expect(plan).toMatch(/SEARCH operation USING COVERING INDEX/)
})

import { expect, test } from 'vitest'
import { readChangeCounts, readHouseholdMark, readMeetings } from '../../../electron/data/ledger/household-marks.ts'
import { writeLedger } from '../../../electron/data/ledger/write-ledger.ts'
import { migrate } from '../../../electron/data/migrate.ts'
import { ledgerMeetings } from '../../../electron/data/migrations/changes.ts'
import { ledgerMigrations } from '../../../electron/data/migrations/ledger.ts'
import { openMemoryDatabase } from '../../../electron/data/open-database.ts'
import { readChangedHouseholds, readObservedChanges } from '../../../electron/data/reads/changes.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { applyPage } from '../../../electron/data/sweep/apply-sweep.ts'
import { changesIn, fieldsIn } from './support/changed-firm.ts'
import { createWorld, sweepAll } from './support/outbox-world.ts'
import { pageOf } from './support/records.ts'

test('what the mirror lost in a power failure is told once, when it is seen again', async () => {
  const world = createWorld()
  world.addService('household', 1)
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon' })
  await world.sweep('individuals', 50)
  world.colleagueEdits('client_profile_1', { city: 'Turin' })
  world.failInSweep('individuals', 1)
  expect(changesIn(world.stores.ledger)).toEqual([])
  await world.sweep('individuals', 50)
  const told = [{ field: 'city', before: 'Lyon', after: 'Turin', kind: 'changed', household_id: 'household_1' }]
  expect(fieldsIn(world.stores.ledger)).toMatchObject(told)
  world.restart()
  await world.sweep('individuals', 50)
  expect(fieldsIn(world.stores.ledger)).toMatchObject(told)
})

test('an own write is told once, as its operation; a colleague who sets the same value later is not taken for it', async () => {
  const world = createWorld()
  world.addService('household', 1)
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon' })
  await world.sweep('individuals', 50)
  const base = world.known.individuals.get('client_profile_1') ?? {}
  world.edit('individuals', base, { city: 'Turin' })
  const [operation] = world.open()
  if (!operation) throw new Error('Nothing was saved.')
  world.finish({ ...operation, sent_at: '2026-01-01T00:00:00Z' }, false)
  await world.sweep('individuals', 50)
  world.colleagueEdits('client_profile_1', { city: 'Lyon' })
  await world.sweep('individuals', 50)
  world.pass(60_000)
  await world.sweep('individuals', 50)
  world.colleagueEdits('client_profile_1', { city: 'Turin' })
  await world.sweep('individuals', 50)
  expect(fieldsIn(world.stores.ledger).map(({ after, operation: own }) => [after, own])).toEqual([
    ['Turin', operation.seq],
    ['Lyon', null],
    ['Turin', null],
  ])
})

test('an own addition and an own deletion are told with the operation that made them', async () => {
  const world = createWorld()
  world.addService('household', 1)
  await world.sweep('households', 50)
  await world.sweep('individuals', 50)
  world.createIndividual('household_1', { first_name: 'Ida', last_name: 'Berg' })
  const [creation] = world.open()
  if (!creation) throw new Error('Nothing was saved.')
  world.finish({ ...creation, sent_at: '2026-01-01T00:00:00Z' }, false)
  const [made = {}] = [...world.known.individuals.values()]
  world.pass(60_000)
  world.remove('individuals', made)
  const [deletion] = world.open()
  if (!deletion) throw new Error('Nothing was saved.')
  world.finish({ ...deletion, sent_at: '2026-01-01T00:01:00Z' }, false)
  world.writer().batch.commit()
  const reader = createReader(world.stores.mirror, world.stores.ledger)
  const all = { household_id: 'household_1', owner_id: null, others_only: false, before: null, limit: 50 }
  expect(readObservedChanges(reader, all).changes).toMatchObject([
    { kind: 'gone', own: true, operation_id: deletion.id, fields: [] },
    { kind: 'added', own: true, operation_id: creation.id, fields: [] },
  ])
  expect(readObservedChanges(reader, { ...all, others_only: true }).changes).toEqual([])
})

test('the people of an own new household are own additions, and a colleague’s new person in it is not', async () => {
  const world = createWorld()
  world.addService('household', 1)
  await world.sweep('households', 50)
  await world.sweep('individuals', 50)
  world.createHousehold([{ first_name: 'Ida', last_name: 'Berg' }])
  const [creation] = world.open()
  if (!creation) throw new Error('Nothing was saved.')
  world.finish({ ...creation, sent_at: '2026-01-01T00:00:00Z' }, false)
  const household_id = 'household_s1'
  world.addService('individual', 9, { first_name: 'Olaf', last_name: 'Dahl', household_id })
  await world.sweep('individuals', 50)
  const reader = createReader(world.stores.mirror, world.stores.ledger)
  const all = { household_id, owner_id: null, others_only: false, before: null, limit: 50 }
  const people = readObservedChanges(reader, all).changes.filter(({ resource }) => resource === 'individuals')
  expect(people.map(({ title, kind, own }) => `${kind} ${title} ${own}`).toSorted()).toEqual([
    'added Ida Berg true',
    'added Olaf Dahl false',
  ])
})

test('changes are read newest first, by household, owner, kind, field and moment, in pages', async () => {
  const world = createWorld()
  for (const n of [1, 2]) world.addService('household', n, { primary_relationship_owner_id: `user_${n}` })
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon' })
  world.addService('individual', 2, { household_id: 'household_2', city: 'Lyon' })
  await world.sweep('households', 50)
  await world.sweep('individuals', 50)
  world.colleagueEdits('client_profile_1', { city: 'Turin', email: 'ada@example.com' })
  await world.sweep('individuals', 50)
  world.pass(3_600_000)
  world.colleagueEdits('client_profile_2', { household_id: 'household_1' })
  world.addService('individual', 3, { household_id: 'household_2' })
  await world.sweep('individuals', 50)
  world.colleagueDeletes('client_profile_3')
  await world.sweep('individuals', 50)
  const reader = createReader(world.stores.mirror, world.stores.ledger)
  const read = (more: object = {}) => {
    const all = { household_id: null, owner_id: null, others_only: false, before: null, limit: 50 }
    return readObservedChanges(reader, { ...all, resource: 'individuals', ...more })
  }
  const told = (more?: object) => read(more).changes.map(({ record_id, kind }) => `${record_id.at(-1)} ${kind}`)
  expect(told()).toEqual(['3 gone', '3 added', '2 changed', '1 changed'])
  expect(read().changes.at(-1)).toMatchObject({
    title: 'Ada Person1',
    household: { id: 'household_1' },
    fields: [
      { field: 'email', before: null, after: 'ada@example.com', operation_id: null },
      { field: 'city', before: 'Lyon', after: 'Turin', operation_id: null },
    ],
    observed_at: '2026-01-01T00:00:00.000Z',
    own: false,
  })
  expect(told({ household_id: 'household_1' })).toEqual(['2 changed', '1 changed'])
  // An individual who moved to another household is listed in both.
  expect(told({ household_id: 'household_2' })).toEqual(['3 gone', '3 added', '2 changed'])
  expect(told({ owner_id: 'user_2' })).toEqual(['3 gone', '3 added'])
  expect(told({ kind: 'gone' })).toEqual(['3 gone'])
  expect(told({ field: 'city' })).toEqual(['1 changed'])
  expect(told({ since: '2026-01-01T00:30:00Z' })).toEqual(['3 gone', '3 added', '2 changed'])
  const first = read({ limit: 3 })
  expect(first.changes).toHaveLength(3)
  expect(read({ limit: 3, before: first.next }).changes.map(({ record_id }) => record_id)).toEqual(['client_profile_1'])
})

test('changes that were looked at are not counted again; own writes never are', async () => {
  const world = createWorld()
  for (const n of [1, 2]) world.addService('household', n, { primary_relationship_owner_id: `user_${n}` })
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon' })
  await world.sweep('households', 50)
  await world.sweep('individuals', 50)
  const { ledger, mirror } = world.stores
  const reader = createReader(mirror, ledger)
  const marked = (household_id: string) => readHouseholdMark(reader, { household_id })
  const none = { looked_at: null, looked_to: 0, met_at: null, copied_again: null, unseen: 0 }
  expect(marked('household_1')).toEqual({ ...none, recorded_since: null })
  for (const resource of ['users', 'entities', 'documents', 'document-summaries'] as const)
    await sweepAll(world.writer(), resource, { records: [], pageSize: 50 })
  expect(marked('household_1')).toEqual({ ...none, recorded_since: '2026-01-01T00:00:00.000Z' })
  world.pass(3_600_000)
  world.colleagueEdits('client_profile_1', { city: 'Turin', email: 'ada@example.com' })
  await world.sweep('individuals', 50)
  expect(marked('household_1').unseen).toBe(1)
  world.colleagueEdits('client_profile_1', { household_id: 'household_2' })
  await world.sweep('individuals', 50)
  // The household that it left has it, too.
  expect(['household_1', 'household_2', 'household_3'].map((id) => marked(id).unseen)).toEqual([2, 1, 0])
  const newest = Number(changesIn(ledger).length)
  writeLedger(world.writer(), 'changes.look', { household_id: 'household_1', to: newest })
  writeLedger(world.writer(), 'changes.look', { household_id: 'household_1', to: 1 })
  expect(marked('household_1')).toMatchObject({
    ...{ looked_at: '2026-01-01T01:00:00.000Z', looked_to: newest, unseen: 0 },
  })
  const ids = { household_ids: ['household_2', 'household_1'] }
  expect(readChangeCounts(reader, ids).counts.map(({ unseen }) => unseen)).toEqual([1, 0])
  world.edit('individuals', world.known.individuals.get('client_profile_1') ?? {}, { city: 'Oslo' })
  const [operation] = world.open()
  if (!operation) throw new Error('Nothing was saved.')
  world.finish({ ...operation, sent_at: '2026-01-01T01:00:00Z' }, false)
  await world.sweep('individuals', 50)
  expect(fieldsIn(ledger).at(-1)).toMatchObject({ after: 'Oslo', operation: operation.seq })
  expect(marked('household_2').unseen).toBe(1)
  const meeting = { met_at: '2026-01-02T00:00:00.000Z', note: '' }
  writeLedger(world.writer(), 'changes.meet', { household_id: 'household_1', id: 'meeting-1', meeting })
  expect(marked('household_1')).toMatchObject({ met_at: '2026-01-02T00:00:00.000Z', looked_to: newest })
  const told = (owner_id: string | null, since: string, limit = 10) =>
    readChangedHouseholds(reader, { owner_id, since, limit })
  expect(told(null, '2026-01-01T00:30:00Z')).toEqual({
    households: [
      {
        household: { id: 'household_2', name: 'Ada Person1' },
        ...{ changes: 1, resources: ['individuals'], newest_at: '2026-01-01T01:00:00.000Z' },
      },
      {
        household: { id: 'household_1', name: 'Ada Person1' },
        ...{ changes: 1, resources: ['individuals'], newest_at: '2026-01-01T01:00:00.000Z' },
      },
    ],
    more: false,
  })
  expect(told('user_2', '2026-01-01T00:30:00Z').households.map(({ household }) => household.id)).toEqual([
    'household_2',
  ])
  expect(told(null, '2026-01-01T00:30:00Z', 1).more).toBe(true)
  expect(told(null, '2026-01-02T00:00:00Z').households).toEqual([])
})

test('old changes of a field on one day are joined, and changes that are too old are deleted', async () => {
  const world = createWorld()
  world.addService('household', 1)
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon', email: 'ada@example.com' })
  await world.sweep('individuals', 50)
  const toCity = async (city: string) => {
    world.pass(60_000)
    world.colleagueEdits('client_profile_1', { city })
    await world.sweep('individuals', 50)
  }
  const day = 86_400_000
  await toCity('Turin')
  await toCity('Oslo')
  world.pass(day)
  await toCity('Bern')
  await toCity('Oslo')
  await toCity('Kiel')
  const { ledger } = world.stores
  const told = () => fieldsIn(ledger).map(({ before, after }) => `${before} ${after}`)
  const prune = (months = 0) => writeLedger(world.writer(), 'changes.prune', { months })
  world.pass(80 * day)
  prune()
  expect(told()).toHaveLength(5)
  world.pass(20 * day)
  prune()
  expect(told()).toEqual(['Lyon Oslo', 'Oslo Kiel'])
  await toCity('Lyon')
  world.pass(366 * day)
  prune()
  expect(told()).toEqual(['Lyon Kiel', 'Kiel Lyon'])
  prune(12)
  expect(told()).toEqual([])
})

test('old changes of a field are not joined across the end of its record and its return', async () => {
  const world = createWorld()
  world.addService('household', 1)
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon' })
  await world.sweep('individuals', 50)
  const toCity = async (city: string) => {
    world.pass(60_000)
    world.colleagueEdits('client_profile_1', { city })
    await world.sweep('individuals', 50)
  }
  await toCity('Turin')
  world.pass(60_000)
  world.colleagueDeletes('client_profile_1')
  await world.sweep('individuals', 50)
  world.pass(60_000)
  world.addService('individual', 1, { household_id: 'household_1', city: 'Turin' })
  await world.sweep('individuals', 50)
  await toCity('Oslo')
  world.pass(100 * 86_400_000)
  writeLedger(world.writer(), 'changes.prune', { months: 0 })
  const told = fieldsIn(world.stores.ledger).filter(({ field }) => field === 'city')
  expect(told.map(({ before, after }) => `${before} ${after}`)).toEqual(['Lyon Turin', 'Turin Oslo'])
})

test('a change that is joined with nothing left of it leaves the others of its moment as they were', async () => {
  const world = createWorld()
  world.addService('household', 1)
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon', email: 'ada@example.com' })
  await world.sweep('individuals', 50)
  world.pass(60_000)
  world.colleagueEdits('client_profile_1', { city: 'Turin' })
  await world.sweep('individuals', 50)
  world.pass(60_000)
  world.colleagueEdits('client_profile_1', { city: 'Lyon', email: 'ada@example.org' })
  await world.sweep('individuals', 50)
  const { ledger } = world.stores
  const seenBefore = () => ledger.prepare('SELECT seen_before FROM observed_change ORDER BY seq DESC').pluck().get()
  const before = seenBefore()
  expect(before).not.toBeNull()
  world.pass(100 * 86_400_000)
  writeLedger(world.writer(), 'changes.prune', { months: 0 })
  expect(fieldsIn(ledger).map(({ field }) => field)).toEqual(['email'])
  expect(seenBefore()).toBe(before)
})

test('a change of a valuation belongs to the household of its entity', () => {
  const world = createWorld()
  world.addService('household', 1)
  world.knowEntities()
  world.serviceValues(1, '2025-01-01', [{ name: 'Cash', value: 2 }])
  world.askValuation(1)
  world.pass(60_000)
  world.serviceValues(1, '2025-02-01', [{ name: 'Cash', value: 3 }])
  world.askValuation(1)
  world.writer().batch.commit()
  const told = changesIn(world.stores.ledger).filter(({ resource }) => resource === 'valuations')
  expect(told.length).toBeGreaterThan(0)
  expect(new Set(told.map(({ household_id }) => household_id))).toEqual(new Set(['household_1']))
})

test('old changes of a field are not joined across an own write of it', async () => {
  const world = createWorld()
  world.addService('household', 1)
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon' })
  await world.sweep('individuals', 50)
  world.colleagueEdits('client_profile_1', { city: 'Turin' })
  await world.sweep('individuals', 50)
  world.edit('individuals', world.known.individuals.get('client_profile_1') ?? {}, { city: 'Oslo' })
  const [operation] = world.open()
  if (!operation) throw new Error('Nothing was saved.')
  world.finish({ ...operation, sent_at: '2026-01-01T00:00:00Z' }, false)
  await world.sweep('individuals', 50)
  world.pass(60_000)
  world.colleagueEdits('client_profile_1', { city: 'Bern' })
  await world.sweep('individuals', 50)
  world.pass(100 * 86_400_000)
  writeLedger(world.writer(), 'changes.prune', { months: 0 })
  expect(fieldsIn(world.stores.ledger).map(({ before, after, operation: own }) => [before, after, own])).toEqual([
    ['Lyon', 'Turin', null],
    ['Turin', 'Oslo', operation.seq],
    ['Oslo', 'Bern', null],
  ])
})

test('a write that fails halfway tells nothing; what it recorded is told once, when it succeeds', async () => {
  const world = createWorld()
  world.addService('household', 1)
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon' })
  await world.sweep('individuals', 50)
  world.colleagueEdits('client_profile_1', { city: 'Turin' })
  const writer = world.writer()
  const { sweepId } = writer.batch.write(() => writer.sweeps.begin('individuals', 1))
  const bytes = pageOf([...world.service.individuals.values()])
  expect(() =>
    writer.batch.write(() => {
      expect(applyPage(writer, { sweepId, after: null, bytes }, () => {}).written).toBe(1)
      throw new Error('the disk failed')
    }),
  ).toThrow('the disk failed')
  writer.batch.commit()
  expect(changesIn(world.stores.ledger)).toEqual([])
  await world.sweep('individuals', 50)
  expect(fieldsIn(world.stores.ledger)).toMatchObject([{ field: 'city', before: 'Lyon', after: 'Turin' }])
})

test('meetings are logged with a note, changed, removed and put back, and the last one counts', () => {
  const world = createWorld()
  const { ledger, mirror } = world.stores
  const household = { household_id: 'household_1' }
  const meet = (id: string, meeting: { met_at: string; note: string } | null) =>
    writeLedger(world.writer(), 'changes.meet', { ...household, id, meeting })
  const [first, second] = ['2026-01-02T09:00:00.000Z', '2026-03-04T09:00:00.000Z'].map((met_at) => ({
    met_at,
    note: '',
  }))
  if (!first || !second) throw new Error('Two meetings are needed.')
  expect(meet('a', first)).toBeNull()
  expect(meet('b', second)).toBeNull()
  expect(meet('a', { ...first, note: 'Gifts' })).toEqual(first)
  const meetings = () => readMeetings({ ledger }, household).meetings
  expect(meetings()).toEqual([
    { id: 'b', ...second },
    { id: 'a', ...first, note: 'Gifts' },
  ])
  const last = () => readHouseholdMark(createReader(mirror, ledger), household).met_at
  expect(last()).toBe(second.met_at)
  expect(meet('b', null)).toEqual(second)
  expect(last()).toBe(first.met_at)
  expect(meet('b', second)).toBeNull()
  expect(last()).toBe(second.met_at)
  // An id of another household's meeting changes nothing.
  writeLedger(world.writer(), 'changes.meet', { household_id: 'household_2', id: 'a', meeting: second })
  expect(meetings().find(({ id }) => id === 'a')).toMatchObject({ note: 'Gifts' })
})

test('the time of the last meeting that was logged before becomes a meeting', () => {
  const ledger = openMemoryDatabase()
  migrate(ledger, ledgerMigrations.slice(0, ledgerMigrations.indexOf(ledgerMeetings)), () => {})
  ledger.exec(
    "INSERT INTO household_mark (household_id, looked_at, looked_to, met_at) VALUES ('household_1', 1, 3, 5000), ('household_2', 1, 3, NULL)",
  )
  migrate(ledger, ledgerMigrations, () => {})
  const meetingsOf = (household_id: string) => readMeetings({ ledger }, { household_id }).meetings
  expect(meetingsOf('household_1')).toMatchObject([{ met_at: '1970-01-01T00:00:05.000Z', note: '' }])
  expect(meetingsOf('household_2')).toEqual([])
  ledger.close()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChangeCounts, readHouseholdMark } from '../../../electron/data/ledger/household-marks.ts'
import { writeLedger } from '../../../electron/data/ledger/write-ledger.ts'
import type { WritableDatabase } from '../../../electron/data/open-database.ts'
import { readChangedHouseholds, readObservedChanges } from '../../../electron/data/reads/changes.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { differencesOf, joinedDifference } from '../../../shared/domain/record-differences.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { aCommand, run } from './support/outbox-commands.ts'
import { createWorld, type World } from './support/outbox-world.ts'

type Row = {
  resource: string
  record_id: string
  kind: 'added' | 'changed' | 'gone'
  field: string | null
  before: string | null
  after: string | null
  operation: number | null
}

const changesIn = (ledger: WritableDatabase) =>
  ledger.prepare<[], Row>('SELECT * FROM observed_change ORDER BY seq').all()

const peopleFields = ['first_name', 'last_name', 'city', 'email', 'is_primary', 'is_trustee', 'household_id'] as const
type People = Map<string, Record<string, unknown>>

const factsOf = (record: JsonFields) => Object.fromEntries(peopleFields.map((name) => [name, record[name] ?? null]))
const peopleOf = ({ known }: World): People =>
  new Map([...known.individuals].map(([id, record]) => [id, factsOf(record)]))

/**
 * Applies the recorded changes to what was known at the first complete sweep, by the plainest means. A change that does not start
 * from what is known, or tells of a field twice, is a problem.
 */
function replayed(baseline: People, rows: readonly Row[], known: People): { people: People; problems: string[] } {
  const people: People = new Map([...baseline].map(([id, facts]) => [id, { ...facts }]))
  const problems: string[] = []
  for (const { resource, record_id, kind, field, before, after } of rows) {
    if (resource !== 'individuals') continue
    const facts = people.get(record_id)
    if (kind === 'added') {
      if (facts) problems.push(`${record_id} was added twice`)
      people.set(record_id, {})
    } else if (!facts) problems.push(`${record_id} was never there`)
    else if (kind === 'gone') people.delete(record_id)
    else if (field !== null && (peopleFields as readonly string[]).includes(field)) {
      const was = JSON.stringify(facts[field] ?? null)
      if (field in facts && was !== before) problems.push(`${record_id}.${field} was ${was}, not ${before}`)
      facts[field] = JSON.parse(after ?? 'null')
    }
  }
  // The first values of a new record are not recorded again field by field.
  for (const [id, facts] of people)
    for (const name of peopleFields) if (!(name in facts)) facts[name] = known.get(id)?.[name]
  return { people, problems }
}

const aPartialSweep = fc.record({
  kind: fc.constant('sweep in part' as const),
  resource: fc.constantFrom('individuals' as const, 'households' as const),
  pages: fc.integer({ min: 0, max: 4 }),
})
const aMovedPage = fc.record({ kind: fc.constant('a page moves' as const), moved: fc.nat({ max: 20 }) })
const ageing = fc.record({ kind: fc.constant('time passes' as const), days: fc.integer({ min: 1, max: 120 }) })

const aFailure = fc.record({
  kind: fc.constant('power fails' as const),
  resource: fc.constantFrom('individuals' as const, 'households' as const),
  pages: fc.integer({ min: 1, max: 6 }),
})

test('changes replayed over the first complete sweep are what the service was last seen to have, whatever happened', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          { weight: 8, arbitrary: aCommand },
          { weight: 1, arbitrary: aFailure },
          { weight: 1, arbitrary: ageing },
          { weight: 1, arbitrary: aPartialSweep },
          { weight: 1, arbitrary: aMovedPage },
        ),
        {
          minLength: 5,
          maxLength: 40,
        },
      ),
      async (commands) => {
        const world = createWorld()
        for (const n of [1, 2]) world.addService('household', n)
        for (const n of [1, 2, 3, 4])
          world.addService('individual', n, { household_id: `household_${(n % 2) + 1}`, is_primary: n < 3 })
        world.serviceValues(1, '2024-02-29')
        world.knowEntities()
        await world.sweep('households', 50)
        await world.sweep('individuals', 2)
        const baseline = peopleOf(world)
        const { ledger, mirror } = world.stores
        expect(changesIn(ledger)).toEqual([])
        for (const command of commands) {
          if (command.kind === 'power fails') world.failInSweep(command.resource, command.pages)
          else if (command.kind === 'sweep in part') await world.sweepInPart(command.resource, command.pages)
          else if (command.kind === 'a page moves') await world.sweepPast(command.moved)
          else if (command.kind === 'time passes') {
            world.pass(command.days * 86_400_000)
            writeLedger(world.writer(), 'changes.prune', { months: 0 })
          } else await run(world, command)
          world.writer().batch.commit()
          const rows = changesIn(ledger)
          const { people, problems } = replayed(baseline, rows, peopleOf(world))
          expect(problems).toEqual([])
          expect(Object.fromEntries(people)).toEqual(Object.fromEntries(peopleOf(world)))
        }
        told += changesIn(ledger).length
        mirror.close()
        ledger.close()
      },
    ),
    propertyRuns(1000),
  )
  expect(told).toBeGreaterThan(20)
})

test('what the mirror lost in a power failure is told once, when it is seen again', async () => {
  const world = createWorld()
  world.addService('household', 1)
  world.addService('individual', 1, { household_id: 'household_1', city: 'Lyon' })
  await world.sweep('individuals', 50)
  world.colleagueEdits('client_profile_1', { city: 'Turin' })
  world.failInSweep('individuals', 1)
  expect(changesIn(world.stores.ledger)).toEqual([])
  await world.sweep('individuals', 50)
  const told = [{ field: 'city', before: '"Lyon"', after: '"Turin"', kind: 'changed', household_id: 'household_1' }]
  expect(changesIn(world.stores.ledger)).toMatchObject(told)
  world.restart()
  await world.sweep('individuals', 50)
  expect(changesIn(world.stores.ledger)).toMatchObject(told)
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
  expect(changesIn(world.stores.ledger).map(({ after, operation: own }) => [after, own])).toEqual([
    ['"Turin"', operation.seq],
    ['"Lyon"', null],
    ['"Turin"', null],
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
  // A person who moved away is told in both households.
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
  expect(changesIn(ledger).at(-1)).toMatchObject({ after: '"Oslo"', operation: operation.seq })
  expect(marked('household_2').unseen).toBe(1)
  writeLedger(world.writer(), 'changes.meet', { household_id: 'household_1', met_at: Date.UTC(2026, 0, 2) })
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
  const told = () => changesIn(ledger).map(({ before, after }) => `${before} ${after}`)
  const prune = (months = 0) => writeLedger(world.writer(), 'changes.prune', { months })
  world.pass(80 * day)
  prune()
  expect(told()).toHaveLength(5)
  world.pass(20 * day)
  prune()
  expect(told()).toEqual(['"Lyon" "Oslo"', '"Oslo" "Kiel"'])
  await toCity('Lyon')
  world.pass(366 * day)
  prune()
  expect(told()).toEqual(['"Lyon" "Kiel"', '"Kiel" "Lyon"'])
  prune(12)
  expect(told()).toEqual([])
})

test('two differences joined are the difference between the first value and the last', () => {
  const part = fc.record({ name: fc.constantFrom('Cash', 'Bonds', 'Gold'), value: fc.nat({ max: 2 }) })
  const parts = fc.array(part, { maxLength: 4 })
  const between = (before: JsonFields[], after: JsonFields[]) =>
    differencesOf('valuations', { directly_held_assets: before }, { directly_held_assets: after })[0] ?? {
      before: [],
      after: [],
    }
  const sorted = (list: unknown) => (list as JsonFields[]).map((one) => JSON.stringify(one)).sort()
  fc.assert(
    fc.property(parts, parts, parts, (first, second, third) => {
      const joined = joinedDifference(true, between(first, second), between(second, third))
      const whole = between(first, third)
      expect(sorted(joined?.before ?? [])).toEqual(sorted(whole.before))
      expect(sorted(joined?.after ?? [])).toEqual(sorted(whole.after))
    }),
    propertyRuns(1000),
  )
})

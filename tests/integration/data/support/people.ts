import fc from 'fast-check'
import { openStores, openStoresForReading } from '../../../../electron/data/open-stores.ts'
import { commitStep, settleMirror } from '../../../../electron/data/overlay/replay-ledger.ts'
import { applyRecord, removeRecords } from '../../../../electron/data/records.ts'
import { createWriter, type Writer } from '../../../../electron/data/writer.ts'
import type { Operation } from '../../../../shared/domain/operation.ts'
import type { Resource } from '../../../../shared/service/resource.ts'
import { ledgerKey, makeFolder, mirrorKey, removeFolder } from './open-store.ts'
import { anEdit, step } from './operations.ts'
import { sweepAll } from './outbox-world.ts'
import { aHousehold, anIndividual, aUser, bodyOf } from './records.ts'

/** A firm's people and households in files, read by a connection of its own, and what happens to them. */
export type People = ReturnType<typeof createPeople>

export const today = '2025-01-04'

const aPerson = fc.record(
  {
    first_name: fc.constantFrom('Ada', 'Émile', 'ada', '🌻'),
    last_name: fc.constantFrom('Aaa', 'Bbb', 'Ccc', 'ﬁ'),
    household_id: fc.constantFrom('household_1', 'household_2', 'household_3', 'household_9'),
    state: fc.constantFrom(null, 'NY', 'ny', 'CA', 'TX', ''),
    city: fc.constantFrom(null, 'New York', 'York', 'Évry', ''),
    email: fc.constantFrom(null, 'a@x.example', 'b@x.example', 'c@x.example'),
    date_of_birth: fc.constantFrom(null, '1960-02-29', '1999-12-31', '2024-05-06', '2025-01-03'),
    is_primary: fc.boolean(),
    is_trustee: fc.boolean(),
    updated_at: fc.constantFrom(
      '2024-01-01T00:00:00.000Z',
      '2024-05-06T07:08:09.000Z',
      '2024-05-06T07:08:09Z',
      '2025-01-03T23:59:59.999Z',
    ),
  },
  { requiredKeys: [] },
)

const personAt = fc.integer({ min: 1, max: 8 })
const householdAt = fc.integer({ min: 1, max: 3 })
const householdName = fc.constantFrom('Alpha', 'Beta', 'beta', 'Zulu')

export const aPersonTurn = fc.oneof(
  fc.record({ kind: fc.constant('read person' as const), at: personAt, more: aPerson }),
  fc.record({ kind: fc.constant('read person' as const), at: personAt, more: aPerson }),
  fc.record({ kind: fc.constant('remove person' as const), at: personAt }),
  fc.record({ kind: fc.constant('read household' as const), at: householdAt, name: householdName }),
  fc.record({ kind: fc.constant('remove household' as const), at: householdAt }),
  fc.record({
    kind: fc.constant('sweep people' as const),
    all: fc.array(aPerson, { maxLength: 8 }),
    pageSize: fc.constantFrom(1, 3, 50),
  }),
  fc.record({ kind: fc.constant('edit' as const), at: personAt, city: fc.constantFrom('New York', 'Lyon') }),
  fc.record({ kind: fc.constant('discard' as const), at: fc.nat({ max: 100 }) }),
  fc.record({ kind: fc.constant('kill' as const) }),
)

type Turn = typeof aPersonTurn extends fc.Arbitrary<infer Value> ? Value : never

const resources: readonly Resource[] = ['individuals', 'households']

export function createPeople() {
  const folder = makeFolder()
  const keys = (created: boolean) => ({ mirror: { key: mirrorKey, created }, ledger: { key: ledgerKey, created } })
  const stores = openStores({ folder, ...keys(true) })
  const reading = openStoresForReading({ folder, ...keys(false) })
  const open = (): Writer => {
    const made = createWriter({ ...stores, now: () => Date.UTC(2025, 0, 4, 12), onChanged: () => {} })
    settleMirror(made)
    return made
  }
  let writer = open()
  let seq = 0
  let edits: Operation[] = []
  let isOpen = true
  const personOf = (at: number, more: object) => anIndividual(at, { ...more })

  const turns: { [Kind in Turn['kind']]: (turn: Extract<Turn, { kind: Kind }>) => unknown } = {
    'read person': ({ at, more }) => applyRecord(writer, 'individuals', bodyOf(personOf(at, more))),
    'remove person': ({ at }) => removeRecords(writer, 'individuals', [`client_profile_${at}`]),
    'read household': ({ at, name }) => applyRecord(writer, 'households', bodyOf(aHousehold(at, { name }))),
    'remove household': ({ at }) => removeRecords(writer, 'households', [`household_${at}`]),
    'sweep people': ({ all, pageSize }) =>
      sweepAll(writer, 'individuals', { records: all.map((more, at) => personOf(at + 1, more)), pageSize }),
    edit({ at, city }) {
      seq += 1
      const made = anEdit(seq, 'individuals', anIndividual(at), { city })
      edits.push(made)
      commitStep(writer, step(made))
    },
    discard({ at }) {
      const gone = edits[at % Math.max(1, edits.length)]
      if (!gone) return
      edits = edits.filter((one) => one !== gone)
      commitStep(writer, step({ ...gone, state: 'discarded' }))
    },
    kill() {
      for (const db of [stores.mirror, stores.ledger]) if (db.inTransaction) db.exec('ROLLBACK')
      writer = open()
    },
  }

  return {
    stores,
    reading,
    writer: () => writer,
    /** Sweeps some people and their households, so that the indexes exist. */
    async fill() {
      await sweepAll(writer, 'users', { records: [aUser(1)], pageSize: 50 })
      await sweepAll(writer, 'households', { records: [1, 2, 3].map((at) => aHousehold(at)), pageSize: 50 })
      const records = [1, 2, 3, 4, 5, 6].map((at) =>
        anIndividual(at, { household_id: `household_${(at % 3) + 1}`, state: at % 2 === 0 ? 'NY' : 'CA' }),
      )
      await sweepAll(writer, 'individuals', { records, pageSize: 50 })
    },
    async sweepMany(count: number) {
      const records = Array.from({ length: count }, (_, at) =>
        anIndividual(at + 1, { state: at % 2 === 0 ? 'NY' : 'CA', household_id: `household_${(at % 3) + 1}` }),
      )
      await sweepAll(writer, 'individuals', { records, pageSize: 1000 })
    },
    async run(turn: Turn) {
      // Each turn goes to the function of its own kind.
      await (turns[turn.kind] as (one: Turn) => unknown)(turn)
    },
    versions() {
      const rows = stores.mirror
        .prepare<[], { resource: Resource; version: number }>('SELECT resource, version FROM resource_state')
        .all()
      return new Map(rows.map(({ resource, version }) => [resource, version]))
    },
    /** Has SQLite itself note the rows that are inserted, changed or deleted from now on; returns those of a resource. */
    watch() {
      const { mirror } = stores
      mirror.exec('CREATE TEMP TABLE touched (resource TEXT, row INTEGER)')
      for (const table of resources) {
        for (const [event, row] of [
          ['INSERT', 'NEW'],
          ['UPDATE OF json', 'NEW'],
          ['DELETE', 'OLD'],
        ]) {
          mirror.exec(`CREATE TEMP TRIGGER "touched ${table} ${event}" AFTER ${event} ON main.${table}
            BEGIN INSERT INTO touched VALUES ('${table}', ${row}.row); END`)
        }
      }
      const touched = mirror.prepare<[string], number>('SELECT DISTINCT row FROM touched WHERE resource = ?').pluck()
      return (resource: Resource) => touched.all(resource)
    },
    close() {
      if (!isOpen) return
      isOpen = false
      writer.batch.commit()
      for (const db of [reading.mirror, reading.ledger, stores.mirror, stores.ledger]) db.close()
      removeFolder(folder)
    },
  }
}

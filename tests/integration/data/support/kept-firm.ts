import fc from 'fast-check'
import { vi } from 'vitest'
import { startMaintenance } from '../../../../electron/data/maintenance.ts'
import { openStoresInMemory, type Stores } from '../../../../electron/data/open-stores.ts'
import { commitStep, settleMirror } from '../../../../electron/data/overlay/replay-ledger.ts'
import { applyRecord, applyValuation, removeRecords } from '../../../../electron/data/records.ts'
import { createWriterCalls } from '../../../../electron/data/workers/worker-calls.ts'
import { createWriter, type Writer } from '../../../../electron/data/writer.ts'
import type { Operation } from '../../../../shared/domain/operation.ts'
import { type HeldEntity, heldEntity, record, valuationRecord } from './balances.ts'
import { aCreate, step } from './operations.ts'
import { sweepAll } from './outbox-world.ts'
import { aHousehold, anIndividual, bodyOf } from './records.ts'

/** A firm's stores, and what happens to the records that balance sheets are summed from. */
export type KeptFirm = ReturnType<typeof createKeptFirm>

const entityAt = fc.integer({ min: 1, max: 5 })
const householdAt = fc.integer({ min: 1, max: 2 })

const personAt = fc.integer({ min: 1, max: 4 })
const person = fc.record({
  household_id: householdAt.map((at) => `household_${at}`),
  is_primary: fc.boolean(),
  is_deceased: fc.boolean(),
})

export const aTurn = fc.oneof(
  fc.record({ kind: fc.constant('value' as const), at: entityAt, held: heldEntity }),
  fc.record({ kind: fc.constant('value' as const), at: entityAt, held: heldEntity }),
  fc.record({ kind: fc.constant('read entity' as const), at: entityAt, held: heldEntity }),
  fc.record({ kind: fc.constant('remove entity' as const), at: entityAt }),
  fc.record({
    kind: fc.constant('sweep entities' as const),
    all: fc.array(heldEntity, { maxLength: 5 }),
    pageSize: fc.constantFrom(1, 2, 50),
  }),
  fc.record({ kind: fc.constant('sweep households' as const), all: fc.uniqueArray(householdAt) }),
  fc.record({ kind: fc.constant('remove household' as const), at: householdAt }),
  fc.record({
    kind: fc.constant('log' as const),
    at: entityAt,
    value: fc.nat({ max: 10_000 }),
    date: fc.constantFrom('2024-02-29', '2026-01-01', '2026-05-05'),
  }),
  fc.record({ kind: fc.constant('discard' as const), at: fc.nat({ max: 100 }) }),
  fc.record({ kind: fc.constant('read person' as const), at: personAt, person }),
  fc.record({ kind: fc.constant('remove person' as const), at: personAt }),
  fc.record({ kind: fc.constant('sweep people' as const), all: fc.array(person, { maxLength: 4 }) }),
  fc.record({
    kind: fc.constant('set amount' as const),
    household_id: fc.constantFrom(null, 'household_1', 'household_2'),
    own: fc.option(
      fc.record({
        amount: fc.option(
          fc.record({ usd: fc.constantFrom(0.01, 10, 300.25, 1e12), year: fc.constantFrom(2025, 2026) }),
        ),
        primaries: fc.option(fc.integer({ min: 1, max: 3 })),
        is_off: fc.boolean(),
      }),
    ),
  }),
  fc.record({ kind: fc.constant('commit' as const) }),
  fc.record({ kind: fc.constant('kill' as const) }),
  fc.record({ kind: fc.constant('rebuild' as const) }),
  fc.record({ kind: fc.constant('days pass' as const), days: fc.integer({ min: -400, max: 800 }) }),
)

type Turn = typeof aTurn extends fc.Arbitrary<infer Value> ? Value : never

/** Runs the whole check of the totals, which computes them again if one is wrong. */
export function checkKept(writer: Writer): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const stop = startMaintenance(writer, false)
    vi.runAllTimers()
    stop()
  } finally {
    vi.useRealTimers()
  }
}

const day = 86_400_000
const idOf = (at: number) => `entity_${at}`

export function createKeptFirm() {
  const stores: Stores = openStoresInMemory()
  let now = Date.UTC(2026, 0, 1, 12)
  const open = (): Writer => {
    const made = createWriter({ ...stores, now: () => now, onChanged: () => {} })
    settleMirror(made)
    return made
  }
  let writer = open()
  let seq = 0
  let logged: Operation[] = []

  const turns: { [Kind in Turn['kind']]: (turn: Extract<Turn, { kind: Kind }>) => unknown } = {
    value({ at, held }) {
      const valuation = valuationRecord({ ...held, id: idOf(at) })
      applyValuation(writer, { entityId: idOf(at), bytes: valuation && bodyOf(valuation) })
    },
    'read entity': ({ at, held }) => applyRecord(writer, 'entities', bodyOf(record({ ...held, id: idOf(at) }))),
    'remove entity': ({ at }) => removeRecords(writer, 'entities', [idOf(at)]),
    async 'sweep entities'({ all, pageSize }) {
      const records = all.map((held: HeldEntity, at) => record({ ...held, id: idOf(at + 1) }))
      await sweepAll(writer, 'entities', { records, pageSize })
    },
    'sweep households': ({ all }) =>
      sweepAll(writer, 'households', { records: all.map((at) => aHousehold(at)), pageSize: 1 }),
    'read person': ({ at, person }) => applyRecord(writer, 'individuals', bodyOf(anIndividual(at, person))),
    'remove person': ({ at }) => removeRecords(writer, 'individuals', [`client_profile_${at}`]),
    'sweep people': ({ all }) =>
      sweepAll(writer, 'individuals', { records: all.map((one, at) => anIndividual(at + 1, one)), pageSize: 2 }),
    'set amount': ({ household_id, own }) =>
      createWriterCalls(writer).writeLedger('estate.setAmount', { household_id, own }),
    'remove household': ({ at }) => removeRecords(writer, 'households', [`household_${at}`]),
    log({ at, value, date }) {
      const fields = {
        effective_date: date,
        directly_held_assets: [{ asset_class_id: 'cash', display_name: 'Thing', value }],
      }
      seq += 1
      const made = aCreate(seq, 'valuations', { parent_id: idOf(at), fields })
      logged.push(made)
      commitStep(writer, step(made))
    },
    discard({ at }) {
      const gone = logged[at % Math.max(1, logged.length)]
      if (!gone) return
      logged = logged.filter((one) => one !== gone)
      commitStep(writer, step({ ...gone, state: 'discarded' }))
    },
    commit: () => writer.batch.commit(),
    kill() {
      for (const db of [stores.mirror, stores.ledger]) if (db.inTransaction) db.exec('ROLLBACK')
      writer = open()
    },
    rebuild() {
      stores.mirror.exec("INSERT OR REPLACE INTO entity_total VALUES ('gone', 'GONE', 1)")
      checkKept(writer)
    },
    'days pass'({ days }) {
      now += days * day
    },
  }

  return {
    stores,
    writer: () => writer,
    now: () => now,
    async run(turn: Turn) {
      // Each turn goes to the function of its own kind.
      await (turns[turn.kind] as (one: Turn) => unknown)(turn)
    },
  }
}

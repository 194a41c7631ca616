import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { ofKind } from '../../../electron/api/today.ts'
import { setRuleException } from '../../../electron/data/ledger/rule-exceptions.ts'
import { openStoresInMemory } from '../../../electron/data/open-stores.ts'
import { countMissingDocuments } from '../../../electron/data/reads/filed-documents.ts'
import { readKeptMissing } from '../../../electron/data/reads/kept-missing.ts'
import { applyRecord, removeRecords } from '../../../electron/data/records.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { type DocumentRule, usualRules } from '../../../shared/rules/rules.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { sweepAll } from './support/outbox-world.ts'
import { aDocument, aHousehold, anEntity, anIndividual, bodyOf, many } from './support/records.ts'

afterEach(() => {
  vi.useRealTimers()
})

const usual = ofKind(usualRules, 'document')
const day = 86_400_000

type Fields = Record<string, unknown>
const makers = { households: aHousehold, individuals: anIndividual, entities: anEntity, documents: aDocument }
type Listed = keyof typeof makers
const prefixes = { households: 'household', individuals: 'client_profile', entities: 'entity', documents: 'document' }

const householdAt = fc.integer({ min: 1, max: 4 }).map((n) => `household_${n}`)
const maybe = (prefix: string) => fc.option(fc.integer({ min: 1, max: 3 }).map((n) => `${prefix}_${n}`))

const fields: { [Resource in Listed]: fc.Arbitrary<Fields> } = {
  households: fc.record({ name: fc.constantFrom('Berg', 'Lind 2023') }),
  individuals: fc
    .record({
      household_id: householdAt,
      is_primary: fc.boolean(),
      died: fc.option(fc.option(fc.constantFrom('2025-04-02', '2025-06-30', '2026-01-01'))),
    })
    .map(({ died, ...one }) => (died === null ? one : { ...one, is_deceased: true, date_of_death: died })),
  entities: fc.record({
    household_id: householdAt,
    kind: fc.constantFrom('ILIT_TRUST', 'GRAT_TRUST', 'LLC_BUSINESS_ENTITY'),
    stage: fc.constantFrom('ACTIVE', 'ACTIVE', 'DRAFT'),
    display_name: fc.constantFrom('Trust', 'Trust of 2024'),
  }),
  documents: fc.record({
    household_id: householdAt,
    type: fc.constantFrom('WILL', 'CRUMMEY_LETTER', 'SIGNED_TRUST_DOCUMENT', 'GIFT_TAX_RETURN'),
    name: fc.constantFrom('Letter', 'Letter of 2025', 'Trust of 2024', '2026'),
    individual_id: maybe('client_profile'),
    entity_id: maybe('entity'),
  }),
}

const resources = fc.constantFrom<Listed>('households', 'individuals', 'entities', 'documents')
const aRecord = resources.chain((resource) =>
  fc.record({ resource: fc.constant(resource), at: fc.integer({ min: 1, max: 4 }), more: fields[resource] }),
)

const aTurn = fc.oneof(
  fc.record({ kind: fc.constant('read' as const), record: aRecord }),
  fc.record({ kind: fc.constant('read' as const), record: aRecord }),
  fc.record({ kind: fc.constant('remove' as const), record: aRecord }),
  fc.record({
    kind: fc.constant('sweep' as const),
    all: resources.chain((resource) =>
      fc.record({ resource: fc.constant(resource), records: fc.array(fields[resource], { maxLength: 5 }) }),
    ),
  }),
  fc.record({ kind: fc.constant('except' as const), record: aRecord, is: fc.boolean(), rule: fc.nat({ max: 8 }) }),
  fc.record({
    kind: fc.constant('confirm' as const),
    at: fc.integer({ min: 1, max: 4 }),
    date: fc.option(fc.constantFrom('2023-05-05', '2025-02-28', '2026-01-01')),
  }),
  fc.record({ kind: fc.constant('days' as const), days: fc.constantFrom<number>(-200, -30, 1, 60, 150, 400) }),
  fc.record({ kind: fc.constant('rules' as const), count: fc.integer({ min: 0, max: usual.length }) }),
  fc.record({ kind: fc.constant('keep' as const), steps: fc.integer({ min: 1, max: 4 }) }),
)

type Turn = typeof aTurn extends fc.Arbitrary<infer Value> ? Value : never

function createFirm() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stores = openStoresInMemory()
  let now = Date.UTC(2026, 0, 5, 12)
  let clock = 0
  let rules: readonly DocumentRule[] = usual
  const problems: unknown[] = []
  const writer = createWriter({
    ...stores,
    now: () => now,
    onChanged: () => {},
    onTrouble: (one) => problems.push(one),
  })
  const made = (resource: Listed, at: number, more: Fields) =>
    makers[resource](at, { ...more, updated_at: new Date(Date.UTC(2026, 0, 1) + clock++ * 1000).toISOString() })
  const asked = () => ({ rules, today: localToday(new Date(now)) })
  const turns: { [Kind in Turn['kind']]: (turn: Extract<Turn, { kind: Kind }>) => unknown } = {
    read: ({ record: { resource, at, more } }) => applyRecord(writer, resource, bodyOf(made(resource, at, more))),
    remove: ({ record: { resource, at } }) => removeRecords(writer, resource, [`${prefixes[resource]}_${at}`]),
    sweep: ({ all: { resource, records } }) =>
      sweepAll(writer, resource, { records: records.map((more, at) => made(resource, at + 1, more)), pageSize: 2 }),
    except: ({ record: { resource, at }, is, rule }) =>
      setRuleException(
        writer.ledger,
        {
          rule_id: usual[rule % usual.length]?.id ?? '',
          household_id: 'household_1',
          record: { resource: resource === 'documents' ? 'entities' : resource, id: `${prefixes[resource]}_${at}` },
          reason: is ? 'Not here' : null,
        },
        now,
      ),
    confirm: ({ at, date }) =>
      date === null
        ? writer.ledger.prepare('DELETE FROM fact_decision WHERE document_id = ?').run(`document_${at}`)
        : writer.ledger
            .prepare(
              `INSERT OR REPLACE INTO fact_decision (document_id, key, decision, makes_link, sha256, json, decided_at)
               VALUES (?, 'date', 'confirmed', 0, '', ?, 0)`,
            )
            .run(`document_${at}`, JSON.stringify({ kind: 'date', value: date })),
    days({ days }) {
      now += days * day
    },
    rules({ count }) {
      rules = usual.slice(0, count)
    },
    keep({ steps }) {
      writer.missing.follow(rules)
      for (let at = 0; at < steps; at++) vi.runOnlyPendingTimers()
    },
  }
  return {
    writer,
    problems,
    async run(turn: Turn) {
      await (turns[turn.kind] as (turn: Turn) => unknown)(turn)
      writer.batch.commit()
    },
    /** Keeps everything, step by step, until nothing waits. */
    keepAll() {
      writer.missing.follow(rules)
      vi.runAllTimers()
    },
    hasBegun: () => stores.mirror.prepare('SELECT 1 FROM missing_state').get() !== undefined,
    kept: () => readKeptMissing(stores, asked()),
    fresh: () => countMissingDocuments(stores, { of: 'firm', id: null, ...asked() }),
    close() {
      writer.missing.stop()
      stores.mirror.close()
      stores.ledger.close()
    },
  }
}

type Firm = ReturnType<typeof createFirm>

/** The kept counts beside those of a fresh pass over every record. */
function expectEqual(firm: Firm): boolean {
  const kept = firm.kept()
  if (kept === null) return false
  const { households, rules } = firm.fresh()
  const sum = (of: 'documents' | 'unknown') => households.reduce((all, one) => all + one[of], 0)
  const whole = {
    documents: sum('documents'),
    households: households.filter(({ documents }) => documents > 0).length,
    unknown: sum('unknown'),
  }
  const found = [...kept.totals].filter(
    ([, { documents, households: some, unknown }]) => documents + some + unknown !== 0,
  )
  const expected = [...rules, ...(households.length > 0 ? [['', whole] as const] : [])]
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  return true
}

const loadAll = async ({ writer }: Firm) => {
  for (const resource of ['households', 'individuals', 'entities', 'documents'] as const)
    await sweepAll(writer, resource, { records: many((n) => makers[resource](n), 2), pageSize: 5 })
}

test('kept counts of missing documents equal a fresh count after any changes of records, notes, rules and days', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(fc.array(aTurn, { minLength: 1, maxLength: 25 }), async (turns) => {
      const firm = createFirm()
      try {
        await loadAll(firm)
        firm.keepAll()
        for (const turn of turns) {
          await firm.run(turn)
          if (expectEqual(firm)) compared++
        }
        firm.keepAll()
        expect(expectEqual(firm)).toBe(true)
        expect(firm.kept()?.isBehind).toBe(false)
        expect(firm.problems).toEqual([])
      } finally {
        firm.close()
      }
    }),
    propertyRuns(600),
  )
  expect(compared).toBeGreaterThan(100)
})

test('a first count of many households goes on in steps, a read before its end counts afresh, and a large change is caught up', async () => {
  const firm = createFirm()
  const { writer } = firm
  expect(firm.kept()).toBeNull()
  writer.missing.follow(usual)
  vi.runAllTimers()
  // Nothing is kept before every list was read.
  expect(firm.kept()).toBeNull()
  await loadAll(firm)
  await sweepAll(writer, 'households', { records: many(aHousehold, 1000), pageSize: 500 })
  const people = (more: Fields) => many((n) => anIndividual(n, { household_id: `household_${n}`, ...more }), 1000)
  await sweepAll(writer, 'individuals', { records: people({}), pageSize: 500 })
  writer.missing.follow(usual)
  // One step. A timer of another file of this process, such as a connection's, may wait on the same clock.
  while (!firm.hasBegun()) vi.advanceTimersToNextTimer()
  expect(firm.kept()).toBeNull()
  // A change while the count is under way.
  applyRecord(writer, 'individuals', bodyOf(anIndividual(1, { is_deceased: true, updated_at: '2026-01-01T00:00:00Z' })))
  vi.runAllTimers()
  expect(firm.kept()).toMatchObject({ isBehind: false })
  expect(expectEqual(firm)).toBe(true)
  await sweepAll(writer, 'individuals', {
    records: people({ is_primary: false, updated_at: '2026-01-02T00:00:00Z' }),
    pageSize: 500,
  })
  // More households than one read counts.
  expect(firm.kept()).toBeNull()
  vi.runAllTimers()
  expect(expectEqual(firm)).toBe(true)
  expect(firm.problems).toEqual([])
  firm.close()
})

test('a note about another household’s entity, a new year and a clock that is set back change what is kept', async () => {
  const firm = createFirm()
  await loadAll(firm)
  const of = { household_id: 'household_2', entity_id: 'entity_1', type: 'SIGNED_TRUST_DOCUMENT' }
  await firm.run({ kind: 'read', record: { resource: 'entities', at: 1, more: { kind: 'ILIT_TRUST' } } })
  await firm.run({ kind: 'read', record: { resource: 'documents', at: 1, more: of } })
  await firm.run({ kind: 'confirm', at: 1, date: '2023-05-05' })
  firm.keepAll()
  expect(expectEqual(firm)).toBe(true)
  const before = firm.fresh()
  await firm.run({ kind: 'confirm', at: 1, date: null })
  expect(expectEqual(firm)).toBe(true)
  expect(firm.fresh()).not.toEqual(before)
  await firm.run({ kind: 'confirm', at: 1, date: '2023-05-05' })
  firm.keepAll()
  // The document is no longer about the entity.
  await firm.run({ kind: 'read', record: { resource: 'documents', at: 1, more: { ...of, entity_id: null } } })
  expect(firm.fresh()).not.toEqual(before)
  expect(expectEqual(firm)).toBe(true)
  await firm.run({ kind: 'read', record: { resource: 'documents', at: 1, more: of } })
  firm.keepAll()
  // Another year, of which one more letter is expected.
  for (const days of [400, -400]) {
    await firm.run({ kind: 'days', days })
    expect(firm.kept()).toBeNull()
    firm.keepAll()
    expect(expectEqual(firm)).toBe(true)
  }
  await firm.run({ kind: 'days', days: 30 })
  await firm.run({ kind: 'read', record: { resource: 'individuals', at: 1, more: { is_primary: false } } })
  firm.keepAll()
  await firm.run({ kind: 'days', days: -30 })
  expect(firm.kept()).toBeNull()
  expect(firm.problems).toEqual([])
  firm.close()
})

test.each<[Listed, Fields, Fields]>([
  ['individuals', { city: 'Lyon', email: 'a@b.example' }, { is_primary: false }],
  ['individuals', { is_deceased: true, city: 'Lyon' }, { is_deceased: true, date_of_death: '2025-04-02' }],
  ['entities', { external_id: 'A-1' }, { stage: 'DRAFT' }],
  ['documents', { notes: 'Seen' }, { type: 'CRUMMEY_LETTER' }],
])('of %s, an edit of %o counts nothing again, and one of %o does', async (resource, aside, counted) => {
  const firm = createFirm()
  await loadAll(firm)
  const edit = (more: Fields) => firm.run({ kind: 'read', record: { resource, at: 1, more } })
  await edit({ ...aside, ...(aside.is_deceased ? { city: 'Rome' } : {}) })
  firm.keepAll()
  const { writer } = firm
  const waiting = () => writer.mirror.prepare<[], string>('SELECT * FROM missing_touched').pluck().all()
  expect(waiting()).toEqual([])
  await edit(aside)
  expect(waiting()).toEqual([])
  await edit({ ...aside, ...counted })
  expect(waiting()).toEqual(['household_1'])
  expect(expectEqual(firm)).toBe(true)
  firm.close()
})

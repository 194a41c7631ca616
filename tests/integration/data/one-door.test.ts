import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStoresInMemory } from '../../../electron/data/open-stores.ts'
import { commitStep, settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import { applyListed, applyRecord, applyValuation, removeRecords } from '../../../electron/data/records.ts'
import { applyPage, completeSweep } from '../../../electron/data/sweep/apply-sweep.ts'
import { createWriter, type Writer } from '../../../electron/data/writer.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { anEdit } from './support/operations.ts'
import { aDocument, aHousehold, anEntity, anIndividual, aValuation, bodyOf, pageOf } from './support/records.ts'

const firstAt = Date.UTC(2026, 0, 1)
/** Within the time for which the answers to writes are remembered. */
const thenAt = firstAt + 60_000
const makers = { households: aHousehold, individuals: anIndividual, entities: anEntity, documents: aDocument } as const

type Kind = keyof typeof makers
type Way = 'page' | 'id' | 'list' | 'answer'
type Record = JsonFields & { id: string }

/** The state before: nothing, a copy, an unreadable one, an edit that waits, a newer answer to a write. */
const before = ['nothing', 'stored', 'set-aside', 'edited', 'written'] as const
/** The answer that arrives; `absent`: the service answers that it has none. */
const coming = ['same', 'newer', 'older', 'unreadable', 'unreadable-undated', 'deleted', 'absent'] as const

type Case = { kind: Kind; before: (typeof before)[number]; coming: (typeof coming)[number]; isValued: boolean }

const aCase: fc.Arbitrary<Case> = fc.record({
  kind: fc.constantFrom('households', 'individuals', 'entities', 'documents'),
  before: fc.constantFrom(...before),
  coming: fc.constantFrom(...coming),
  isValued: fc.boolean(),
})

const at = (day: number) => new Date(Date.UTC(2025, 0, day)).toISOString()
/** The first of each kind is the one that comes; the second is there all the time. */
const made = (kind: Kind, n: number, more: JsonFields = {}): Record =>
  makers[kind](n, { updated_at: at(10), ...more }) as unknown as Record

function raw(kind: Kind, what: Exclude<Case['coming'], 'absent'>): object {
  const changed = { created_at: '2025-01-01T00:00:00.000Z', notes: what, name: what, display_name: what }
  if (what === 'same') return made(kind, 1)
  if (what === 'newer') return made(kind, 1, { ...changed, updated_at: at(20) })
  if (what === 'older') return made(kind, 1, { ...changed, updated_at: at(5) })
  if (what === 'deleted') return made(kind, 1, { updated_at: at(20), deleted_at: at(20) })
  const { updated_at, ...undated } = made(kind, 1, { created_at: 7, updated_at: at(20) })
  return what === 'unreadable' ? { ...undated, updated_at } : undated
}

async function bring(writer: Writer, { kind, coming: what }: Pick<Case, 'kind' | 'coming'>, way: Way): Promise<void> {
  const record = what === 'absent' ? null : raw(kind, what)
  if (way === 'id') {
    if (record) applyRecord(writer, kind, bodyOf(record))
    else removeRecords(writer, kind, [made(kind, 1).id])
  } else if (way === 'list') {
    if (record) applyListed(writer, kind, pageOf([record, made(kind, 2)]))
    else removeRecords(writer, kind, [made(kind, 1).id])
  } else if (way === 'answer') {
    const step = { operations: [], events: [] }
    if (record) commitStep(writer, { ...step, records: [{ resource: kind, bytes: bodyOf(record) }] })
    else commitStep(writer, { ...step, gone: [{ resource: kind, id: made(kind, 1).id }] })
  } else await sweep(writer, kind, record ? [record, made(kind, 2)] : [made(kind, 2)])
  writer.batch.commit()
}

/** A complete sweep; what it misses is asked for by its id, and is gone. */
async function sweep(writer: Writer, kind: Kind, records: readonly unknown[]): Promise<void> {
  const { sweepId } = writer.batch.write(() => writer.sweeps.begin(kind, writer.now()))
  applyPage(writer, { sweepId, after: null, bytes: pageOf(records) }, () => {})
  const { missing } = await completeSweep(writer, sweepId)
  if (missing.length > 0) removeRecords(writer, kind, missing)
}

/** The mirror and the recorded changes after one way. */
async function mirrorAfter(tried: Case, way: Way): Promise<unknown> {
  const { kind } = tried
  let now = firstAt
  const stores = openStoresInMemory()
  const writer = createWriter({ ...stores, now: () => now, onChanged: () => {} })
  settleMirror(writer)
  const record = made(kind, 1)
  await sweep(writer, kind, tried.before === 'nothing' ? [made(kind, 2)] : [record, made(kind, 2)])
  if (tried.isValued && tried.before !== 'nothing')
    applyValuation(writer, { entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  if (tried.before === 'set-aside') await sweep(writer, kind, [{ ...record, created_at: 5 }, made(kind, 2)])
  if (tried.before === 'edited')
    commitStep(writer, { operations: [anEdit(1, kind, record, { notes: 'mine' })], events: [] })
  if (tried.before === 'written') {
    const answer = made(kind, 1, { updated_at: at(15), notes: 'answered' })
    commitStep(writer, { operations: [], events: [], records: [{ resource: kind, bytes: bodyOf(answer) }] })
  }
  writer.batch.commit()
  now = thenAt
  await bring(writer, tried, way)
  return contentOf(stores, kind)
}

/** The mirror's row of the first record of a kind, and every recorded change. */
function contentOf({ mirror, ledger }: ReturnType<typeof openStoresInMemory>, kind: Kind) {
  const all = (sql: string) => mirror.prepare<[], object>(sql).all()
  const { id } = made(kind, 1)
  const rows = all(`SELECT * FROM ${kind} WHERE id = '${id}'`).map((row) => ({ ...row, row: null, checked_at: null }))
  const checked = all(
    `SELECT max(checked_at, iif(u.row IS NULL, s.complete_began_at, 0)) AS at FROM ${kind} t
     JOIN resource_state s ON s.resource = '${kind}' LEFT JOIN unconfirmed u ON u.resource = '${kind}' AND u.row = t.row
     WHERE t.id = '${id}'`,
  )
  const search = all(`SELECT count(*) AS n FROM search`)
  return {
    ...{ rows, checked, search },
    setAside: all('SELECT resource, id, field, problem, json FROM set_aside ORDER BY key'),
    overlay: all('SELECT * FROM overlay'),
    valuations: all('SELECT entity_id, json FROM valuations'),
    checks: all('SELECT entity_id, outcome FROM valuation_check'),
    refusals: all('SELECT entity_id FROM valuation_refusal'),
    changes: ledger
      .prepare<[], object>(
        'SELECT resource, record_id, kind, fields, title, seen_before FROM observed_change ORDER BY seq',
      )
      .all(),
  }
}

test('a record brought by a page, by its id, by a list or by an answer gives the same mirror', async () => {
  await fc.assert(
    fc.asyncProperty(aCase, async (tried) => {
      const byId = await mirrorAfter(tried, 'id')
      expect(await mirrorAfter(tried, 'page')).toEqual(byId)
      expect(await mirrorAfter(tried, 'list')).toEqual(byId)
      // An answer is never older than the write that it answers.
      const isAnswerOlder = tried.before === 'written' && (tried.coming === 'older' || tried.coming === 'same')
      const isUndated = tried.before === 'written' && tried.coming === 'unreadable-undated'
      if (!isAnswerOlder && !isUndated) expect(await mirrorAfter(tried, 'answer')).toEqual(byId)
    }),
    propertyRuns(600),
  )
})

test('a valuation that was asked for and one that answers a write give the same mirror', async () => {
  const differing = [
    aValuation(1),
    aValuation(1, { total_value: 5, updated_at: at(20) }),
    aValuation(1, { effective_date: 'yesterday' }),
    aValuation(1, { entity_id: 'entity_2' }),
  ]
  const mirrorOf = async (first: unknown, then: unknown, way: 'id' | 'answer') => {
    const stores = openStoresInMemory()
    const writer = createWriter({ ...stores, now: () => firstAt, onChanged: () => {} })
    settleMirror(writer)
    await sweep(writer, 'entities', [anEntity(1), anEntity(2)])
    applyValuation(writer, { entityId: 'entity_1', bytes: bodyOf(first) })
    const bytes = bodyOf(then)
    if (way === 'id') applyValuation(writer, { entityId: 'entity_1', bytes })
    else
      commitStep(writer, {
        operations: [],
        events: [],
        records: [{ resource: 'valuations', entityId: 'entity_1', bytes }],
      })
    writer.batch.commit()
    const observed = stores.ledger
      .prepare<[], object>('SELECT entity_id, json, checked_before FROM observed_valuation ORDER BY seq')
      .all()
    return { observed, content: contentOf(stores, 'entities') }
  }
  for (const first of differing)
    for (const then of differing)
      expect(await mirrorOf(first, then, 'answer')).toEqual(await mirrorOf(first, then, 'id'))
})

test.each(['page', 'id', 'list', 'answer'] as const)(
  'an entity deleted by %s takes its valuation with it',
  async (way) => {
    for (const what of ['deleted', 'absent'] as const) {
      const content = await mirrorAfter({ kind: 'entities', before: 'stored', coming: what, isValued: true }, way)
      expect(content).toMatchObject({ rows: [], valuations: [], checks: [] })
    }
  },
)

test('a record that was just created here is not lost because a copy of the service does not have it yet, and later it is', async () => {
  let now = firstAt
  const stores = openStoresInMemory()
  const writer = createWriter({ ...stores, now: () => now, onChanged: () => {} })
  settleMirror(writer)
  const others = [made('individuals', 2)]
  await sweep(writer, 'individuals', others)
  const ids = () => stores.mirror.prepare<[], string>('SELECT id FROM individuals ORDER BY id').pluck().all()
  const both = [made('individuals', 1).id, made('individuals', 2).id].toSorted()
  const answer = (notes: string, day: number) => {
    const bytes = bodyOf(made('individuals', 1, { notes, updated_at: at(day) }))
    commitStep(writer, { operations: [], events: [], records: [{ resource: 'individuals', bytes }] })
  }
  answer('created', 15)
  await sweep(writer, 'individuals', others)
  expect(ids()).toEqual(both)
  // An edit of it is no proof that every copy of the service has it.
  now += 60_000
  answer('edited', 16)
  await sweep(writer, 'individuals', others)
  expect(ids()).toEqual(both)
  expect(stores.mirror.prepare('SELECT count(*) FROM unconfirmed').pluck().get()).toBe(1)
  now += 15 * 60_000
  await sweep(writer, 'individuals', others)
  expect(ids()).toEqual([made('individuals', 2).id])
  // Its deletion here counts at once.
  answer('created again', 17)
  commitStep(writer, { operations: [], events: [], gone: [{ resource: 'individuals', id: made('individuals', 1).id }] })
  expect(ids()).toEqual([made('individuals', 2).id])
  stores.mirror.close()
  stores.ledger.close()
})

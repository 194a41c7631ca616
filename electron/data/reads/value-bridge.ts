import { localToday, nextDay } from '../../../shared/domain/days.ts'
import { maxBridgeDays, maxBridgeLines } from '../../../shared/domain/limits.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import {
  bridgeKinds,
  type EntityHistory,
  firstComparableDay,
  valueBridge,
  valueOn,
} from '../../../shared/domain/value-bridge.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

type Input = InputOf<'rollUps', 'bridge'>
type Output = OutputOf<'rollUps', 'bridge'>

const entitiesOf = {
  household: 'e.household_id = @id',
  entity: 'e.id = @id',
  owner: 'e.household_id IN (SELECT id FROM households WHERE owner_id = @id)',
  book: 'true',
} as const

/** The values of entities on two days, from what this computer observed. */
export function readValueBridge(reader: Reader, { of, from, to }: Input): Output {
  const today = reader.today()
  const changes = changesOf(reader, of)
  const entities = [...presentEntities(reader, of, changes), ...goneEntities(reader, changes)]
  const bridge = valueBridge(entities, { from, to })
  const named = new Map(entities.map((entity) => [entity.id, entity]))
  const ranked = bridge.lines
    .map((line) => ({ line, size: line.difference < 0n ? -line.difference : line.difference }))
    .toSorted((one, other) => (other.size > one.size ? 1 : other.size < one.size ? -1 : 0))
  const isOne = of.what === 'household' || of.what === 'entity'
  return {
    before: String(bridge.before),
    after: String(bridge.after),
    compared: {
      entities: bridge.compared.entities,
      before: String(bridge.compared.before),
      after: String(bridge.compared.after),
    },
    unknown: bridge.unknown,
    dated_later: entities.filter(isDatedAfter(to < today ? today : to)).length,
    kinds: bridgeKinds.flatMap((kind) => {
      const lines = bridge.lines.filter((line) => line.kind === kind)
      if (lines.length === 0) return []
      const difference = lines.reduce((sum, line) => sum + line.difference, 0n)
      const unsent = lines.filter((line) => line.unsent).length
      return [{ kind, entities: lines.length, difference: String(difference), unsent }]
    }),
    lines: ranked.slice(0, maxBridgeLines).map(({ line: { before, after, difference, ...line } }) => ({
      ...line,
      name: named.get(line.id)?.name ?? '',
      gone: named.get(line.id)?.gone_on !== null,
      before: before === null ? null : String(before),
      after: after === null ? null : String(after),
      difference: String(difference),
    })),
    first_day: firstComparableDay(entities, { from, to }),
    days: isOne ? daysOf(entities, today) : [],
  }
}

/** Whether a recorded entity has a value dated after this day, which counts on its page and not in the sums of a day. */
const isDatedAfter =
  (day: string) =>
  ({ values, gone_on }: EntityHistory): boolean =>
    gone_on === null && values.some(({ effective_date }) => effective_date > day)

type Named = EntityHistory & { name: string }

type Observed = { effective_date: string; value: number; valuation_id: string }

/** The local day of a moment in ms since the epoch. */
const dayOf = (at: number) => localToday(new Date(at))

function observedBy({ ledger }: Reader): (entityId: string) => Observed[] {
  const select = ledger.prepare<[string], Observed>(
    `SELECT effective_date, directly_held_asset_value AS value, valuation_id
     FROM observed_valuation WHERE entity_id = ? ORDER BY seq`,
  )
  return (entityId) => select.all(entityId)
}

type Present = {
  id: string
  name: string
  created_at: string
  valuation_id: string | null
  effective_date: string | null
  value: number | null
  outcome: string | null
}

function presentEntities(reader: Reader, of: Input['of'], changes: readonly Changed[]): Named[] {
  const observed = observedBy(reader)
  const isUnsent = reader.ledger
    .prepare<[string], number>(
      `SELECT 1 FROM operation WHERE resource = 'valuations' AND parent_id = ? AND is_open = 1`,
    )
    .pluck()
  const firsts = changes.filter(({ resource }) => resource === 'valuations').toReversed()
  /** When the service was last asked before the first valuation of an entity, and had none. */
  const unvaluedBefore = new Map(firsts.map(({ id, seen_before }) => [id, seen_before]))
  const rows = reader.mirror
    .prepare<[{ id: string | null }], Present>(
      `SELECT e.id, e.title AS name, e.created_at, v.id AS valuation_id, v.effective_date,
         v.directly_held_asset_value AS value, c.outcome
       FROM entities e LEFT JOIN valuations v ON v.entity_id = e.id LEFT JOIN valuation_check c ON c.entity_id = e.id
       WHERE ${entitiesOf[of.what]}`,
    )
    .all({ id: 'id' in of ? of.id : null })
  return rows.map(({ id, name, created_at, valuation_id, effective_date, value, outcome }) => {
    const seen = observed(id)
    const last = seen.at(-1)
    const current =
      effective_date !== null && value !== null && (last?.effective_date !== effective_date || last.value !== value)
        ? [{ effective_date, value, unsent: isUnsent.get(id) !== undefined && valuation_id !== last?.valuation_id }]
        : []
    const hasNone = effective_date === null && outcome === 'none'
    // The service returns the latest one: what is dated later was taken back, and where it has none all of it.
    const kept = hasNone ? [] : seen.filter((one) => effective_date === null || one.effective_date <= effective_date)
    const asked = unvaluedBefore.get(id)
    return {
      id,
      name,
      values: [
        ...kept.map((one) => ({ effective_date: one.effective_date, value: one.value, unsent: false })),
        ...current,
      ],
      recorded_on: dayOf(Date.parse(created_at)),
      gone_on: null,
      seen_on: null,
      // As known now it has none, on any day, however long ago the service was asked.
      unvalued_until: hasNone ? '9999-12-31' : asked ? dayOf(asked) : null,
    }
  })
}

type Changed = { id: string; resource: 'entities' | 'valuations'; name: string; at: number; seen_before: number | null }

/** The observed changes that decide values: deleted entities, and first valuations of entities that had none. */
function changesOf({ mirror, ledger }: Reader, of: Input['of']): Changed[] {
  const select = (which: string) =>
    ledger.prepare<[{ id: string | null; of?: string | null }], Changed>(
      `SELECT record_id AS id, resource, title AS name, observed_at AS at, seen_before FROM observed_change
       WHERE ${which} ((resource = 'entities' AND kind = 'gone') OR (resource = 'valuations' AND kind = 'added')) ORDER BY seq`,
    )
  if (of.what === 'book') return select('').all({ id: null })
  if (of.what === 'entity') {
    const household = mirror.prepare<[string], string | null>('SELECT household_id FROM entities WHERE id = ?').pluck()
    // The index is by household; its other entities are no part of an entity's values.
    return select('household_id = @id AND record_id = @of AND').all({ id: household.get(of.id) ?? null, of: of.id })
  }
  const ofHousehold = select('household_id = @id AND')
  if (of.what === 'household') return ofHousehold.all({ id: of.id })
  const households = mirror.prepare<[string], string>('SELECT id FROM households WHERE owner_id = ?').pluck()
  return households.all(of.id).flatMap((id) => ofHousehold.all({ id }))
}

/** Entities that were found to be gone. */
function goneEntities(reader: Reader, changes: readonly Changed[]): Named[] {
  const observed = observedBy(reader)
  const isBack = reader.mirror.prepare<[string], number>('SELECT 1 FROM entities WHERE id = ?').pluck()
  const last = new Map(changes.filter(({ resource }) => resource === 'entities').map((change) => [change.id, change]))
  return [...last.values()]
    .filter(({ id }) => isBack.get(id) === undefined)
    .map(({ id, name, at, seen_before }) => ({
      id,
      name,
      values: observed(id).map(({ effective_date, value }) => ({ effective_date, value, unsent: false })),
      // When it was recorded is not kept: before its first value nothing is known.
      recorded_on: '0000-01-01',
      gone_on: dayOf(at),
      seen_on: seen_before === null ? null : dayOf(seen_before),
      unvalued_until: null,
    }))
}

/** The sum on each day on which it may have become another one, until today; the newest if there are too many. */
function daysOf(entities: readonly EntityHistory[], today: string): Output['days'] {
  const days = new Set([today])
  for (const { values, recorded_on, gone_on, seen_on, unvalued_until } of entities) {
    for (const { effective_date } of values) days.add(effective_date)
    // After the last day on which the service had no valuation of an entity, its value is not known.
    if (unvalued_until !== null && unvalued_until < today) days.add(nextDay(unvalued_until))
    if (seen_on !== null) days.add(nextDay(seen_on))
    // An entity without a value yet begins a gap on the day on which it was recorded.
    for (const day of [recorded_on, gone_on]) if (day !== null && day > '0000-01-01') days.add(day)
  }
  const sorted = [...days].filter((day) => day <= today).toSorted()
  return sorted.slice(-maxBridgeDays).map((day) => {
    const on = entities.map((entity) => valueOn(entity, day))
    if (on.some(({ state }) => state === 'unknown')) return { day, value: null }
    return { day, value: String(sumCents(on.flatMap((one) => (one.state === 'value' ? [one.value] : [])))) }
  })
}

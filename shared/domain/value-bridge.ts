import { countOf } from './counts.ts'
import { nextDay } from './days.ts'
import { add, apportion, type Decimal, roundToCents, subtract, toDecimal, zero } from './money.ts'

/** A valuation of an entity that this computer observed or wrote. */
export type KnownValue = {
  /** `YYYY-MM-DD`. */
  effective_date: string
  /** Directly held assets, USD. */
  value: number
  /** Logged here and not sent yet. */
  unsent: boolean
}

/** The values of an entity that are known, and the days on which it was recorded, valued and deleted. */
export type EntityHistory = {
  id: string
  /** In the order in which they were observed; of two with one date the later one holds. */
  values: readonly KnownValue[]
  /** The day on which the service recorded the entity, `YYYY-MM-DD`. */
  recorded_on: string
  /** The day on which it was found to be gone; null while it is there. */
  gone_on: string | null
  /** The last day on which it was seen before it was found to be gone; null while it is there, or if that is not known. */
  seen_on: string | null
  /** The last day on which the service was asked and had no valuation before the first one; null if it was never so. */
  unvalued_until: string | null
}

/**
 * An entity on one day, by effective date as known now. `absent`: not recorded yet, or gone. `unvalued`: the service was asked then or
 * later, and had no valuation. `unknown`: nothing was observed that tells.
 */
export type ValueOnDay =
  | { state: 'value'; effective_date: string; value: number; unsent: boolean }
  | { state: 'absent' | 'unvalued' | 'unknown' }

/** The value of an entity on a day, `YYYY-MM-DD`. */
export function valueOn(
  { values, recorded_on, gone_on, seen_on, unvalued_until }: EntityHistory,
  day: string,
): ValueOnDay {
  if (gone_on !== null && day >= gone_on) return { state: 'absent' }
  // It may have been deleted already.
  if (gone_on !== null && seen_on !== null && day > seen_on) return { state: 'unknown' }
  const until = values.filter(({ effective_date }) => effective_date <= day)
  // Of equal dates the last observed one.
  const latest = until.reduce<KnownValue | null>(
    (best, value) => (best === null || value.effective_date >= best.effective_date ? value : best),
    null,
  )
  if (latest !== null) return { state: 'value', ...latest }
  if (day < recorded_on) return { state: 'absent' }
  return { state: unvalued_until !== null && day <= unvalued_until ? 'unvalued' : 'unknown' }
}

/** Why an entity's part of the total is another one, in the order of a bridge. */
export const bridgeKinds = ['added', 'first-valued', 'revalued', 'gone', 'not-known', 'unchanged'] as const

export type BridgeKind = (typeof bridgeKinds)[number]

/** Each kind in words, and its reason. */
export const bridgeKindWords: Readonly<Record<BridgeKind, { name: string; why: string }>> = {
  added: { name: 'Added', why: 'Recorded in the service between the two days' },
  'first-valued': { name: 'First valued', why: 'Had no valuation on the first day' },
  revalued: { name: 'Revalued', why: 'Another value on the second day' },
  gone: { name: 'Gone', why: 'Found to be gone from the service between the two days' },
  'not-known': { name: 'Not known on one day', why: 'Its value on one of the days, or on both, was never seen here' },
  unchanged: { name: 'Unchanged', why: 'The same value on both days' },
}

/** The entities that a change in per cent is about. Those without any value are in no bridge, so it is no share of all. */
export const comparedWords = (entities: number): string =>
  `for the ${countOf(entities, 'entity', 'entities')} with a value on both days`

/** One entity in a bridge. Whole cents; null where there is no value on that day. */
export type BridgeLine = {
  id: string
  kind: BridgeKind
  before: bigint | null
  after: bigint | null
  difference: bigint
  /** The effective dates of both values. */
  dates: { before: string | null; after: string | null }
  /** Whether a value was logged here and not sent yet. */
  unsent: boolean
}

export type ValueBridge = {
  /** In the order of the entities; those without a value on either day only if one is not known. */
  lines: BridgeLine[]
  /** The sums of the known values; the lines' differences add up to their difference. */
  before: bigint
  after: bigint
  /** The same for the entities that have a value on both days: only those can be compared in per cent. */
  compared: { entities: number; before: bigint; after: bigint }
  /** Entities of which the value of the first, or of the second day is not known. */
  unknown: { before: number; after: number }
}

const exact = (on: ValueOnDay): Decimal | null => (on.state === 'value' ? toDecimal(on.value) : null)

/**
 * The values of entities on two days, `YYYY-MM-DD`, and what became of each.
 *
 * @param days - `from` is before `to`
 */
export function valueBridge(
  entities: readonly EntityHistory[],
  { from, to }: { from: string; to: string },
): ValueBridge {
  const found = entities
    .map((entity) => ({ id: entity.id, was: valueOn(entity, from), is: valueOn(entity, to) }))
    .filter(({ was, is }) => [was, is].some(({ state }) => state === 'value' || state === 'unknown'))
  const before = inCents(found.map(({ was }) => exact(was)))
  const after = inCents(found.map(({ is }) => exact(is)))
  const lines = found.map(({ id, was, is }, at): BridgeLine => {
    const [left, right] = [before.cents[at] ?? null, after.cents[at] ?? null]
    return {
      id,
      kind: kindOf(was, is),
      before: left,
      after: right,
      difference: (right ?? 0n) - (left ?? 0n),
      dates: { before: dateOf(was), after: dateOf(is) },
      unsent: isUnsent(was) || isUnsent(is),
    }
  })
  const both = lines.filter((line) => line.before !== null && line.after !== null)
  const sum = (side: 'before' | 'after') => both.reduce((total, line) => total + (line[side] ?? 0n), 0n)
  return {
    lines,
    before: before.total,
    after: after.total,
    compared: { entities: both.length, before: sum('before'), after: sum('after') },
    unknown: {
      before: found.filter(({ was }) => was.state === 'unknown').length,
      after: found.filter(({ is }) => is.state === 'unknown').length,
    },
  }
}

const dateOf = (on: ValueOnDay): string | null => (on.state === 'value' ? on.effective_date : null)
const isUnsent = (on: ValueOnDay): boolean => on.state === 'value' && on.unsent

function kindOf(was: ValueOnDay, is: ValueOnDay): BridgeKind {
  if (was.state === 'value' && is.state === 'value') {
    const isSame = roundToCents(subtract(toDecimal(was.value), toDecimal(is.value))) === 0n
    return isSame ? 'unchanged' : 'revalued'
  }
  // A valuation cannot be deleted: it goes with its entity only.
  if (was.state === 'value') return is.state === 'unknown' ? 'not-known' : 'gone'
  if (is.state !== 'value') return 'not-known'
  if (was.state === 'absent') return 'added'
  return was.state === 'unvalued' ? 'first-valued' : 'not-known'
}

/** Amounts in whole cents that add up to their exact sum, rounded once. */
function inCents(amounts: readonly (Decimal | null)[]): { total: bigint; cents: (bigint | null)[] } {
  const present = amounts.filter((amount) => amount !== null)
  const total = roundToCents(present.reduce(add, zero))
  const cents = apportion(present, total)[Symbol.iterator]()
  return { total, cents: amounts.map((amount) => (amount === null ? null : (cents.next().value ?? 0n))) }
}

/**
 * The first day from `from` on, and before `to`, on which at least one entity has a value and no value is unknown, `YYYY-MM-DD`; null if there
 * is none.
 */
export function firstComparableDay(
  entities: readonly EntityHistory[],
  { from, to }: { from: string; to: string },
): string | null {
  const changes = new Map<string, { unknown: number; valued: number }>()
  const change = (day: string, state: 'unknown' | 'valued', by: 1 | -1) => {
    const on = changes.get(day) ?? { unknown: 0, valued: 0 }
    changes.set(day, { ...on, [state]: on[state] + by })
  }
  /** `until`: the first day after it; null if there is none. */
  const addSpan = (state: 'unknown' | 'valued', since: string, until: string | null) => {
    const first = since < from ? from : since
    if (first >= to || (until !== null && until <= first)) return
    change(first, state, 1)
    if (until !== null) change(until, state, -1)
  }
  for (const { values, recorded_on, gone_on, seen_on, unvalued_until } of entities) {
    const doubted = gone_on !== null && seen_on !== null && seen_on < gone_on ? nextDay(seen_on) : gone_on
    if (doubted !== null) addSpan('unknown', doubted, gone_on)
    const earliest = values.reduce<string | null>(
      (best, { effective_date }) => (best === null || effective_date < best ? effective_date : best),
      null,
    )
    if (earliest !== null) addSpan('valued', earliest, doubted)
    if (unvalued_until !== null && unvalued_until >= to) continue
    const asked = unvalued_until === null ? recorded_on : nextDay(unvalued_until)
    const known = earliest === null || (gone_on !== null && gone_on < earliest) ? gone_on : earliest
    addSpan('unknown', asked > recorded_on ? asked : recorded_on, known)
  }
  let [unknown, valued] = [0, 0]
  for (const [day, by] of [...changes].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    unknown += by.unknown
    valued += by.valued
    if (day < to && unknown === 0 && valued > 0) return day
  }
  return null
}

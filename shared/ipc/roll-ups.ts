import { z } from 'zod'
import { maxBridgeDays, maxBridgeLines } from '../domain/limits.ts'
import { bridgeKinds } from '../domain/value-bridge.ts'
import { filterColumns, listColumns, sortColumns } from './list-columns.ts'
import { connectionId, idInput, procedure } from './procedure.ts'
import { listQuery } from './records.ts'
import { cents } from './rows.ts'

/**
 * Directly held assets of one estate status × kind × asset class. `total_value` is never summed, because it may count assets
 * twice. Lines add up to the total and cells to their line: leftover cents are added to single figures (see `rollUp` in
 * `shared/domain/roll-up.ts`).
 */
export const rollUpCell = z.strictObject({
  in_estate_status: z.string(),
  kind: z.string(),
  /** Null: the difference between an entity's stated value and its listed assets. */
  asset_class: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  value: cents,
  entities: z.number().int(),
})

/** One line per estate status × kind, summed over entities. */
export const rollUpLine = z.strictObject({
  in_estate_status: z.string(),
  kind: z.string(),
  value: cents,
  entities: z.number().int(),
  /** Entities without a known valuation: their value is unknown, not zero. */
  unvalued: z.number().int(),
  /** The oldest and newest effective date of the valuations in the sum; null if there are none. */
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
})

const rollUp = z.strictObject({
  total: cents,
  entities: z.number().int(),
  unvalued: z.number().int(),
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  lines: z.array(rollUpLine),
  cells: z.array(rollUpCell),
})

/** When the valuations of a sum were last requested from the service; ISO 8601. */
export const figuresChecked = z.strictObject({
  /** Null if none of them was ever requested. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Entities whose valuation was never requested: nothing is known about it. */
  unchecked: z.number().int(),
  /** True if the list is too long to check each row: these figures are then for the whole firm, which contains it. */
  whole_firm: z.boolean(),
})

const summed = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('book') }),
  z.strictObject({ what: z.literal('household'), id: idInput }),
  listQuery(sortColumns.entities, filterColumns.entities).extend({ what: z.literal('entities') }),
  listQuery(listColumns.valuations, filterColumns.valuations).extend({ what: z.literal('valuations') }),
])

const summedList = z.discriminatedUnion('what', [
  listQuery(listColumns.households, filterColumns.households).extend({ what: z.literal('households') }),
  listQuery(sortColumns.entities, filterColumns.entities).extend({ what: z.literal('entities') }),
  listQuery(listColumns.valuations, filterColumns.valuations).extend({ what: z.literal('valuations') }),
])

const groupedList = z.discriminatedUnion('what', [
  listQuery(listColumns.households, filterColumns.households).extend({ what: z.literal('households') }),
  listQuery(listColumns.individuals, filterColumns.individuals).extend({ what: z.literal('individuals') }),
  listQuery(sortColumns.entities, filterColumns.entities).extend({ what: z.literal('entities') }),
  listQuery(listColumns.valuations, filterColumns.valuations).extend({ what: z.literal('valuations') }),
  listQuery(listColumns.documents, filterColumns.documents).extend({ what: z.literal('documents') }),
  listQuery(sortColumns['document-summaries'], filterColumns['document-summaries']).extend({
    what: z.literal('document-summaries'),
  }),
  listQuery(listColumns.users, filterColumns.users).extend({ what: z.literal('users') }),
])

/** One group of a list that is grouped by a column. */
export const listGroup = z.strictObject({
  /** The column's value, a key of `ageGroups`, or `0` and `1` of a flag; null for rows without a value. */
  key: z.string().nullable(),
  rows: z.number().int(),
  /** The exact sum of the directly held values; null if the list has no values, or none of these rows is valued. */
  directly_held_asset_value: cents.nullable(),
})

/** Sums over a filtered list. `total_value` is never summed, because it may count assets twice. */
export const listTotals = z.strictObject({
  rows: z.number().int(),
  directly_held_asset_value: cents,
  /** Rows with a valuation, and those among them whose oldest value is more than 365 days old. */
  valued: z.number().int(),
  old: z.number().int(),
})

const day = z.iso.date()

/** A value bridge is of one household, one entity, the households of one user, or all of them. */
const bridged = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('household'), id: idInput }),
  z.strictObject({ what: z.literal('entity'), id: idInput }),
  z.strictObject({ what: z.literal('owner'), id: idInput }),
  z.strictObject({ what: z.literal('book') }),
])

const bridgeLine = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Whether the entity is gone, so that it has no page. */
  gone: z.boolean(),
  kind: z.enum(bridgeKinds),
  before: cents.nullable(),
  after: cents.nullable(),
  difference: cents,
  /** The effective dates of both values, `YYYY-MM-DD`. */
  dates: z.strictObject({ before: z.string().nullable(), after: z.string().nullable() }),
  /** Whether a value was logged here and not sent yet. */
  unsent: z.boolean(),
})

/** The directly held values of entities on two days, by effective date as known now. */
const bridge = z.strictObject({
  /** The sums of the values that are known. */
  before: cents,
  after: cents,
  /** The entities with a value on both days, and their sums. */
  compared: z.strictObject({ entities: z.number().int(), before: cents, after: cents }),
  unknown: z.strictObject({ before: z.number().int(), after: z.number().int() }),
  /** Entities with a value dated after today and the second day: it counts in the recorded value on their pages, and not here. */
  dated_later: z.number().int(),
  /** Each kind with its entities; the differences add up to that of the sums. */
  kinds: z.array(
    z.strictObject({
      kind: z.enum(bridgeKinds),
      entities: z.number().int(),
      difference: cents,
      unsent: z.number().int(),
    }),
  ),
  /** Those that changed most. */
  lines: z.array(bridgeLine).max(maxBridgeLines),
  /** The first day of the span, without its last, on which no value is unknown, `YYYY-MM-DD`; null if there is none. */
  first_day: z.string().nullable(),
  /** The sum on each day on which a value or the entities changed; null while a value is not known. Empty for a user's households and the book. */
  days: z.array(z.strictObject({ day: z.string(), value: cents.nullable() })).max(maxBridgeDays),
})

export const rollUpsContract = {
  /** The values of entities on two days, and what became of each; `from` is before `to`. */
  bridge: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, of: bridged, from: day, to: day }))
    .output(bridge),
  list: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, of: summedList }))
    .output(listTotals),
  /** The groups of a list in the order of its rows; none without a `group`. */
  groups: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, of: groupedList }))
    .output(z.array(listGroup)),
  household: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, id: idInput }))
    .output(rollUp),
  checked: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, of: summed }))
    .output(figuresChecked),
  book: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(rollUp),
}

export type FiguresChecked = z.infer<typeof figuresChecked>
/** The scope of a sum: the whole firm, one household, or a filtered list of entities or valuations. */
export type Summed = z.infer<typeof summed>
export type GroupedList = z.infer<typeof groupedList>
export type ListGroup = z.infer<typeof listGroup>
export type ListTotals = z.infer<typeof listTotals>
export type RollUp = z.infer<typeof rollUp>

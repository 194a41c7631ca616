import { z } from 'zod'
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
  /** Rows with a valuation, and those among them whose oldest figure is more than 365 days old. */
  valued: z.number().int(),
  old: z.number().int(),
})

export const rollUpsContract = {
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

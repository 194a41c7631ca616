import { z } from 'zod'
import { listColumns } from './list-columns.ts'
import { connectionId, idInput, procedure } from './procedure.ts'
import { listQuery } from './records.ts'

/**
 * A sum of money as whole cents in decimal digits, exact at any size: `"-1234"` is −$12.34. Fractions of a cent are summed
 * first and rounded once, half away from zero. Lines add up to the total and cells to their line: where rounding alone
 * would miss that, single figures carry a cent (see `rollUp` of the domain).
 */
export const cents = z.string().regex(/^-?\d+$/)

/** Directly held assets of one estate status × kind × asset class. `total_value` is never summed: it may count twice. */
export const rollUpCell = z.strictObject({
  in_estate_status: z.string(),
  kind: z.string(),
  /** Null: what an entity's valuation holds beyond its listed assets, or falls short of them. */
  asset_class: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  value: cents,
  entities: z.number().int(),
})

/** One line per estate status × kind, over entities. */
export const rollUpLine = z.strictObject({
  in_estate_status: z.string(),
  kind: z.string(),
  value: cents,
  entities: z.number().int(),
  /** Entities without a known valuation: not zero, unknown. */
  unvalued: z.number().int(),
  /** Effective dates of the valuations in it; null when there are none. */
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
})

export const rollUp = z.strictObject({
  total: cents,
  entities: z.number().int(),
  unvalued: z.number().int(),
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  lines: z.array(rollUpLine),
  cells: z.array(rollUpCell),
})

/** When the service was last asked for the valuations that a sheet or list sums; ISO 8601. */
export const figuresChecked = z.strictObject({
  /** Null while none of them was ever asked for. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Entities whose valuation was never asked for: nothing is known of it. */
  unchecked: z.number().int(),
  /** The list is too long to look at each row: all of this is said of the whole firm, which contains it. */
  whole_firm: z.boolean(),
})

const summed = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('book') }),
  z.strictObject({ what: z.literal('household'), id: idInput }),
  listQuery(listColumns.entities).extend({ what: z.literal('entities') }),
  listQuery(listColumns.valuations).extend({ what: z.literal('valuations') }),
])

export const rollUpsContract = {
  household: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, id: idInput }))
    .output(rollUp),
  checked: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, of: summed }))
    .output(figuresChecked),
  book: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(rollUp),
}

export type FiguresChecked = z.infer<typeof figuresChecked>
/** What figures are summed in. */
export type Summed = z.infer<typeof summed>
export type RollUp = z.infer<typeof rollUp>

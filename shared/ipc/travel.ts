import { z } from 'zod'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** The default disk space for downloaded files, in bytes. */
export const defaultTravelBudget = 2_000_000_000
/** The smallest and largest disk space that can be chosen, in bytes. */
export const travelBudgets = { least: 50_000_000, most: 1_000_000_000_000 } as const

/** Missing data without which a household cannot be read offline. */
export const travelGap = z.strictObject({
  what: z.enum(['document', 'summary', 'valuation', 'individual', 'entity']),
  /** The id of the record; for a valuation, of its entity. */
  id: z.string(),
  title: z.string(),
  /** The reason as plain text. */
  reason: z.string(),
})

/**
 * A pinned household.
 * - `ready`: everything is on this computer, and was compared with the service at `checked_at`
 * - `fetching`: something is being downloaded
 * - `incomplete`: `gaps` says what is missing, and why
 * - `over-budget`: the missing files do not fit into the budget
 * - `unchecked`: it has not been checked yet
 */
export const pinnedHousehold = z.strictObject({
  household_id: z.string(),
  title: z.string(),
  pinned_at: z.string(),
  verdict: z.enum(['ready', 'fetching', 'incomplete', 'over-budget', 'unchecked']),
  /** It is being checked now. */
  busy: z.boolean(),
  /** Bytes by which the budget is too small for it; above 0 only if `over-budget`, or `fetching` while that is being resolved. */
  short: z.number().int(),
  /** Why the last check with the service could not be completed, as plain text; null if it was. */
  problem: z.string().nullable(),
  /** When all of it was last compared with the service, ISO 8601; null if never. */
  checked_at: z.string().nullable(),
  documents: z.strictObject({ total: z.number().int(), held: z.number().int() }),
  valuations: z.strictObject({ total: z.number().int(), held: z.number().int() }),
  summaries: z.number().int(),
  /** Bytes of its files on this computer. */
  bytes: z.number().int(),
  gaps: z.array(travelGap),
})

export const travelContract = {
  list: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId }))
    .output(
      z.strictObject({
        households: z.array(pinnedHousehold),
        /** Bytes that downloaded files may take, and do take; `loose` of them belong to no pinned household. */
        budget: z.number().int(),
        used: z.number().int(),
        loose: z.number().int(),
      }),
    ),
  /** Whether a household is pinned, its state, and the bytes that downloaded files may take. */
  get: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(z.strictObject({ pinned: pinnedHousehold.nullable(), budget: z.number().int() })),
  pin: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(nothing),
  unpin: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(nothing),
  /** Checks a household with the service and downloads what is missing; null for all pinned households. */
  check: procedure({ permission: 'connect' })
    .input(z.strictObject({ connectionId, household_id: idInput.nullable() }))
    .output(nothing),
  /** Stops the downloads. */
  stop: procedure({ permission: 'keep' }).input(z.strictObject({ connectionId })).output(nothing),
  setBudget: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        bytes: z.number().int().min(travelBudgets.least).max(travelBudgets.most),
      }),
    )
    .output(nothing),
}

export type PinnedHousehold = z.infer<typeof pinnedHousehold>
export type TravelGap = z.infer<typeof travelGap>

import { z } from 'zod'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** Bytes that downloaded files may take while nobody chose otherwise. */
export const defaultTravelBudget = 2_000_000_000
/** The least that can be chosen, and the most. */
export const travelBudgets = { least: 50_000_000, most: 1_000_000_000_000 } as const

/** What a household lacks for being read without the service. */
export const travelGap = z.strictObject({
  what: z.enum(['document', 'summary', 'valuation', 'individual', 'entity']),
  /** Of the record; of the entity for a valuation. */
  id: z.string(),
  title: z.string(),
  /** In plain words. */
  reason: z.string(),
})

/**
 * A household that was pinned.
 * - `ready`: everything is on this computer, and was compared with the service at `checked_at`
 * - `fetching`: something is on its way
 * - `incomplete`: `gaps` says what is missing, and why
 * - `over-budget`: the rest would not fit
 * - `unchecked`: nobody has looked yet
 */
export const pinnedHousehold = z.strictObject({
  household_id: z.string(),
  title: z.string(),
  pinned_at: z.string(),
  verdict: z.enum(['ready', 'fetching', 'incomplete', 'over-budget', 'unchecked']),
  /** It is being looked at now. */
  busy: z.boolean(),
  /** Bytes by which the budget is too small for it; 0 unless `over-budget`, or while that is being changed. */
  short: z.number().int(),
  /** Why the last look at the service could not be finished, in plain words; null when it was. */
  problem: z.string().nullable(),
  /** When all of it was last compared with the service; null when never. */
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
        /** Bytes that downloaded files may take, and do; `loose` of them belong to no pinned household. */
        budget: z.number().int(),
        used: z.number().int(),
        loose: z.number().int(),
      }),
    ),
  /** Whether a household is pinned, where it stands, and how many bytes downloaded files may take. */
  get: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(z.strictObject({ pinned: pinnedHousehold.nullable(), budget: z.number().int() })),
  pin: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(nothing),
  unpin: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(nothing),
  /** Looks at the service again, and fetches what is missing; of all pinned households with null. */
  check: procedure({ permission: 'connect' })
    .input(z.strictObject({ connectionId, household_id: idInput.nullable() }))
    .output(nothing),
  /** Stops what is being fetched. */
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

import { z } from 'zod'
import { connectionId, idInput, procedure } from './procedure.ts'

/** The most pairs of each kind that are listed at once. */
const mostDoubles = 1_000

const link = z.strictObject({ id: z.string(), name: z.string() })

const person = link.extend({
  /** Null if the household is not on this computer. */
  household: link.nullable(),
  /** `YYYY-MM-DD`. */
  date_of_birth: z.string().nullable(),
  email: z.string().nullable(),
})

const personPair = z.strictObject({
  one: person,
  other: person,
  /**
   * What both have besides their name. `household`: they are in one household, and a date of birth is missing, so that no two dates
   * contradict each other.
   */
  by: z.array(z.enum(['birth', 'email', 'household'])).min(1),
})

/** Two households of one name, of which at least one person may be recorded in both. */
const householdPair = z.strictObject({
  one: link,
  other: link,
  /** The pairs of people across the two. */
  people: z.number().int().min(1),
})

const pairsOf = <Pair extends z.ZodType>(pair: Pair) =>
  z.strictObject({ pairs: z.array(pair).max(mostDoubles), total: z.number().int() })

export const doublesContract = {
  /**
   * People and households that may be recorded twice, in the whole firm or with one person or one household (`of`), in the order of their
   * names. Nothing is concluded from it: the user decides.
   */
  list: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        connectionId,
        of: z.strictObject({ resource: z.enum(['households', 'individuals']), id: idInput }).nullable(),
        limit: z.number().int().min(0).max(mostDoubles),
      }),
    )
    .output(z.strictObject({ people: pairsOf(personPair), households: pairsOf(householdPair) })),
}

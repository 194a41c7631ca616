import { z } from 'zod'
import { jsonFields } from '../domain/operation.ts'
import { individualUpdate } from '../service/writes.ts'
import { connectionId, idInput, nothing, procedure, undoOffer } from './procedure.ts'

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

/** One of two people who are compared. */
const compared = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The name that confirms the deletion of this person. */
  confirm: z.string(),
  /** With the changes that are not sent yet. */
  record: jsonFields,
  household: link.nullable(),
  /** The documents about this person, as this computer knows them. */
  documents: z.array(link.extend({ household_id: z.string() })),
  /** How many roles and dates of this person the user noted on this computer. */
  roles: z.number().int(),
  dates: z.number().int(),
})

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
  /** Remembers that two records are not the same, so that they are not listed any more, or forgets it. */
  setApart: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        resource: z.enum(['households', 'individuals']),
        one_id: idInput,
        other_id: idInput,
        apart: z.boolean(),
      }),
    )
    .output(nothing),
  /** Two people with everything that a merge would move. Throws `record/not-found`. */
  compare: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, one_id: idInput, other_id: idInput }))
    .output(z.strictObject({ one: compared, other: compared })),
  /**
   * Saves the merge of two people: `fields` go to the first, then the documents of the second move, and then the second is deleted. `typed`
   * must be the name of the second, and `seen` are the records as the user saw them. Throws `outbox/typed-name-differs`, and
   * `outbox/not-allowed` with what stands in the way.
   */
  merge: procedure({ permission: 'write' })
    .input(
      z.strictObject({
        connectionId,
        keep_id: idInput,
        drop_id: idInput,
        fields: individualUpdate,
        typed: z.string().max(2000),
        seen: z.strictObject({ keep: jsonFields, drop: jsonFields }),
      }),
    )
    .output(z.strictObject({ operation_id: z.string(), undo: undoOffer })),
}

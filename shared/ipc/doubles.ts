import { z } from 'zod'
import { jsonFields } from '../domain/operation.ts'
import { householdUpdate, individualUpdate } from '../service/writes.ts'
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

/** A household with what tells it apart from another one of its name. */
const household = link.extend({
  created_at: z.string(),
  /** Names of the primary clients; null if there are none. */
  primaries: z.string().nullable(),
  /** City and state of the first person who has a city, primary clients first; null if none has. */
  city: z.string().nullable(),
  people: z.number().int(),
})

/** Two households of one name, of which at least one person may be recorded in both. */
const householdPair = z.strictObject({
  one: household,
  other: household,
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

/** The most records of a household that are named, of each kind. */
const mostNamed = 50

/** Records that a household has: how many, and the first of their names. */
const records = z.strictObject({ total: z.number().int(), first: z.array(link).max(mostNamed) })

/** One of two households that are compared. */
const comparedHousehold = z.strictObject({
  id: z.string(),
  /** It also confirms the deletion of this household. */
  name: z.string(),
  /** With the changes that are not sent yet. */
  record: jsonFields,
  /** The merge that is to delete it; null if none waits. */
  merging: z.string().nullable(),
  /** The records that the service moves to no other household, as this computer knows them. */
  individuals: records,
  entities: records,
  documents: records,
  'document-summaries': records,
  /** Everything that only this computer stores of the household and of its records. */
  own: z.strictObject({
    dates: z.number().int(),
    meetings: z.number().int(),
    roles: z.number().int(),
    exceptions: z.number().int(),
    /** How many households the user said are not the same. */
    apart: z.number().int(),
    /** True if its estate is compared with an amount of its own. */
    has_amount: z.boolean(),
    is_favorite: z.boolean(),
    is_pinned: z.boolean(),
  }),
})

const merging = { connectionId, keep_id: idInput, drop_id: idInput, typed: z.string().max(2000) }

const bothSeen = z.strictObject({ keep: jsonFields, drop: jsonFields })

/** Everything beside its own fields that was listed of the record that goes. */
const listedOfPerson = compared.pick({ documents: true, roles: true, dates: true })
const listedOfHousehold = comparedHousehold.pick({
  ...{ individuals: true, entities: true, documents: true, 'document-summaries': true, own: true },
})

const merged = z.strictObject({ operation_id: z.string(), undo: undoOffer })

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
   * must be the name of the second, and `seen` are the records and the list of what moves as the user saw them. Throws
   * `outbox/list-changed` if that list is another one now, `outbox/typed-name-differs`, and `outbox/not-allowed` with what stands in
   * the way.
   */
  merge: procedure({ permission: 'write' })
    .input(z.strictObject({ ...merging, fields: individualUpdate, seen: bothSeen.extend({ listed: listedOfPerson }) }))
    .output(merged),
  /** Two households with what must be moved by hand, and what a merge moves. Throws `record/not-found`. */
  compareHouseholds: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, one_id: idInput, other_id: idInput }))
    .output(z.strictObject({ one: comparedHousehold, other: comparedHousehold })),
  /**
   * Saves the merge of two households: `fields` go to the first, and the second is deleted once the service lists no person, entity or
   * document in it. Until then it waits with a question. `typed`, `seen` and errors are those of `merge`.
   */
  mergeHouseholds: procedure({ permission: 'write' })
    .input(
      z.strictObject({ ...merging, fields: householdUpdate, seen: bothSeen.extend({ listed: listedOfHousehold }) }),
    )
    .output(merged),
}

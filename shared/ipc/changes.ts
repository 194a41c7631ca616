import { z } from 'zod'
import { changeKinds, mostUnseen } from '../domain/changes.ts'
import { resources } from '../service/resource.ts'
import { writtenFile } from './exports.ts'
import { connectionId, idInput, nothing, ownId, procedure } from './procedure.ts'

/** One field that changed. `operation_id`: this computer's own write that it is; null if somebody else's. */
const changedField = z.strictObject({
  field: z.string(),
  before: z.json(),
  after: z.json(),
  operation_id: z.string().nullable(),
})

/** The changes of one record that this computer saw at one moment. The service does not say who made them. */
const observedChange = z.strictObject({
  /** Larger for what was seen later. */
  number: z.number().int(),
  resource: z.enum(resources),
  /** A valuation's entity. */
  record_id: z.string(),
  /** The record's name at that moment; '' for a valuation. */
  title: z.string(),
  household: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  kind: z.enum(changeKinds),
  /** Empty unless it is `changed`. */
  fields: z.array(changedField),
  /** This computer's own write that added or deleted the record; null if it was somebody else, or if it is `changed`. */
  operation_id: z.string().nullable(),
  /** When it was seen, ISO 8601. */
  observed_at: z.string(),
  /** When the values before were last seen, ISO 8601; the change happened since then. Null if that is unknown. */
  seen_before: z.string().nullable(),
  /** True if all of it is this computer's own work. */
  own: z.boolean(),
})

/** How long changes seen at the service may be kept, in months; 0 is for always. */
export const changePeriods = [6, 12, 24, 60, 0] as const

/** A meeting with a household, logged by the user; `met_at` ISO 8601. */
const meeting = z.strictObject({
  met_at: z.iso.datetime(),
  note: z.string().max(4000, 'must have at most 4,000 characters'),
})

const inHousehold = z.strictObject({ connectionId, household_id: idInput })

export const changesContract = {
  /**
   * Changes at the service that this computer saw, newest first. A call reads a limited number of changes, so a page of rare ones may have
   * fewer than `limit`, or none, although `next` says that there are more.
   */
  list: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        connectionId,
        /** Of this household alone; with those of records that left it. */
        household_id: idInput.nullable(),
        /** Only in households of this user. */
        owner_id: idInput.nullable(),
        resource: z.enum(resources).optional(),
        kind: z.enum(changeKinds).optional(),
        field: z.string().max(64).optional(),
        /** Seen after this moment, ISO 8601. */
        since: z.iso.datetime().optional(),
        /** Without this computer's own writes. */
        others_only: z.boolean(),
        /** Continues before this number; null starts with the newest. */
        before: z.number().int().nullable(),
        limit: z.number().int().min(1).max(200),
      }),
    )
    .output(z.strictObject({ changes: z.array(observedChange), next: z.number().int().nullable() })),
  /** Which of a household's changes the user has looked at. */
  household: procedure({ permission: 'read' })
    .input(inHousehold)
    .output(
      z.strictObject({
        /** When its changes were last looked at, ISO 8601; null if never. */
        looked_at: z.string().nullable(),
        /** Changes with a larger number are new; 0 if its changes were never looked at. */
        looked_to: z.number().int(),
        /** The last meeting, ISO 8601. */
        met_at: z.string().nullable(),
        /** Changes are recorded since then, ISO 8601; null until everything was read once. */
        recorded_since: z.string().nullable(),
        /**
         * When the copy was last rebuilt, ISO 8601: changes from before are listed as they were seen, and those between the two
         * copies are unknown. Null if that never happened.
         */
        copied_again: z.string().nullable(),
        /** New changes without this computer's own, at most {@link mostUnseen}. */
        unseen: z.number().int(),
      }),
    ),
  /** New changes of households, counted as in `household`. */
  counts: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, household_ids: z.array(idInput).max(200) }))
    .output(z.strictObject({ counts: z.array(z.strictObject({ id: z.string(), unseen: z.number().int() })) })),
  /** Households with changes since a moment, the latest first, without this computer's own changes. */
  households: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        connectionId,
        /** Only households of this user. */
        owner_id: idInput.nullable(),
        since: z.iso.datetime(),
        limit: z.number().int().min(1).max(200),
      }),
    )
    .output(
      z.strictObject({
        households: z.array(
          z.strictObject({
            household: z.strictObject({ id: z.string(), name: z.string() }),
            changes: z.number().int(),
            resources: z.array(z.enum(resources)),
            newest_at: z.string(),
          }),
        ),
        /** True if there are more households, or more changes than were counted. */
        more: z.boolean(),
      }),
    ),
  /** Notes that a household's changes up to a number have been looked at. */
  look: procedure({ permission: 'keep' })
    .input(inHousehold.extend({ to: z.number().int().min(0) }))
    .output(nothing),
  /** The meetings with a household that were logged on this computer, the latest first. */
  meetings: procedure({ permission: 'read' })
    .input(inHousehold)
    .output(z.strictObject({ meetings: z.array(meeting.extend({ id: ownId })) })),
  /** Logs a meeting with a household under an id of the page's choice, or changes it; null removes it. Returns what it was before. */
  meet: procedure({ permission: 'keep' })
    .input(inHousehold.extend({ id: ownId.min(1), meeting: meeting.nullable() }))
    .output(z.strictObject({ before: meeting.nullable() })),
  /** Saves the meetings with a household, with their notes, as CSV where the user chooses; null if they cancel. */
  exportMeetings: procedure({ permission: 'export' }).input(inHousehold).output(writtenFile),
}

export type Meeting = z.infer<typeof meeting>
export type ObservedChange = z.infer<typeof observedChange>

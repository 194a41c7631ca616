import { z } from 'zod'
import { changeOutcomes } from '../domain/activity.ts'
import { jsonFields, operation, operationActions, operationEvent, operationValues } from '../domain/operation.ts'
import { operationResources } from '../domain/operation-rules.ts'
import { connectionId, ownId, procedure } from './procedure.ts'

/** One event of a write. */
const activityEntry = z.strictObject({
  operation_id: z.string(),
  at: z.string(),
  event: operationEvent.shape.event,
  note: z.string(),
  action: operation.shape.action,
  resource: z.string(),
  record_id: z.string(),
  /** The content of the write at that moment; if it was not stored, `changes` is null and `title` is the current one. */
  title: operationValues.shape.title,
  changes: operationValues.shape.changes.nullable(),
})

/** Several writes of one save: a bulk edit, an import, a household with its people. */
const savedTogether = z.strictObject({
  /** At least two. */
  count: z.number().int(),
  /** The writes by what they did, in the order of their first. `title`: the record's, if it is the only one. */
  kinds: z.array(
    z.strictObject({
      action: operation.shape.action,
      resource: operation.shape.resource,
      count: z.number().int(),
      /** The names of all changed fields. */
      fields: z.array(z.string()),
      /** Of these, the fields that were only ever cleared. */
      cleared: z.array(z.string()),
      title: z.string().nullable(),
    }),
  ),
  outcomes: z.array(z.strictObject({ outcome: z.enum(changeOutcomes), count: z.number().int(), said: z.string() })),
})

/** One write with all its events, in its latest state. */
const activityChange = z.strictObject({
  operation_id: z.string(),
  /** When the user saved it. */
  saved_at: z.string(),
  action: operation.shape.action,
  resource: operation.shape.resource,
  record_id: z.string(),
  title: operationValues.shape.title,
  /** Only fields whose value differs. */
  changes: operationValues.shape.changes,
  /** Of a sent edit: the values that later edits of this device wrote to its fields, if there are any. */
  last_written: jsonFields,
  outcome: z.enum(changeOutcomes),
  /** The state in a few words, as the Outbox says it. */
  said: z.string(),
  /** This write is the newest of several that were saved together and fit the filters; null if it was saved alone. */
  together: savedTogether.nullable(),
})

/** Continues before this number; null starts with the newest. */
const before = z.number().int().nullable()
const next = z.number().int().nullable()

/** Only changes saved at `since` or later, and before `until`. */
export const savedIn = { since: z.iso.datetime().optional(), until: z.iso.datetime().optional() }

export const activityContract = {
  /** The events of this device's writes, or of one of them, newest first. */
  activity: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        connectionId,
        before,
        limit: z.number().int().min(1).max(500),
        operation_id: ownId.optional(),
        ...savedIn,
      }),
    )
    .output(z.strictObject({ entries: z.array(activityEntry), next })),
  /**
   * This device's writes, newest first; neighbouring writes of one save are one change. A call reads a limited number of them, so a page
   * of rare ones may have fewer than `limit`, or none, although `next` says that there are more.
   */
  changes: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        connectionId,
        before,
        limit: z.number().int().min(1).max(200),
        /** Words that must all be in the record's name or the names of the changed fields, ignoring case and accents. */
        text: z.string().max(200).optional(),
        action: z.enum(operationActions).optional(),
        resource: z.enum(operationResources).optional(),
        outcome: z.enum(changeOutcomes).optional(),
        ...savedIn,
        /** Only this write and those saved together with it before, each by itself. */
        saved_with: ownId.optional(),
      }),
    )
    .output(z.strictObject({ changes: z.array(activityChange), next })),
}

export type ActivityEntry = z.infer<typeof activityEntry>
export type ActivityChange = z.infer<typeof activityChange>
export type SavedTogether = z.infer<typeof savedTogether>

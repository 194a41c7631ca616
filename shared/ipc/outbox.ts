import { z } from 'zod'
import { jsonFields, operation, operationEvent } from '../domain/operation.ts'
import {
  dateOfDeath,
  documentSummaryUpdate,
  documentUpdate,
  householdCreate,
  householdUpdate,
  individualCreate,
  individualUpdate,
  valuationCreate,
} from '../service/writes.ts'
import { activityContract, savedIn } from './activity.ts'
import { keptDraft } from './drafts.ts'
import { writtenFile } from './exports.ts'
import { connectionId, idInput, nothing, ownId, procedure, undoOffer } from './procedure.ts'

const edit = <Resource extends string, Fields extends z.ZodType>(resource: Resource, fields: Fields) =>
  z.strictObject({
    action: z.literal('update'),
    resource: z.literal(resource),
    record_id: idInput,
    fields,
    /** The whole record as it was when the edit began. */
    base: jsonFields,
  })

const deletion = <Resource extends string>(resource: Resource) =>
  z.strictObject({
    action: z.literal('delete'),
    resource: z.literal(resource),
    record_id: idInput,
    /** The record as the user saw it. If absent, as the offline copy has it. */
    base: jsonFields.optional(),
  })

/** All kinds of writes that can be queued. Fields are validated against the API description before anything is stored. */
export const write = z.union([
  z.strictObject({ action: z.literal('create'), resource: z.literal('households'), fields: householdCreate }),
  z.strictObject({
    action: z.literal('create'),
    resource: z.literal('individuals'),
    fields: individualCreate,
    /** The service accepts it only for an existing person: it is sent as an update, stored in the same transaction. */
    date_of_death: dateOfDeath,
  }),
  z.strictObject({
    action: z.literal('create'),
    resource: z.literal('valuations'),
    /** The entity. */
    parent_id: idInput,
    fields: valuationCreate,
  }),
  edit('households', householdUpdate),
  edit('individuals', individualUpdate),
  edit('documents', documentUpdate),
  edit('document-summaries', documentSummaryUpdate),
  deletion('households'),
  deletion('individuals'),
  deletion('documents'),
])

const saved = z.strictObject({ operation_id: z.string(), record_id: z.string(), undo: undoOffer })

/** A whole save, the last save of one write, or the latest save that is within its grace period. */
export const undoTarget = z.union([
  z.strictObject({ save_id: ownId }),
  z.strictObject({ operation_id: ownId }),
  z.strictObject({ latest: z.literal(true) }),
])

/** The user's answer to a write's question. */
export const decision = z.discriminatedUnion('decision', [
  /** For `fields`: the value of each field; the rest of the edit is sent unchanged. */
  z.strictObject({ decision: z.literal('merge'), fields: jsonFields }),
  /** Checks the service again now. */
  z.strictObject({ decision: z.literal('check-again') }),
  /** Sends it, although the record may already exist. */
  z.strictObject({ decision: z.literal('send-again') }),
  /** Takes this record of the service as the one that was written. */
  z.strictObject({ decision: z.literal('adopt'), id: idInput }),
  /** For `deleted-elsewhere`: creates a new record with the edited fields. */
  z.strictObject({ decision: z.literal('create-copy') }),
  /** For `changed-elsewhere`: deletes the record as the service has it now. */
  z.strictObject({ decision: z.literal('delete') }),
  /** For `failed`: sends these fields instead. */
  z.strictObject({ decision: z.literal('edit'), fields: jsonFields }),
  /** For a new person or document that was not sent or was refused: moves it to this household. */
  z.strictObject({ decision: z.literal('move'), household_id: idInput }),
  /** For a merge: goes on with what is at the service now, and moves further documents as well. */
  z.strictObject({ decision: z.literal('go-on') }),
  /** For a merge that has not deleted anyone: stops it, and saves edits that put back what it moved. */
  z.strictObject({ decision: z.literal('put-back') }),
  z.strictObject({ decision: z.literal('retry') }),
  z.strictObject({ decision: z.literal('discard') }),
])

const exportAs = z.strictObject({ connectionId, format: z.enum(['csv', 'json']) })

const byOperation = z.strictObject({ connectionId, id: ownId })

export const outboxCounts = z.strictObject({
  /** Unfinished writes: queued, sending, uncertain, in conflict or failed. */
  open: z.number().int(),
  /** Of these, the writes that need the user. */
  attention: z.number().int(),
})

/** An operation as a screen lists it. */
export const listedOperation = operation.extend({
  /** The operation that must be done before this one can be sent; null if there is none. */
  waits_for: z.string().nullable(),
  /** Present if it was undone, rather than discarded. */
  undone: z.literal(true).optional(),
})

export const outboxContract = {
  /**
   * Stores a write on this computer's disk and returns once that is done; it is sent afterwards. Its draft is deleted in the
   * same transaction.
   */
  save: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, write, draft: keptDraft.shape.name.optional() }))
    .output(saved),
  /** Stores several writes at once: all or none. Calls with the same `save_id` are undone together. */
  saveAll: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, writes: z.array(write).min(1).max(5000), save_id: ownId.optional() }))
    .output(z.array(saved)),
  counts: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(outboxCounts),
  /** Open writes in the order they were made, then the done and discarded ones, newest first. */
  list: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        connectionId,
        show: z.enum(['open', 'closed']),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.strictObject({ operations: z.array(listedOperation), total: z.number().int() })),
  get: procedure({ permission: 'read' })
    .input(byOperation)
    .output(z.strictObject({ operation: listedOperation, history: z.array(operationEvent) })),
  setPaused: procedure({ permission: 'keep' })
    .input(byOperation.extend({ paused: z.boolean() }))
    .output(nothing),
  /** Pauses or resumes all writes. */
  setAllPaused: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, paused: z.boolean() }))
    .output(nothing),
  allPaused: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ paused: z.boolean() })),
  decide: procedure({ permission: 'keep' })
    .input(byOperation.extend({ answer: decision }))
    .output(nothing),
  /** Ends every wait that the user can end, of one write with those before it or of all, and sends what is ready. */
  sendNow: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, id: ownId.optional() }))
    .output(nothing),
  /**
   * Takes unsent writes back: those with these ids. `undone` is their number, `title` and `action` are of the first. Throws
   * `outbox/nothing-to-undo`.
   */
  undo: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, what: undoTarget }))
    .output(
      z.strictObject({
        undone: z.number().int(),
        title: z.string(),
        action: operation.shape.action,
        resource: operation.shape.resource,
        operation_ids: z.array(z.string()),
        /** The saves that these belonged to; one save may be of thousands of writes. */
        save_ids: z.array(z.string()),
      }),
    ),
  /** Until when a save waits before it is sent and can be undone, ISO 8601; null once it is sent, undone, or its time is over. */
  undoableUntil: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, save_id: ownId }))
    .output(z.strictObject({ until: z.string().nullable() })),
  /** The service's id of a record that was created here; null if it has none yet. */
  serverIdOf: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, record_id: idInput }))
    .output(z.strictObject({ server_id: z.string().nullable() })),
  ...activityContract,
  /** The records that would be deleted with an entity, as far as this computer knows them. */
  entityDependents: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, id: idInput }))
    .output(
      z.strictObject({
        title: z.string(),
        valuation: z.boolean(),
        documents: z.array(z.strictObject({ id: z.string(), title: z.string() })),
        summaries: z.number().int(),
      }),
    ),
  /**
   * Deletes an entity and all its related data immediately. `typed` must be its name, and `seen` is the record as the user saw
   * it. Throws `outbox/typed-name-differs`, `outbox/changed-elsewhere` if the service's record is another version,
   * `outbox/not-allowed` if the deletion was not sent or was refused, `outbox/not-confirmed` if its outcome is unknown, and
   * `service/…` if the service cannot be reached.
   */
  deleteEntity: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, id: idInput, typed: z.string().max(2000), seen: jsonFields }))
    .output(nothing),
  /** Saves all unfinished writes in full to a file, as a backup outside this computer. */
  exportUnsent: procedure({ permission: 'export' }).input(exportAs).output(writtenFile),
  /** Saves this device's activity to a file, newest first: all of it, or the steps of changes that were saved in a time. */
  exportActivity: procedure({ permission: 'export' }).input(exportAs.extend(savedIn)).output(writtenFile),
}

export type Write = z.infer<typeof write>
export type UndoTarget = z.infer<typeof undoTarget>
export type Decision = z.infer<typeof decision>
export type ListedOperation = z.infer<typeof listedOperation>
export type OutboxCounts = z.infer<typeof outboxCounts>

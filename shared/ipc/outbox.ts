import { z } from 'zod'
import { jsonFields, operation, operationEvent } from '../domain/operation.ts'
import { operationValues } from '../domain/operation-values.ts'
import {
  documentSummaryUpdate,
  documentUpdate,
  householdCreate,
  householdUpdate,
  individualCreate,
  individualUpdate,
  valuationCreate,
} from '../service/writes.ts'
import { keptDraft } from './drafts.ts'
import { connectionId, idInput, nothing, ownId, procedure } from './procedure.ts'

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
  z.strictObject({ action: z.literal('delete'), resource: z.literal(resource), record_id: idInput })

/** Everything that can be queued. Fields are held against the description before anything is kept. */
export const write = z.union([
  z.strictObject({ action: z.literal('create'), resource: z.literal('households'), fields: householdCreate }),
  z.strictObject({
    action: z.literal('create'),
    resource: z.literal('individuals'),
    fields: individualCreate,
    /** The service takes it only of a person who is there: it follows as an edit, kept in the same transaction. */
    date_of_death: individualUpdate.shape.date_of_death,
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

const saved = z.strictObject({ operation_id: z.string(), record_id: z.string() })

/** A person's answer to what an operation asks. */
export const decision = z.discriminatedUnion('decision', [
  /** Of `fields`: what each field should be; the rest of my edit is sent as it is. */
  z.strictObject({ decision: z.literal('merge'), fields: jsonFields }),
  /** Look again at the service now. */
  z.strictObject({ decision: z.literal('check-again') }),
  /** Send, though it may be there already. */
  z.strictObject({ decision: z.literal('send-again') }),
  /** This record of the service is the one. */
  z.strictObject({ decision: z.literal('adopt'), id: idInput }),
  /** Of `deleted-elsewhere`: make a new record with my fields. */
  z.strictObject({ decision: z.literal('create-copy') }),
  /** Of `failed`: with these fields instead. */
  z.strictObject({ decision: z.literal('edit'), fields: jsonFields }),
  /** Of a new person or document that was not sent, or refused: into this household instead. */
  z.strictObject({ decision: z.literal('move'), household_id: idInput }),
  z.strictObject({ decision: z.literal('retry') }),
  z.strictObject({ decision: z.literal('discard') }),
])

/** A file that a person chose, with a handle for `exports.reveal`; null when they chose none. */
const writtenFile = z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })

const exportAs = z.strictObject({ connectionId, format: z.enum(['csv', 'json']) })

const byOperation = z.strictObject({ connectionId, id: ownId })

export const outboxCounts = z.strictObject({
  /** Not done: whatever is queued, sending, uncertain, in conflict or failed. */
  open: z.number().int(),
  /** Of these, the ones that wait for a person. */
  attention: z.number().int(),
})

/** An operation as a screen lists it. */
export const listedOperation = operation.extend({
  /** The operation that has to be done before this one can be sent; null for none. */
  waits_for: z.string().nullable(),
})

export const activityEntry = z.strictObject({
  operation_id: z.string(),
  at: z.string(),
  event: operationEvent.shape.event,
  note: z.string(),
  action: operation.shape.action,
  resource: z.string(),
  record_id: z.string(),
  /** As the write said at that moment; `changes` is null where that was not kept, and `title` what it says now. */
  title: operationValues.shape.title,
  changes: operationValues.shape.changes.nullable(),
})

export const outboxContract = {
  /** Keeps a write on this computer's disk, and answers when it is there. Sending comes after. */
  /** Keeps a write; the draft that it was typed into is forgotten in the same transaction. */
  save: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, write, draft: keptDraft.shape.name.optional() }))
    .output(saved),
  /** Several writes at once, all kept or none. */
  saveAll: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, writes: z.array(write).min(1).max(5000) }))
    .output(z.array(saved)),
  counts: procedure({ permission: 'read' }).input(z.strictObject({ connectionId })).output(outboxCounts),
  /** Open ones in the order they were made, then the done and discarded, newest first. */
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
  /** Holds back everything, or lets it go. */
  setAllPaused: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, paused: z.boolean() }))
    .output(nothing),
  allPaused: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ paused: z.boolean() })),
  decide: procedure({ permission: 'keep' })
    .input(byOperation.extend({ answer: decision }))
    .output(nothing),
  /** Tries everything that is ready, now. */
  sendNow: procedure({ permission: 'write' }).input(z.strictObject({ connectionId })).output(nothing),
  /** The id at the service of a record that was made here; null while it has none. */
  serverIdOf: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, record_id: idInput }))
    .output(z.strictObject({ server_id: z.string().nullable() })),
  /** What happened to writes of this device, newest first. */
  activity: procedure({ permission: 'read' })
    .input(
      z.strictObject({ connectionId, before: z.number().int().nullable(), limit: z.number().int().min(1).max(500) }),
    )
    .output(z.strictObject({ entries: z.array(activityEntry), next: z.number().int().nullable() })),
  /** What would go with an entity, as far as this computer knows. */
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
  /** Deletes an entity and all its related data, now. `typed` must be its name. Throws when offline. */
  deleteEntity: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, id: idInput, typed: z.string().max(2000) }))
    .output(nothing),
  /** Writes everything that is not done to a file, whole, so that it survives this computer. */
  exportUnsent: procedure({ permission: 'export' }).input(exportAs).output(writtenFile),
  /** Writes this device's activity to a file, newest first. */
  exportActivity: procedure({ permission: 'export' }).input(exportAs).output(writtenFile),
}

export type Write = z.infer<typeof write>
export type Decision = z.infer<typeof decision>
export type ListedOperation = z.infer<typeof listedOperation>
export type ActivityEntry = z.infer<typeof activityEntry>
export type OutboxCounts = z.infer<typeof outboxCounts>

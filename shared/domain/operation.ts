import { z } from 'zod'
import { operationResources } from './operation-rules.ts'

/** `merge`: what one of two records of the same person or household has moves to the other, and the first is deleted. */
export const operationActions = ['create', 'update', 'delete', 'merge'] as const

/**
 * The states of a write:
 * - `queued`: stored on this computer, not sent
 * - `sending`: recorded before the first byte is sent
 * - `uncertain`: it may or may not have reached the service; never repeated automatically
 * - `conflict`: a colleague changed the same field or deleted the record; the user decides
 * - `failed`: the service refused it; the user edits or discards it
 * - `done`: the service has it
 * - `discarded`: the user discarded it
 */
const operationStates = ['queued', 'sending', 'uncertain', 'conflict', 'failed', 'done', 'discarded'] as const

/** A record, or some of its fields, as JSON. */
export const jsonFields = z.record(z.string(), z.json())

/** A write's content at one moment: the record's title, and each field's old and new value; null for an empty value. */
export const operationValues = z.strictObject({
  title: z.string(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.json(), after: z.json() })),
})

export type OperationValues = z.infer<typeof operationValues>

/** One field that both sides changed since the edit began. `overlap`: they changed the same lines of a longer text. */
export const fieldConflict = z.strictObject({
  field: z.string(),
  base: z.json(),
  theirs: z.json(),
  mine: z.json(),
  kind: z.enum(['value', 'overlap']),
})

/** Records of one kind that belong to a candidate: how many, and the first of their titles. */
const named = z.strictObject({ total: z.number().int(), names: z.array(z.string()) })

/**
 * The records of a candidate: a household's people besides its primary clients, and documents. Null if the service did not say,
 * and for the people of a person.
 */
export const candidateContents = z.strictObject({
  id: z.string(),
  people: named.nullable(),
  documents: named.nullable(),
})

/**
 * The question that a write is waiting on:
 * - `already-exists`: before the first attempt, similar records were found (`candidates`)
 * - `several-matches`: a response was lost, and more than one record could be this one (`candidates`)
 * - `not-found`: a response was lost, and no such record was found
 * - `cannot-tell`: a response was lost, and the service cannot show whether the write arrived
 * - `fields`: both sides changed the same fields (`fields`); `theirs` is the whole record from the service
 * - `deleted-elsewhere`: the record was deleted in the meantime
 * - `changed-elsewhere`: the record to be deleted is not the one that the user saw (`fields`, `theirs`)
 * - `other-latest`: a valuation was reviewed beside the entity's latest one, and another is the latest now (`candidates`)
 * - `other-entity`: the entity of a reviewed valuation was archived or moved to another household since (`fields`, `theirs`), or deleted (`theirs` is null)
 * - `refused`: the service refused the write (`problem`)
 * - `new-documents`: documents of the person that a merge deletes, which were not there when it was saved (`candidates`)
 * - `kept-deleted`: the record that a merge keeps was deleted in the meantime
 * - `records-left`: the household that a merge deletes still has records, which the service moves to no other household (`candidates`: the
 *   `resource`, `id` and `name` of each)
 */
const operationQuestion = z.strictObject({
  kind: z.enum([
    'already-exists',
    'several-matches',
    'not-found',
    'cannot-tell',
    'fields',
    'deleted-elsewhere',
    'changed-elsewhere',
    'other-latest',
    'other-entity',
    'refused',
    'new-documents',
    'kept-deleted',
    'records-left',
  ]),
  candidates: z.array(jsonFields),
  /** The records of each candidate at the service, for households and people. */
  contents: z.array(candidateContents).optional(),
  fields: z.array(fieldConflict),
  theirs: jsonFields.nullable(),
})

/** Why the last attempt failed, as plain text. `status` is the HTTP status if there was a response. */
export const operationProblem = z.strictObject({
  code: z.string(),
  message: z.string(),
  nextStep: z.string(),
  status: z.number().int().nullable(),
  /** The service's message, shortened and sanitised. */
  detail: z.string().nullable(),
})

/** The file of a document that is being created: staged, encrypted, on this computer. */
export const operationFile = z.strictObject({
  staged_id: z.string(),
  /** The file name as it will be sent. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Lower-case hex. */
  sha256: z.string(),
  media_type: z.string(),
  /** Set before the last bytes of an attempt are sent: if it is not set, the service cannot have the whole file. */
  whole_sent: z.boolean().optional(),
})

/** The save that last changed a write. A bulk edit or an import is one save of many writes, and is undone as one. */
export const operationSave = z.strictObject({
  id: z.string().max(64),
  /** The order in which saves were made on this computer. */
  seq: z.number().int(),
})

/** A write as it was before a later save was folded into it. */
export const operationVersion = z.strictObject({
  title: z.string(),
  fields: jsonFields,
  base: jsonFields.nullable(),
  state: z.enum(operationStates),
  question: operationQuestion.nullable(),
  problem: operationProblem.nullable(),
  grace_until: z.string().nullable(),
  save: operationSave.nullable(),
})

/**
 * A document that a merge moves to the person that is kept:
 * - `waiting`: nothing was sent for it
 * - `sent`: recorded before the first byte is sent
 * - `moved`: the service shows it with the person that is kept
 * - `left`: it does not belong to the other person any more: a colleague deleted it or gave it to someone else
 */
const mergedDocument = z.strictObject({
  id: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'sent', 'moved', 'left']),
})

/** A record of the household that a merge deletes; the service moves none of them to another household. */
export const recordLeft = z.strictObject({
  resource: z.enum(['individuals', 'entities', 'documents']),
  id: z.string(),
  name: z.string(),
})

/**
 * The steps of a merge, in their order: the fields (`operation.fields`) of the record that is kept, the documents of people one by one, the
 * deletion of the other record (`operation.record_id`). Each is recorded before it is sent, and is done only when a read of the service shows
 * it. A household is deleted only when the service lists no person, entity or document in it.
 */
export const operationMerge = z.strictObject({
  /** The record that is kept. */
  keep_id: z.string(),
  keep_title: z.string(),
  /** That record as the user saw it. */
  keep_base: jsonFields,
  /** `none`: no field was chosen. */
  fields: z.enum(['none', 'waiting', 'sent', 'done']),
  /** Empty for households. */
  documents: z.array(mergedDocument),
  /**
   * `waiting` also after the service refused it; `sent`: recorded before it is sent, and its outcome is not known; `elsewhere`: a colleague
   * deleted the other record, and the user goes on; `done`: a read showed that the record is gone.
   */
  deletion: z.enum(['waiting', 'sent', 'elsewhere', 'done']),
  /** Records that were found in the household after its deletion, and that the user leaves there. */
  left: z.array(recordLeft).optional(),
})

/** One write, as stored in the ledger. Moments are ISO 8601 by this computer's clock unless stated otherwise. */
export const operation = z.strictObject({
  /** `op_` and a UUID. */
  id: z.string(),
  /** The order in which writes were made on this computer. */
  seq: z.number().int(),
  action: z.enum(operationActions),
  resource: z.enum(operationResources),
  /**
   * The id of the record at the service; for a record that is being created its local id (see `isLocalId` in
   * `operation-rules.ts`), which does not change. For a valuation: the local id of the valuation being logged.
   */
  record_id: z.string(),
  /** The parent of a new record: an individual's household, a valuation's entity. May be a local id. */
  parent_id: z.string().nullable(),
  /** The record's display name. */
  title: z.string(),
  /** Create: the whole body. Update: only the changed fields. Delete: empty. */
  fields: jsonFields,
  /** Update and delete: the whole record as it was when the edit began. */
  base: jsonFields.nullable(),
  state: z.enum(operationStates),
  /** Paused by the user. */
  paused: z.boolean(),
  question: operationQuestion.nullable(),
  problem: operationProblem.nullable(),
  attempts: z.number().int(),
  /** The earliest moment of the next attempt; null for immediately. */
  not_before: z.string().nullable(),
  /**
   * Until when it waits before its first attempt, so that it can be undone; null if it does not wait. See `graceEnd` in
   * `operation-rules.ts`.
   */
  grace_until: z.string().nullable().default(null),
  save: operationSave.nullable().default(null),
  /** Oldest first; undoing the last save returns to the last one. For a deletion: the unsent edits that it replaced. */
  earlier: z.array(operationVersion).default([]),
  /** When the last attempt began, recorded before its first byte was sent. */
  sent_at: z.string().nullable(),
  /**
   * Create: when the last attempt began by the service's clock, ISO 8601; null if the service does not tell its time. This computer's clock
   * may be changed before the record is searched for.
   */
  sent_at_service: z.string().nullable().optional(),
  /** Create: ids of similar records that existed before the first attempt. Null until they were looked up. */
  baseline: z.array(z.string()).nullable(),
  /** Create, once done: the record's id at the service. */
  server_id: z.string().nullable(),
  /**
   * Create, of a valuation that was reviewed beside the entity's latest one: the id of that one, which must still be the latest when this is
   * sent; null if there was none. Absent for any other write.
   */
  expects_latest: z.string().nullable().optional(),
  /** Create, of a reviewed valuation: its entity as it was then. Another household or an archived stage is asked about before this is sent. */
  expects_entity: z.strictObject({ household_id: z.string(), stage: z.string() }).optional(),
  /** Only for a merge. Its `base` is the record that is deleted, its `fields` are those that the other record gets. */
  merge: operationMerge.nullable().optional(),
  /** Only for the creation of a document. */
  file: operationFile.nullable().default(null),
  /**
   * A remark on a finished write: another user wrote at the same moment, an existing record was adopted, or an older valuation
   * stays current.
   */
  remark: z.string().nullable(),
  /** When the user was told that the write was saved. */
  saved_at: z.string(),
  changed_at: z.string(),
})

/** One event in a write's history and in the activity of this device. */
export const operationEvent = z.strictObject({
  at: z.string(),
  event: z.enum([
    'saved',
    'changed',
    'paused',
    'resumed',
    'sent',
    'not-sent',
    'refused',
    'lost',
    'merged',
    'asked',
    'decided',
    'adopted',
    'raced',
    'done',
    'discarded',
  ]),
  /** Plain text; never a secret. */
  note: z.string(),
})

export type JsonFields = z.infer<typeof jsonFields>
export type FieldConflict = z.infer<typeof fieldConflict>
export type OperationQuestion = z.infer<typeof operationQuestion>
export type OperationProblem = z.infer<typeof operationProblem>
export type OperationSave = z.infer<typeof operationSave>
export type OperationVersion = z.infer<typeof operationVersion>
export type OperationMerge = z.infer<typeof operationMerge>
export type RecordLeft = z.infer<typeof recordLeft>
export type OperationFile = z.infer<typeof operationFile>
export type Operation = z.infer<typeof operation>
export type OperationEvent = z.infer<typeof operationEvent>

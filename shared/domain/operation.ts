import { z } from 'zod'
import { operationResources } from './operation-rules.ts'

export const operationActions = ['create', 'update', 'delete'] as const

/**
 * Where a write stands:
 * - `queued`: on this computer's disk, not sent
 * - `sending`: noted before its first byte went out
 * - `uncertain`: it may or may not have reached the service; never repeated by itself
 * - `conflict`: a colleague changed the same field, or deleted the record; a person decides
 * - `failed`: the service refused it; a person edits or discards it
 * - `done`: the service has it
 * - `discarded`: a person took it back
 */
export const operationStates = ['queued', 'sending', 'uncertain', 'conflict', 'failed', 'done', 'discarded'] as const

/** A record, or some of its fields, as JSON. */
export const jsonFields = z.record(z.string(), z.json())

/** One field that both sides changed since the edit began. `overlap`: the same lines of a longer text. */
export const fieldConflict = z.strictObject({
  field: z.string(),
  base: z.json(),
  theirs: z.json(),
  mine: z.json(),
  kind: z.enum(['value', 'overlap']),
})

/**
 * What a write waits to be told:
 * - `already-exists`: before the first send, records like it were found (`candidates`)
 * - `several-matches`: after a lost answer, more than one record could be it (`candidates`)
 * - `not-found`: after a lost answer, none was found
 * - `cannot-tell`: after a lost answer, and the service cannot show whether it arrived
 * - `fields`: both sides changed the same fields (`fields`); `theirs` is the whole record as it is there
 * - `deleted-elsewhere`: the record was deleted meanwhile
 * - `refused`: the service said no (`problem`)
 */
export const operationQuestion = z.strictObject({
  kind: z.enum([
    'already-exists',
    'several-matches',
    'not-found',
    'cannot-tell',
    'fields',
    'deleted-elsewhere',
    'refused',
  ]),
  candidates: z.array(jsonFields),
  fields: z.array(fieldConflict),
  theirs: jsonFields.nullable(),
})

/** Why the last attempt came to nothing, in plain words. `status` is the HTTP status, where there was an answer. */
export const operationProblem = z.strictObject({
  code: z.string(),
  message: z.string(),
  nextStep: z.string(),
  status: z.number().int().nullable(),
  /** What the service said, cut and cleaned. */
  detail: z.string().nullable(),
})

/** The file of a document that is being created: staged, encrypted, on this computer. */
export const operationFile = z.strictObject({
  staged_id: z.string(),
  /** As it will be sent. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Lower-case hex. */
  sha256: z.string(),
  media_type: z.string(),
  /** Noted before the last bytes of an attempt go out: without it the service cannot have the whole file. */
  whole_sent: z.boolean().optional(),
})

/** One write, as the ledger keeps it. Moments are ISO 8601 on this computer's clock unless they say otherwise. */
export const operation = z.strictObject({
  /** `op_` and a UUID. */
  id: z.string(),
  /** Order in which writes were made on this computer. */
  seq: z.number().int(),
  action: z.enum(operationActions),
  resource: z.enum(operationResources),
  /**
   * The record: its id at the service; for one that is being created a local id (see {@link isLocalId}), which stays. Of a
   * valuation: the local id of the one being logged.
   */
  record_id: z.string(),
  /** What a new record belongs to: an individual's household, a valuation's entity. May be a local id. */
  parent_id: z.string().nullable(),
  /** How people call the record. */
  title: z.string(),
  /** Create: the whole body. Update: the dirty fields alone. Delete: empty. */
  fields: jsonFields,
  /** Update and delete: the whole record as it was when the edit began. */
  base: jsonFields.nullable(),
  state: z.enum(operationStates),
  /** Held back by a person. */
  paused: z.boolean(),
  question: operationQuestion.nullable(),
  problem: operationProblem.nullable(),
  attempts: z.number().int(),
  /** Not before this moment; null for at once. */
  not_before: z.string().nullable(),
  /** When the first byte of the last attempt went out, as noted before it. */
  sent_at: z.string().nullable(),
  /** Create: ids of like records that were there before the first send. Null before it was taken. */
  baseline: z.array(z.string()).nullable(),
  /** Create, once done: the record's id at the service. */
  server_id: z.string().nullable(),
  /** Create of a document alone. */
  file: operationFile.nullable().default(null),
  /** Said of a write that is done: another writer raced, it was adopted, an older valuation stays current. */
  remark: z.string().nullable(),
  /** When the person was told "saved". */
  saved_at: z.string(),
  changed_at: z.string(),
})

/** One step in a write's history, and in the activity of this device. */
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
  /** Plain words; never a secret. */
  note: z.string(),
})

export type JsonFields = z.infer<typeof jsonFields>
export type FieldConflict = z.infer<typeof fieldConflict>
export type OperationQuestion = z.infer<typeof operationQuestion>
export type OperationProblem = z.infer<typeof operationProblem>
export type OperationFile = z.infer<typeof operationFile>
export type Operation = z.infer<typeof operation>
export type OperationEvent = z.infer<typeof operationEvent>

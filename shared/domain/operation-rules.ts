import { isNothing, type Json, own } from '../lib/json.ts'

/** Resources that a queued write can be about. Entities can only be deleted, and only online, never through the outbox. */
export const writableResources = ['households', 'individuals', 'valuations', 'documents', 'document-summaries'] as const

/** Resources of all operations. The deletion of an entity is recorded as an operation, although it is never queued. */
export const operationResources = [...writableResources, 'entities'] as const

export type WritableResource = (typeof writableResources)[number]

const localPrefixes: Record<WritableResource, string> = {
  households: 'household_',
  individuals: 'client_profile_',
  valuations: 'valuationv2_',
  documents: 'document_',
  'document-summaries': 'document_summary_',
}

/** Makes an id for a record that the service does not have yet. */
export const localId = (resource: WritableResource, uuid: string): string => `${localPrefixes[resource]}local_${uuid}`

/** True if an id was made by {@link localId}, on this computer. */
export const isLocalId = (id: string): boolean => /^[a-z0-9_]+_local_[0-9a-f-]{36}(_\d+)?$/.test(id)

/** True if a write still changes what the screens show. */
export const isOpen = ({ state }: { state: string }): boolean => state !== 'done' && state !== 'discarded'

/** True if a write needs the user's decision. */
export const needsAttention = ({ state, question }: { state: string; question: object | null }): boolean =>
  state === 'failed' || state === 'conflict' || (isOpen({ state }) && question !== null)

/** The periods that the user can choose, in seconds. */
export const undoPeriods = [0, 10, 30, 60] as const

/** The longest time in ms that a write waits so that it can be undone. */
export const longestGraceMs = 60_000

/**
 * When a write's grace period ends, ms since the epoch; null if it has none or it is over. A deadline further away than any
 * period is long counts as past: the clock was set back.
 */
export function graceEnd(
  { state, question, grace_until }: { state: string; question: object | null; grace_until: string | null },
  now: number,
): number | null {
  if (state !== 'queued' || question !== null || grace_until === null) return null
  const end = Date.parse(grace_until)
  return end > now && end - now <= longestGraceMs ? end : null
}

/** True if the user can take the write back as if it had never been saved: none of it can be at the service. */
export const isUndoable = ({ state, question }: { state: string; question: object | null }): boolean =>
  state === 'queued' && question === null

type Movable = { action: string; resource: string; state: string }

/** True if a new person or document can be moved to another household: no part of it can have reached the service. */
export const isMovable = ({ action, resource, state }: Movable): boolean =>
  action === 'create' &&
  (resource === 'individuals' || resource === 'documents') &&
  (state === 'queued' || state === 'failed')

type Pending = {
  action: string
  resource: string
  state: string
  question: { kind: string } | null
  /** Set for an upload. */
  file?: object | null | undefined
}

/** A write that waits to be sent can be paused. An upload in progress can be stopped; it starts over when resumed. */
export const canBePaused = ({ state, question, file, action }: Pending): boolean =>
  state === 'queued' ||
  (Boolean(file) && state === 'sending') ||
  ((Boolean(file) || action === 'merge') && state === 'uncertain' && question === null)

/** A write that is being sent cannot be discarded, except for an upload, which takes a while. */
export const canBeDiscarded = ({ state, file }: Pending): boolean => state !== 'sending' || Boolean(file)

/**
 * An unsent write can be edited on its record's page. A deletion has no fields to edit, and a valuation has no page before it
 * is logged. A refused write is corrected on its own page.
 */
export const canBeEdited = ({ state, action, resource, question }: Pending): boolean =>
  state === 'queued' && question === null && action !== 'delete' && action !== 'merge' && resource !== 'valuations'

/** A refused write can be sent again unchanged. */
export const canBeRetried = ({ state, question }: Pending): boolean =>
  state === 'failed' && question?.kind === 'refused'

/**
 * The local id of a primary client who is created together with a household: the household's local id with the client's index.
 * Null if the household's id is not local.
 */
export const localPrimaryId = (householdId: string, index: number): string | null =>
  isLocalId(householdId)
    ? `${localPrefixes.individuals}${householdId.slice(localPrefixes.households.length)}_${index}`
    : null

const primaryId = /^client_profile_(local_[0-9a-f-]{36})_\d+$/

/** The local id of the household that is created together with this individual; null for every other record. */
export function householdOfPrimary(recordId: string): string | null {
  const match = primaryId.exec(recordId)
  return match ? `${localPrefixes.households}${match[1]}` : null
}

type Ordered = {
  seq: number
  action: string
  resource: string
  record_id: string
  parent_id: string | null
  fields: { individual_id?: unknown }
}

/**
 * The open operation that must be done before this one can be sent: the first one on the same record, else the creation of the
 * record it belongs to, else that of the individual whom a document is about. Null if there is none.
 *
 * @param ofRecord - the open operations on a record, ordered by `seq`
 */
export function waitsFor<One extends Ordered>(
  operation: One,
  ofRecord: (recordId: string) => readonly One[],
): One | null {
  const { seq, resource, record_id, parent_id, fields } = operation
  const createOf = (recordId: string) => ofRecord(recordId).find(({ action }) => action === 'create')
  const earlier = ofRecord(record_id).find((one) => one.seq < seq)
  if (earlier) return earlier
  const parent = parent_id ?? householdOfPrimary(record_id)
  const create = parent === null ? undefined : createOf(parent)
  if (create) return create
  const person = resource === 'documents' ? fields.individual_id : undefined
  return (typeof person === 'string' ? createOf(householdOfPrimary(person) ?? person) : undefined) ?? null
}

/** The parts of a merge that its steps are judged by. */
type Steps = { fields: string; deletion: string; documents: readonly { state: string }[] }

/** True once a step of a merge may have reached the service. */
export const hasMergeBegun = ({ fields, documents, deletion }: Steps): boolean =>
  fields === 'sent' ||
  fields === 'done' ||
  deletion !== 'waiting' ||
  documents.some(({ state }) => state === 'sent' || state === 'moved')

/** True if what a merge moved can be put back: the other record still exists, as far as this computer knows. */
export const canBePutBack = ({
  action,
  state,
  merge,
  question,
}: {
  action: string
  state: string
  merge?: Steps | null | undefined
  question: { kind: string } | null
}): boolean =>
  action === 'merge' &&
  isOpen({ state }) &&
  state !== 'sending' &&
  Boolean(merge) &&
  merge?.deletion === 'waiting' &&
  question?.kind !== 'deleted-elsewhere' &&
  hasMergeBegun(merge)

type Fields = Readonly<Record<string, Json>>

type ValueChange = { field: string; before: Json; after: Json }

/** The current content of a write: the record's title, and each field's old and new value; null for an empty value. */
export const valuesOf = ({
  title,
  fields,
  base,
  merge,
}: {
  title: string
  fields: Fields
  base: Fields | null
  merge?: { keep_base: Fields } | null | undefined
}) => ({
  title,
  changes: Object.entries(fields).map(
    ([field, after]): ValueChange => ({ field, before: own(merge?.keep_base ?? base ?? {}, field) ?? null, after }),
  ),
})

/** True if a change empties a field that had a value. */
export const isClearing = ({ before, after }: Pick<ValueChange, 'before' | 'after'>): boolean =>
  isNothing(after) && !isNothing(before)

import { AppError } from '../../shared/domain/app-error.ts'
import { mergeRecord } from '../../shared/domain/merge.ts'
import type { FieldConflict, JsonFields, Operation } from '../../shared/domain/operation.ts'
import { householdOfPrimary, isLocalId, localId } from '../../shared/domain/operation-rules.ts'
import { differencesOf } from '../../shared/domain/record-differences.ts'
import type { Write } from '../../shared/ipc/outbox.ts'
import { isRecord, type Json, own } from '../../shared/lib/json.ts'
import { fieldsTogether } from '../../shared/records/resource-fields.ts'
import {
  documentCreate,
  householdCreate,
  individualCreate,
  primaryIndividualCreate,
} from '../../shared/service/writes.ts'
import {
  begin,
  changedFields,
  discarded,
  isEditable,
  mergeCommits,
  notAllowed,
  type OpenOperations,
  type PlanContext,
  type PlannedSave,
  planDateOfDeath,
  startOver,
  textOf,
  titleAmong,
  titleOfNew,
  titleOfRecord,
  transition,
} from './operations.ts'
import type { DocumentWrite, KnownRecords } from './outbox.ts'
import { planDiscard, refuseMerging, withoutFields } from './plan-decisions.ts'

type Create = Extract<Write, { action: 'create' }>
type Update = Extract<Write, { action: 'update' }>
type Deletion = Extract<Write, { action: 'delete' }>

/**
 * Plans the changes to the open operations for saving a write: unsent edits of a record become one, an edit of a new record
 * becomes part of its creation, a deletion replaces edits.
 * @throws AppError `outbox/not-allowed`; `outbox/overtaken` if `known` has the record of an edit, and it differs from the edit's base
 *   in the same fields
 */
export function planSave(write: Write, context: PlanContext): PlannedSave {
  if (write.action === 'create') return planCreate(write, context)
  return write.action === 'update' ? planUpdate(write, context) : planDelete(write, context)
}

function planCreate(write: Create, context: PlanContext): PlannedSave {
  const fields = withoutUndefined(write.fields)
  const title = titleOfNew(write.resource, fields, context.known.title)
  const parentId = write.resource === 'valuations' ? write.parent_id : (textOf(fields.household_id) ?? null)
  refuseMerging(parentId, context.operations)
  const planned = begin(context, {
    action: 'create',
    resource: write.resource,
    record_id: localId(write.resource, context.newId()),
    parent_id: parentId,
    title:
      write.resource === 'households'
        ? titleAmong(title, (one) => context.operations.newHouseholds(one).length > 0)
        : title,
    fields,
    base: null,
  })
  const died = write.resource === 'individuals' ? write.date_of_death : undefined
  return { step: mergeCommits([planned.step, planDateOfDeath(planned, died, context)]), saved: planned.saved }
}

function planUpdate(write: Update, context: PlanContext): PlannedSave {
  const { operations } = context
  refuseMerging(write.record_id, operations)
  const ofRecord = operations.ofRecord(write.record_id)
  if (ofRecord.some(({ action }) => action === 'delete')) {
    throw notAllowed('This record is about to be deleted.', 'Discard the deletion in the outbox first.')
  }
  const mine = withoutUndefined(write.fields)
  const shown = Object.assign({}, context.known.record ?? write.base, ...ofRecord.map(({ fields }) => fields))
  const { fields, conflicts } = mergeRecord({ base: write.base, theirs: shown, mine })
  if (conflicts.length > 0 && context.known.record !== null) throw changedSinceOpened(conflicts)
  // An edit that conflicts with one that is still queued stays by itself: the user is asked about it once that one is sent.
  return (
    (conflicts.length === 0 ? fold({ ...write, fields, base: write.base }, ofRecord, context) : null) ??
    beginUpdate(write, changedFields(mine, write.base), context)
  )
}

/** Merges an edit into an operation on the same record that can still be changed; null if there is none. */
function fold(update: Update & { fields: JsonFields }, ofRecord: readonly Operation[], context: PlanContext) {
  const household = householdOfPrimary(update.record_id)
  const last = ofRecord.at(-1)
  return (
    (household === null ? null : foldIntoPrimary(update, context.operations.ofRecord(household)[0], context)) ??
    foldIntoCreate(update, last, context) ??
    (last?.action === 'update' && isEditable(last) ? coalesce(last, update, context) : null)
  )
}

function beginUpdate({ resource, record_id, base }: Update, fields: JsonFields, context: PlanContext): PlannedSave {
  const planned = begin(context, {
    action: 'update',
    resource,
    record_id,
    parent_id: null,
    title: context.known.title ?? titleOfRecord(base),
    fields,
    base,
  })
  return Object.keys(fields).length > 0
    ? planned
    : takenBack(planned, context.at, 'Nothing was different from the record.')
}

/** The form of this edit was opened before the record got the values that it has here now. */
const changedSinceOpened = (conflicts: readonly FieldConflict[]): AppError =>
  new AppError('outbox/overtaken', {
    message: 'This record was changed after you opened the form.',
    nextStep: 'Choose which values to keep, then save again.',
    issues: conflicts.map(({ field }) => ({ field, message: 'Changed after you opened the form.' })),
  })

/**
 * Merges a further edit of a record whose edit is still queued: one operation, from the first edit's base to the second edit's
 * values.
 */
function coalesce(first: Operation, write: { fields: JsonFields; base: JsonFields }, { at }: PlanContext): PlannedSave {
  const before = unseen(Object.keys(first.fields), write.fields).map(
    (field) => [field, own(first.base ?? {}, field)] as const,
  )
  const merged = new Map(Object.entries(write.base))
  for (const [field, value] of before) {
    // The second edit's base is the first edit's own value there.
    if (value === undefined) merged.delete(field)
    else merged.set(field, value)
  }
  const base: JsonFields = Object.fromEntries(merged)
  const fields = changedFields({ ...first.fields, ...write.fields }, base)
  const saved = { operation_id: first.id, record_id: first.record_id }
  const note = `Edited again: ${Object.keys(write.fields).join(', ')}.`
  const step = transition(first, { ...startOver, fields, base }, { at, event: 'changed', note })
  const planned = { step, saved }
  return Object.keys(fields).length > 0 ? planned : takenBack(planned, at, 'A later edit undid everything.')
}

/**
 * The fields of the first edit, and those that belong together with them unless the second edit is about these too: its form may be
 * older than the first edit, so that only what it changed was looked at.
 */
const unseen = (first: readonly string[], second: JsonFields): string[] => {
  const looked = new Set(Object.keys(second).flatMap(fieldsTogether))
  return [...first, ...first.flatMap(fieldsTogether).filter((field) => !looked.has(field))]
}

function planDelete(write: Deletion, context: PlanContext): PlannedSave {
  const { operations, at } = context
  refuseMerging(write.record_id, operations)
  const ofRecord = operations.ofRecord(write.record_id)
  const existing = ofRecord.find(({ action }) => action === 'delete')
  if (existing) return { step: mergeCommits([]), saved: { operation_id: existing.id, record_id: existing.record_id } }
  if (householdOfPrimary(write.record_id) !== null) {
    throw notAllowed(
      'This person is sent together with a new household.',
      'Wait until the household is sent, or edit it.',
    )
  }
  const create = ofRecord.find(({ action }) => action === 'create')
  if (create && isEditable(create)) {
    const steps = planDiscard(create, operations, at, 'Deleted before it was sent.')
    return { step: steps, saved: { operation_id: create.id, record_id: create.record_id } }
  }
  const superseded = ofRecord.filter((operation) => operation.action === 'update' && isEditable(operation))
  // The pages show the record with these edits; the service does not have them.
  const { record } = context.known
  // The answer to the user's own edit may have arrived after the page was drawn: the same values, and a later time of change.
  const isAsKnown = write.base && record && differencesOf(write.resource, write.base, record).length === 0
  const shown = (isAsKnown ? record : write.base) ?? record ?? superseded[0]?.base ?? null
  const seen = superseded.reduceRight(withoutFields, shown)
  const planned = begin(context, {
    action: 'delete',
    resource: write.resource,
    record_id: write.record_id,
    parent_id: null,
    title: context.known.title ?? superseded[0]?.title ?? titleOfRecord(context.known.record ?? {}),
    fields: {},
    base: seen,
  })
  const gone = superseded.map((operation) => discarded(operation, at, 'The record is to be deleted instead.'))
  return { step: mergeCommits([...gone, planned.step]), saved: planned.saved }
}

function takenBack({ step, saved }: PlannedSave, at: string, note: string): PlannedSave {
  const [operation] = step.operations
  return operation ? { step: mergeCommits([step, discarded(operation, at, note)]), saved } : { step, saved }
}

/** Drops undefined values, which JSON does not have. */
const withoutUndefined = (fields: object): JsonFields => JSON.parse(JSON.stringify(fields))

/** Plans the changes to the open operations for saving a new document. */
export function planDocument({ fields, file }: DocumentWrite, context: PlanContext): PlannedSave {
  const whole: JsonFields = JSON.parse(JSON.stringify(fields))
  for (const id of [fields.individual_id, fields.household_id]) refuseMerging(id ?? null, context.operations)
  return begin(context, {
    action: 'create',
    resource: 'documents',
    record_id: localId('documents', context.newId()),
    parent_id: fields.household_id,
    title: titleOfNew('documents', whole, null),
    fields: whole,
    base: null,
    file,
  })
}

type Edit = { record_id: string; fields: JsonFields }

const createSchemas = {
  households: householdCreate,
  individuals: individualCreate,
  documents: documentCreate,
} as const

/** Merges an edit of a record that is still to be created into its creation; null when that is not possible. */
function foldIntoCreate(edit: Edit, create: Operation | undefined, { at }: { at: string }): PlannedSave | null {
  if (create?.action !== 'create' || !isEditable(create)) return null
  const { resource } = create
  if (resource !== 'households' && resource !== 'individuals' && resource !== 'documents') return null
  const fields = withEdit(create.fields, edit.fields)
  // A creation has fewer fields than an edit; an edit of the others follows as an operation of its own.
  return createSchemas[resource].safeParse(fields).success ? folded(create, fields, { at, edit }) : null
}

/**
 * Merges an edit of an individual who is created together with a household that is not sent yet into that creation; null when
 * that is not possible.
 */
function foldIntoPrimary(edit: Edit, create: Operation | undefined, { at }: { at: string }): PlannedSave | null {
  if (create?.action !== 'create' || !isEditable(create)) return null
  const people = create.fields.primary_individuals
  const index = Number(edit.record_id.slice(edit.record_id.lastIndexOf('_') + 1))
  if (!Array.isArray(people)) return null
  const person = primaryIndividualCreate.safeParse(withEdit(asFields(people[index]), edit.fields))
  if (!person.success) return null
  const changed = people.map((one, at) => (at === index ? asFields(JSON.parse(JSON.stringify(person.data))) : one))
  return folded(create, { ...create.fields, primary_individuals: changed }, { at, edit })
}

function folded(create: Operation, fields: JsonFields, { at, edit }: { at: string; edit: Edit }): PlannedSave {
  // Records that resembled this one before the edit may not do so any more.
  const baseline = create.question?.kind === 'already-exists' ? null : create.baseline
  const title = titleOfNew(create.resource, fields, null)
  const note = `Edited before it was sent: ${Object.keys(edit.fields).join(', ')}.`
  return {
    step: transition(create, { ...startOver, title, fields, baseline }, { at, event: 'changed', note }),
    saved: { operation_id: create.id, record_id: edit.record_id },
  }
}

/** Null clears a field; a record that does not exist yet has nothing to clear. */
const withEdit = (fields: JsonFields, edit: JsonFields): JsonFields =>
  Object.fromEntries(Object.entries({ ...fields, ...edit }).filter(([, value]) => value !== null))

function asFields(value: unknown): JsonFields {
  return isRecord<Json>(value) ? value : {}
}

/** A write with local ids replaced by the service's where they are known, and the mirror's knowledge of its record. */
type ResolvedWrite = { write: Write; known: { title: string | null; record: JsonFields | null } }

type Sources = { records: KnownRecords; operations: OpenOperations }

/**
 * @param isTyped - true for the write of a form: its record is read, to compare it with the one that the form was opened with
 * @throws AppError `outbox/not-allowed` when the write is about a record created here that is neither pending nor at the service
 */
export async function resolveWrite(write: Write, sources: Sources, isTyped: boolean): Promise<ResolvedWrite> {
  const { records } = sources
  if (write.action === 'create') {
    if (write.resource === 'households') return { write, known: nothingKnown }
    if (write.resource === 'individuals') {
      const household_id = await currentId(write.fields.household_id, sources)
      return { write: { ...write, fields: { ...write.fields, household_id } }, known: nothingKnown }
    }
    const parent_id = await currentId(write.parent_id, sources)
    const title = await records.titleOf('entities', parent_id)
    return { write: { ...write, parent_id }, known: { title, record: null } }
  }
  const record_id = await currentId(write.record_id, sources)
  if (write.action === 'update') {
    const record = isTyped ? await records.recordOf(write.resource, record_id) : null
    return { write: { ...write, record_id }, known: { title: null, record } }
  }
  const [title, record] = await Promise.all([
    records.titleOf(write.resource, record_id),
    records.recordOf(write.resource, record_id),
  ])
  return { write: { ...write, record_id }, known: { title, record } }
}

/** Like {@link resolveWrite}, for a new document: resolves the household, entity and individual it belongs to. */
export async function resolveDocument({ fields, file }: DocumentWrite, sources: Sources): Promise<DocumentWrite> {
  const { entity_id, individual_id } = fields
  return {
    file,
    fields: {
      ...fields,
      household_id: await currentId(fields.household_id, sources),
      ...(entity_id === undefined ? {} : { entity_id: await currentId(entity_id, sources) }),
      ...(individual_id === undefined ? {} : { individual_id: await currentId(individual_id, sources) }),
    },
  }
}

const nothingKnown = { title: null, record: null } as const

/** A screen may keep using a local id after the service has assigned its own. */
async function currentId(id: string, { records, operations }: Sources): Promise<string> {
  if (!isLocalId(id)) return id
  const local = householdOfPrimary(id) ?? id
  if (operations.ofRecord(local).some(({ action }) => action === 'create')) return id
  const serverId = await records.serverIdOf(id)
  if (serverId !== null) return serverId
  throw notAllowed('The new record that this belongs to was discarded.', 'Create the record again first.')
}

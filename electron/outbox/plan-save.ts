import { AppError } from '../../shared/domain/app-error.ts'
import { mergeRecord } from '../../shared/domain/merge.ts'
import type { FieldConflict, JsonFields, Operation } from '../../shared/domain/operation.ts'
import { householdOfPrimary, localId } from '../../shared/domain/operation-rules.ts'
import { differencesOf } from '../../shared/domain/record-differences.ts'
import { own } from '../../shared/domain/same.ts'
import type { Write } from '../../shared/ipc/outbox.ts'
import { fieldsTogether } from '../../shared/records/resource-fields.ts'
import { discarded, mergeCommits, notAllowed, startOver, transition } from './commits.ts'
import { foldIntoCreate, foldIntoPrimary } from './fold-into-create.ts'
import { isEditable } from './open-operations.ts'
import type { DocumentWrite } from './outbox.ts'
import { planDiscard, withoutFields } from './plan-decisions.ts'
import { begin, changedFields, type PlannedSave, type PlanParts, planDateOfDeath } from './plan-parts.ts'
import { textOf, titleAmong, titleOfNew, titleOfRecord } from './titles.ts'

type Create = Extract<Write, { action: 'create' }>
type Update = Extract<Write, { action: 'update' }>
type Deletion = Extract<Write, { action: 'delete' }>

/**
 * Plans the changes to the open operations for saving a write: unsent edits of a record become one, an edit of a new record
 * becomes part of its creation, a deletion replaces edits.
 * @throws AppError `outbox/not-allowed`; `outbox/overtaken` if `known` has the record of an edit, and it differs from the edit's base
 *   in the same fields
 */
export function planSave(write: Write, parts: PlanParts): PlannedSave {
  if (write.action === 'create') return planCreate(write, parts)
  return write.action === 'update' ? planUpdate(write, parts) : planDelete(write, parts)
}

function planCreate(write: Create, parts: PlanParts): PlannedSave {
  const fields = present(write.fields)
  const title = titleOfNew(write.resource, fields, parts.known.title)
  const parentId = write.resource === 'valuations' ? write.parent_id : (textOf(fields.household_id) ?? null)
  const planned = begin(parts, {
    action: 'create',
    resource: write.resource,
    record_id: localId(write.resource, parts.newId()),
    parent_id: parentId,
    title:
      write.resource === 'households' ? titleAmong(title, (one) => parts.book.newHouseholds(one).length > 0) : title,
    fields,
    base: null,
  })
  const died = write.resource === 'individuals' ? write.date_of_death : undefined
  return { step: mergeCommits([planned.step, planDateOfDeath(planned, died, parts)]), saved: planned.saved }
}

function planUpdate(write: Update, parts: PlanParts): PlannedSave {
  const { book } = parts
  const operations = book.ofRecord(write.record_id)
  if (operations.some(({ action }) => action === 'delete')) {
    throw notAllowed('This record is about to be deleted.', 'Discard the deletion in the outbox first.')
  }
  const mine = present(write.fields)
  const shown = Object.assign({}, parts.known.record ?? write.base, ...operations.map(({ fields }) => fields))
  const { fields, conflicts } = mergeRecord({ base: write.base, theirs: shown, mine })
  if (conflicts.length > 0 && parts.known.record !== null) throw overtaken(conflicts)
  // An edit that conflicts with one that is still queued stays by itself: the user is asked about it once that one is sent.
  return (
    (conflicts.length === 0 ? fold({ ...write, fields, base: write.base }, operations, parts) : null) ??
    beginUpdate(write, changedFields(mine, write.base), parts)
  )
}

/** Merges an edit into an operation on the same record that can still be changed; null if there is none. */
function fold(update: Update & { fields: JsonFields }, operations: readonly Operation[], parts: PlanParts) {
  const household = householdOfPrimary(update.record_id)
  const last = operations.at(-1)
  return (
    (household === null ? null : foldIntoPrimary(update, parts.book.ofRecord(household)[0], parts)) ??
    foldIntoCreate(update, last, parts) ??
    (last?.action === 'update' && isEditable(last) ? coalesce(last, update, parts) : null)
  )
}

function beginUpdate({ resource, record_id, base }: Update, fields: JsonFields, parts: PlanParts): PlannedSave {
  const planned = begin(parts, {
    action: 'update',
    resource,
    record_id,
    parent_id: null,
    title: parts.known.title ?? titleOfRecord(base),
    fields,
    base,
  })
  return Object.keys(fields).length > 0
    ? planned
    : takenBack(planned, parts.at, 'Nothing was different from the record.')
}

/** The form of this edit was opened before the record got the values that it has here now. */
const overtaken = (conflicts: readonly FieldConflict[]): AppError =>
  new AppError('outbox/overtaken', {
    message: 'This record was changed after you opened the form.',
    nextStep: 'Choose which values to keep, then save again.',
    issues: conflicts.map(({ field }) => ({ field, message: 'Changed after you opened the form.' })),
  })

/**
 * Merges a further edit of a record whose edit is still queued: one operation, from the first edit's base to the second edit's
 * values.
 */
function coalesce(first: Operation, write: { fields: JsonFields; base: JsonFields }, { at }: PlanParts): PlannedSave {
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

function planDelete(write: Deletion, parts: PlanParts): PlannedSave {
  const { book, at } = parts
  const operations = book.ofRecord(write.record_id)
  const existing = operations.find(({ action }) => action === 'delete')
  if (existing) return { step: mergeCommits([]), saved: { operation_id: existing.id, record_id: existing.record_id } }
  if (householdOfPrimary(write.record_id) !== null) {
    throw notAllowed(
      'This person is sent together with a new household.',
      'Wait until the household is sent, or edit it.',
    )
  }
  const create = operations.find(({ action }) => action === 'create')
  if (create && isEditable(create)) {
    const steps = planDiscard(create, book, at, 'Deleted before it was sent.')
    return { step: steps, saved: { operation_id: create.id, record_id: create.record_id } }
  }
  const superseded = operations.filter((operation) => operation.action === 'update' && isEditable(operation))
  // The pages show the record with these edits; the service does not have them.
  const { record } = parts.known
  // The answer to the user's own edit may have arrived after the page was drawn: the same values, and a later time of change.
  const isAsKnown = write.base && record && differencesOf(write.resource, write.base, record).length === 0
  const shown = (isAsKnown ? record : write.base) ?? record ?? superseded[0]?.base ?? null
  const seen = superseded.reduceRight(withoutFields, shown)
  const planned = begin(parts, {
    action: 'delete',
    resource: write.resource,
    record_id: write.record_id,
    parent_id: null,
    title: parts.known.title ?? superseded[0]?.title ?? titleOfRecord(parts.known.record ?? {}),
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
const present = (fields: object): JsonFields => JSON.parse(JSON.stringify(fields))

/** Plans the changes to the open operations for saving a new document. */
export function planDocument({ fields, file }: DocumentWrite, parts: PlanParts): PlannedSave {
  const whole: JsonFields = JSON.parse(JSON.stringify(fields))
  return begin(parts, {
    action: 'create',
    resource: 'documents',
    record_id: localId('documents', parts.newId()),
    parent_id: fields.household_id,
    title: titleOfNew('documents', whole, null),
    fields: whole,
    base: null,
    file,
  })
}

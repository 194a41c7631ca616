import type { JsonFields, Operation, OperationVersion } from '../../shared/domain/operation.ts'
import { graceEnd, isUndoable } from '../../shared/domain/operation-rules.ts'
import { undoneNote } from '../../shared/domain/operation-words.ts'
import type { UndoTarget } from '../../shared/ipc/outbox.ts'
import { isSame, type Json, own } from '../../shared/lib/json.ts'
import { fieldsTogether } from '../../shared/records/resource-fields.ts'
import type { OutboxCommit } from '../data/ledger/operations.ts'
import {
  begin,
  discarded,
  isFields,
  mergeCommits,
  type OpenOperations,
  type PlanContext,
  titleOfNew,
  transition,
} from './operations.ts'
import { planDiscard } from './plan-decisions.ts'

export type UndoContext = Omit<PlanContext, 'known'> & {
  /** ms since the epoch. */
  now: number
}

/** `undone`: the operations as they were. */
export type PlannedUndo = { step: OutboxCommit; undone: Operation[] }

/**
 * Plans to take a save back. An operation whose last save it is returns to the version before, or is discarded if there is none. An
 * operation into which later saves were folded keeps what these wrote. What is being sent or was sent stays.
 * @throws AppError `outbox/not-allowed` while other new records belong to a new record that would be discarded
 */
export function planUndo(target: UndoTarget, { operations, now, ...context }: UndoContext): PlannedUndo {
  const planned = operations.draft()
  const steps: OutboxCommit[] = []
  const undone: Operation[] = []
  // The last save depends on the saves before it.
  for (const { id } of targets(operations, target, now).toReversed()) {
    const operation = planned.get(id)
    if (operation === undefined || !isUndoable(operation)) continue
    const at = 'save_id' in target ? operation.earlier.findIndex(({ save }) => save?.id === target.save_id) : -1
    const isLast = at < 0 || ('save_id' in target && operation.save?.id === target.save_id)
    const step = isLast
      ? takeBack(operation, { ...context, operations: planned })
      : takeOut(operation, at, { ...context, operations: planned })
    for (const one of step.operations) planned.put(one)
    steps.push(step)
    undone.push(isLast ? operation : { ...operation, ...operation.earlier[at] })
  }
  return { step: mergeCommits(steps), undone }
}

function targets(operations: OpenOperations, target: UndoTarget, now: number): Operation[] {
  if ('operation_id' in target) return [operations.get(target.operation_id)].filter((one) => one !== undefined)
  const id = 'save_id' in target ? target.save_id : latestSave(operations, now)
  const isOf = (one: Pick<Operation, 'save'>) => one.save?.id === id
  return [...operations.all()]
    .filter((one) => isOf(one) || ('save_id' in target && one.earlier.some(isOf)))
    .toSorted(bySeq)
}

/** When the last write of a save ends its grace period, ms since the epoch; null if none of them waits. */
export function undoableUntil(operations: OpenOperations, saveId: string, now: number): number | null {
  const ends = targets(operations, { save_id: saveId }, now).flatMap((one) => graceEnd(one, now) ?? [])
  return ends.reduce<number | null>((last, end) => Math.max(last ?? end, end), null)
}

const bySeq = (a: Operation, b: Operation) => a.seq - b.seq

/** The last save that is within its grace period: older ones are undone where the user sees them. */
function latestSave(operations: OpenOperations, now: number): string | undefined {
  const waiting = [...operations.all()].filter((one) => graceEnd(one, now) !== null)
  const latest = waiting.toSorted((a, b) => (b.save?.seq ?? 0) - (a.save?.seq ?? 0))
  return latest[0]?.save?.id
}

function takeBack(operation: Operation, context: Omit<PlanContext, 'known'>): OutboxCommit {
  const { at, operations } = context
  const [before] = operation.earlier.slice(-1)
  if (operation.action === 'delete') return bringBack(operation, context)
  if (before === undefined) return planDiscard(operation, operations, at, undoneNote)
  const change = { ...before, not_before: null, earlier: operation.earlier.slice(0, -1) }
  return transition(operation, change, { at, event: 'changed', note: 'The last edit was undone.' })
}

/** Takes out the save of an earlier version, and keeps those after it. */
function takeOut(operation: Operation, nth: number, { at, operations }: Omit<PlanContext, 'known'>): OutboxCommit {
  const { action, resource, earlier } = operation
  // Without its creation there is no record to edit.
  if (action === 'create' && nth === 0) return planDiscard(operation, operations, at, undoneNote)
  const [before, edit] = [earlier[nth - 1]?.fields ?? {}, earlier[nth]?.fields ?? {}]
  const without = <Version extends OperationVersion>(version: Version): Version => {
    const fields = withoutEdit(before, edit, version.fields)
    const isNamed = action === 'create' && resource !== 'valuations'
    return { ...version, fields, title: isNamed ? titleOfNew(resource, fields, null) : version.title }
  }
  // The versions of a deletion are edits that it replaced, each by itself.
  const later = earlier.slice(nth + 1)
  const kept = [...earlier.slice(0, nth), ...(action === 'delete' ? later : later.map(without))]
  const { title, fields } = action === 'delete' ? operation : without(operation)
  if (action === 'update' && Object.keys(fields).length === 0) return discarded(operation, at, undoneNote)
  const note = 'An earlier edit was undone; what was changed after it is kept.'
  return transition(operation, { title, fields, earlier: kept }, { at, event: 'changed', note })
}

/**
 * Fields as they would be if an edit had never been made: `before` and `edit` are the fields without it and with it, `later` those
 * after further edits. A field that was changed again later keeps that value, with the fields that belong together with it.
 */
function withoutEdit(before: JsonFields, edit: JsonFields, later: JsonFields): JsonFields {
  // In an update null clears a field, and an absent one is left as it is.
  const isKept = (field: string) =>
    Object.hasOwn(later, field) !== Object.hasOwn(edit, field) || !isSame(own(later, field), own(edit, field))
  const fields = [...new Set([...Object.keys(later), ...Object.keys(before)])].flatMap((field): [string, Json][] => {
    const was = own(before, field)
    const now = own(later, field)
    const people = peopleWithoutEdit(was, own(edit, field), now)
    const value = people ?? (fieldsTogether(field).some(isKept) ? now : was)
    return value === undefined ? [] : [[field, value]]
  })
  return Object.fromEntries(fields)
}

/** The same for each of a new household's people; null for any other field. */
function peopleWithoutEdit(before: Json | undefined, edit: Json | undefined, later: Json | undefined): Json[] | null {
  if (!Array.isArray(before) || !Array.isArray(edit) || !Array.isArray(later)) return null
  if (before.length !== edit.length || edit.length !== later.length) return null
  return later.map((person, at) => {
    const [was, is] = [before[at], edit[at]]
    return isFields(person) && isFields(was) && isFields(is) ? withoutEdit(was, is, person) : person
  })
}

/** The edits that a deletion replaced are pending again. */
function bringBack(deletion: Operation, context: Omit<PlanContext, 'known'>): OutboxCommit {
  const { resource, record_id } = deletion
  const edits = deletion.earlier.map(({ title, fields, base }) =>
    begin(context, { action: 'update', resource, record_id, parent_id: null, title, fields, base }),
  )
  return mergeCommits([discarded(deletion, context.at, undoneNote), ...edits.map(({ step }) => step)])
}

import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import type { Json } from '../../shared/domain/same.ts'
import { isRecord } from '../../shared/lib/is-record.ts'
import {
  documentCreate,
  householdCreate,
  individualCreate,
  primaryIndividualCreate,
} from '../../shared/service/writes.ts'
import { startOver, transition } from './commits.ts'
import { isEditable } from './open-operations.ts'
import type { PlannedSave } from './plan-parts.ts'
import { titleOfNew } from './titles.ts'

type Edit = { record_id: string; fields: JsonFields }

const createSchemas = {
  households: householdCreate,
  individuals: individualCreate,
  documents: documentCreate,
} as const

/** Merges an edit of a record that is still to be created into its creation; null when that is not possible. */
export function foldIntoCreate(edit: Edit, create: Operation | undefined, { at }: { at: string }): PlannedSave | null {
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
export function foldIntoPrimary(edit: Edit, create: Operation | undefined, { at }: { at: string }): PlannedSave | null {
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

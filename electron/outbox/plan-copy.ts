import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { localId } from '../../shared/domain/operation-rules.ts'
import { householdCreate, individualCreate } from '../../shared/service/writes.ts'
import { discarded, mergeCommits, notAllowed, type OutboxCommit } from './commits.ts'
import { begin, type PlanParts } from './plan-parts.ts'
import { titleOfRecord } from './titles.ts'
import { validFields } from './valid-fields.ts'

const shapes = { households: householdCreate.shape, individuals: individualCreate.shape } as const

/**
 * A new record in place of one that was deleted elsewhere, with its former fields and every pending edit.
 * @throws AppError `outbox/not-allowed` for a record that cannot be created, `ipc/bad-request` when a required field is missing
 */
export function planCopy(operation: Operation, parts: Omit<PlanParts, 'known'>): OutboxCommit {
  const { resource, base, record_id, title } = operation
  if (resource !== 'households' && resource !== 'individuals') {
    throw notAllowed('A record of this kind cannot be created again.', 'Discard the change.')
  }
  const edits = parts.book.ofRecord(record_id).filter(({ action, seq }) => action === 'update' && seq >= operation.seq)
  const whole: JsonFields = Object.assign({}, base, ...edits.map(({ fields }) => fields))
  const shape = shapes[resource]
  const kept = Object.entries(whole).filter(([field, value]) => field in shape && value !== null && value !== '')
  // The deleted household's individuals still exist; they would be created a second time.
  const fields = Object.fromEntries(kept.filter(([field]) => field !== 'primary_individuals'))
  const copy = begin(parts, {
    action: 'create',
    resource,
    record_id: localId(resource, parts.newId()),
    parent_id: typeof fields.household_id === 'string' ? fields.household_id : null,
    title: title || titleOfRecord(whole),
    fields: validFields({ action: 'create', resource }, fields),
    base: null,
  })
  const replaced = edits.map((edit) =>
    discarded(edit, parts.at, `A new record takes its place: ${copy.saved.record_id}.`),
  )
  const gone = { operations: [], events: [], gone: [{ resource, id: record_id }] }
  return mergeCommits([...replaced, copy.step, gone])
}

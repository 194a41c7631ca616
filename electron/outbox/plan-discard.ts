import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { householdOfPrimary } from '../../shared/domain/operation-rules.ts'
import { isSame, own } from '../../shared/domain/same.ts'
import { discarded, mergeCommits, notAllowed, type OutboxCommit, transition } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'

/**
 * Discards an operation. Operations that build on a new record are discarded with it; a later edit of an existing record gets the
 * base values that this operation had.
 * @throws AppError `outbox/not-allowed` while other new records belong to it
 */
export function planDiscard(operation: Operation, book: OpenOperations, at: string, note: string): OutboxCommit {
  const later = book.ofRecord(operation.record_id).filter(({ seq }) => seq > operation.seq)
  if (operation.action !== 'create') {
    const event = { at, event: 'changed', note: 'An earlier change of this record was discarded.' } as const
    const rebased = later.map((one) => transition(one, { base: withoutFields(one.base, operation) }, event))
    return mergeCommits([discarded(operation, at, note), ...rebased])
  }
  const about = [...book.all()].filter(({ fields }) => fields.individual_id === operation.record_id)
  const children = book.ofParent(operation.record_id).length + about.length
  if (children > 0) {
    throw notAllowed(
      `${children === 1 ? 'Another new record belongs' : `${children} other new records belong`} to this one.`,
      'Discard what belongs to it first.',
    )
  }
  const people = [...book.all()].filter(({ record_id }) => householdOfPrimary(record_id) === operation.record_id)
  return mergeCommits([operation, ...later, ...people].map((one) => discarded(one, at, note)))
}

/** The base of a later edit, without the values that the discarded edit would have set. */
function withoutFields(base: JsonFields | null, earlier: Operation): JsonFields | null {
  if (base === null || earlier.base === null) return base
  const fields = new Map(Object.entries(base))
  for (const [field, value] of Object.entries(earlier.fields)) {
    if (!isSame(own(base, field), value)) continue
    const before = own(earlier.base, field)
    if (before === undefined) fields.delete(field)
    else fields.set(field, before)
  }
  return Object.fromEntries(fields)
}

import type { ListedOperation } from '../../../shared/ipc/outbox.ts'

const isUnchanged = (was: ListedOperation, is: ListedOperation) =>
  was.changed_at === is.changed_at &&
  was.state === is.state &&
  was.paused === is.paused &&
  was.attempts === is.attempts &&
  was.not_before === is.not_before &&
  was.grace_until === is.grace_until &&
  was.waits_for === is.waits_for

/** Returns the writes by id, reusing the previous object for each write that has not changed. */
export function sameWhereUnchanged(
  before: ReadonlyMap<string, ListedOperation>,
  now: readonly ListedOperation[],
): ReadonlyMap<string, ListedOperation> {
  return new Map(
    now.map((operation) => {
      const was = before.get(operation.id)
      return [operation.id, was && isUnchanged(was, operation) ? was : operation]
    }),
  )
}

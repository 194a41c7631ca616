import type { Operation, OperationFile } from '../../shared/domain/operation.ts'
import { ask } from './attempt.ts'
import { backoffMs } from './backoff.ts'
import { startOver, transition } from './commits.ts'
import type { EngineParts } from './engine-parts.ts'
import type { Candidate } from './reconcile.ts'

/** A file that was cut off this often is not begun again without a person's word. */
const mostAttempts = 8

/**
 * Of documents that could be the one whose answer was lost, those that have its very bytes: each is downloaded for that.
 * Where none has them, those whose file cannot be had: each may be it or not.
 * @throws AppError `service/…`, `auth/…`
 */
export async function withSameFile(
  parts: EngineParts,
  { sha256 }: OperationFile,
  matches: readonly Candidate[],
): Promise<Candidate[]> {
  const same: Candidate[] = []
  const unknown: Candidate[] = []
  for (const match of matches) {
    const digest = await parts.service.digestOf(String(match.record.id), parts.signal)
    if (digest === sha256) same.push(match)
    else if (digest === null) unknown.push({ ...match, isWhole: false })
  }
  return same.length > 0 ? same : unknown
}

/**
 * The last bytes of the form never went out, and no such document is there: nothing can come of that attempt any more, and
 * the file begins again.
 */
export async function beginFileAgain(parts: EngineParts, operation: Operation): Promise<void> {
  const { holds, clock } = parts
  const { id, attempts } = operation
  if (attempts >= mostAttempts) {
    await ask(parts, operation, { kind: 'not-found' })
    return
  }
  holds.forget(id)
  const not_before = new Date(clock.now() + backoffMs(attempts, clock.random())).toISOString()
  const event = parts.event('not-sent', 'Cut short before the whole file was sent; it begins again.')
  await parts.change(id, (current) =>
    current.state === 'uncertain' ? transition(current, { ...startOver, not_before }, event) : null,
  )
}

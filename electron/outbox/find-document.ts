import type { Operation, OperationFile } from '../../shared/domain/operation.ts'
import { ask } from './attempt.ts'
import type { EngineParts } from './engine-parts.ts'
import { backOffMs } from './holds.ts'
import type { Found } from './reconcile.ts'
import { startOver, stepOf } from './steps.ts'

/** A file that was cut off this often is not begun again without a person's word. */
const mostAttempts = 8

/**
 * Of documents that could be the one whose answer was lost, those that have its very bytes: each is downloaded for that.
 * One whose file cannot be had may be it or not.
 * @throws AppError `service/…`, `auth/…`
 */
export async function withSameFile(parts: EngineParts, { sha256 }: OperationFile, found: Found): Promise<Found> {
  if (found.kind === 'none') return found
  const candidates = found.kind === 'one' ? [found.record] : found.records
  const same: typeof candidates = []
  const unknown: typeof candidates = []
  for (const record of candidates) {
    const digest = await parts.service.digestOf(String(record.id), parts.signal)
    if (digest === sha256) same.push(record)
    else if (digest === null) unknown.push(record)
  }
  const [first] = same
  if (first && same.length === 1) return { kind: 'one', record: first }
  const records = same.length > 0 ? same : unknown
  return records.length > 0 ? { kind: 'several', records } : { kind: 'none' }
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
  const not_before = new Date(clock.now() + backOffMs(attempts, clock.random())).toISOString()
  const event = parts.event('not-sent', 'Cut short before the whole file was sent; it begins again.')
  await parts.change(id, (current) =>
    current.state === 'uncertain' ? stepOf(current, { ...startOver, not_before }, event) : null,
  )
}

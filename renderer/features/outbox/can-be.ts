import type { Operation } from '../../../shared/domain/operation.ts'
import type { Decision } from '../../../shared/ipc/outbox.ts'

type Standing = Pick<Operation, 'state' | 'question' | 'action'>

/** Only what waits to be sent can be held back. */
export const canBePaused = ({ state }: Standing): boolean => state === 'queued'

/** What was never sent, or was refused, can still be changed; a deletion has nothing to change. */
export const canBeEdited = ({ state, question, action }: Standing): boolean =>
  action !== 'delete' && (state === 'failed' || (state === 'queued' && question === null))

/** Trying at once what would be tried later, in the words for it; null where it makes no sense. */
export function canBeRetried(
  operation: Standing & Pick<Operation, 'attempts'>,
): { label: string; answer: Decision } | null {
  const { state, question, attempts } = operation
  if (state === 'failed') return { label: 'Try again', answer: { decision: 'retry' } }
  if (state === 'queued' && attempts > 0 && question === null)
    return { label: 'Try now', answer: { decision: 'retry' } }
  if (state === 'uncertain' && question === null) return { label: 'Check now', answer: { decision: 'check-again' } }
  return null
}

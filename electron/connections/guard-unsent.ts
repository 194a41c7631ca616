import { AppError } from '../../shared/domain/app-error.ts'
import type { ConnectionRuntime } from './connection-runtime.ts'

/**
 * Leaving a connection keeps its ledger, but a user with unsent writes must be told before leaving.
 * @throws AppError `outbox/unsent` while there are unsent writes; nothing if the ledger cannot be opened, because it stays intact
 */
export async function guardUnsent(runtime: Pick<ConnectionRuntime, 'countUnsent'>): Promise<void> {
  const count = await runtime.countUnsent().catch(() => 0)
  if (count === 0) return
  throw new AppError('outbox/unsent', {
    message: count === 1 ? 'One change was not sent yet.' : `${count} changes were not sent yet.`,
    nextStep: 'Send or discard them first, or export them and leave them in the ledger of this computer.',
    detail: String(count),
  })
}

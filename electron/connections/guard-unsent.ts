import { AppError } from '../../shared/domain/app-error.ts'
import type { ConnectionRuntime } from './connection-runtime.ts'

/**
 * Leaving a connection leaves its ledger alone, but whoever leaves with writes that were not sent must know.
 * @throws AppError `outbox/unsent` while there are any; nothing when the ledger cannot be opened, since nothing of it goes
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

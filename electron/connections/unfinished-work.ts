import { AppError } from '../../shared/domain/app-error.ts'
import type { ConnectionRuntime } from './connection-runtime.ts'

/** Work that would be interrupted or lost if Steward quit now. */
export type Unfinished = {
  /** Files being uploaded; they start over the next time. */
  uploads: number
  /** Changes, files and forms of connections that store nothing on this computer: they would be lost. */
  lost: number
}

type Runtimes = { all(): Promise<Pick<ConnectionRuntime, 'keepsNothing' | 'cache' | 'open'>[]> }

/** Checks only the connections that are already open. Throws `cache/…`. */
export async function findUnfinished(runtimes: Runtimes): Promise<Unfinished> {
  const found: Unfinished = { uploads: 0, lost: 0 }
  for (const runtime of await runtimes.all()) {
    if (runtime.cache() !== 'open') continue
    const { outbox, tray, store } = await runtime.open()
    found.uploads += outbox.uploads()
    if (!runtime.keepsNothing) continue
    const [{ rows }, statements, drafts] = await Promise.all([
      tray.list(),
      tray.statements(),
      store.read('drafts.list', {}),
    ])
    found.lost += outbox.counts().open + rows.length + statements.length + drafts.length
  }
  return found
}

/**
 * Leaving a connection keeps its ledger, but a user with unsent writes must be told before leaving.
 * @throws AppError `outbox/unsent` while there are unsent writes; nothing if the ledger cannot be opened, because it stays intact
 */
export async function guardUnsent(runtime: Pick<ConnectionRuntime, 'countUnsent'>): Promise<void> {
  const count = await runtime.countUnsent().catch(() => 0)
  if (count === 0) return
  throw new AppError('outbox/unsent', {
    message: count === 1 ? 'One change has not been sent yet.' : `${count} changes have not been sent yet.`,
    nextStep: 'Send or discard them first, or export them and keep them on this computer.',
    detail: String(count),
  })
}

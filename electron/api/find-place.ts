import { AppError } from '../../shared/domain/app-error.ts'
import type { LinkedRecord } from '../../shared/domain/record-link.ts'

type Options = {
  /** Connections to ask, the most likely first. */
  connectionIds: Iterable<string>
  /** Whether a connection's mirror has the record. */
  knows(connectionId: string, record: LinkedRecord): Promise<boolean>
}

/**
 * The address of a record's screen, in the first connection that has the record. A connection that cannot be asked is skipped.
 *
 * @throws AppError `link/not-found`
 */
export async function findPlace(record: LinkedRecord, { connectionIds, knows }: Options): Promise<string> {
  for (const connectionId of new Set(connectionIds)) {
    if (!(await knows(connectionId, record).catch(() => false))) continue
    return `/c/${connectionId}/${record.resource}/${encodeURIComponent(record.id)}`
  }
  throw new AppError('link/not-found', {
    message: 'No open connection has the record that this link leads to.',
    nextStep: 'Open the connection it belongs to, let it sync, and open the link again.',
  })
}

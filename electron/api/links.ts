import { AppError } from '../../shared/domain/app-error.ts'
import { type LinkedRecord, readRecordLink } from '../../shared/domain/record-link.ts'
import type { Runtimes } from '../connections/connection-runtime.ts'
import type { Core } from './core.ts'

const connectionOf = (screen: string | null): string[] => /^\/c\/([0-9a-f]{32})/.exec(screen ?? '')?.slice(1) ?? []

/**
 * Finds the screen of a link that the operating system passed to Steward. Searches the front window's connection, the connections
 * whose mirrors are open, and the one shown last. No request goes to a service.
 */
export function createFindLink(
  runtimes: Runtimes,
  { lastScreen }: { lastScreen: () => Promise<{ path: string | null }> },
): Core['findLink'] {
  return async (link, screen) => {
    const record = parseLink(link)
    const open = (await runtimes.all()).filter((runtime) => runtime.cache() === 'open')
    const last = await lastScreen()
    return findPlace(record, {
      connectionIds: [
        ...connectionOf(screen),
        ...open.map(({ connection }) => connection.id),
        ...connectionOf(last.path),
      ],
      async knows(connectionId, { resource, id }) {
        const { store } = await (await runtimes.get(connectionId)).open()
        return (await store.read('records.byIds', { resource, ids: [id] })).records.length > 0
      },
    })
  }
}

/**
 * Parses a link that the operating system passed to Steward. Links are untrusted, so error messages never repeat their text.
 *
 * @throws AppError `link/not-understood`
 */
function parseLink(text: string): LinkedRecord {
  const record = readRecordLink(text)
  if (record !== null) return record
  throw new AppError('link/not-understood', {
    message: 'This is not a link to a Steward record.',
    nextStep: 'Ask for a new link. “Copy a link to this record” makes one.',
  })
}

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
async function findPlace(record: LinkedRecord, { connectionIds, knows }: Options): Promise<string> {
  for (const connectionId of new Set(connectionIds)) {
    if (!(await knows(connectionId, record).catch(() => false))) continue
    return `/c/${connectionId}/${record.resource}/${encodeURIComponent(record.id)}`
  }
  throw new AppError('link/not-found', {
    message: 'No open connection has the record that this link leads to.',
    nextStep: 'Open the connection it belongs to, let it sync, and open the link again.',
  })
}

import type { ConnectionStore } from '../data/connection-store.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import type { FetcherOptions } from '../documents/fetch-files.ts'
import type { KnownRecords, OutboxFiles } from '../outbox/outbox.ts'

/** Reads the mirror's record that a file belongs to. */
export function fileRecordIn(store: Pick<ConnectionStore, 'read'>): FetcherOptions['recordOf'] {
  return async ({ kind, id }) => {
    const resource = kind === 'document' ? 'documents' : 'document-summaries'
    const found = (await store.read('records.byIds', { resource, ids: [id] })).records[0]
    const updatedAt = found?.record.updated_at
    return found && typeof updatedAt === 'string' ? { name: found.title, updatedAt } : null
  }
}

/** The names, fields and ids of records, as the outbox asks for them. */
export function knownRecordsIn(store: Pick<ConnectionStore, 'read'>): KnownRecords {
  const find = async (resource: Parameters<KnownRecords['recordOf']>[0], id: string) =>
    (await store.read('records.byIds', { resource, ids: [id] })).records[0] ?? null
  return {
    titleOf: async (resource, id) => (await find(resource, id))?.title ?? null,
    recordOf: async (resource, id) => (await find(resource, id))?.record ?? null,
    serverIdOf: async (localId) => (await store.read('outbox.serverIdOf', { record_id: localId })).server_id,
  }
}

/**
 * The staged files of a connection for its outbox: an uploaded one becomes the document's own file without a download, and one
 * that is no longer needed is removed.
 */
export function outboxFilesOf({ staged, held }: ConnectionFiles): OutboxFiles {
  return {
    open: (stagedId) => staged.read(stagedId, undefined, { isPassing: true }),
    async settled({ state, server_id, file }, isSame) {
      if (!file) return
      if (state === 'done' && isSame && server_id !== null) await held.adoptStaged(file.staged_id, server_id)
      else await staged.remove(file.staged_id)
    },
  }
}

import type { ConnectionStore } from '../data/connection-store.ts'
import type { FetcherOptions } from '../documents/fetch-files.ts'

/** Reads the mirror's record that a file belongs to. */
export function fileRecordIn(store: Pick<ConnectionStore, 'read'>): FetcherOptions['recordOf'] {
  return async ({ kind, id }) => {
    const resource = kind === 'document' ? 'documents' : 'document-summaries'
    const found = (await store.read('records.byIds', { resource, ids: [id] })).records[0]
    const updatedAt = found?.record.updated_at
    return found && typeof updatedAt === 'string' ? { name: found.title, updatedAt } : null
  }
}

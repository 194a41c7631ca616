import Database from 'better-sqlite3'
import type { JsonFields } from '../../shared/domain/operation.ts'

export type ServedRecord = JsonFields & { id: string; deleted: boolean }
type Table = 'households' | 'individuals' | 'valuations' | 'entities' | 'users' | 'documents'

/** `digests`: SHA-256 of the uploaded files, by document id. */
export type Served = Record<Table, ServedRecord[]> & { digests: Map<string, string> }

/** Reads every current and deleted record of the service directly from its database file. */
export function readServed(file: string): Served {
  const db = new Database(file, { readonly: true })
  try {
    const all = (table: Table): ServedRecord[] =>
      db
        .prepare<[], { id: string; json: string; deleted_at: string | null }>(
          `SELECT id, json, deleted_at FROM ${table} ORDER BY seq`,
        )
        .all()
        .map(({ id, json, deleted_at }) => ({ ...(JSON.parse(json) as JsonFields), id, deleted: deleted_at !== null }))
    return {
      households: all('households'),
      individuals: all('individuals'),
      valuations: all('valuations'),
      entities: all('entities'),
      users: all('users'),
      documents: all('documents'),
      digests: new Map(
        db.prepare<[], [string, string]>('SELECT document_id, sha256 FROM files WHERE sha256 IS NOT NULL').raw().all(),
      ),
    }
  } finally {
    db.close()
  }
}

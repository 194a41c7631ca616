import type { Resource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'
import type { ParsedRecord } from './record-table.ts'

type BadRecord = { resource: Resource; digest: string; json: string; parsed: Extract<ParsedRecord, { kind: 'bad' }> }

/** Records that did not match their schema; always inside an open transaction. */
export type Quarantine = {
  put(bad: BadRecord, seenAt: number): void
  /** A valid version of this record arrived. Returns true if there was another one. */
  resolve(resource: Resource, id: string): boolean
  /** After a complete sweep: deletes those that it did not deliver again. */
  keepOnly(resource: Resource, digests: ReadonlySet<string>): void
}

const keyOf = (resource: Resource, digest: string) => `${resource}:${Buffer.from(digest, 'latin1').toString('hex')}`

/** A {@link Quarantine} on one connection. */
export function createQuarantine(db: WritableDatabase): Quarantine {
  const put = db.prepare(
    `INSERT INTO set_aside (key, resource, id, field, problem, seen_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET seen_at = excluded.seen_at`,
  )
  const any = db.prepare<[string], { found: number }>('SELECT 1 AS found FROM set_aside WHERE resource = ? LIMIT 1')
  const byId = db.prepare('DELETE FROM set_aside WHERE resource = ? AND id = ?')
  const keys = db.prepare<[string], { key: string }>('SELECT key FROM set_aside WHERE resource = ?')
  const remove = db.prepare('DELETE FROM set_aside WHERE key = ?')
  return {
    put({ resource, digest, json, parsed }, seenAt) {
      if (parsed.id !== null) byId.run(resource, parsed.id)
      put.run(keyOf(resource, digest), resource, parsed.id, parsed.field, parsed.problem, seenAt, json)
    },
    resolve: (resource, id) => any.get(resource) !== undefined && byId.run(resource, id).changes > 0,
    keepOnly(resource, digests) {
      const wanted = new Set([...digests].map((digest) => keyOf(resource, digest)))
      for (const { key } of keys.all(resource)) if (!wanted.has(key)) remove.run(key)
    },
  }
}

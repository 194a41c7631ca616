import { toCacheError } from '../cache-errors.ts'
import type { ReadInput, ReadOutput } from '../connection-store.ts'
import type { HeldRow, HeldWriteName, HeldWrites } from '../file-rows.ts'
import type { Db } from '../open-database.ts'
import type { Reader } from '../reads/reader.ts'
import type { Writer } from '../writer.ts'

const columns = 'kind, id, stored_name, key, size, sha256, media_type, name, held_at, used_at, etag, record_updated_at'

export function readHeldFiles({ mirror }: Reader, { kind, ids }: ReadInput<'files.held'>): ReadOutput<'files.held'> {
  return mirror
    .prepare<[string, string], HeldRow>(
      `SELECT ${columns} FROM held_file WHERE kind = ? AND id IN (SELECT value FROM json_each(?))`,
    )
    .all(kind, JSON.stringify(ids))
}

export function heldByDigest(
  { mirror }: Reader,
  { sha256 }: ReadInput<'files.heldByDigest'>,
): ReadOutput<'files.heldByDigest'> {
  return mirror.prepare<[string], HeldRow>(`SELECT ${columns} FROM held_file WHERE sha256 = ?`).all(sha256)
}

export function readHeldUse({ mirror }: Reader): ReadOutput<'files.heldUse'> {
  return mirror
    .prepare<[], ReadOutput<'files.heldUse'>[number]>(
      'SELECT kind, id, stored_name, size, held_at, used_at FROM held_file ORDER BY used_at, kind, id',
    )
    .all()
}

export function readThumbnails(
  { mirror }: Reader,
  { ids }: ReadInput<'files.thumbnails'>,
): ReadOutput<'files.thumbnails'> {
  return mirror
    .prepare<[string], { id: string; png: Uint8Array }>(
      `SELECT t.document_id AS id, t.png FROM thumbnail t
       JOIN held_file h ON h.kind = 'document' AND h.id = t.document_id AND h.sha256 = t.sha256
       WHERE t.document_id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids))
}

type Keepers = { [Name in HeldWriteName]: (mirror: Db, input: HeldWrites[Name]) => void }

const keepers: Keepers = {
  'files.putHeld'(mirror, row) {
    mirror
      .prepare(
        `INSERT OR REPLACE INTO held_file (${columns})
         VALUES (@kind, @id, @stored_name, @key, @size, @sha256, @media_type, @name, @held_at, @used_at, @etag,
           @record_updated_at)`,
      )
      .run({ ...row, key: Buffer.from(row.key) })
    if (row.kind !== 'document') return
    mirror.prepare('DELETE FROM thumbnail WHERE document_id = ? AND sha256 <> ?').run(row.id, row.sha256)
  },
  'files.removeHeld'(mirror, { keys }) {
    const file = mirror.prepare('DELETE FROM held_file WHERE kind = ? AND id = ?')
    const picture = mirror.prepare('DELETE FROM thumbnail WHERE document_id = ?')
    for (const { kind, id } of keys) {
      file.run(kind, id)
      if (kind === 'document') picture.run(id)
    }
  },
  'files.touchHeld'(mirror, { kind, id, used_at }) {
    mirror.prepare('UPDATE held_file SET used_at = ? WHERE kind = ? AND id = ?').run(used_at, kind, id)
  },
  'files.keepThumbnail'(mirror, { id, sha256, png }) {
    mirror
      .prepare(
        `INSERT OR REPLACE INTO thumbnail (document_id, sha256, png)
         SELECT id, sha256, ? FROM held_file WHERE kind = 'document' AND id = ? AND sha256 = ?`,
      )
      .run(Buffer.from(png), id, sha256)
  },
}

/**
 * Writes facts about downloaded files and commits, together with the open batch.
 * @throws AppError `cache/write-failed`, `cache/damaged`
 */
export function keepHeld({ mirror, batch }: Writer, name: HeldWriteName, input: unknown): void {
  // The caller's types guarantee that the input belongs to the name.
  const keeper = keepers[name] as (mirror: Db, input: unknown) => void
  try {
    batch.write(() => keeper(mirror, input))
    batch.commit()
  } catch (problem) {
    throw toCacheError(problem)
  }
}

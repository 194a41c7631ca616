import { toCacheError } from '../cache-errors.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'
import type { BatchedMirror } from '../write-batch.ts'
import { textWrites } from './page-texts.ts'

/** The mirror's row of a downloaded file. */
export type HeldRow = {
  kind: 'document' | 'summary'
  id: string
  stored_name: string
  key: Uint8Array
  size: number
  sha256: string
  media_type: string
  /** The reason why its content is not opened in another program; null if there is none. */
  caution: string | null
  /** The version of the rules by which type and caution were found; 0 for those before the first. */
  judge_version: number
  name: string
  held_at: string
  used_at: string
  etag: string | null
  record_updated_at: string | null
}

export type HeldKey = Pick<HeldRow, 'kind' | 'id'>

const columns =
  'kind, id, stored_name, key, size, sha256, media_type, caution, judge_version, name, held_at, used_at, etag, record_updated_at'

/** At most 500 ids; files that are not downloaded are left out. */
export function readHeldFiles(
  { mirror }: ReadableStores,
  { kind, ids }: { kind: HeldRow['kind']; ids: readonly string[] },
): HeldRow[] {
  return mirror
    .prepare<[string, string], HeldRow>(
      `SELECT ${columns} FROM held_file WHERE kind = ? AND id IN (SELECT value FROM json_each(?))`,
    )
    .all(kind, JSON.stringify(ids))
}

/** Downloaded files with this content. */
export function heldByDigest({ mirror }: ReadableStores, { sha256 }: { sha256: string }): HeldRow[] {
  return mirror.prepare<[string], HeldRow>(`SELECT ${columns} FROM held_file WHERE sha256 = ?`).all(sha256)
}

type HeldUse = Pick<HeldRow, 'kind' | 'id' | 'stored_name' | 'size' | 'held_at' | 'used_at'>

/** All downloaded files, least recently used first. */
export function readHeldUse({ mirror }: ReadableStores): HeldUse[] {
  return mirror
    .prepare<[], HeldUse>(
      'SELECT kind, id, stored_name, size, held_at, used_at FROM held_file ORDER BY used_at, kind, id',
    )
    .all()
}

/** Thumbnails of the downloaded files; one made from different content is not returned. */
export function readThumbnails(
  { mirror }: ReadableStores,
  { ids }: { ids: readonly string[] },
): { id: string; png: Uint8Array }[] {
  return mirror
    .prepare<[string], { id: string; png: Uint8Array }>(
      `SELECT t.document_id AS id, t.png FROM thumbnail t
       JOIN held_file h ON h.kind = 'document' AND h.id = t.document_id AND h.sha256 = t.sha256
       WHERE t.document_id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids))
}

/** Replaces the row with the same key, and deletes a thumbnail of different content. */
function putHeld(mirror: WritableDatabase, row: HeldRow): void {
  mirror
    .prepare(
      `INSERT OR REPLACE INTO held_file (${columns})
       VALUES (@kind, @id, @stored_name, @key, @size, @sha256, @media_type, @caution, @judge_version, @name, @held_at,
         @used_at, @etag, @record_updated_at)`,
    )
    .run({ ...row, key: Buffer.from(row.key) })
  if (row.kind !== 'document') return
  mirror.prepare('DELETE FROM thumbnail WHERE document_id = ? AND sha256 <> ?').run(row.id, row.sha256)
}

/** The writes to the mirror's rows about downloaded files and their texts, by name. */
const writes = {
  ...textWrites,
  'files.putHeld': putHeld,
  /** Puts several rows at once, as {@link putHeld} does. */
  'files.putAllHeld'(mirror: WritableDatabase, { rows }: { rows: readonly HeldRow[] }): void {
    for (const row of rows) putHeld(mirror, row)
  },
  'files.removeHeld'(mirror: WritableDatabase, { keys }: { keys: readonly HeldKey[] }): void {
    const file = mirror.prepare('DELETE FROM held_file WHERE kind = ? AND id = ?')
    const picture = mirror.prepare('DELETE FROM thumbnail WHERE document_id = ?')
    for (const { kind, id } of keys) {
      file.run(kind, id)
      if (kind === 'document') picture.run(id)
    }
  },
  /** Stores what a downloaded file was found to be; ignored once it was replaced. */
  'files.judgeHeld'(mirror: WritableDatabase, { stored_name, media_type, caution, judge_version }: JudgedHeld): void {
    mirror
      .prepare('UPDATE held_file SET media_type = ?, caution = ?, judge_version = ? WHERE stored_name = ?')
      .run(media_type, caution, judge_version, stored_name)
  },
  'files.touchHeld'(mirror: WritableDatabase, { kind, id, used_at }: HeldKey & { used_at: string }): void {
    mirror.prepare('UPDATE held_file SET used_at = ? WHERE kind = ? AND id = ?').run(used_at, kind, id)
  },
  /** Ignored unless the document's downloaded file has this digest. */
  'files.keepThumbnail'(mirror: WritableDatabase, { id, sha256, png }: Thumbnail): void {
    mirror
      .prepare(
        `INSERT OR REPLACE INTO thumbnail (document_id, sha256, png)
         SELECT id, sha256, ? FROM held_file WHERE kind = 'document' AND id = ? AND sha256 = ?`,
      )
      .run(Buffer.from(png), id, sha256)
  },
} as const

type JudgedHeld = Pick<HeldRow, 'stored_name' | 'media_type' | 'caution' | 'judge_version'>
type Thumbnail = { id: string; sha256: string; png: Uint8Array }

export type HeldWriteName = keyof typeof writes
export type HeldWriteInput<Name extends HeldWriteName> = Parameters<(typeof writes)[Name]>[1]

/**
 * Writes facts about downloaded files and commits, together with the open batch.
 * @throws AppError `cache/write-failed`, `cache/damaged`
 */
export function writeFileCache<Name extends HeldWriteName>(
  { mirror, batch }: BatchedMirror,
  name: Name,
  input: HeldWriteInput<Name>,
): void {
  // The compiler cannot pair a name with its own input.
  const write: (mirror: WritableDatabase, input: never) => void = writes[name]
  try {
    batch.write(() => write(mirror, input as never))
    batch.commit()
  } catch (problem) {
    throw toCacheError(problem)
  }
}

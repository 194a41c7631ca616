import type { ReadableStores, WritableDatabase } from '../open-database.ts'

/** The ledger's row of a file waiting to be uploaded. Times are ISO 8601. */
export type StagedRow = {
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
  staged_at: string
}

const columns = 'id, stored_name, key, size, sha256, media_type, caution, judge_version, name, staged_at'

/** At most 500 ids; unknown ones are left out. */
export function readStaged({ ledger }: ReadableStores, { ids }: { ids: readonly string[] }): StagedRow[] {
  return ledger
    .prepare<[string], StagedRow>(
      `SELECT ${columns} FROM staged_file WHERE id IN (SELECT value FROM json_each(?)) ORDER BY staged_at, id`,
    )
    .all(JSON.stringify(ids))
}

/** Staged files with this content, oldest first. */
export function stagedByDigest({ ledger }: ReadableStores, { sha256 }: { sha256: string }): StagedRow[] {
  return ledger
    .prepare<[string], StagedRow>(`SELECT ${columns} FROM staged_file WHERE sha256 = ? ORDER BY staged_at, id`)
    .all(sha256)
}

/** The stored name of every staged file. */
export function stagedNames({ ledger }: ReadableStores): string[] {
  return ledger.prepare<[], string>('SELECT stored_name FROM staged_file').pluck().all()
}

/** Adds a staged file; its id must be new. */
export function putStaged(ledger: WritableDatabase, row: StagedRow): void {
  ledger
    .prepare(
      `INSERT INTO staged_file (${columns})
       VALUES (@id, @stored_name, @key, @size, @sha256, @media_type, @caution, @judge_version, @name, @staged_at)`,
    )
    .run({ ...row, key: Buffer.from(row.key) })
}

type JudgedStaged = Pick<StagedRow, 'id' | 'media_type' | 'caution' | 'judge_version'>

/** Stores what a staged file was found to be; an unknown id is ignored. */
export function judgeStaged(ledger: WritableDatabase, { id, media_type, caution, judge_version }: JudgedStaged): void {
  ledger
    .prepare('UPDATE staged_file SET media_type = ?, caution = ?, judge_version = ? WHERE id = ?')
    .run(media_type, caution, judge_version, id)
}

/** Removes staged files; unknown ids are ignored. */
export function removeStaged(ledger: WritableDatabase, { ids }: { ids: readonly string[] }): void {
  ledger.prepare('DELETE FROM staged_file WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(ids))
}

/** A summary as it was before its first edit on this computer. */
export function readSummaryOriginal(
  { ledger }: ReadableStores,
  { id }: { id: string },
): { kept_at: string; json: string } | null {
  const found = ledger.prepare<[string], { kept_at: string; json: string }>(
    'SELECT kept_at, json FROM summary_original WHERE id = ?',
  )
  return found.get(id) ?? null
}

/** Ignored if an original exists already. */
export function keepSummaryOriginal(
  ledger: WritableDatabase,
  { id, json }: { id: string; json: string },
  now: number,
): void {
  ledger
    .prepare('INSERT INTO summary_original (id, kept_at, json) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING')
    .run(id, new Date(now).toISOString(), json)
}

/** A stored row of the intake tray; only the code that writes `json` interprets it. */
export type StoredIntakeRow = { id: string; staged_id: string | null; removed_at: string | null; json: string }

/** In the order they were dropped, including those removed from the tray. */
export function listIntakeRows(reader: ReadableStores): StoredIntakeRow[] {
  return reader.ledger
    .prepare<[], StoredIntakeRow>('SELECT id, staged_id, removed_at, json FROM intake_row ORDER BY seq')
    .all()
}

/** Creates rows of the tray or replaces those with the same ids, which keep their position. */
export function putIntakeRows(ledger: WritableDatabase, { rows }: { rows: readonly StoredIntakeRow[] }): void {
  const put = ledger.prepare<[string, string | null, string | null, string]>(
    `INSERT INTO intake_row (id, staged_id, removed_at, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET staged_id = excluded.staged_id, removed_at = excluded.removed_at, json = excluded.json`,
  )
  for (const { id, staged_id, removed_at, json } of rows) put.run(id, staged_id, removed_at, json)
}

/** Deletes rows of the tray; unknown ids are ignored. */
export function forgetIntakeRows(ledger: WritableDatabase, { ids }: { ids: readonly string[] }): void {
  const forget = ledger.prepare<[string]>('DELETE FROM intake_row WHERE id = ?')
  for (const id of ids) forget.run(id)
}

/** Ids of all staged files, including those of queued uploads. */
export function listStagedIds(reader: ReadableStores): string[] {
  return reader.ledger
    .prepare<[], { id: string }>('SELECT id FROM staged_file')
    .all()
    .map(({ id }) => id)
}

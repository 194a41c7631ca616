import type { ReadInput, ReadOutput } from '../connection-store.ts'
import type { StagedRow, StagedWrites } from '../file-rows.ts'
import type { Db } from '../open-database.ts'
import type { Reader } from '../reads/reader.ts'

const columns = 'id, stored_name, key, size, sha256, media_type, name, staged_at'

export function readStaged({ ledger }: Reader, { ids }: ReadInput<'files.staged'>): ReadOutput<'files.staged'> {
  return ledger
    .prepare<[string], StagedRow>(
      `SELECT ${columns} FROM staged_file WHERE id IN (SELECT value FROM json_each(?)) ORDER BY staged_at, id`,
    )
    .all(JSON.stringify(ids))
}

export function stagedByDigest(
  { ledger }: Reader,
  { sha256 }: ReadInput<'files.stagedByDigest'>,
): ReadOutput<'files.stagedByDigest'> {
  return ledger
    .prepare<[string], StagedRow>(`SELECT ${columns} FROM staged_file WHERE sha256 = ? ORDER BY staged_at, id`)
    .all(sha256)
}

export function stagedNames({ ledger }: Reader): ReadOutput<'files.stagedNames'> {
  return ledger.prepare<[], string>('SELECT stored_name FROM staged_file').pluck().all()
}

export function putStaged(ledger: Db, row: StagedWrites['files.putStaged']): void {
  ledger
    .prepare(
      `INSERT INTO staged_file (${columns})
       VALUES (@id, @stored_name, @key, @size, @sha256, @media_type, @name, @staged_at)`,
    )
    .run({ ...row, key: Buffer.from(row.key) })
}

export function removeStaged(ledger: Db, { ids }: StagedWrites['files.removeStaged']): void {
  ledger.prepare('DELETE FROM staged_file WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(ids))
}

export function readSummaryOriginal(
  { ledger }: Reader,
  { id }: ReadInput<'files.summaryOriginal'>,
): ReadOutput<'files.summaryOriginal'> {
  const found = ledger.prepare<[string], { kept_at: string; json: string }>(
    'SELECT kept_at, json FROM summary_original WHERE id = ?',
  )
  return found.get(id) ?? null
}

export function keepSummaryOriginal(
  ledger: Db,
  { id, json }: StagedWrites['files.keepSummaryOriginal'],
  now: number,
): void {
  ledger
    .prepare('INSERT INTO summary_original (id, kept_at, json) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING')
    .run(id, new Date(now).toISOString(), json)
}

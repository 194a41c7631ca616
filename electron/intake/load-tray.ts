import { failed, type KeptRow, readRow, storeRow } from './intake-row.ts'
import { gone, interrupted } from './issues.ts'
import type { TrayOptions } from './tray-parts.ts'

/**
 * Loads the tray after a start: removed rows are deleted, files whose transfer was interrupted are marked as failed, and rows
 * that reached the outbox are dropped. Staged files without any reference are removed.
 */
export async function loadTray({ store, files }: TrayOptions): Promise<KeptRow[]> {
  const stored = await store.read('intake.rows', {})
  const staged = new Set(await store.read('intake.stagedIds', {}))
  const uploads = staged.size === 0 ? [] : await store.read('outbox.unsent', {})
  const uploading = new Set(uploads.flatMap(({ file }) => file?.staged_id ?? []))
  const rows: KeptRow[] = []
  const forget: string[] = []
  const put: KeptRow[] = []
  const needed = new Set(uploading)
  for (const one of stored) {
    const before = readRow(one)
    // A later version of Steward can read it.
    if (before === null) {
      if (one.staged_id !== null) needed.add(one.staged_id)
      continue
    }
    const row = goOnWith(before, { staged, uploading })
    if (row === null) {
      forget.push(one.id)
      continue
    }
    if (row !== before) put.push(row)
    if (row.staged_id !== null) needed.add(row.staged_id)
    rows.push(row)
  }
  if (put.length > 0) await store.keep('intake.put', { rows: put.map(storeRow) })
  if (forget.length > 0) await store.keep('intake.forget', { ids: forget })
  for (const id of staged) if (!needed.has(id)) await files.staged.remove(id)
  return rows
}

type Staged = { staged: ReadonlySet<string>; uploading: ReadonlySet<string> }

/** A row's state after a start; null if the row is no longer needed. */
function goOnWith(row: KeptRow, { staged, uploading }: Staged): KeptRow | null {
  if (row.removed_at !== null) return null
  if (row.submitted && row.staged_id !== null) {
    // The row is in the outbox, or was already sent from it; otherwise it never got there.
    if (uploading.has(row.staged_id) || !staged.has(row.staged_id)) return null
    return { ...row, submitted: false }
  }
  if (row.state === 'staging') return failed(row, interrupted)
  if (row.state === 'ready' && (row.staged_id === null || !staged.has(row.staged_id))) return failed(row, gone)
  return row
}

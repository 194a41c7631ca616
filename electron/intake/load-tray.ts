import { failed, type KeptRow, readRow, storeRow } from './intake-row.ts'
import { gone, interrupted } from './issues.ts'
import type { TrayOptions } from './tray-options.ts'

/**
 * The tray as it was left: what was taken out of it is gone for good, what was on its way when Steward ended says so, what
 * reached the outbox is not here twice. Staged files that nothing refers to are removed.
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
    // A later Steward will know what to do with it.
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

/** What becomes of a row at a start; null when it is not needed any more. */
function goOnWith(row: KeptRow, { staged, uploading }: Staged): KeptRow | null {
  if (row.removed_at !== null) return null
  if (row.submitted && row.staged_id !== null) {
    // In the outbox, or already out of it; else it never got there.
    if (uploading.has(row.staged_id) || !staged.has(row.staged_id)) return null
    return { ...row, submitted: false }
  }
  if (row.state === 'staging') return failed(row, interrupted)
  if (row.state === 'ready' && (row.staged_id === null || !staged.has(row.staged_id))) return failed(row, gone)
  return row
}

import { type SavedView, savedView } from '../../../shared/ipc/views.ts'
import type { Db } from '../open-database.ts'
import type { Reader } from '../reads/reader.ts'

/** Reads one row; a view written by a newer Steward that this version cannot read is left unchanged. */
export function listViews({ ledger }: Pick<Reader, 'ledger'>, { resource }: { resource: string }): SavedView[] {
  const stored = ledger
    .prepare<[string], string>('SELECT json FROM saved_view WHERE resource = ? ORDER BY seq')
    .pluck()
    .all(resource)
  return stored.flatMap((json) => {
    const view = savedView.safeParse(JSON.parse(json))
    return view.success ? [view.data] : []
  })
}

/** A view keeps its position in the list when it is replaced. */
export function saveView(ledger: Db, view: SavedView, now: number): void {
  ledger
    .prepare(
      `INSERT INTO saved_view (id, resource, name, saved_at, json) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET resource = excluded.resource, name = excluded.name, saved_at = excluded.saved_at,
         json = excluded.json`,
    )
    .run(view.id, view.resource, view.name, now, JSON.stringify(view))
}

export function removeView(ledger: Db, { id }: { id: string }): void {
  ledger.prepare('DELETE FROM saved_view WHERE id = ?').run(id)
}

import type { KeptDraft } from '../../../shared/ipc/drafts.ts'
import { type SavedView, savedView } from '../../../shared/ipc/views.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

/** Drafts are stored among the settings, under names with this prefix. */
const prefix = 'draft:'

/** All drafts, by name. */
export function listDrafts(reader: ReadableStores): KeptDraft[] {
  return reader.ledger
    .prepare<[number, number, string], KeptDraft>(
      'SELECT substr(name, ?) AS name, value AS json FROM setting WHERE substr(name, 1, ?) = ? ORDER BY name',
    )
    .all(prefix.length + 1, prefix.length, prefix)
}

/** Null deletes the draft. */
export function keepDraft(ledger: WritableDatabase, { name, json }: { name: string; json: string | null }): void {
  if (json === null) ledger.prepare('DELETE FROM setting WHERE name = ?').run(prefix + name)
  else ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(prefix + name, json)
}

/** In the order they were first saved. A view written by a newer Steward that this version cannot read is left unchanged. */
export function listViews({ ledger }: Pick<ReadableStores, 'ledger'>, { resource }: { resource: string }): SavedView[] {
  return viewsIn(
    ledger
      .prepare<[string], string>('SELECT json FROM saved_view WHERE resource = ? ORDER BY seq')
      .pluck()
      .all(resource),
  )
}

/** The saved views of all resources, in the order in which they were created. */
export function listAllViews({ ledger }: Pick<ReadableStores, 'ledger'>): SavedView[] {
  return viewsIn(ledger.prepare<[], string>('SELECT json FROM saved_view ORDER BY seq').pluck().all())
}

const viewsIn = (stored: readonly string[]): SavedView[] =>
  stored.flatMap((json) => {
    const view = savedView.safeParse(JSON.parse(json))
    return view.success ? [view.data] : []
  })

/** Creates a view or replaces the one with its id: it then keeps position in the list. */
export function saveView(ledger: WritableDatabase, view: SavedView, now: number): void {
  ledger
    .prepare(
      `INSERT INTO saved_view (id, resource, name, saved_at, json) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET resource = excluded.resource, name = excluded.name, saved_at = excluded.saved_at,
         json = excluded.json`,
    )
    .run(view.id, view.resource, view.name, now, JSON.stringify(view))
}

/** Removes a view, if it exists. */
export function removeView(ledger: WritableDatabase, { id }: { id: string }): void {
  ledger.prepare('DELETE FROM saved_view WHERE id = ?').run(id)
}

import type { KeptDraft } from '../../../shared/ipc/drafts.ts'
import { type Place, type SavedView, savedView } from '../../../shared/ipc/views.ts'
import { type Resource, resources, tableOf } from '../../../shared/service/resource.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

/** Most recent records that are shown. */
const maxRecents = 50
/** More than are shown, so that records that vanish from the firm do not empty the list. */
const keptRecents = 200

/** The setting with the id of the firm's user who works on this computer. */
const meSetting = 'me'

/** The setting with the query of the last screen, and its path. */
const lastQuerySetting = 'last-query'

/** SQL for a record's title, by resource; a valuation has the title of its entity. */
const titleSql = (resource: Resource): string =>
  resource === 'valuations'
    ? `SELECT coalesce((SELECT e.title FROM entities e WHERE e.id = v.entity_id), v.entity_id) AS title
       FROM valuations v WHERE v.id = ?`
    : `SELECT title FROM ${tableOf(resource)} WHERE id = ?`

const isResource = (name: string): name is Resource => resources.some((known) => known === name)

function titleOf(reader: ReadableStores, resource: Resource, id: string): string | null {
  const found = reader.mirror.prepare<[string], { title: string }>(titleSql(resource)).get(id)
  return found?.title ?? null
}

type Kept = { resource: string; id: string }

/** The query of a screen: a list's filters, order and view. */
type LastQuery = { path: string; query: string }

function* asPlaces(reader: ReadableStores, kept: Iterable<Kept>): Generator<Place> {
  for (const { resource, id } of kept) {
    const title = isResource(resource) ? titleOf(reader, resource, id) : null
    if (title !== null) yield { resource, id, title }
  }
}

/** Newest first; records that are not in the mirror are left out. */
export function listRecents(reader: ReadableStores): Place[] {
  const kept = reader.ledger.prepare<[], Kept>('SELECT resource, id FROM recent ORDER BY seq DESC').all()
  return [...asPlaces(reader, kept)].slice(0, maxRecents)
}

/** In the order they were added; records that are not in the mirror are left out. */
export function listFavourites(reader: ReadableStores): Place[] {
  const kept = reader.ledger.prepare<[], Kept>('SELECT resource, id FROM favourite ORDER BY seq').all()
  return [...asPlaces(reader, kept)]
}

/** Records that are in the mirror, with their titles, in the requested order. */
export function titlesOf(
  reader: ReadableStores,
  { resource, ids }: { resource: Resource; ids: readonly string[] },
): Place[] {
  return [
    ...asPlaces(
      reader,
      ids.map((id) => ({ resource, id })),
    ),
  ]
}

/**
 * Who works on this computer, as the user has said; until then, the one of the firm's users whom the connection's user name (`user`)
 * seems to be, by e-mail address or name. A name that two of them share proposes neither.
 */
export function readMe(
  reader: ReadableStores,
  { user }: { user: string | null },
): { user_id: string | null; proposed: { id: string; name: string } | null } {
  const chosen = reader.ledger
    .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
    .pluck()
    .get(meSetting)
  if (chosen !== undefined) return { user_id: chosen, proposed: null }
  if (user === null || user.trim() === '') return { user_id: null, proposed: null }
  const users = reader.mirror
    .prepare<[], { id: string; email: string; title: string }>('SELECT id, email, title FROM users')
    .all()
  const named = (text: string) => users.filter(({ email, title }) => folded(email) === text || folded(title) === text)
  // `faith.hilpert`, as many firms name accounts, is read as `faith hilpert`.
  const [exact, spaced] = [named(folded(user)), named(folded(user).replaceAll(/[._]+/g, ' '))]
  const [found, ...others] = exact.length > 0 ? exact : spaced
  return { user_id: null, proposed: found && others.length === 0 ? { id: found.id, name: found.title } : null }
}

/** The last value of {@link setLastQuery}; null without one. */
export function readLastQuery({ ledger }: Pick<ReadableStores, 'ledger'>): LastQuery | null {
  const kept = ledger
    .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
    .pluck()
    .get(lastQuerySetting)
  return kept === undefined ? null : JSON.parse(kept)
}

/** Folded here, because SQLite only folds ASCII. */
const folded = (email: string) => email.trim().normalize('NFC').toLowerCase()

type Visited = { resource: Resource; id: string }

/** A record that is visited again becomes the newest. */
export function visit(ledger: WritableDatabase, { resource, id }: Visited, now: number): void {
  ledger.prepare('INSERT OR REPLACE INTO recent (resource, id, visited_at) VALUES (?, ?, ?)').run(resource, id, now)
  ledger
    .prepare('DELETE FROM recent WHERE seq <= (SELECT seq FROM recent ORDER BY seq DESC LIMIT 1 OFFSET ?)')
    .run(keptRecents)
}

/** Adds a record to the favourites at their end, or removes it. */
export function setFavourite(ledger: WritableDatabase, place: Visited & { favourite: boolean }, now: number): void {
  const { resource, id, favourite } = place
  if (favourite) {
    ledger.prepare('INSERT OR IGNORE INTO favourite (resource, id, added_at) VALUES (?, ?, ?)').run(resource, id, now)
  } else {
    ledger.prepare('DELETE FROM favourite WHERE resource = ? AND id = ?').run(resource, id)
  }
}

/** Stores the query of the current screen, in place of the one before. */
export function setLastQuery(ledger: WritableDatabase, kept: LastQuery): void {
  ledger
    .prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)')
    .run(lastQuerySetting, JSON.stringify(kept))
}

/** Null deletes the user's answer. */
export function setMe(ledger: WritableDatabase, { user_id }: { user_id: string | null }): void {
  if (user_id === null) ledger.prepare('DELETE FROM setting WHERE name = ?').run(meSetting)
  else ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(meSetting, user_id)
}

/** The rules for documents that the user switched off. */
export const listRulesOff = ({ ledger }: Pick<ReadableStores, 'ledger'>): string[] =>
  ledger.prepare<[], string>('SELECT rule FROM rule_off ORDER BY rule').pluck().all()

/** Switches a rule for documents on or off. */
export function setRule(ledger: WritableDatabase, { id, on }: { id: string; on: boolean }, now: number): void {
  if (on) ledger.prepare('DELETE FROM rule_off WHERE rule = ?').run(id)
  else ledger.prepare('INSERT OR IGNORE INTO rule_off (rule, off_at) VALUES (?, ?)').run(id, now)
}

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

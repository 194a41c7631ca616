import type { Place } from '../../../shared/ipc/views.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { ReadInput, ReadOutput } from '../connection-store.ts'
import type { Reader } from '../reads/reader.ts'
import { lastQuerySetting, meSetting } from './places-writes.ts'

/** Most recent records that are shown. */
const maxRecents = 50

/** SQL for a record's title, by resource; a valuation has the title of its entity. */
const titleSql: Readonly<Record<Resource, string>> = {
  users: 'SELECT title FROM users WHERE id = ?',
  households: 'SELECT title FROM households WHERE id = ?',
  individuals: 'SELECT title FROM individuals WHERE id = ?',
  entities: 'SELECT title FROM entities WHERE id = ?',
  documents: 'SELECT title FROM documents WHERE id = ?',
  'document-summaries': 'SELECT title FROM document_summaries WHERE id = ?',
  valuations: `SELECT coalesce((SELECT e.title FROM entities e WHERE e.id = v.entity_id), v.entity_id) AS title
    FROM valuations v WHERE v.id = ?`,
}

const isResource = (name: string): name is Resource => Object.hasOwn(titleSql, name)

function titleOf(reader: Reader, resource: Resource, id: string): string | null {
  const found = reader.mirror.prepare<[string], { title: string }>(titleSql[resource]).get(id)
  return found?.title ?? null
}

type Kept = { resource: string; id: string }

function* asPlaces(reader: Reader, kept: Iterable<Kept>): Generator<Place> {
  for (const { resource, id } of kept) {
    const title = isResource(resource) ? titleOf(reader, resource, id) : null
    if (title !== null) yield { resource, id, title }
  }
}

export function listRecents(reader: Reader): ReadOutput<'places.recents'> {
  const kept = reader.ledger.prepare<[], Kept>('SELECT resource, id FROM recent ORDER BY seq DESC').all()
  return [...asPlaces(reader, kept)].slice(0, maxRecents)
}

export function listFavourites(reader: Reader): ReadOutput<'places.favourites'> {
  const kept = reader.ledger.prepare<[], Kept>('SELECT resource, id FROM favourite ORDER BY seq').all()
  return [...asPlaces(reader, kept)]
}

export function titlesOf(reader: Reader, { resource, ids }: ReadInput<'places.titles'>): ReadOutput<'places.titles'> {
  return [
    ...asPlaces(
      reader,
      ids.map((id) => ({ resource, id })),
    ),
  ]
}

/** The user's answer takes precedence over the connection's user name; an e-mail address that two users share is ignored. */
export function readMe(reader: Reader, { user }: ReadInput<'places.me'>): ReadOutput<'places.me'> {
  const told = reader.ledger
    .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
    .pluck()
    .get(meSetting)
  if (told !== undefined) return { user_id: told, told: true }
  if (user === null || user.trim() === '') return { user_id: null, told: false }
  const wanted = folded(user)
  const users = reader.mirror.prepare<[], { id: string; email: string }>('SELECT id, email FROM users').all()
  const matching = users.filter(({ email }) => folded(email) === wanted)
  return { user_id: matching.length === 1 ? (matching[0]?.id ?? null) : null, told: false }
}

export function readLastQuery({ ledger }: Pick<Reader, 'ledger'>): ReadOutput<'places.lastQuery'> {
  const kept = ledger
    .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
    .pluck()
    .get(lastQuerySetting)
  return kept === undefined ? null : JSON.parse(kept)
}

/** Folded here, because SQLite only folds ASCII. */
const folded = (email: string) => email.trim().normalize('NFC').toLowerCase()

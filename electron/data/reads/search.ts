import type { SearchHit } from '../../../shared/ipc/records.ts'
import { type Resource, resources } from '../../../shared/service/resource.ts'
import type { ReadInput, ReadOutput } from '../connection-store.ts'
import { sortKey } from '../mirror/record-table.ts'
import { recordOfSearchRow } from '../mirror/record-tables.ts'
import type { Reader } from './reader.ts'

/** Rows taken in index order before any is ranked: ranking all hits of a two-letter prefix costs a hundred times more. */
const maxCandidates = 200

/** SQL for a hit's title and subtitle, by resource. */
const hitSql: Readonly<Record<Resource, string>> = {
  users: 'SELECT id, title, email AS subtitle FROM users WHERE row = ?',
  households: 'SELECT id, title, primaries AS subtitle FROM households WHERE row = ?',
  individuals: `SELECT t.id, t.title, coalesce(t.email, (SELECT h.title FROM households h WHERE h.id = t.household_id), '')
    AS subtitle FROM individuals t WHERE t.row = ?`,
  entities: `SELECT t.id, t.title, t.kind || coalesce(' · ' || (SELECT h.title FROM households h WHERE h.id = t.household_id), '')
    AS subtitle FROM entities t WHERE t.row = ?`,
  documents: `SELECT t.id, t.title, t.type || coalesce(' · ' || (SELECT h.title FROM households h WHERE h.id = t.household_id), '')
    AS subtitle FROM documents t WHERE t.row = ?`,
  'document-summaries': `SELECT t.id, t.title, coalesce((SELECT d.title FROM documents d WHERE d.id = t.document_id), '')
    AS subtitle FROM document_summaries t WHERE t.row = ?`,
  valuations: `SELECT t.id, coalesce((SELECT e.title FROM entities e WHERE e.id = t.entity_id), t.entity_id) AS title,
    t.effective_date AS subtitle FROM valuations t WHERE t.row = ?`,
}

/** What advisors look for first. */
const precedence: readonly Resource[] = [
  'households',
  'individuals',
  'entities',
  'documents',
  'document-summaries',
  'valuations',
  'users',
]

/** Every word must begin some word of a record; hits in names come before hits elsewhere. */
export function search(reader: Reader, input: ReadInput<'search.query'>): ReadOutput<'search.query'> {
  const words = wordsOf(input.text)
  if (words.length === 0) return { hits: [] }
  const match = words.map((word) => `"${word}"*`).join(' AND ')
  const found = new Set([...candidates(reader, `title : (${match})`), ...candidates(reader, match)])
  const hits = [...found].map((searchRow) => readHit(reader, searchRow)).filter((hit) => hit !== null)
  const scored = hits.map((hit) => ({ hit, score: scoreOf(hit, words) }))
  scored.sort((a, b) => a.score - b.score || (a.hit.title < b.hit.title ? -1 : 1))
  return { hits: scored.slice(0, input.limit).map(({ hit }) => hit) }
}

/** The words of a query, as the index would split it. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)?.slice(0, 12) ?? []
}

function candidates(reader: Reader, match: string): number[] {
  return reader.mirror
    .prepare<[string, number], number>('SELECT rowid FROM search WHERE search MATCH ? LIMIT ?')
    .pluck()
    .all(match, maxCandidates)
}

function readHit(reader: Reader, searchRow: number): SearchHit | null {
  const { resource, row } = recordOfSearchRow(searchRow)
  const found = reader.mirror.prepare<[number], Omit<SearchHit, 'resource'>>(hitSql[resource]).get(row)
  return found ? { resource, ...found } : null
}

/** Lower is better: whole title, title begins so, a word of it begins so, elsewhere; then by kind of record. */
function scoreOf(hit: SearchHit, words: readonly string[]): number {
  const title = sortKey(hit.title)
  const query = words.map(sortKey)
  const phrase = query.join(' ')
  const titleWords = wordsOf(title)
  const inTitle = query.every((word) => titleWords.some((candidate) => candidate.startsWith(word)))
  const place = title === phrase ? 0 : title.startsWith(phrase) ? 1 : inTitle ? 2 : 3
  return place * resources.length + precedence.indexOf(hit.resource)
}

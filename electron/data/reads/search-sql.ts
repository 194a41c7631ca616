import type { ListedResource, Resource } from '../../../shared/service/resource.ts'
import { recordTables } from '../mirror/record-tables.ts'

/** Matches taken in index order before any is ranked: ranking all hits of a two-letter prefix costs a hundred times more. */
export const maxMatches = 200
/** Most names per resource that start like the query. */
export const maxBeginnings = 10

/** Parameters: a full-text expression, a limit. */
export const matchSql = {
  names: 'SELECT rowid FROM search_name WHERE search_name MATCH ? LIMIT ?',
  texts: 'SELECT rowid FROM search WHERE search MATCH ? LIMIT ?',
} as const
/** Prefixes up to this many letters have lists of their own in the index; longer ones are collected. */
export const longestListed = 5

/** The first word of any name at or after the parameter. */
export const termSql = 'SELECT term FROM name_term WHERE term >= ? ORDER BY term LIMIT 1'

/** Parameters: from, below, limit. */
export const beginningsSql = (resource: ListedResource) =>
  `SELECT row FROM ${recordTables[resource].table} WHERE title_sort >= ? AND title_sort < ? ORDER BY title_sort LIMIT ?`

/** The columns that rank a candidate. Parameter: its row. */
export const rankSql = (resource: Resource) =>
  resource === 'valuations'
    ? `SELECT coalesce((SELECT e.title FROM entities e WHERE e.id = t.entity_id), t.entity_id) AS title,
        t.updated_at FROM valuations t WHERE t.row = ?`
    : `SELECT title, updated_at FROM ${recordTables[resource].table} WHERE row = ?`

const household = '(SELECT h.title FROM households h WHERE h.id = t.household_id)'

/** The texts of a hit: `kind` is an enum's raw value. Parameter: its row. */
export const hitSql: Readonly<Record<Resource, string>> = {
  users: 'SELECT id, NULL AS kind, email AS subtitle, json FROM users t WHERE row = ?',
  households: 'SELECT id, NULL AS kind, primaries AS subtitle, json FROM households t WHERE row = ?',
  individuals: `SELECT id, NULL AS kind, coalesce(${household}, email) AS subtitle, json FROM individuals t WHERE row = ?`,
  entities: `SELECT id, kind, ${household} AS subtitle, json FROM entities t WHERE row = ?`,
  documents: `SELECT id, type AS kind, ${household} AS subtitle, json FROM documents t WHERE row = ?`,
  'document-summaries': `SELECT id, NULL AS kind, (SELECT d.title FROM documents d WHERE d.id = t.document_id) AS subtitle,
    json FROM document_summaries t WHERE row = ?`,
  valuations: `SELECT id, NULL AS kind, effective_date AS subtitle, json FROM valuations t WHERE row = ?`,
}

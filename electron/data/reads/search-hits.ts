import { foldedWords } from '../../../shared/domain/fold.ts'
import { documentTypeNames, entityKindNames, nameOf } from '../../../shared/domain/names.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import { type Resource, resources } from '../../../shared/service/resource.ts'
import { passageBreak } from '../mirror/record-table.ts'
import { recordTables } from '../mirror/record-tables.ts'
import { findableWords, valuationBody } from '../mirror/search-index.ts'
import { isIn, matchesIn, type QueryWord, rangesIn } from '../mirror/search-words.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { markSql } from '../overlay/pending.ts'
import type { Candidate } from './search-rank.ts'

type StoredHit = { id: string; kind: string | null; subtitle: string | null; json: string }

/** A candidate as it is shown; null when its record has been deleted in the meantime. */
type ReadHit = (candidate: Candidate) => SearchHit | null

/** Prepares the statements for the texts of a hit, for every resource. */
export function prepareHits(mirror: ReadableDatabase): ReadHit {
  const selects = new Map(
    resources.map((resource) => [resource, mirror.prepare<[number], StoredHit>(hitSql[resource])]),
  )
  const marks = new Map(
    resources.map((resource) => [resource, mirror.prepare<[number], PendingMark | null>(markSql(resource)).pluck()]),
  )
  return ({ resource, row, title, words, inTitle }) => {
    const found = selects.get(resource)?.get(row)
    if (!found) return null
    const snippet = inTitle ? null : snippetOf(passagesOf(resource, found.json), words, missingIn(title, words))
    const subtitle = subtitleOf(found)
    return {
      resource,
      id: found.id,
      title,
      title_matches: matchesIn(title, words),
      // Not repeated if the snippet shows the same text.
      subtitle: snippet?.text === subtitle ? '' : subtitle,
      snippet: snippet?.text ?? null,
      snippet_matches: snippet?.matches ?? [],
      pending: marks.get(resource)?.get(row) ?? null,
    }
  }
}

function missingIn(title: string, words: readonly QueryWord[]): QueryWord[] {
  const inTitle = findableWords(title)
  return words.filter((word) => !isIn(inTitle, word))
}

function subtitleOf({ kind, subtitle }: StoredHit): string {
  const named = kind === null ? null : nameOf({ ...entityKindNames, ...documentTypeNames }, kind)
  return [named, subtitle].filter((part) => part !== null && part !== '').join(' · ')
}

function passagesOf(resource: Resource, json: string): string[] {
  const value: unknown = JSON.parse(json)
  if (resource === 'valuations') {
    const valuation = recordSchemas.valuations.safeParse(value)
    return valuation.success ? valuationBody(valuation.data).split(passageBreak) : []
  }
  const parsed = recordTables[resource].parse(value)
  return parsed.kind === 'good' ? parsed.body.split(passageBreak) : []
}

/** Length of a passage, and of the part before the match, in UTF-16 code units. */
const length = 120
const lead = 40

type Snippet = { text: string; matches: [number, number][] }

/**
 * The first passage with one of the `wanted` words of a query, cut around it, with all words of the query marked; null when there
 * is none.
 */
export function snippetOf(
  passages: readonly string[],
  words: readonly QueryWord[],
  wanted: readonly QueryWord[] = words,
): Snippet | null {
  for (const passage of passages) {
    for (const word of foldedWords(passage)) {
      const [range] = rangesIn(word, wanted)
      if (range) return cut(passage, { from: range[0], to: range[1] }, words)
    }
  }
  return null
}

function cut(passage: string, match: { from: number; to: number }, words: readonly QueryWord[]): Snippet {
  const start = startOf(passage, match.from)
  const end = endOf(passage, Math.max(start + length, match.to))
  const middle = passage.slice(start, end).replace(/\s/g, ' ').trim()
  const text = `${start > 0 ? '… ' : ''}${middle}${end < passage.length ? ' …' : ''}`
  return { text, matches: matchesIn(text, words) }
}

/** After a space within the lead, else right at the match: text is never cut inside a word or a character. */
function startOf(passage: string, match: number): number {
  if (match <= lead) return 0
  const space = passage.slice(match - lead, match).search(/\s/)
  return space < 0 ? match : match - lead + space + 1
}

/** Before a space, else at the end of a character. */
function endOf(passage: string, wanted: number): number {
  if (wanted >= passage.length) return passage.length
  const space = passage.slice(wanted - lead, wanted + 1).search(/\s\S*$/)
  if (space > 0) return wanted - lead + space
  return wanted + (/^[\p{M}\p{DI}\p{Emoji_Modifier}\udc00-\udfff]+/u.exec(passage.slice(wanted))?.[0].length ?? 0)
}

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

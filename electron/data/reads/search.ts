import { foldLetters, wordsOf } from '../../../shared/domain/fold.ts'
import { documentTypeNames, entityKindNames, nameOf } from '../../../shared/domain/names.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import { type ListedResource, listedResources, type Resource, resources } from '../../../shared/service/resource.ts'
import type { Versions } from '../lists/versions.ts'
import { passageBreak, recordOfSearchRow, recordTables, searchRowOf } from '../mirror/record-tables.ts'
import { valuationBody } from '../mirror/search-index.ts'
import {
  findableWords,
  forgiving,
  isIn,
  matchesIn,
  matchOf,
  type QueryWord,
  queryWords,
  snippetOf,
} from '../mirror/search-words.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { markSql } from '../overlay/open-operations.ts'

/** Answers the palette; see the contract's `search.query`. */
export type Searcher = { query(input: Omit<ContractInputs['search']['query'], 'connectionId'>): { hits: SearchHit[] } }

/** With fewer hits than this, typos in names are corrected, too. */
const few = 5

/**
 * A {@link Searcher} on one connection; statements are prepared once. Names that start like the query come from the order of
 * names, so that none is missed however many records match. Then matches in names and, while there is room, in all text are taken
 * in index order, and only those are ranked.
 */
export function createSearcher(mirror: ReadableDatabase, versions: Pick<Versions, 'loaded'>): Searcher {
  const names = prepareMatch(mirror, matchSql.names)
  const texts = prepareMatch(mirror, matchSql.texts)
  const beginnings = prepareBeginnings(mirror, versions)
  const rank = prepareRank(mirror)
  const readHit = prepareHits(mirror)
  const term = mirror.prepare<[string], string>(termSql).pluck()

  const exact = (text: string, words: readonly QueryWord[], limit: number): Candidate[] => {
    const found = new Set([...beginnings(text), ...names(words)])
    if (found.size < limit) for (const searchRow of texts(words)) found.add(searchRow)
    return rank(found, words, false)
  }
  const meant = (words: readonly QueryWord[], known: readonly Candidate[]): Candidate[] => {
    const amended = forgiving(words, (text) => term.get(text))
    if (amended.every(({ beginnings: [, other] }) => other === undefined)) return []
    const before = new Set(known.map(({ resource, row }) => searchRowOf(resource, row)))
    return rank(
      names(amended).filter((searchRow) => !before.has(searchRow)),
      amended,
      true,
    )
  }
  return {
    query({ text, limit }) {
      const words = queryWords(text)
      if (words.length === 0) return { hits: [] }
      const found = exact(text, words, limit)
      if (found.length < few) found.push(...meant(words, found))
      const best = found.sort(byRank).slice(0, limit)
      return { hits: best.map(readHit).filter((hit) => hit !== null) }
    },
  }
}

/**
 * Search rows that match every word. A long word is first matched as a whole: collecting all words with a common prefix would
 * cost many times more, and is only needed if there are few whole words.
 */
function prepareMatch(mirror: ReadableDatabase, sql: string): (words: readonly QueryWord[]) => number[] {
  const select = mirror.prepare<[string, number], number>(sql).pluck()
  const isLong = ({ beginnings }: QueryWord) => beginnings.some((beginning) => beginning.length > longestListed)
  return (words) => {
    const whole = words.some(isLong) ? select.all(matchOf(words, longestListed), maxMatches) : []
    return whole.length === maxMatches ? whole : select.all(matchOf(words), maxMatches)
  }
}

/** Search rows of names that start like the text, if the order of names exists already. */
function prepareBeginnings(mirror: ReadableDatabase, versions: Pick<Versions, 'loaded'>): (text: string) => number[] {
  const selects = new Map<ListedResource, { all(from: string, below: string, limit: number): number[] }>()
  for (const resource of listedResources) {
    selects.set(resource, mirror.prepare<[string, string, number], number>(beginningsSql(resource)).pluck())
  }
  return (text) => {
    const from = foldLetters(text.trim())
    if (from === '') return []
    return [...selects].flatMap(([resource, select]) =>
      versions.loaded(resource)
        ? select.all(from, `${from}\u{10ffff}`, maxBeginnings).map((row) => searchRowOf(resource, row))
        : [],
    )
  }
}

/** Matches taken in index order before any is ranked: ranking all hits of a two-letter prefix costs a hundred times more. */
const maxMatches = 200
/** Most names per resource that start like the query. */
const maxBeginnings = 10

/** Parameters: a full-text expression, a limit. */
const matchSql = {
  names: 'SELECT rowid FROM search_name WHERE search_name MATCH ? LIMIT ?',
  texts: 'SELECT rowid FROM search WHERE search MATCH ? LIMIT ?',
} as const
/** Prefixes up to this many letters have lists of their own in the index; longer ones are collected. */
const longestListed = 5

/** The first word of any name at or after the parameter. */
const termSql = 'SELECT term FROM name_term WHERE term >= ? ORDER BY term LIMIT 1'

/** Parameters: from, below, limit. */
const beginningsSql = (resource: ListedResource) =>
  `SELECT row FROM ${recordTables[resource].table} WHERE title_sort >= ? AND title_sort < ? ORDER BY title_sort LIMIT ?`

type StoredHit = { id: string; kind: string | null; subtitle: string | null; json: string }

/** A candidate as it is shown; null when its record has been deleted in the meantime. */
type ReadHit = (candidate: Candidate) => SearchHit | null

/** Prepares the statements for the texts of a hit, for every resource. */
function prepareHits(mirror: ReadableDatabase): ReadHit {
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

const household = '(SELECT h.title FROM households h WHERE h.id = t.household_id)'

/** The texts of a hit: `kind` is an enum's raw value. Parameter: its row. */
const hitSql: Readonly<Record<Resource, string>> = {
  users: 'SELECT id, NULL AS kind, email AS subtitle, json FROM users t WHERE row = ?',
  households: 'SELECT id, NULL AS kind, primaries AS subtitle, json FROM households t WHERE row = ?',
  individuals: `SELECT id, NULL AS kind, coalesce(${household}, email) AS subtitle, json FROM individuals t WHERE row = ?`,
  entities: `SELECT id, kind, ${household} AS subtitle, json FROM entities t WHERE row = ?`,
  documents: `SELECT id, type AS kind, ${household} AS subtitle, json FROM documents t WHERE row = ?`,
  'document-summaries': `SELECT id, NULL AS kind, (SELECT d.title FROM documents d WHERE d.id = t.document_id) AS subtitle,
    json FROM document_summaries t WHERE row = ?`,
  valuations: `SELECT id, NULL AS kind, effective_date AS subtitle, json FROM valuations t WHERE row = ?`,
}

/** A record that may be shown, with the words it was found by. */
type Candidate = {
  resource: Resource
  row: number
  title: string
  words: readonly QueryWord[]
  /** True if every word is in the title. */
  inTitle: boolean
  /** Lower is better. */
  place: number
  updatedAt: string
}

/** Resources in the order in which advisors look for them. */
const precedence: readonly Resource[] = [
  'households',
  'individuals',
  'entities',
  'documents',
  'document-summaries',
  'valuations',
  'users',
]

/** Candidates from search rows. `amends`: the words are corrections, not what the user typed. */
type Rank = (searchRows: Iterable<number>, words: readonly QueryWord[], amends: boolean) => Candidate[]

/** Prepares the statements for ranking candidates, for every resource. */
function prepareRank(mirror: ReadableDatabase): Rank {
  const selects = new Map(
    resources.map((resource) => [
      resource,
      mirror.prepare<[number], { title: string; updated_at: string }>(rankSql(resource)),
    ]),
  )
  return (searchRows, words, amends) => {
    const candidates: Candidate[] = []
    for (const searchRow of searchRows) {
      const { resource, row } = recordOfSearchRow(searchRow)
      const found = selects.get(resource)?.get(row)
      if (!found) continue
      const place = placeOf(found.title, words)
      candidates.push({
        resource,
        row,
        title: found.title,
        words,
        inTitle: place < elsewhere,
        place: amends ? place + elsewhere + 1 : place,
        updatedAt: found.updated_at,
      })
    }
    return candidates
  }
}

/** Best first: by place, then by resource, then the most recently changed. */
function byRank(a: Candidate, b: Candidate): number {
  return (
    a.place - b.place ||
    precedence.indexOf(a.resource) - precedence.indexOf(b.resource) ||
    (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0) ||
    (a.title < b.title ? -1 : 1)
  )
}

const elsewhere = 3

/** 0: the whole title; 1: the title starts with the words; 2: every word starts a word of the title; 3: elsewhere. */
function placeOf(title: string, words: readonly QueryWord[]): number {
  const inTitle = wordsOf(title)
  const begins = words.every((word, at) => isIn(inTitle.slice(at, at + 1), word))
  if (begins && inTitle.length === words.length && words.every((word, at) => isWhole(inTitle[at], word))) return 0
  if (begins) return 1
  const findable = findableWords(title)
  return words.every((word) => isIn(findable, word)) ? 2 : elsewhere
}

const isWhole = (folded: string | undefined, { beginnings }: QueryWord) =>
  folded !== undefined && beginnings.includes(folded)

/** The columns that rank a candidate. Parameter: its row. */
const rankSql = (resource: Resource) =>
  resource === 'valuations'
    ? `SELECT coalesce((SELECT e.title FROM entities e WHERE e.id = t.entity_id), t.entity_id) AS title,
        t.updated_at FROM valuations t WHERE t.row = ?`
    : `SELECT title, updated_at FROM ${recordTables[resource].table} WHERE row = ?`

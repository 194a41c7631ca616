import { foldLetters } from '../../../shared/domain/fold.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import { type ListedResource, listedResources } from '../../../shared/service/resource.ts'
import type { Versions } from '../lists/versions.ts'
import { recordTables, searchRowOf } from '../mirror/record-tables.ts'
import { forgiving, matchOf, type QueryWord, queryWords } from '../mirror/search-words.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { prepareHits } from './search-hits.ts'
import { byRank, type Candidate, prepareRank } from './search-rank.ts'

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
export const matchSql = {
  names: 'SELECT rowid FROM search_name WHERE search_name MATCH ? LIMIT ?',
  texts: 'SELECT rowid FROM search WHERE search MATCH ? LIMIT ?',
} as const
/** Prefixes up to this many letters have lists of their own in the index; longer ones are collected. */
const longestListed = 5

/** The first word of any name at or after the parameter. */
export const termSql = 'SELECT term FROM name_term WHERE term >= ? ORDER BY term LIMIT 1'

/** Parameters: from, below, limit. */
export const beginningsSql = (resource: ListedResource) =>
  `SELECT row FROM ${recordTables[resource].table} WHERE title_sort >= ? AND title_sort < ? ORDER BY title_sort LIMIT ?`

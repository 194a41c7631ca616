import { wordsOf } from '../../../shared/domain/fold.ts'
import { type Resource, resources } from '../../../shared/service/resource.ts'
import { recordOfSearchRow, recordTables } from '../mirror/record-tables.ts'
import { findableWords } from '../mirror/search-index.ts'
import { isIn, type QueryWord } from '../mirror/search-words.ts'
import type { ReadableDatabase } from '../open-database.ts'

/** A record that may be shown, with the words it was found by. */
export type Candidate = {
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
export type Rank = (searchRows: Iterable<number>, words: readonly QueryWord[], amends: boolean) => Candidate[]

/** Prepares the statements for ranking candidates, for every resource. */
export function prepareRank(mirror: ReadableDatabase): Rank {
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
export function byRank(a: Candidate, b: Candidate): number {
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
export const rankSql = (resource: Resource) =>
  resource === 'valuations'
    ? `SELECT coalesce((SELECT e.title FROM entities e WHERE e.id = t.entity_id), t.entity_id) AS title,
        t.updated_at FROM valuations t WHERE t.row = ?`
    : `SELECT title, updated_at FROM ${recordTables[resource].table} WHERE row = ?`

import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { foldLetters, wordsOf } from '../../../shared/domain/fold.ts'
import { documentTypeNames, entityKindNames, nameOf } from '../../../shared/domain/names.ts'
import { plainLine } from '../../../shared/domain/plain-markdown.ts'
import { knownRole } from '../../../shared/domain/roles/role-names.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import {
  type ListedResource,
  listedResources,
  type Resource,
  resources,
  tableOf,
} from '../../../shared/service/resource.ts'
import { linksOfRecord } from '../ledger/estate-links.ts'
import type { Versions } from '../lists/lists.ts'
import { joined, passageBreak, recordOfSearchRow, recordTables, searchRowOf } from '../mirror/record-tables.ts'
import {
  findableWords,
  forgiving,
  isIn,
  isSimilar,
  type MeantTypes,
  matchesIn,
  matchOf,
  type QueryWord,
  queryWords,
  snippetOf,
  typesIn,
  valuationBody,
} from '../mirror/search-index.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { markSql } from '../overlay/open-operations.ts'
import { firstAsked, type IsAsked, searchRowsIn } from './asked-households.ts'

/** Answers the palette; see the contract's `search.query`. */
export type Searcher = { query(input: Omit<ContractInputs['search']['query'], 'connectionId'>): { hits: SearchHit[] } }

/** With fewer hits than this, typos in names are corrected, too. */
const few = 5

/**
 * A {@link Searcher} on one connection; statements are prepared once. Names that start like the query come from the order of
 * names, so that none is missed however many records match. Then matches in names and, while there is room, in all text are taken
 * in index order, and only those are ranked. Records of a kind or type that the query names come from the orders of kinds and types,
 * and those in which people have roles from the user's links.
 */
export function createSearcher(mirror: ReadableDatabase, ledger: ReadableDatabase, versions: Loaded): Searcher {
  /** Search rows that the query under way is about; null for all. */
  let asked: ReadonlySet<number> | null = null
  const isAsked: IsAsked = (searchRow) => asked?.has(searchRow) ?? true
  const names = prepareMatch(mirror, matchSql.names, isAsked)
  const texts = prepareMatch(mirror, matchSql.texts, isAsked)
  const beginnings = prepareBeginnings(mirror, versions, isAsked)
  const ofTypes = prepareTypes(mirror, versions, isAsked)
  const rank = prepareRank(mirror)
  const readHit = prepareHits(mirror)
  const term = mirror.prepare<[string], string>(termSql).pluck()

  const exact = (text: string, words: readonly QueryWord[], limit: number): Candidate[] => {
    const found = new Set([...beginnings(text), ...names(words)])
    if (found.size < limit) for (const searchRow of texts(words)) found.add(searchRow)
    return [...rank(found, words), ...familiesOf(words)]
  }
  /** “The Okafor family”, “Ada and Ben Okafor”: households whose names do not have all of these words. */
  const familiesOf = (words: readonly QueryWord[]): Candidate[] => {
    const telling = words.filter(({ beginnings: [word = ''] }) => !generic.has(word))
    if (telling.length === 0 || telling.length === words.length) return []
    return rank(names(telling), telling).filter(
      ({ resource, place }) => resource === 'households' && place < places.type,
    )
  }
  const typed = (text: string, limit: number): Candidate[] => {
    const meant = typesIn(queryWords(text.replace(possessive, '')).map(({ beginnings: [word = ''] }) => word))
    if (meant === null) return []
    const place = meant.exact ? places.type : places.typeSoFar
    const found = (searchRows: Iterable<number>, words: readonly QueryWord[]): Candidate[] =>
      // In the order of their titles, as the types have no other.
      rank(searchRows, words).map((one) => ({
        ...one,
        place: one.inTitle ? place : place + 0.5,
        byType: true,
        updatedAt: '',
      }))
    if (meant.rest.length === 0) return found(ofTypes.all(meant, limit), queryWords(text))
    const words = meant.rest.map((word) => ({ beginnings: [word] }))
    const named = rank(names(words), words).filter(({ inTitle }) => inTitle)
    const owners = [...new Set(named.sort(byRank).flatMap(({ household }) => household ?? []))].slice(0, mostOwners)
    return found(ofTypes.inHouseholds(meant, owners), words)
  }
  const rowOf = new Map(
    (['entities', 'individuals'] as const).map((resource) => [
      resource,
      mirror.prepare<[string], number>(`SELECT row FROM ${recordTables[resource].table} WHERE id = ?`).pluck(),
    ]),
  )
  /** Records in which those whom the words name have a role: "trustee okafor", or the name of a trustee alone. */
  const byRole = (text: string): Candidate[] => {
    const typedWords = wordsOf(text)
    const wanted = typedWords.flatMap((word) => knownRole(word) ?? [])
    const named = queryWords(typedWords.filter((word) => !roleWords.has(word) && knownRole(word) === null).join(' '))
    if (named.length === 0) return []
    const holders = rank(names(named), named).filter(({ inTitle }) => inTitle)
    return holders.flatMap(({ resource, id, title }) => {
      if (resource !== 'entities' && resource !== 'individuals') return []
      return linksOfRecord({ ledger }, { resource, id }).flatMap(({ from_id, to_resource, to_id, role }) => {
        const known = knownRole(role)
        const isWanted = wanted.every((one) => known === one || (one === 'Trustee' && known === 'Successor trustee'))
        const found = from_id === id && isWanted ? rowOf.get(to_resource)?.get(to_id) : undefined
        if (found === undefined) return []
        const place = wanted.length > 0 ? places.type : places.role
        // By the name alone, what has the name itself is found anyway.
        return rank([searchRowOf(to_resource, found)].filter(isAsked), named)
          .filter(({ inTitle }) => wanted.length > 0 || !inTitle)
          .map((one) => ({ ...one, place, role: `${role}: ${title}` }))
      })
    })
  }
  const meant = (words: readonly QueryWord[], known: readonly Candidate[]): Candidate[] => {
    const before = new Set(known.map(({ resource, row }) => searchRowOf(resource, row)))
    const similar = (amended: readonly QueryWord[]) =>
      rank(
        names(amended).filter((searchRow) => !before.has(searchRow)),
        amended,
      ).map((one) => ({ ...one, place: one.place + places.similar }))
    const isAmended = (amended: readonly QueryWord[]) =>
      amended.some(({ beginnings: [, other] }) => other !== undefined)
    const amended = forgiving(words, (text) => term.get(text))
    const found = isAmended(amended) ? similar(amended) : []
    if (found.length > 0 || known.some(({ inTitle }) => inTitle)) return found
    return words.flatMap((word, at) => {
      const closer = words.with(at, similarTo(word, words.toSpliced(at, 1)))
      return isAmended(closer) ? similar(closer) : []
    })
  }
  /** A word with up to two wrong letters, by the names that the other words find. */
  const similarTo = (word: QueryWord, others: readonly QueryWord[]): QueryWord => {
    const [typedWord = ''] = word.beginnings
    if (others.length === 0 || typedWord.length < longEnough) return word
    const near = rank(names(others), others)
      .flatMap(({ title }) => findableWords(title))
      .filter((other) => isSimilar(typedWord, other, 2))
    return { beginnings: [typedWord, ...new Set(near)] }
  }
  return {
    query({ text, limit, household_ids }) {
      const words = queryWords(text)
      if (words.length === 0) return { hits: [] }
      asked = household_ids === undefined ? null : searchRowsIn(mirror, household_ids)
      const found = [...exact(text, words, limit), ...typed(text, limit), ...byRole(text)]
      if (found.length < few) found.push(...meant(words, found))
      const best = new Map<number, Candidate>()
      for (const one of found.sort(byRank)) {
        const searchRow = searchRowOf(one.resource, one.row)
        if (best.size < limit && !best.has(searchRow)) best.set(searchRow, one)
      }
      return { hits: toldApart([...best.values()].map(readHit).filter((hit) => hit !== null)) }
    },
  }
}

/** Words around a family’s name that are rarely a part of it. */
const generic: ReadonlySet<string> = new Set([
  'the',
  'family',
  'families',
  'household',
  'households',
  'client',
  'clients',
  'and',
  'of',
])
/** Words of roles that are no role by themselves. */
const roleWords: ReadonlySet<string> = new Set(['successor', 'co', 'of', 'the'])
const possessive = /['’]s\b/g
/** Fewest letters of a word in which two may be wrong. */
const longEnough = 6
/** Most households in which a type is looked for. */
const mostOwners = 5

/** The same of the rows of one table. */
const ofResource = (resource: Resource, isAsked: IsAsked) => (row: number) => isAsked(searchRowOf(resource, row))

type Loaded = Pick<Versions, 'loaded'>

type TypedRows = {
  /** Search rows of records of these kinds and types, at most `limit` of each, in the order of their titles. */
  all(meant: MeantTypes, limit: number): number[]
  inHouseholds(meant: MeantTypes, households: readonly string[]): number[]
}

/** Records by kind and type, if the indexes of their first load exist already. */
function prepareTypes(mirror: ReadableDatabase, versions: Loaded, isAsked: IsAsked): TypedRows {
  const sources = (
    [
      ['entities', 'kind', 'kinds'],
      ['documents', 'type', 'types'],
    ] as const
  ).map(([resource, column, of]) => ({
    resource,
    of,
    all: mirror.prepare<[string], number>(typeSql(resource, column)).pluck(),
    inHousehold: mirror.prepare<[string, string], number>(ownedTypeSql(resource, column)).pluck(),
  }))
  const read = (meant: MeantTypes, rows: (source: (typeof sources)[number], value: string) => number[]) =>
    sources.flatMap((source) =>
      versions.loaded(source.resource)
        ? [...meant[source.of]].flatMap((value) => rows(source, value).map((row) => searchRowOf(source.resource, row)))
        : [],
    )
  return {
    all: (meant, limit) =>
      read(meant, ({ all, resource }, value) => firstAsked(all.iterate(value), limit, ofResource(resource, isAsked))),
    inHouseholds: (meant, households) =>
      read(meant, ({ inHousehold }, value) => households.flatMap((id) => inHousehold.all(id, value))),
  }
}

/** Parameter: a kind or type. */
const typeSql = (resource: ListedResource, column: string) =>
  `SELECT row FROM ${recordTables[resource].table} WHERE ${column} = ? ORDER BY title_sort`
/** Parameters: a household's id, a kind or type. */
const ownedTypeSql = (resource: ListedResource, column: string) =>
  `SELECT row FROM ${recordTables[resource].table} WHERE household_id = ? AND ${column} = ? ORDER BY title_sort LIMIT 20`

/** Adds to hits with equal titles and lines when they were created, which is all that is left to tell them apart. */
function toldApart(hits: readonly (SearchHit & { created: string })[]): SearchHit[] {
  const lineOf = ({ resource, title, subtitle, snippet }: SearchHit) =>
    JSON.stringify([resource, title, subtitle, snippet])
  const alike = Map.groupBy(hits, lineOf)
  return hits.map(({ created, ...hit }) =>
    (alike.get(lineOf(hit))?.length ?? 0) < 2
      ? hit
      : { ...hit, subtitle: joined([hit.subtitle, `added ${formatCalendarDate(created.slice(0, 10))}`], ' · ') },
  )
}

/**
 * Search rows that match every word. A long word is first matched as a whole: collecting all words with a common prefix would
 * cost many times more, and is only needed if there are few whole words.
 */
function prepareMatch(mirror: ReadableDatabase, sql: string, isAsked: IsAsked) {
  const select = mirror.prepare<[string], number>(sql).pluck()
  const first = (expression: string) => firstAsked(select.iterate(expression), maxMatches, isAsked)
  const isLong = ({ beginnings }: QueryWord) => beginnings.some((beginning) => beginning.length > longestListed)
  return (words: readonly QueryWord[]): number[] => {
    const whole = words.some(isLong) ? first(matchOf(words, longestListed)) : []
    return whole.length === maxMatches ? whole : first(matchOf(words))
  }
}

/** Search rows of names that start like the text, if the order of names exists already. */
function prepareBeginnings(mirror: ReadableDatabase, versions: Loaded, isAsked: IsAsked): (text: string) => number[] {
  const selects = listedResources.map(
    (resource) => [resource, mirror.prepare<[string, string], number>(beginningsSql(resource)).pluck()] as const,
  )
  return (text) => {
    const from = foldLetters(text.trim())
    if (from === '') return []
    return selects.flatMap(([resource, select]) =>
      versions.loaded(resource)
        ? firstAsked(select.iterate(from, `${from}\u{10ffff}`), maxBeginnings, ofResource(resource, isAsked)).map(
            (row) => searchRowOf(resource, row),
          )
        : [],
    )
  }
}

/** Matches taken in index order before any is ranked: ranking all hits of a two-letter prefix costs a hundred times more. */
const maxMatches = 200
/** Most names per resource that start like the query. */
const maxBeginnings = 10

/** Parameter: a full-text expression. */
const matchSql = {
  names: 'SELECT rowid FROM search_name WHERE search_name MATCH ?',
  texts: 'SELECT rowid FROM search WHERE search MATCH ?',
} as const
/** Prefixes up to this many letters have lists of their own in the index; longer ones are collected. */
const longestListed = 5

/** The first word of any name at or after the parameter. */
const termSql = 'SELECT term FROM name_term WHERE term >= ? ORDER BY term LIMIT 1'

/** Parameters: from, below. */
const beginningsSql = (resource: ListedResource) =>
  `SELECT row FROM ${recordTables[resource].table} WHERE title_sort >= ? AND title_sort < ? ORDER BY title_sort`

type StoredHit = { id: string; kind: string | null; subtitle: string | null; created_at: string; json: string }

/** A candidate as it is shown; null when its record has been deleted in the meantime. */
type ReadHit = (candidate: Candidate) => (SearchHit & { created: string }) | null

/** Prepares the statements for the texts of a hit, for every resource. */
function prepareHits(mirror: ReadableDatabase): ReadHit {
  const selects = new Map(
    resources.map((resource) => [resource, mirror.prepare<[number], StoredHit>(hitSql[resource])]),
  )
  const marks = new Map(
    resources.map((resource) => [resource, mirror.prepare<[number], PendingMark | null>(markSql(resource)).pluck()]),
  )
  return ({ resource, row, title, words, inTitle, place, byType, role }) => {
    const found = selects.get(resource)?.get(row)
    if (!found) return null
    const snippet =
      inTitle || role !== undefined ? null : snippetOf(passagesOf(resource, found.json), words, missingIn(title, words))
    const subtitle = subtitleOf(found)
    return {
      resource,
      id: found.id,
      title,
      title_matches: matchesIn(title, words),
      // Not repeated if the snippet shows the same text.
      subtitle: snippet?.text === subtitle ? '' : joined([role ?? '', subtitle], ' · '),
      snippet: snippet?.text ?? null,
      snippet_matches: snippet?.matches ?? [],
      pending: marks.get(resource)?.get(row) ?? null,
      found_by:
        place >= places.similar ? 'similar' : byType ? 'type' : role !== undefined ? 'role' : inTitle ? 'name' : 'text',
      created: found.created_at,
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
  if (parsed.kind !== 'good') return []
  const passages = parsed.body.split(passageBreak)
  // A summary may be Markdown. Its marks are no words, so that each word is still found.
  return resource === 'document-summaries'
    ? passages.map((text) => text.split('\n').map(plainLine).join('\n'))
    : passages
}

const household = '(SELECT h.title FROM households h WHERE h.id = t.household_id)'
const born = "' · born ' || substr(date_of_birth, 1, 4)"

/** The texts of a hit: `kind` is an enum's raw value. Parameter: its row. */
const hitSql: Readonly<Record<Resource, string>> = Object.fromEntries(
  Object.entries({
    users: ['NULL', 'email'],
    households: [
      'NULL',
      "coalesce(nullif(primaries, ''), 'Owner: ' || (SELECT u.title FROM users u WHERE u.id = t.owner_id))",
    ],
    individuals: ['NULL', `coalesce(${household}, email, '') || coalesce(${born}, '')`],
    entities: ['kind', household],
    documents: ['type', household],
    'document-summaries': ['NULL', '(SELECT d.title FROM documents d WHERE d.id = t.document_id)'],
    valuations: ['NULL', 'effective_date'],
  } satisfies Record<Resource, [kind: string, subtitle: string]>).map(([resource, [kind, subtitle]]) => [
    resource,
    `SELECT id, ${kind} AS kind, ${subtitle} AS subtitle, created_at, json FROM ${tableOf(resource as Resource)} t WHERE row = ?`,
  ]),
) as Record<Resource, string>

/** A record that may be shown, with the words it was found by. */
type Candidate = {
  resource: Resource
  id: string
  row: number
  title: string
  words: readonly QueryWord[]
  /** True if every word is in the title. */
  inTitle: boolean
  /** True if it was found by its kind or type. */
  byType: boolean
  /** The role and name by which it was found, such as "Trustee: Ada Okafor". */
  role?: string
  /** The id of its household; null for users and valuations. */
  household: string | null
  /** One of {@link places}; lower is better. */
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

/** Candidates from search rows. */
type Rank = (searchRows: Iterable<number>, words: readonly QueryWord[]) => Candidate[]

type Ranked = { id: string; title: string; updated_at: string; household: string | null }

/** Prepares the statements for ranking candidates, for every resource. */
function prepareRank(mirror: ReadableDatabase): Rank {
  const selects = new Map(resources.map((resource) => [resource, mirror.prepare<[number], Ranked>(rankSql(resource))]))
  return (searchRows, words) => {
    const candidates: Candidate[] = []
    for (const searchRow of searchRows) {
      const { resource, row } = recordOfSearchRow(searchRow)
      const found = selects.get(resource)?.get(row)
      if (!found) continue
      const { id, title, updated_at: updatedAt, household } = found
      const place = placeOf(resource, title, words)
      const inTitle = place < places.elsewhere
      candidates.push({ ...{ resource, id, row, title, words, inTitle, household, place, updatedAt }, byType: false })
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

/** How well a record matches, best first. `owner`: a household, or one of its people. */
const places = {
  wholeTitle: 0,
  /** The name of a household but for words such as “Family”. */
  family: 1,
  /** Every word is a word of the title. */
  ownerWords: 2,
  type: 3,
  words: 4,
  /** Every word begins a word of the title, which starts with the first. */
  ownerStart: 5,
  /** Every word begins a word of the title. */
  ownerBeginnings: 6,
  start: 7,
  beginnings: 8,
  /** The beginning of the name of a type, or with a wrong letter. */
  typeSoFar: 9,
  /** A record in which someone of this name has a role. */
  role: 9.5,
  elsewhere: 10,
  /** Added to the place of a name that was meant. */
  similar: 20,
} as const

/** A single letter is not taken for a whole word. */
const oneLetter = /^[a-z]$/

function placeOf(resource: Resource, title: string, words: readonly QueryWord[]): number {
  const inTitle = wordsOf(title)
  const findable = findableWords(title)
  const isOwner = resource === 'households' || resource === 'individuals'
  const isNamed = (folded: string) => words.some(({ beginnings }) => beginnings.includes(folded))
  const isWhole = ({ beginnings }: QueryWord) =>
    beginnings.some((one) => !oneLetter.test(one) && findable.includes(one))
  if (inTitle.length > 0 && inTitle.every(isNamed) && words.every((word) => isIn(findable, word)))
    return places.wholeTitle
  if (words.every(isWhole)) {
    if (resource === 'households' && inTitle.every((word) => isNamed(word) || generic.has(word))) return places.family
    return isOwner ? places.ownerWords : places.words
  }
  if (words.every((word, at) => isIn(inTitle.slice(at, at + 1), word)))
    return isOwner ? places.ownerStart : places.start
  if (words.every((word) => isIn(findable, word))) return isOwner ? places.ownerBeginnings : places.beginnings
  return places.elsewhere
}

const householdOf: Readonly<Record<Resource, string>> = {
  ...{ users: 'NULL', valuations: 'NULL', households: 'id', individuals: 'household_id' },
  ...{ entities: 'household_id', documents: 'household_id', 'document-summaries': 'household_id' },
}

/** The columns that rank a candidate. Parameter: its row. */
const rankSql = (resource: Resource) =>
  resource === 'valuations'
    ? `SELECT t.id, coalesce((SELECT e.title FROM entities e WHERE e.id = t.entity_id), t.entity_id) AS title,
        t.updated_at, NULL AS household FROM valuations t WHERE t.row = ?`
    : `SELECT id, title, updated_at, ${householdOf[resource]} AS household FROM ${recordTables[resource].table} WHERE row = ?`

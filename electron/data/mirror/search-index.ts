import { type FoldedWord, foldedWords, hasOnlyPlainWords, singularOf, wordsOf } from '../../../shared/domain/fold.ts'
import { documentTypeNames, entityKindNames, otherNames } from '../../../shared/domain/names.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { WritableDatabase } from '../open-database.ts'
import type { WaitingRows } from '../write-batch.ts'
import { joined, passageBreak, searchRowOf } from './record-tables.ts'

/**
 * One word of a query: prefixes that a word of a record may start with. The first is what the user typed, the others are
 * corrections.
 */
export type QueryWord = { beginnings: readonly string[] }

/** Further words are ignored, because they would not narrow the result. */
const maxWords = 12

/** The words of a query, split and folded like the index. */
export function queryWords(text: string): QueryWord[] {
  return [...new Set(wordsOf(text))].slice(0, maxWords).map((word) => ({ beginnings: [word] }))
}

/**
 * A full-text expression that every word must satisfy; it consists of letters and digits only, so that nothing in it is an
 * operator. Words longer than `wholeAbove` must be whole words of the record, others may be prefixes.
 */
export function matchOf(words: readonly QueryWord[], wholeAbove = Number.POSITIVE_INFINITY): string {
  const one = (beginning: string) => `"${beginning}"${beginning.length > wholeAbove ? '' : '*'}`
  return words.map(({ beginnings }) => `(${beginnings.map(one).join(' OR ')})`).join(' AND ')
}

/** The ranges in a text where a word starts like a word of the query, in UTF-16 code units. */
export function matchesIn(text: string, words: readonly QueryWord[], most = 20): [number, number][] {
  const found: [number, number][] = []
  for (const word of foldedWords(text)) {
    for (const range of rangesIn(word, words)) found.push(range)
    if (found.length >= most) break
  }
  return found
}

/** Where a word or its parts, whichever is more, start like a word of the query: ranges in its text, in UTF-16 code units. */
export function rangesIn(word: FoldedWord, words: readonly QueryWord[]): [number, number][] {
  const matched = longestBeginning(word.folded, words)
  const whole: [number, number][] = matched > 0 ? [[word.start, word.endOf(matched)]] : []
  const parts = word.parts.flatMap((part) => rangesIn(part, words))
  return lengthOf(parts) > lengthOf(whole) ? parts : whole
}

const lengthOf = (ranges: readonly [number, number][]) => ranges.reduce((sum, [from, to]) => sum + to - from, 0)

/** The length of the longest prefix of a folded word that matches a word of the query; 0 when none does. */
function longestBeginning(folded: string, words: readonly QueryWord[]): number {
  let longest = 0
  for (const { beginnings } of words) {
    for (const beginning of beginnings) {
      if (beginning.length > longest && folded.startsWith(beginning)) longest = beginning.length
    }
  }
  return longest
}

/** True if one of these folded words starts like this word of the query. */
export function isIn(folded: readonly string[], { beginnings }: QueryWord): boolean {
  return folded.some((word) => beginnings.some((beginning) => word.startsWith(beginning)))
}

/** Returns the first word of any name at or after a text, in the order of code points. */
type NextTerm = (text: string) => string | undefined

const shortest = 3
const longest = 24
/** Most words that are corrected, and most corrections of each: a search costs more with each of them. */
const maxAmended = 4
const maxMeant = 8

/**
 * The words of a query, each with the words of names that it may stand for: one letter too many, missing or wrong, or two letters
 * swapped. Apart from that typo a word of three letters must be the name's whole word; longer ones may be prefixes. Words that
 * occur in a name are not corrected, unless all words do.
 */
export function forgiving(words: readonly QueryWord[], nextTerm: NextTerm): QueryWord[] {
  const known = words.map(({ beginnings: [typed = ''] }) => nextTerm(typed) === typed)
  const allKnown = known.every((is) => is)
  return words.map((word, at) => {
    const [typed = ''] = word.beginnings
    if (at >= maxAmended || (known[at] && !allKnown)) return word
    return { beginnings: [typed, ...meantBy(typed, nextTerm)] }
  })
}

function meantBy(typed: string, nextTerm: NextTerm): string[] {
  if (typed.length < shortest || typed.length > longest || !/^\p{L}+$/u.test(typed)) return []
  const whole = new Set<string>()
  const unfinished = new Set<string>()
  for (const candidate of [swappedVowels(typed), ...oneLetterOff(Array.from(typed), nextTerm)]) {
    const term = candidate === typed ? undefined : nextTerm(candidate)
    if (term === candidate) whole.add(candidate)
    else if (typed.length > shortest && term?.startsWith(candidate)) unfinished.add(candidate)
  }
  return [...whole, ...unfinished].slice(0, maxMeant)
}

/** Names such as Marilyn and Marylin differ by nothing else. */
const swappedVowels = (word: string) => word.replace(/[iy]/g, (vowel) => (vowel === 'i' ? 'y' : 'i'))

/**
 * True if at most `most` letters are too many, missing or wrong, or pairs of letters swapped; the first letter is the same.
 */
export function isSimilar(one: string, other: string, most: number): boolean {
  if (one[0] !== other[0] || Math.abs(one.length - other.length) > most) return false
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const isEqual = one[row - 1] === other[at - 1]
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isEqual ? 0 : 1),
        isSwapped && row > 1 && at > 1 ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return (last[other.length] ?? 0) <= most
}

/** The kinds of entities and types of documents that the words of a query name. */
export type MeantTypes = {
  kinds: ReadonlySet<string>
  types: ReadonlySet<string>
  /** False if the words are only the beginning of the type's name, or have a wrong letter. */
  exact: boolean
  /** The words that do not belong to it. */
  rest: readonly string[]
}

type TypePhrase = { value: string; words: readonly string[] }

let phrases: readonly TypePhrase[] | undefined

/** Made by the first search: all data workers load this file, and few of them search. */
function typePhrases(): readonly TypePhrase[] {
  phrases ??= Object.entries({ ...entityKindNames, ...documentTypeNames })
    .flatMap(([value, name]) =>
      [name, ...(otherNames[value as keyof typeof otherNames] ?? [])].map((text) => ({ value, text })),
    )
    .map(({ value, text }) => ({ value, words: wordsOf(text).map(singularOf) }))
  return phrases
}

/** Fewest letters of a type's name before it is proposed, of its last word, and of a word in which one letter may be wrong. */
const fewestLetters = { begun: 4, last: 3, similar: 5 }

/**
 * Finds the longest name of a kind or type among the words of a query, in its order; a plural is as good as the singular. Its last
 * word may be incomplete where the query ends, and a long word may have one wrong letter. Null if there is none.
 */
export function typesIn(query: readonly string[]): MeantTypes | null {
  const words = query.map(singularOf)
  let best = { rank: 0, from: 0, to: 0, exact: false, values: new Set<string>() }
  for (const { value, words: named } of typePhrases()) {
    for (let from = 0; from < words.length; from++) {
      const to = Math.min(words.length, from + named.length)
      const exact = to - from === named.length && words.slice(from, to).every((word, at) => word === named[at])
      if (!exact && !isNearly(query.slice(from, to), named, to === words.length)) continue
      const rank = (to - from) * 2 + (exact ? 1 : 0)
      if (rank > best.rank) best = { rank, from, to, exact, values: new Set([value]) }
      else if (rank === best.rank) best.values.add(value)
    }
  }
  if (best.rank === 0) return null
  return {
    kinds: new Set([...best.values].filter((value) => value in entityKindNames)),
    types: new Set([...best.values].filter((value) => value in documentTypeNames)),
    exact: best.exact,
    rest: [...query.slice(0, best.from), ...query.slice(best.to)],
  }
}

/** True if these words begin a phrase, or are it with a wrong letter in a long word. Only at the query's end may a part be missing. */
function isNearly(typed: readonly string[], named: readonly string[], isEnd: boolean): boolean {
  if (typed.join('').length < fewestLetters.begun || (typed.length < named.length && !isEnd)) return false
  return typed.every((word, at) => {
    const other = named[at] ?? ''
    if (singularOf(word) === other || (word.length >= fewestLetters.similar && isSimilar(singularOf(word), other, 1)))
      return true
    return isEnd && at === typed.length - 1 && word.length >= fewestLetters.last && other.startsWith(word)
  })
}

/**
 * Words that differ by one letter, likelier typos first: swapped, too many, missing, wrong. A letter is only inserted or
 * substituted if some name continues the preceding letters with it.
 */
function* oneLetterOff(letters: readonly string[], nextTerm: NextTerm): Generator<string, void, void> {
  const edited = (at: number, removed: number, added: string) =>
    letters.slice(0, at).join('') + added + letters.slice(at + removed).join('')
  for (let at = letters.length - 2; at >= 0; at--) yield edited(at, 2, `${letters[at + 1]}${letters[at]}`)
  for (let at = letters.length - 1; at >= 0; at--) yield edited(at, 1, '')
  const places = letters.map((_, at) => [...lettersAfter(letters.slice(0, at).join(''), nextTerm)])
  for (const [at, found] of [...places.entries()].reverse()) for (const letter of found) yield edited(at, 0, letter)
  for (const [at, found] of [...places.entries()].reverse()) for (const letter of found) yield edited(at, 1, letter)
}

/** The letters that continue a prefix in some name's word, found by skipping through the order of words. */
function* lettersAfter(beginning: string, nextTerm: NextTerm): Generator<string, void, void> {
  let from = beginning
  for (;;) {
    const term = nextTerm(from)
    if (!term?.startsWith(beginning)) return
    const point = term.codePointAt(beginning.length)
    if (point !== undefined) yield String.fromCodePoint(point)
    // After the word that equals the prefix comes the first longer one.
    from = point === undefined ? `${beginning}\u0001` : `${beginning}${String.fromCodePoint(point + 1)}`
  }
}

/** A word of an ASCII text with apostrophes inside of it. It begins where no word was before, so that a long one is read once. */
const joinedWord = /(?<![A-Za-z0-9])[A-Za-z0-9]+(?:['`]+[A-Za-z0-9]+)+/g
const beyondAscii = /[\u0080-\uffff]/

/**
 * The words of a text as they are indexed, each word with apostrophes also by its parts. ASCII is returned nearly unchanged, since the
 * index folds and splits it itself.
 */
export function indexedText(text: string): string {
  if (hasOnlyPlainWords(text)) return text
  return beyondAscii.test(text)
    ? findableWords(text).join(' ')
    : text.replace(joinedWord, (word) => `${word.replace(/['`]/g, '')} ${word}`)
}

/** The folded words that a text can be found by: each word with apostrophes also by its parts. */
export function findableWords(text: string): string[] {
  if (hasOnlyPlainWords(text)) return wordsOf(text)
  const words: string[] = []
  for (const { folded, parts } of foldedWords(text)) {
    if (folded !== '') words.push(folded)
    for (const part of parts) if (part.folded !== '') words.push(part.folded)
  }
  return words
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

/** Full text of all records, and the words of their names for correcting typos; always inside an open transaction. */
export type SearchIndex = {
  put(resource: Resource, row: number, text: { title: string; body: string }): void
  remove(resource: Resource, row: number): void
}

/**
 * A {@link SearchIndex} on one connection; statements are prepared once.
 *
 * @param known - words that need not be added again: names share many. Only for work that is undone as a whole, or not at all.
 */
export function createSearchIndex(db: WritableDatabase, known?: Set<string>): SearchIndex {
  const putText = db.prepare('INSERT OR REPLACE INTO search (rowid, text) VALUES (?, ?)')
  const putName = db.prepare('INSERT OR REPLACE INTO search_name (rowid, name) VALUES (?, ?)')
  const removeText = db.prepare('DELETE FROM search WHERE rowid = ?')
  const removeName = db.prepare('DELETE FROM search_name WHERE rowid = ?')
  const addTerm = db.prepare('INSERT INTO name_term (term) VALUES (?) ON CONFLICT DO NOTHING')
  return {
    put(resource, row, { title, body }) {
      const words = findableWords(title)
      const name = hasOnlyPlainWords(title) ? title : words.join(' ')
      putText.run(searchRowOf(resource, row), `${name} ${indexedText(body)}`)
      if (name !== '') putName.run(searchRowOf(resource, row), name)
      // A word stays when the last name with it is deleted: it then leads to no record.
      for (const word of words) {
        if (known?.has(word) || !isTerm.test(word)) continue
        addTerm.run(word)
        known?.add(word)
      }
    },
    remove(resource, row) {
      removeText.run(searchRowOf(resource, row))
      removeName.run(searchRowOf(resource, row))
    },
  }
}

/** A {@link SearchIndex} of which the rows wait until their batch is committed. */
type BatchedSearchIndex = SearchIndex & WaitingRows

/**
 * Collects the search rows of one batch. FTS5 writes what it has as a segment of its own, and merges segments, at each savepoint and
 * at each row number below the one before: with a savepoint per page that took two fifths of a sweep in which few records changed.
 * So the rows are written together, in the order of their numbers.
 */
export function createBatchedSearchIndex(index: SearchIndex): BatchedSearchIndex {
  let waiting: { at: number; write: () => void }[] = []
  return {
    put(resource, row, text) {
      waiting.push({ at: searchRowOf(resource, row), write: () => index.put(resource, row, text) })
    },
    remove(resource, row) {
      waiting.push({ at: searchRowOf(resource, row), write: () => index.remove(resource, row) })
    },
    write() {
      const last = new Map(waiting.map(({ at, write }) => [at, write]))
      for (const [, write] of [...last].sort(([one], [other]) => one - other)) write()
      waiting = []
    },
    count: () => waiting.length,
    keepOnly(count) {
      waiting.length = Math.min(waiting.length, count)
    },
  }
}

/** Words whose typos are corrected: letters only, long enough to be told apart and no longer than names are. */
const isTerm = /^\p{L}{3,32}$/u

/** The searchable text of a valuation. */
export function valuationBody({ directly_held_assets, description }: Valuation): string {
  return joined([...directly_held_assets.map((asset) => asset.display_name), description], passageBreak)
}

/** Merges the segments of the search indexes, of which each query would otherwise read every one. */
export type SearchMerge = {
  /**
   * Makes FTS5 note that all segments are to become one, inside the open transaction: {@link SearchMerge.step} then continues, also
   * after a restart.
   */
  begin(): void
  /** Merges for about 5 ms, in a transaction of its own. Returns false once nothing is left to merge. */
  step(): boolean
}

const indexes = ['search', 'search_name'] as const

/** Pages of 4 KiB that FTS5 writes in one step: about 5 ms. */
const defaultPages = 32

/** A {@link SearchMerge} on one connection. */
export function createSearchMerge(db: WritableDatabase, pagesPerStep = defaultPages): SearchMerge {
  const merges = indexes.map((index) => db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`))
  const written = db.prepare<[], number>('SELECT total_changes()').pluck()
  /** A merge that finds nothing to do counts as one change. */
  const hasMerged = (merge: (typeof merges)[number]) => {
    const before = written.get() ?? 0
    merge.run(pagesPerStep)
    return (written.get() ?? 0) - before >= 2
  }
  return {
    begin() {
      // A negative number includes levels with few segments, which a positive one leaves as they are.
      for (const merge of merges) merge.run(-1)
    },
    step: () => merges.some(hasMerged),
  }
}

/** ms without a commit after which merging goes on: while a sweep writes, its commits are closer together. */
const defaultQuiet = 1000
/** ms between two steps: merging takes about half a core. */
const pause = 5

/**
 * Most pages that may stay in the write-ahead log. A later commit would copy more of them into the database all at once: 10,000 pages
 * can take half a second.
 */
const mostLogged = 1000

/** Merges the search indexes in small steps, and empties the write-ahead log, while the writing thread has nothing else to do. */
export type IdleMerge = {
  /** From now on, merging begins after every commit, and now if it was interrupted. Without this call, nothing is merged. */
  start(quiet?: number): void
  /** A batch has ended. */
  wake(): void
  /** Resolves once nothing is left to merge, or once merging is stopped. */
  done(): Promise<void>
  stop(): void
}

type Parts = {
  mirror: Pick<WritableDatabase, 'inTransaction' | 'pragma'>
  merge: Pick<SearchMerge, 'step'>
  onTrouble: (problem: unknown) => void
}

/** An {@link IdleMerge}: a timer before each step lets other calls through first, so that none waits for more than one step. */
export function createIdleMerge({ mirror, merge, onTrouble }: Parts): IdleMerge {
  let wait: number | null = null
  let timer: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []

  const end = () => {
    clearTimeout(timer)
    timer = undefined
    for (const resolve of waiting) resolve()
    waiting = []
  }
  const after = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(step, ms)
  }
  const step = () => {
    // The end of the open batch wakes it again.
    if (mirror.inTransaction) return
    try {
      const isMore = merge.step()
      emptyLog(mirror)
      if (isMore) return after(pause)
    } catch (problem) {
      onTrouble(problem)
    }
    end()
  }

  const wake = () => {
    if (wait !== null) after(wait)
  }
  return {
    start(quiet = defaultQuiet) {
      wait = quiet
      wake()
    },
    wake,
    done: () =>
      new Promise((resolve) => {
        if (timer === undefined) resolve()
        else waiting.push(resolve)
      }),
    stop() {
      wait = null
      end()
    },
  }
}

/** Copies the write-ahead log into the database, as far as no reader needs it, if it has become long. */
export function emptyLog(mirror: Parts['mirror']): void {
  const [state] = mirror.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
  if (state && state.log - state.checkpointed > mostLogged) mirror.pragma('wal_checkpoint(PASSIVE)')
}

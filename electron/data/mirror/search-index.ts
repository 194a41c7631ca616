import type { Resource } from '../../../shared/service/resource.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { WritableDatabase } from '../open-database.ts'
import { joined, passageBreak } from './record-table.ts'
import { searchRowOf } from './record-tables.ts'

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
      const name = indexedText(title)
      putText.run(searchRowOf(resource, row), `${name} ${indexedText(body)}`)
      if (name !== '') putName.run(searchRowOf(resource, row), name)
      // A word stays when the last name with it is deleted: it then leads to no record.
      for (const word of wordsOf(title)) {
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
export type BatchedSearchIndex = SearchIndex & {
  /** Writes what waits; outside any savepoint. If it throws, everything still waits. */
  write(): void
  /** The number of rows that wait. */
  count(): number
  /** Forgets the rows after the first `count`: the write that added them was undone. */
  keepOnly(count: number): void
}

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

/** The folded words of a name. Those of plain ASCII, as most are, take a tenth of the time of {@link foldedWords}. */
const wordsOf = (title: string): readonly string[] =>
  beyondAscii.test(title)
    ? Array.from(foldedWords(title), ({ folded }) => folded)
    : (title.toLowerCase().match(asciiWord) ?? [])

/** The searchable text of a valuation. */
export function valuationBody({ directly_held_assets, description }: Valuation): string {
  return joined([...directly_held_assets.map((asset) => asset.display_name), description], passageBreak)
}

/**
 * Splits text into words for searching: without case, accents and invisible characters, and with letters such as ß, ø and ł
 * replaced by what people type for them. Each Chinese or Japanese character and each emoji is a word of its own. The index and
 * the query are folded in the same way, so this decides what a query finds.
 */
type FoldedWord = {
  folded: string
  /** Start in the original text, in UTF-16 code units. */
  start: number
  /**
   * End of its first `length` folded units in the original text; a letter is never separated from its marks, and an emoji is
   * never split.
   */
  endOf(length: number): number
}

const beyondAscii = /[\u0080-\uffff]/
const asciiWord = /[A-Za-z0-9]+/g

/** An emoji with everything joined to it; one character of a script without spaces; a run of letters and digits. */
const anyWord =
  /\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}\u200d\p{Extended_Pictographic}]*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]\p{M}*|[[\p{L}\p{N}\p{Co}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]][[\p{L}\p{N}\p{Co}\p{M}\p{DI}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]*/gv

/** The words of a text, in order. */
export function* foldedWords(text: string): Generator<FoldedWord, void, void> {
  const word = beyondAscii.test(text) ? anyWord : asciiWord
  for (const match of text.matchAll(word)) yield foldWord(match[0], match.index)
}

/** The words of a text as they are indexed. Plain ASCII is returned unchanged, since the index folds and splits it itself. */
export function indexedText(text: string): string {
  return beyondAscii.test(text) ? Array.from(foldedWords(text), ({ folded }) => folded).join(' ') : text
}

function foldWord(word: string, start: number): FoldedWord {
  if (!beyondAscii.test(word)) return { folded: word.toLowerCase(), start, endOf: (length) => start + length }
  const end = start + word.length
  if (pictograph.test(word)) return { folded: emojiName(word), start, endOf: () => end }
  let folded = ''
  let at = start
  const ends: number[] = []
  for (const letter of word) {
    const plain = foldLetter(letter)
    at += letter.length
    // A mark yields no output and belongs to the letter before it.
    if (plain === '' && ends.length > 0) ends.fill(at, lastStart(ends))
    for (let unit = 0; unit < plain.length; unit++) ends.push(at)
    folded += plain
  }
  return { folded, start, endOf: (length) => ends[length - 1] ?? start }
}

/** Start of the run of equal ends that belongs to the last letter. */
function lastStart(ends: readonly number[]): number {
  const end = ends.at(-1)
  let first = ends.length - 1
  while (first > 0 && ends[first - 1] === end) first--
  return first
}

const pictograph = /^\p{Extended_Pictographic}/u

/** The emoji's code points after a private-use character that no name contains, without modifiers of its appearance. */
function emojiName(emoji: string): string {
  const points = emoji.replace(/[\p{M}\p{Emoji_Modifier}\u200d]/gu, '')
  return `\ue000${Array.from(points, (point) => point.codePointAt(0)?.toString(16)).join('')}`
}

const invisible = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu
/** Characters that decomposing a letter may produce (a ligature of whole words) and that would split the word. */
const splitting = /[\p{ASCII}--[a-z0-9]]/gv

const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ə: 'e',
  ς: 'σ',
}

function foldLetter(letter: string): string {
  const apart = letter.normalize('NFKD').replace(invisible, '').toLowerCase().replace(invisible, '')
  return (plainLetters[apart] ?? apart).replace(splitting, '')
}

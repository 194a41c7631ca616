import { type FoldedWord, foldedWords, hasOnlyPlainWords, wordsOf } from '../../../shared/domain/fold.ts'

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
  for (const candidate of oneLetterOff(Array.from(typed), nextTerm)) {
    const term = candidate === typed ? undefined : nextTerm(candidate)
    if (term === candidate) whole.add(candidate)
    else if (typed.length > shortest && term?.startsWith(candidate)) unfinished.add(candidate)
  }
  return [...whole, ...unfinished].slice(0, maxMeant)
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

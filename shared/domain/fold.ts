/**
 * How names are compared everywhere: in search, lists, imports, duplicates, proposals and the palette. Case, accents, apostrophes and
 * invisible characters make no difference, and letters such as ø, ß and ł equal what people type for them.
 */

/** Letters that have no accent to drop, and what people type for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ɵ: 'o',
  ł: 'l',
  ƚ: 'l',
  đ: 'd',
  ð: 'd',
  ɖ: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ɨ: 'i',
  ə: 'e',
  ǝ: 'e',
  ƀ: 'b',
  ɓ: 'b',
  ƙ: 'k',
  ĸ: 'k',
  ǥ: 'g',
  ς: 'σ',
}
const lettersToReplace = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Everything that is written as an apostrophe: the typewriter's, quotation marks, primes, accents without a letter, modifier letters
 * (as in Hawaiʻi, ʿAlī), and those of Armenian, Hebrew, Greek and full width.
 */
const apostrophes =
  "'`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u0374\u055a\u05f3\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\uff07"
const anyApostrophe = new RegExp(`[${apostrophes}]`, 'g')
const invisible = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu
/** Text of which only the case has to be folded, which is most text. */
const plain = /^[\x20-\x26\x28-\x5f\x61-\x7e]*$/

const ascii = /^[\x20-\x7e]*$/
const asciiApostrophe = /['`]/g

/** Text for ordering and for "contains": folded letter by letter, without apostrophes; spaces and other punctuation stay. */
export function foldLetters(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  if (ascii.test(text)) return text.replace(asciiApostrophe, '').toLowerCase()
  return text
    .replace(anyApostrophe, '')
    .normalize('NFKD')
    .replace(anyApostrophe, '')
    .replace(invisible, '')
    .toLowerCase()
    .replace(invisible, '')
    .replace(lettersToReplace, (letter) => plainLetters[letter] ?? letter)
}

/** A name for comparison: its words, separated by single spaces. “O’Brien-Strauß, Søren” and "OBRIEN STRAUSS SOREN" are equal. */
export const fold = (text: string): string => wordsOf(text).join(' ')

/** The folded words of a text, in order. */
export const wordsOf = (text: string): string[] =>
  hasOnlyPlainWords(text)
    ? (text.toLowerCase().match(plainWord) ?? [])
    : Array.from(foldedWords(text), ({ folded }) => folded).filter((folded) => folded !== '')

/** An English word without the ending of its plural: "proxies" gives "proxy", "wills" "will", and "trust" itself. */
export function singularOf(word: string): string {
  if (word.length < 4) return word
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/([^s])s$/, '$1')
}

/** A word of a text: a run of letters and digits with the apostrophes inside of it. */
export type FoldedWord = {
  folded: string
  /** Start in the original text, in UTF-16 code units. */
  start: number
  /**
   * End of its first `length` folded units in the original text; a letter is never separated from its marks, and an emoji is
   * never split.
   */
  endOf(length: number): number
  /** The pieces of a word with apostrophes inside of it: “o” and “brien” of “O’Brien”. */
  parts: readonly FoldedWord[]
}

const special = new RegExp(`[\u0080-\uffff${apostrophes}]`)
const plainWord = /[a-z0-9]+/gi

/** True if a text is ASCII without apostrophes: letters and digits are its words, and only their case has to be folded. */
export const hasOnlyPlainWords = (text: string): boolean => !special.test(text)

const letter = String.raw`[[\p{L}\p{N}\p{Co}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}${apostrophes}]]`
const inner = String.raw`[[\p{L}\p{N}\p{Co}\p{M}\p{DI}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}${apostrophes}]]`
/**
 * An emoji with everything joined to it; one character of a script without spaces; a run of letters and digits, with single
 * apostrophes between them.
 */
const anyWord = new RegExp(
  String.raw`\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}\u200d\p{Extended_Pictographic}]*` +
    String.raw`|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]\p{M}*` +
    `|${letter}${inner}*(?:[${apostrophes}]\\p{M}*${letter}${inner}*)*`,
  'gv',
)
const piece = new RegExp(`${letter}${inner}*`, 'gv')

/**
 * Splits text into words for searching. Each Chinese or Japanese character and each emoji is a word of its own. The index and the
 * query are folded in the same way, so this decides what a query finds.
 */
export function* foldedWords(text: string): Generator<FoldedWord, void, void> {
  if (hasOnlyPlainWords(text)) {
    for (const { 0: word, index: start } of text.matchAll(plainWord))
      yield { folded: word.toLowerCase(), start, endOf: (length) => start + length, parts: [] }
    return
  }
  for (const { 0: word, index } of text.matchAll(anyWord))
    yield { ...foldWord(word, index), parts: partsOf(word, index) }
}

function partsOf(word: string, start: number): FoldedWord[] {
  if (word.search(anyApostrophe) < 0) return []
  return Array.from(word.matchAll(piece), ({ 0: part, index }) => foldWord(part, start + index))
}

const plainCharacter = /^[a-z0-9]$/i
const pictograph = /^\p{Extended_Pictographic}/u

function foldWord(word: string, start: number): FoldedWord {
  // Most words of a text with an accent somewhere have none.
  if (hasOnlyPlainWords(word))
    return { folded: word.toLowerCase(), start, endOf: (length) => start + length, parts: [] }
  const end = start + word.length
  if (pictograph.test(word)) return { folded: emojiName(word), start, endOf: () => end, parts: [] }
  let folded = ''
  let at = start
  const ends: number[] = []
  for (const character of word) {
    const plainText = plainCharacter.test(character)
      ? character.toLowerCase()
      : foldLetters(character).replace(splitting, '')
    at += character.length
    // A mark yields no output and belongs to the letter before it; an apostrophe belongs to none.
    if (plainText === '' && ends.length > 0 && character.search(anyApostrophe) < 0) ends.fill(at, lastStart(ends))
    for (let unit = 0; unit < plainText.length; unit++) ends.push(at)
    folded += plainText
  }
  return { folded, start, endOf: (length) => ends[length - 1] ?? start, parts: [] }
}

/** Start of the run of equal ends that belongs to the last letter. */
function lastStart(ends: readonly number[]): number {
  const end = ends.at(-1)
  let first = ends.length - 1
  while (first > 0 && ends[first - 1] === end) first--
  return first
}

/** The emoji's code points after a private-use character that no name contains, without modifiers of its appearance. */
function emojiName(emoji: string): string {
  const points = emoji.replace(/[\p{M}\p{Emoji_Modifier}\u200d]/gu, '')
  return `\ue000${Array.from(points, (point) => point.codePointAt(0)?.toString(16)).join('')}`
}

/** Characters that decomposing a letter may produce (a ligature of whole words) and that would split the word. */
const splitting = /[\p{ASCII}--[a-z0-9]]/gv

import { foldedWords, wordsOf } from './fold.ts'

/**
 * Whose files are searched; each includes those before it:
 * - `pinned`: those of pinned households
 * - `here`: all files that are on this computer anyway
 * - `mine`: those of the households that the user owns, which are downloaded
 * - `all`: those of all households, which are downloaded
 */
export const textScopes = ['pinned', 'here', 'mine', 'all'] as const

/** Words that follow each other; the last may be the beginning of a word. */
export type Phrase = { words: readonly string[]; isPrefix: boolean }

/** The most words of a query: as many as the longest one, of 200 characters, can have. With 66 words a search in 6,000 pages takes 0.3 s. */
const mostWords = 100
/** Fewest letters of the beginning of a word: the index has lists for them. */
const shortestBeginning = 3

/** A phrase in quotes, which may be open at the end; or a run of characters without spaces. */
const part = /["“”„]([^"“”„]*)(["“”„]|$)|[^\s"“”„]+/g

/**
 * The phrases of a query. Words of a run without spaces, such as “co-trustee”, follow each other. The last word may be the beginning of one
 * while it is being typed; of fewer than three letters it does not narrow what other words find.
 */
export function phrasesOf(text: string): Phrase[] {
  const phrases: Phrase[] = []
  for (const { 0: run, 1: quoted, 2: closing, index } of text.matchAll(part)) {
    const words = wordsOf(quoted ?? run)
    const isBeingTyped = quoted === undefined ? index + run.length === text.length : closing === ''
    const isBegun = isBeingTyped || (quoted ?? run).endsWith('*')
    const last = words.at(-1)
    if (last === undefined) continue
    const isLongEnough = last.length >= shortestBeginning
    if (!isBegun || isLongEnough) phrases.push({ words, isPrefix: isBegun })
    else if (words.length > 1) phrases.push({ words: words.slice(0, -1), isPrefix: false })
    else if (phrases.length === 0) phrases.push({ words, isPrefix: false })
  }
  let left = mostWords
  return phrases.flatMap(({ words, isPrefix }) => {
    const kept = words.slice(0, left)
    left -= kept.length
    return kept.length === 0 ? [] : [{ words: kept, isPrefix: isPrefix && kept.length === words.length }]
  })
}

/** Where a phrase of the query is, by its number; in UTF-16 code units. */
export type Mark = { from: number; to: number; phrase: number }

/** The places of the phrases in a text, in their order, without those inside of others. */
export function marksIn(text: string, phrases: readonly Phrase[]): Mark[] {
  const words = Array.from(foldedWords(text), (word) => ({ ...word, to: word.endOf(word.folded.length) }))
  const marks: Mark[] = []
  words.forEach((word, at) => {
    phrases.forEach(({ words: wanted, isPrefix }, phrase) => {
      const isWord = (folded: string | undefined, number: number) =>
        folded !== undefined &&
        (folded === wanted[number] ||
          (isPrefix && number === wanted.length - 1 && folded.startsWith(wanted[number] ?? '')))
      if (wanted.every((_, number) => isWord(words[at + number]?.folded, number))) {
        marks.push({ from: word.start, to: words[at + wanted.length - 1]?.to ?? word.to, phrase })
        return
      }
      if (wanted.length > 1) return
      const own = word.parts.find(({ folded }) => isWord(folded, 0))
      const next = words[at + 1]
      if (own) marks.push({ from: own.start, to: own.endOf(own.folded.length), phrase })
      else if (next && text.slice(word.to, next.start) === '-\n' && isWord(word.folded + next.folded, 0))
        marks.push({ from: word.start, to: next.to, phrase })
    })
  })
  let end = 0
  return marks.filter(({ from, to }) => {
    if (from < end) return false
    end = to
    return true
  })
}

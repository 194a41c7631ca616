import { foldedWords } from '../mirror/folded-words.ts'

/**
 * One word of a query: prefixes that a word of a record may start with. The first is what the user typed, the others are
 * corrections.
 */
export type QueryWord = { beginnings: readonly string[] }

/** Further words are ignored, because they would not narrow the result. */
const maxWords = 12

/** The words of a query, split and folded like the index. */
export function queryWords(text: string): QueryWord[] {
  const words = new Set<string>()
  for (const { folded } of foldedWords(text)) {
    if (folded !== '') words.add(folded)
    if (words.size === maxWords) break
  }
  return [...words].map((word) => ({ beginnings: [word] }))
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
    const length = longestBeginning(word.folded, words)
    if (length > 0) found.push([word.start, word.endOf(length)])
    if (found.length === most) break
  }
  return found
}

/** The length of the longest prefix of a folded word that matches a word of the query; 0 when none does. */
export function longestBeginning(folded: string, words: readonly QueryWord[]): number {
  let longest = 0
  for (const { beginnings } of words) {
    for (const beginning of beginnings) {
      if (beginning.length > longest && folded.startsWith(beginning)) longest = beginning.length
    }
  }
  return longest
}

/** True if one of a text's folded words starts like this word of the query. */
export function isIn(folded: readonly string[], { beginnings }: QueryWord): boolean {
  return folded.some((word) => beginnings.some((beginning) => word.startsWith(beginning)))
}

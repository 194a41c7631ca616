import { foldedWords } from '../mirror/folded-words.ts'

/** One word of a query: what a word of a record may begin with. The first is what was typed, the others what was meant. */
export type QueryWord = { beginnings: readonly string[] }

/** More words than this say nothing that fewer would not. */
const maxWords = 12

/** The words of a query as the index would split and fold them. */
export function queryWords(text: string): QueryWord[] {
  const words = new Set<string>()
  for (const { folded } of foldedWords(text)) {
    if (folded !== '') words.add(folded)
    if (words.size === maxWords) break
  }
  return [...words].map((word) => ({ beginnings: [word] }))
}

/**
 * A full-text expression that every word must satisfy; of letters and digits only, so that nothing in it is an operator.
 * Words longer than `wholeAbove` must be whole words of the record, others may be beginnings.
 */
export function matchOf(words: readonly QueryWord[], wholeAbove = Number.POSITIVE_INFINITY): string {
  const one = (beginning: string) => `"${beginning}"${beginning.length > wholeAbove ? '' : '*'}`
  return words.map(({ beginnings }) => `(${beginnings.map(one).join(' OR ')})`).join(' AND ')
}

/** Where each word of a text that begins like a word of the query does so, in UTF-16 code units. */
export function matchesIn(text: string, words: readonly QueryWord[], most = 20): [number, number][] {
  const found: [number, number][] = []
  for (const word of foldedWords(text)) {
    const length = longestBeginning(word.folded, words)
    if (length > 0) found.push([word.start, word.endOf(length)])
    if (found.length === most) break
  }
  return found
}

/** How many units of a folded word some word of the query accounts for; 0 when none does. */
export function longestBeginning(folded: string, words: readonly QueryWord[]): number {
  let longest = 0
  for (const { beginnings } of words) {
    for (const beginning of beginnings) {
      if (beginning.length > longest && folded.startsWith(beginning)) longest = beginning.length
    }
  }
  return longest
}

/** Whether one of a text's folded words begins like this word of the query. */
export function isIn(folded: readonly string[], { beginnings }: QueryWord): boolean {
  return folded.some((word) => beginnings.some((beginning) => word.startsWith(beginning)))
}

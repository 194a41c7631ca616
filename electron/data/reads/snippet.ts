import { foldedWords } from '../mirror/folded-words.ts'
import { longestBeginning, matchesIn, type QueryWord } from './search-words.ts'

/** Length of a passage, and of the part before the match, in UTF-16 code units. */
const length = 120
const lead = 40

export type Snippet = { text: string; matches: [number, number][] }

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
      const matched = longestBeginning(word.folded, wanted)
      if (matched > 0) return cut(passage, { from: word.start, to: word.endOf(matched) }, words)
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

import type { QueryWord } from './search-words.ts'

/** Which word some name has at or after a text, in order. */
export type NextTerm = (text: string) => string | undefined

const shortest = 3
const longest = 24
/** Words meant at most, per word typed. */
const maxMeant = 8

/**
 * The words of a query, each with the words of names that it may have meant: one letter too many, missing, wrong, or two
 * swapped. A word of three letters must be all of a name's word but for that; longer ones may be unfinished.
 */
export function forgiving(words: readonly QueryWord[], nextTerm: NextTerm): QueryWord[] {
  return words.map((word, at) => {
    const [typed = ''] = word.beginnings
    // What is looked up grows with the number of words, and what it finds with their commonness.
    return at < 4 ? { beginnings: [typed, ...meantBy(typed, nextTerm)] } : word
  })
}

function meantBy(typed: string, nextTerm: NextTerm): string[] {
  if (typed.length < shortest || typed.length > longest || !/^\p{L}+$/u.test(typed)) return []
  const whole: string[] = []
  const unfinished: string[] = []
  for (const candidate of oneLetterOff(typed)) {
    const term = nextTerm(candidate)
    if (term === candidate) whole.push(candidate)
    else if (typed.length > shortest && term?.startsWith(candidate)) unfinished.push(candidate)
    if (whole.length === maxMeant) break
  }
  return [...whole, ...unfinished].slice(0, maxMeant)
}

/** All words one letter away, the likelier slips first; the first letter is mistyped least often. */
function* oneLetterOff(typed: string): Generator<string, void, void> {
  const letters = Array.from(typed)
  const alphabet = alphabetOf(letters[0] ?? '')
  const seen = new Set([typed])
  const once = function* (candidate: string) {
    if (!seen.has(candidate)) yield candidate
    seen.add(candidate)
  }
  const edited = (at: number, removed: number, added: string) =>
    letters.slice(0, at).join('') + added + letters.slice(at + removed).join('')
  for (let at = letters.length - 2; at >= 0; at--) yield* once(edited(at, 2, `${letters[at + 1]}${letters[at]}`))
  for (let at = letters.length - 1; at >= 0; at--) yield* once(edited(at, 1, ''))
  for (let at = letters.length; at >= 0; at--) for (const letter of alphabet) yield* once(edited(at, 0, letter))
  for (let at = letters.length - 1; at >= 0; at--) for (const letter of alphabet) yield* once(edited(at, 1, letter))
}

/** Scripts by their first and last letter, folded. Of others, letters are only dropped and swapped. */
const scripts = [
  ['a', 'z'],
  ['α', 'ω'],
  ['а', 'я'],
  ['א', 'ת'],
  ['ا', 'ي'],
] as const

function alphabetOf(letter: string): string[] {
  const script = scripts.find(([first, last]) => letter >= first && letter <= last)
  if (!script) return []
  const [first, last] = [script[0].charCodeAt(0), script[1].charCodeAt(0)]
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at))
}

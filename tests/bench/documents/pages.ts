import { createRandom } from '../generate/random.ts'

const consonants = ['b', 'c', 'd', 'f', 'g', 'h', 'l', 'm', 'n', 'p', 'r', 's', 't', 'tr', 'st', 'pr', 'con', 'v', 'w']
const vowels = ['a', 'e', 'i', 'o', 'u', 'ea', 'io']
const endings = ['', 'n', 'r', 's', 't', 'd', 'ing', 'tion', 'ment', 'l']
const vocabulary = 30_000
const wordsOfPage = 380

/** Pages of invented words, which are as unevenly common as those of a language: the n-th word is about n times rarer than the first. */
export function createPages(seed: number) {
  const random = createRandom(seed)
  const words = new Set<string>()
  while (words.size < vocabulary) {
    const syllables = 1 + random.below(3)
    words.add(
      Array.from({ length: syllables }, () => random.pick(consonants) + random.pick(vowels)).join('') +
        random.pick(endings),
    )
  }
  const list = [...words].sort((a, b) => a.length - b.length)
  const word = () => {
    if (random.chance(0.04)) return String(random.below(1_000_000))
    const at = Math.floor(Math.exp(Math.log(vocabulary) * random.next())) - 1
    return list[at] ?? 'the'
  }
  return {
    next: (): string => {
      const all = Array.from({ length: wordsOfPage }, word)
      return Array.from({ length: wordsOfPage / 10 }, (_, line) => all.slice(line * 10, line * 10 + 10).join(' ')).join(
        '\n',
      )
    },
    /** Four words that follow each other on a page. */
    phraseOf(page: string): string {
      const all = page.split(/\s/)
      const from = random.below(all.length - 4)
      return all.slice(from, from + 4).join(' ')
    },
  }
}

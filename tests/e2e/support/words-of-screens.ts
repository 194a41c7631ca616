import { globSync, readFileSync } from 'node:fs'

/** Where the words of each picture are recorded when it is taken, by its path. */
export const recordedWords = 'tests/fixtures/words-on-pictures.json'

/** Tells whether the source of the screens has a text, as whole words. Names and amounts of a firm are in no source. */
export function readWordsOfScreens(): (text: string) => boolean {
  const files = globSync(['renderer/**/*.{ts,tsx}', 'shared/**/*.{ts,tsx,json}'])
  const source = files.map((file) => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ')).join('\n')
  const isPartOfWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
  return (text) => {
    for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1))
      if (!isPartOfWord(source[at - 1]) && !isPartOfWord(source[at + text.length])) return true
    return false
  }
}

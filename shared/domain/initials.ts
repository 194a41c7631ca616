const characters = new Intl.Segmenter()

/** The first letters of the first and the last word, as whole characters: an emoji or a letter with accents is not cut. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = (word = '') => {
    const start = word.search(/[\p{L}\p{N}]/u)
    return start < 0 ? '' : (characters.segment(word.slice(start)).containing(0)?.segment ?? '')
  }
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase('en-US')
}

const characters = new Intl.Segmenter()

/** The first letters of the first and the last word, as whole characters: an emoji or a letter with accents is not cut. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = (word: string | undefined) =>
    [...characters.segment(word?.replace(/^[^\p{L}\p{N}]+/u, '') ?? '')][0]?.segment ?? ''
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase('en-US')
}

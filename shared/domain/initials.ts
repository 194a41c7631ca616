const characters = new Intl.Segmenter()

/** A plain letter that no accent follows is a whole character; looking it up took a twentieth of drawing a list. */
const plainStart = /^[A-Za-z0-9](?:[!-~]|$)/

/** The first letters of the first and the last word, as whole characters: an emoji or a letter with accents is not cut. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = (word = '') => {
    const start = word.search(/[\p{L}\p{N}]/u)
    if (start < 0) return ''
    const text = word.slice(start)
    return plainStart.test(text) ? text.charAt(0) : (characters.segment(text).containing(0)?.segment ?? '')
  }
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase('en-US')
}

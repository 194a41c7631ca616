/** Created at first use: that takes 15 ms, and most names need none. */
let characters: Intl.Segmenter | undefined

/** The first character of a text; an emoji or a letter with accents is one. */
function firstCharacter(text: string): string {
  characters ??= new Intl.Segmenter()
  return characters.segment(text).containing(0)?.segment ?? ''
}

/** A plain letter that no accent follows is a whole character; looking it up took a twentieth of drawing a list. */
const plainStart = /^[A-Za-z0-9](?:[!-~]|$)/

/** The first letters of the first and the last word, as whole characters: an emoji or a letter with accents is not cut. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = (word = '') => {
    const start = word.search(/[\p{L}\p{N}]/u)
    if (start < 0) return ''
    const text = word.slice(start)
    return plainStart.test(text) ? text.charAt(0) : firstCharacter(text)
  }
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase('en-US')
}

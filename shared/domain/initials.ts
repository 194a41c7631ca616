/** Created at first use: that takes 15 ms, and most names need none. */
let characters: Intl.Segmenter | undefined

/** The first character of a text; an emoji or a letter with accents is one. */
function firstCharacter(text: string): string {
  characters ??= new Intl.Segmenter()
  return characters.segment(text).containing(0)?.segment ?? ''
}

/** A plain letter that no accent follows is a whole character; looking it up took a twentieth of drawing a list. */
const plainStart = /^[A-Za-z0-9](?:[!-~]|$)/

/** Forms of address before a name, and what may follow it; without dots. */
const before = new Set('dr mr mrs ms miss mx prof professor rev hon sir dame'.split(' '))
const after = new Set('esq jr sr phd'.split(' '))
/** Read only in capital letters: Md and Iv are names. */
const degrees = new Set('II III IV MD JD DDS DMD DVM LLM CPA CFP CFA MBA RN'.split(' '))

/** The words of a name without titles at its beginning and generations and degrees at its end, unless nothing else is left. */
function namingWords(name: string): string[] {
  const words = name.split(/[\s,]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const plain = words.map((word) => word.replaceAll('.', ''))
  const start = plain.findIndex((word) => !before.has(word.toLowerCase()))
  const end = plain.findLastIndex((word) => !after.has(word.toLowerCase()) && !degrees.has(word))
  return start < 0 || end < start ? words : words.slice(start, end + 1)
}

/**
 * The first letters of the first and the last word of a name, as whole characters: an emoji or a letter with accents is not cut. “Dr.”,
 * “Jr.”, “III” and “Esq.” give none.
 */
export function initialsOf(name: string): string {
  const words = namingWords(name)
  const first = (word = '') => {
    const start = word.search(/[\p{L}\p{N}]/u)
    if (start < 0) return ''
    const text = word.slice(start)
    return plainStart.test(text) ? text.charAt(0) : firstCharacter(text)
  }
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase('en-US')
}

/** Letters that have no accent to drop, by the letters that people type instead. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/**
 * Normalises text for comparison: without case, accents, apostrophes, punctuation and repeated spaces, so that “O’Brien” equals “OBRIEN”
 * and “Søren Strauß” equals “Soren Strauss”.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđðħŧıßæœþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u2032\u2035\u00b4`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Shortens a text for use in a message. */
export const cut = (text: string, most = 60): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

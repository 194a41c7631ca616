/** Names are cut before they are measured: measuring takes time in proportion to their length. */
const mostCharacters = 300

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters that XML does not allow, and halves of surrogate pairs: a drawing with them could not be opened. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text without characters that a file cannot contain. */
export const xmlText = (text: string): string => text.slice(0, mostCharacters).replace(notXml, '\ufffd')

const narrow = /^[ijlftr.,;:'’!|()[\] ]$/
const wide = /^[mwMW@%]$/
const capital = /^[\p{Lu}\p{N}&+=]$/u
const square = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}]/u

/** The width of an ellipsis, in parts of the font size. */
const ellipsis = 0.9

/** The usual width of a character in a proportional font, in parts of the font size; drawings must not depend on a browser. */
function widthOf(grapheme: string): number {
  if (narrow.test(grapheme)) return 0.32
  if (wide.test(grapheme)) return 0.9
  if (capital.test(grapheme)) return 0.66
  return square.test(grapheme) ? 1.05 : 0.57
}

/**
 * The beginning of a text that fits a width, with an ellipsis if anything is left out. A letter is never separated from its
 * marks, and characters that a file cannot contain are replaced.
 *
 * @param size - the font size, in the unit of `width`
 */
export function fitText(text: string, width: number, size: number): string {
  if (isPlain(text)) return fitPlain(text, width / size)
  const clean = xmlText(text).replace(/\s+/g, ' ').trim()
  const isCut = text.length > mostCharacters
  const room = width / size
  let used = 0
  let fitting = ''
  for (const { segment } of graphemes.segment(clean)) {
    used += widthOf(segment)
    if (used > room) return `${withoutEnd(fitting, room)}…`
    fitting += segment
  }
  return isCut ? `${fitting}…` : fitting
}

/** Most names: one character is one letter, so that they need not be taken apart. */
const isPlain = (text: string) => text.length <= mostCharacters && /^[ -~]*$/.test(text) && !/^ | $| {2}/.test(text)
const plainWidths = Array.from({ length: 127 }, (_, code) => widthOf(String.fromCharCode(code)))

function fitPlain(text: string, room: number): string {
  let used = 0
  let roomy = 0
  for (let at = 0; at < text.length; at += 1) {
    used += plainWidths[text.charCodeAt(at)] ?? 0
    if (used <= room - ellipsis) roomy = at + 1
    if (used > room) return `${text.slice(0, roomy).trimEnd()}…`
  }
  return text
}

/** Whether a text fits a width without being cut. */
export const fits = (text: string, width: number, size: number): boolean => fitText(text, width, size) === text

/** Makes room for an ellipsis. */
function withoutEnd(text: string, room: number): string {
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment)
  let used = parts.reduce((sum, part) => sum + widthOf(part), ellipsis)
  while (parts.length > 0 && used > room) used -= widthOf(parts.pop() ?? '')
  return parts.join('').trimEnd()
}

const firstLetter = /\p{L}/u
const rightToLeft =
  /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}\p{sc=Samaritan}\p{sc=Mandaic}]/u

/** Whether a text is written from right to left, by its first letter. */
export function isRightToLeft(text: string): boolean {
  const letter = firstLetter.exec(text.slice(0, mostCharacters))?.[0]
  return letter !== undefined && rightToLeft.test(letter)
}

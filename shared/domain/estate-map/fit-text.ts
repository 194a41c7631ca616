/** Names are cut before they are measured: measuring takes time in proportion to their length. */
const mostCharacters = 300

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters that XML does not allow, and halves of surrogate pairs: a drawing with them could not be opened. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text without characters that a file cannot contain. */
export const xmlText = (text: string): string => text.slice(0, mostCharacters).replace(notXml, '\ufffd')

/**
 * The widths of the characters from blank to tilde in hundredths of the font size, of Noto Sans, regular and bold: of the fonts that a
 * drawing may be shown in, it is the widest. Drawings must not depend on a browser.
 */
const regular = [
  26, 27, 41, 65, 58, 84, 74, 23, 30, 30, 56, 58, 27, 33, 27, 38, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 27, 27, 58,
  58, 58, 44, 90, 64, 65, 64, 73, 56, 52, 73, 75, 34, 28, 62, 53, 91, 76, 79, 61, 79, 63, 55, 56, 74, 60, 93, 59, 57,
  58, 33, 38, 33, 58, 45, 29, 57, 62, 48, 62, 57, 35, 62, 62, 26, 26, 54, 26, 94, 62, 61, 62, 62, 42, 48, 37, 62, 51,
  79, 53, 51, 47, 38, 56, 38, 58,
]
const bold = [
  26, 29, 48, 65, 58, 91, 75, 27, 34, 34, 55, 58, 29, 33, 29, 42, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 29, 29, 58,
  58, 58, 48, 90, 69, 68, 64, 74, 56, 55, 73, 77, 39, 34, 67, 57, 95, 82, 80, 63, 80, 66, 56, 58, 76, 65, 97, 67, 63,
  58, 34, 42, 34, 58, 42, 37, 61, 64, 52, 64, 60, 39, 64, 66, 31, 31, 62, 31, 99, 66, 62, 64, 64, 46, 50, 44, 66, 57,
  86, 58, 57, 49, 40, 56, 40, 58,
]

const slim = /^[‘’·]$/
const dash = /^[–•“”×†]$/
const letter = /^\p{L}/u
const mark = /\p{M}/gu
const square = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}]/u

/** The widest that a grapheme is in a proportional font, in parts of the font size. */
function widthOf(grapheme: string, isBold: boolean): number {
  const table = isBold ? bold : regular
  const usual = grapheme.length === 1 ? table[grapheme.charCodeAt(0) - 32] : undefined
  if (usual !== undefined) return usual / 100
  const plain = grapheme.normalize('NFD').replace(mark, '')
  const width = plain.length === 1 ? table[plain.charCodeAt(0) - 32] : undefined
  // Marks beside a letter, as in some scripts, take room of their own.
  if (width !== undefined) return width / 100 + (grapheme.length > 2 ? 0.3 : 0.08)
  if (slim.test(grapheme)) return 0.3
  if (dash.test(grapheme)) return 0.6
  if (square.test(grapheme)) return 1.3
  return letter.test(grapheme) ? Math.max(1, 0.8 * Array.from(grapheme).length) : 1.15
}

/** A little more than the sum of the characters, since a browser rounds each of them. */
const tolerance = 1.02
/** The width of an ellipsis, in parts of the font size. */
const ellipsis = 0.9

/** The width of a text in the unit of the font size: at least what a browser needs for it. */
export function textWidth(text: string, size: number, isBold: boolean): number {
  return sumOf(text, isBold) * tolerance * size
}

function sumOf(text: string, isBold: boolean): number {
  const table = isBold ? bold : regular
  let sum = 0
  if (/^[ -~]*$/.test(text)) {
    for (let at = 0; at < text.length; at += 1) sum += table[text.charCodeAt(at) - 32] ?? 0
    return sum / 100
  }
  for (const { segment } of graphemes.segment(text)) sum += widthOf(segment, isBold)
  return sum
}

/**
 * A text as lines that fit a width. A line ends at a blank, else behind a hyphen, a comma or a slash, else between any two letters.
 * Nothing is left out but what is beyond 300 characters. No line for an empty text.
 *
 * @param size - the font size, in the unit of `width`
 */
export function wrapText(
  text: string,
  width: number,
  size: number,
  isBold: boolean,
): { lines: string[]; isReversed: boolean } {
  const clean = xmlText(text).replace(/\s+/g, ' ').trim()
  const whole = text.length > mostCharacters ? `${clean}…` : clean
  const lines: string[] = []
  let line = ''
  const fitsIn = (one: string) => textWidth(one, size, isBold) <= width
  const put = (part: string, before: string) => {
    if (line !== '' && !fitsIn(line + before + part)) {
      lines.push(line)
      line = part
    } else line = line === '' ? part : line + before + part
  }
  for (const word of whole.split(' ')) {
    if (fitsIn(word)) {
      put(word, ' ')
      continue
    }
    for (const [at, part] of (word.match(/[^-,/]+[-,/]*|[-,/]+/g) ?? []).entries()) {
      const before = at === 0 ? ' ' : ''
      if (fitsIn(part)) put(part, before)
      else
        for (const [nth, letters] of Array.from(graphemes.segment(part)).entries())
          put(letters.segment, nth === 0 ? before : '')
    }
  }
  if (line !== '') lines.push(line)
  return { lines, isReversed: isRightToLeft(whole) }
}

/**
 * The beginning of a text that fits a width, with an ellipsis if anything is left out. A letter is never separated from its
 * marks, and characters that a file cannot contain are replaced.
 *
 * @param size - the font size, in the unit of `width`
 */
export function fitText(text: string, width: number, size: number, isBold = false): string {
  if (isPlain(text)) return fitPlain(text, width / size, isBold)
  const clean = xmlText(text).replace(/\s+/g, ' ').trim()
  const isCut = text.length > mostCharacters
  const room = width / size
  let used = 0
  let fitting = ''
  for (const { segment } of graphemes.segment(clean)) {
    used += widthOf(segment, isBold)
    if (used > room) return `${withoutEnd(fitting, room, isBold)}…`
    fitting += segment
  }
  return isCut ? `${fitting}…` : fitting
}

/** Most names: one character is one letter, so that they need not be taken apart. */
const isPlain = (text: string) => text.length <= mostCharacters && /^[ -~]*$/.test(text) && !/^ | $| {2}/.test(text)

function fitPlain(text: string, room: number, isBold: boolean): string {
  let used = 0
  let roomy = 0
  for (let at = 0; at < text.length; at += 1) {
    used += ((isBold ? bold : regular)[text.charCodeAt(at) - 32] ?? 0) / 100
    if (used <= room - ellipsis) roomy = at + 1
    if (used > room) return `${text.slice(0, roomy).trimEnd()}…`
  }
  return text
}

/** Whether a text fits a width without being cut. */
export const fits = (text: string, width: number, size: number, isBold = false): boolean =>
  fitText(text, width, size, isBold) === text

/** Makes room for an ellipsis. */
function withoutEnd(text: string, room: number, isBold: boolean): string {
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment)
  let used = parts.reduce((sum, part) => sum + widthOf(part, isBold), ellipsis)
  while (parts.length > 0 && used > room) used -= widthOf(parts.pop() ?? '', isBold)
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

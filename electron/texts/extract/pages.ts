import type { PageText, TextLimits } from '../text-reader.ts'

/** Takes one page after the other; blank ones are counted. */
export type PageSink = {
  /** False once a limit is reached, after which nothing more is taken. */
  add(text: string): boolean
  /** The file has more than what is added: further pages, or further characters of the pages. */
  leaveRest(of?: 'pages' | 'characters'): void
}

/** Thrown for a file that unpacks to more than is read. */
export class TooLargeText extends Error {}

/** Totals of the pages that a sink has taken so far. */
type TakenPages = { pageCount: number; withoutText: number[]; cut: 'pages' | 'characters' | null }

/** A {@link PageSink} with the limits of a file. `onPage` is called for each page with text. */
export function createPageSink(
  limits: TextLimits,
  onPage: (page: PageText) => void,
): { sink: PageSink; read(): TakenPages } {
  const taken: TakenPages = { pageCount: 0, withoutText: [], cut: null }
  let characters = 0
  let left: TakenPages['cut'] = null
  const add = (text: string) => {
    if (taken.cut !== null) return false
    if (taken.pageCount === limits.pages) {
      taken.cut = 'pages'
      return false
    }
    taken.pageCount += 1
    const neat = neatText(text)
    const fitting = neat.slice(0, limits.characters - characters)
    characters += fitting.length
    if (fitting === '') taken.withoutText.push(taken.pageCount)
    else onPage({ page: taken.pageCount, text: fitting })
    if (fitting.length < neat.length) taken.cut = 'characters'
    return taken.cut === null
  }
  const leaveRest = (of: 'pages' | 'characters' = 'pages') => {
    left ??= of
  }
  return { sink: { add, leaveRest }, read: () => ({ ...taken, cut: taken.cut ?? left }) }
}

/** Characters after which a text without pages is divided, at the next end of a line. */
const partCharacters = 3000
/** Longest line that is not divided. */
const longestLine = 20_000

/** Adds a text that has no pages as parts of about {@link partCharacters}, each of whole lines. */
export function addParts(text: string, sink: PageSink): number {
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start + partCharacters)
    const end = Math.min(lineEnd === -1 ? text.length : lineEnd + 1, start + longestLine)
    if (!sink.add(text.slice(start, end))) break
    start = end
  }
  return 0
}

/** Characters beside the lines of a text of ASCII, which most texts are. */
const unusual = /[^\n\x20-\x7e]/

/** Composed letters, one blank for white space within lines, no blank lines, no hyphens that only mark where a word may be divided. */
export function neatText(text: string): string {
  const lines = unusual.test(text)
    ? text
        .normalize('NFC')
        .replace(/[\u00ad\u200b\ufeff]|\p{Cc}(?<![\n\r\t\f\v])/gu, '')
        .replace(/\r\n?|[\f\v\u2028\u2029]/g, '\n')
        .replace(/[^\S\n]+/g, ' ')
    : text.replace(/ {2,}/g, ' ')
  return lines.replace(/ ?\n[\n ]*/g, '\n').trim()
}

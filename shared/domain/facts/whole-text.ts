import type { PageOfText } from '../proposals/page-text.ts'

/** A place in a document: a page, and UTF-16 code units of its text. */
export type PagePlace = { page: number; start: number; end: number }

/** The pages of a document as one text, in which sentences go on over lines and pages. */
export type WholeText = {
  text: string
  /** The page on which a part of the text begins, and where on it; a part that goes on over pages ends at the end of that page. */
  placeOf(start: number, end: number): PagePlace
}

/** A line of a page, with the place of its first character on the page. */
type PageLine = { page: number; text: string; at: number }

const pageNumber = /^\s*(?:page\s+)?[-–—[(]*\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—\])]*(?:\s*(?:of|\/)\s*\d{1,4})?\s*$/i

/** Joins the pages; page numbers, running heads and the numbers of lines are left out. */
export function wholeTextOf(pages: readonly PageOfText[]): WholeText {
  const pieces: { at: number; page: number; from: number }[] = []
  const ends = new Map(pages.map(({ page, text }) => [page, text.length]))
  let text = ''
  // The end of the text by itself: to look into a string that still grows would copy the whole each time.
  let end = ''
  let before: { line: PageLine; width: number } | null = null
  const running = runningHeads(pages)
  for (const { page, text: own } of pages) {
    const lines = withoutLineNumbers(linesIn(page, own))
    const width = widthOf(lines)
    const isDoubleSpaced = lines.filter((line) => line.text === '').length > lines.length * 0.4
    let isParagraphEnd = false
    for (const line of lines) {
      if (line.text === '') {
        isParagraphEnd = true
        continue
      }
      if (isRunning(line, lines, running)) continue
      if (before !== null) {
        const isSamePage = before.line.page === page
        const isBlankBetween: boolean = isSamePage && isParagraphEnd && !isDoubleSpaced
        const between: Between =
          isBlankBetween && !/,$/.test(before.line.text)
            ? 'paragraph'
            : joinOf({ line: before.line, next: line, width: before.width, sentence: lastSentence(end), isSamePage })
        const gap = gaps[between]
        if (between === 'hyphen') {
          text = text.slice(0, -1)
          end = end.slice(0, -1)
        }
        text += gap
        end += gap
      }
      pieces.push({ at: text.length, page, from: line.at })
      text += line.text
      end = (end + line.text).slice(-sentenceEnd)
      before = { line, width }
      isParagraphEnd = false
    }
  }
  const pieceAt = (at: number) => {
    let low = 0
    let high = pieces.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((pieces[middle]?.at ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return pieces[low]
  }
  return {
    text,
    placeOf(start, end) {
      const first = pieceAt(start)
      const last = pieceAt(Math.max(start, end - 1))
      if (!first || !last) return { page: 1, start: 0, end: 0 }
      const own = first.from + start - first.at
      return {
        page: first.page,
        start: own,
        end: last.page === first.page ? last.from + end - last.at : (ends.get(first.page) ?? own),
      }
    },
  }
}

/** The lines of a page, without the spaces around them. */
function linesIn(page: number, text: string): PageLine[] {
  let at = 0
  return text.split('\n').map((line) => {
    const begin = at + line.length - line.trimStart().length
    at += line.length + 1
    return { page, text: line.trim(), at: begin }
  })
}

/** Numbers before the lines of a page, as in pleadings, are left out. */
function withoutLineNumbers(lines: readonly PageLine[]): readonly PageLine[] {
  const full = lines.filter(({ text }) => text !== '')
  const numbers = full.map(({ text }) => /^(\d{1,2})(?:\s{1,}|$)(?!\d*[.)/])/.exec(text))
  const rising = numbers.filter((match, at) => match && Number(match[1]) === Number(numbers[at - 1]?.[1] ?? -9) + 1)
  if (full.length < 6 || rising.length < full.length * 0.7) return lines
  return lines.map((line) => {
    const number = /^\d{1,2}\s*/.exec(line.text)?.[0].length ?? 0
    return { ...line, text: line.text.slice(number), at: line.at + number }
  })
}

/** The length of a full line of a page. */
function widthOf(lines: readonly PageLine[]): number {
  const lengths = lines.map(({ text }) => text.length).filter((length) => length > 0)
  lengths.sort((a, b) => a - b)
  return lengths[Math.floor(lengths.length * 0.9)] ?? 0
}

const headKey = (text: string) => text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase()

/** The first and last lines that several pages have in common. */
function runningHeads(pages: readonly PageOfText[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { text } of pages) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    for (const key of new Set([...lines.slice(0, 2), ...lines.slice(-2)].map(headKey)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const least = Math.max(2, Math.min(3, Math.ceil(pages.length / 2)))
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key))
}

function isRunning(line: PageLine, lines: readonly PageLine[], running: ReadonlySet<string>): boolean {
  const full = lines.filter(({ text }) => text !== '')
  const at = full.indexOf(line)
  const isAtEdge = at < 2 || at >= full.length - 2
  return isAtEdge && (pageNumber.test(line.text) || running.has(headKey(line.text)))
}

/** `hyphen`: a word that the line break divides; `word`: one with a hyphen of its own; `line`: a break that may end a sentence. */
type Between = 'space' | 'line' | 'paragraph' | 'hyphen' | 'word'
const gaps: Record<Between, string> = { space: ' ', line: '\n', paragraph: '\n\n', hyphen: '', word: '' }

/** How far back the begin of a sentence is looked for, in UTF-16 code units. */
const sentenceEnd = 400

const isEnded = (text: string) => /[.!?:;]["”’)\]]*\s*$/.test(text)

/** Words with which a sentence that is not at its end must not be divided: what follows depends on them. */
const binding =
  /\b(?:if|unless|upon|when|whenever|while|after|before|until|should|in the event|in case|provided|cease[sd]?|fails?|failure|dies?|death|resigns?|removed?|not|nor|never|neither|except|other than|instead of|in place of|in lieu of|succeeds?|former|formerly|prior|previous(?:ly)?|deleted?|struck|revoke[sd]?)\b/i

type Join = { line: PageLine; next: PageLine; width: number; sentence: string; isSamePage: boolean }

/** Whether a sentence goes on in the next line. */
function joinOf({ line, next, width, sentence, isSamePage }: Join): Between {
  if (/\p{L}-$/u.test(line.text) && /^\p{L}/u.test(next.text)) return /^\p{Ll}/u.test(next.text) ? 'hyphen' : 'word'
  if (isEnded(line.text)) return 'line'
  const firstWord = /^\S+/.exec(next.text)?.[0].length ?? 0
  const isFull = width >= 50 && line.text.length + 1 + firstWord > width * 0.85
  if (isFull || (line.text !== line.text.toUpperCase() && binding.test(sentence))) return 'space'
  // A sentence that is not at its end at the end of a page goes on where the next page begins in the middle of one.
  if (!isSamePage) return /^[\p{Ll}(,]/u.test(next.text) || /,$/.test(line.text) ? 'space' : 'paragraph'
  return 'line'
}

/** The text after the last end of a sentence, by the end of a text. */
const lastSentence = (near: string): string => {
  const paragraph = near.slice(near.lastIndexOf('\n\n') + 1)
  const ends = [...paragraph.matchAll(/[.!?;]["”’)\]]*\s+(?=["“(]?\p{Lu})/gu)]
  const last = ends.at(-1)
  return last === undefined ? paragraph : paragraph.slice(last.index + last[0].length)
}

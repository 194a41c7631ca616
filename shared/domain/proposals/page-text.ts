import { wordsOf } from '../fold.ts'

/** The text of one page, its lines separated by line ends. */
export type PageOfText = {
  /** From 1. */
  page: number
  text: string
}

/** The words on which a proposal rests, as they are on a page. */
export type Basis = { words: string; page: number }

/** A line of a page. */
export type Line = {
  page: number
  text: string
  /** Its folded words, separated and surrounded by single spaces; those of a letter-spaced line are joined again. */
  words: string
  isHeading: boolean
}

/** Pages and characters that are looked at: an instrument says what it is and when it was signed long before these. */
const mostPages = 50
const mostCharacters = 120_000

/** Longest heading, in characters. */
const longestHeading = 110

/** The lines of the pages, as far as they are looked at. */
export function linesOf(pages: readonly PageOfText[]): Line[] {
  const lines: Line[] = []
  let characters = 0
  for (const { page, text } of pages.slice(0, mostPages)) {
    for (const line of text.split('\n')) {
      characters += line.length
      if (characters > mostCharacters) return lines
      if (line.trim() !== '') lines.push(lineOf(page, line.trim()))
    }
  }
  return lines
}

function lineOf(page: number, text: string): Line {
  const joined = withoutLetterSpacing(text)
  return { page, text, words: ` ${wordsOf(joined).join(' ')} `, isHeading: isHeading(joined) }
}

/** Words in which headings are written wide apart: "L A S T   W I L L" comes as single letters. */
const spacedWords =
  `last will and testament of codicil trust agreement power powers attorney health healthcare care proxy living amendment first second third deed the
   durable general limited special advance directive declaration revocable irrevocable restated amended assignment interest for to by`.split(
    /\s+/,
  )

/** Whether a line is written letter by letter, as typewriters space titles. */
export function isLetterSpaced(text: string): boolean {
  const tokens = text.split(' ')
  return tokens.length >= 6 && tokens.filter((token) => /^\p{L}$/u.test(token)).length >= tokens.length * 0.8
}

/** "L A S T W I L L" as "LAST WILL"; a line of other letters stays as it is. */
function withoutLetterSpacing(text: string): string {
  if (!isLetterSpaced(text)) return text
  const letters = text.replaceAll(' ', '')
  const words = splitInto(letters.toLowerCase())
  return words === null ? text : words.join(' ').toUpperCase()
}

function splitInto(letters: string): string[] | null {
  if (letters === '') return []
  for (const word of spacedWords) {
    if (!letters.startsWith(word)) continue
    const rest = splitInto(letters.slice(word.length))
    if (rest !== null) return [word, ...rest]
  }
  return null
}

/** Words that are small in a title in mixed case. */
const small = new Set('a an and as at by for from in of on or the to under with dated between de la'.split(' '))

/** A short line in capitals, or one in which each longer word has one, and that does not end like a sentence. */
function isHeading(text: string): boolean {
  if (text.length > longestHeading || /[,;]$/.test(text)) return false
  if (/[a-z)]\.$/.test(text) && !/\b(?:Inc|Co|Corp|Ltd|Jr|Sr)\.$/.test(text)) return false
  if (/\.{4}|…/.test(text)) return false
  const words = text.match(/\p{L}[\p{L}\p{M}'’.-]*/gu) ?? []
  if (words.length === 0 || words.length > 16) return false
  const capital = words.filter((word) => /^\p{Lu}/u.test(word) || small.has(word.toLowerCase()))
  // "of" on a line of its own belongs to the title around it.
  return capital.length === words.length
}

/** The words of some lines with all line ends gone, for what runs over several lines. */
export const joinedWords = (lines: readonly Line[]): string =>
  ` ${lines
    .map(({ words }) => words.trim())
    .filter((words) => words !== '')
    .join(' ')} `

const mostQuoted = 160

/** A line, or a part of it, as it is shown: not longer than fits beside a field. */
export const quoted = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > mostQuoted ? `${plain.slice(0, mostQuoted - 1)}…` : plain
}

import { plainLine } from '../../../shared/domain/plain-markdown.ts'

/** Lines of Markdown that are no running text: headings, tables, rules, fences. */
const notText = /^\s*(#{1,6}\s|\||```|~~~|([-*_]\s*){3,}$)/

/**
 * The beginning of a summary as one plain text: whole sentences of at most `most` characters in total, or the beginning of the first
 * one, ending in “…”.
 *
 * @param format - `MARKDOWN` to leave out headings, tables and marks
 */
export function firstSentences(text: string, format: string | null, most = 320): string {
  const start = text.slice(0, most * 8)
  const lines = start.split('\n')
  const kept = format === 'MARKDOWN' ? lines.filter((line) => !notText.test(line)).map(plainLine) : lines
  const running = kept
    .map((line) => line.trim())
    .filter(Boolean)
    .map(ended)
    .join(' ')
    .replace(/\s+/g, ' ')
  if (running.length <= most) return running
  const whole = running.slice(0, most + 1).match(/^.*[.!?](?=\s)/u)?.[0]
  if (whole) return whole
  const words = running.slice(0, most)
  const space = words.lastIndexOf(' ')
  return `${(space > most / 2 ? words.slice(0, space) : words).replace(/[\ud800-\udbff]$/, '')}…`
}

/** An item of a list that ends without a mark gets one, so that it does not run into the next. */
const ended = (line: string) => (/[\p{L}\p{N})]$/u.test(line) && line.length > 40 ? `${line}.` : line)

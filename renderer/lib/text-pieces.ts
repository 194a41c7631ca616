/** Maximum number of characters in a piece, which the browser lays out at once. */
const maxPiece = 500
/** The same for text that matches `simple`, which is laid out in linear time. */
const maxSimplePiece = 5_000
const maxLinesOfPiece = 100

/**
 * Latin letters, digits and punctuation, with spaces at least every 100 characters: nothing that needs reordering, joining or a
 * dictionary for line breaks.
 */
const simple = /^(?:[\n\t\u0021-\u024f\u2010-\u2026\u20ac]{0,100} )*[\n\t\u0021-\u024f\u2010-\u2026\u20ac]{0,100}$/

/**
 * Cuts a text into pieces that the browser lays out separately. Layout time is quadratic in the length of a line whose letters
 * combine, join or change direction: for 65,536 accents on one letter Chromium took 46 s, in pieces 0.04 s. Ordinary texts are
 * cut only at line ends, and most are a single piece.
 *
 * @returns the pieces in order; a line break between two of them is left out
 */
export function textPieces(text: string): string[] {
  const pieces: string[] = []
  // The piece that is being filled: where it starts, its lines, and their shares of the maximum piece length.
  let start = 0
  let lines = 0
  let weight = 0
  let at = 0
  for (;;) {
    // Short lines are not looked at one by one: there can be 100,000 of them.
    const many = lines === 0 ? endOfLines(text, at, maxLinesOfPiece) : at
    const isShort = lines === 0 && many - at <= maxPiece
    const end = isShort ? many : endOfLines(text, at, 1)
    if (isShort) pieces.push(text.slice(at, end))
    else {
      const parts = cutLine(text.slice(at, end))
      const first = weightOf(parts[0] ?? '')
      if (lines > 0 && (lines >= maxLinesOfPiece || parts.length > 1 || weight + first > 1)) {
        pieces.push(text.slice(start, at - 1))
        lines = 0
        weight = 0
      }
      const last = parts.pop() ?? ''
      pieces.push(...parts)
      if (lines === 0) start = end - last.length
      lines += 1
      weight += parts.length > 0 ? weightOf(last) : first
    }
    if (end === text.length) break
    at = end + 1
  }
  if (lines > 0) pieces.push(text.slice(start))
  return pieces
}

/** Where the last of `count` lines ends, of which the first one starts at `from`. */
function endOfLines(text: string, from: number, count: number): number {
  let end = from - 1
  for (let line = 0; line < count; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text.length
  }
  return end
}

/** Returns true if a text is laid out in one piece. One that is too long for it is not cut to find out, which takes seconds for some. */
export const isOnePiece = (text: string): boolean =>
  text.length <= maxSimplePiece + maxLinesOfPiece && textPieces(text).length === 1

/** A line's share of the maximum piece length. */
const weightOf = (line: string): number => line.length / (isSimple(line) ? maxSimplePiece : maxPiece)

const isSimple = (line: string): boolean => line.length <= maxSimplePiece && simple.test(line)

/** Cuts a line into parts that are cheap to lay out, at spaces if possible and never within a surrogate pair. */
function cutLine(line: string): string[] {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const rest = line.length - from
    const most = isSimple(line.slice(from, from + maxSimplePiece)) ? maxSimplePiece : maxPiece
    if (rest <= most) return [...parts, line.slice(from)]
    const space = line.lastIndexOf(' ', from + most - 1)
    const at = space > from + most / 2 ? space + 1 : from + most
    const unit = line.charCodeAt(at)
    const to = unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
    parts.push(line.slice(from, to))
    from = to
  }
}

/** Maximum characters of a name in a cell, row or heading. */
const maxShown = 300

/**
 * The beginning of a text, for a single line: laying out the longest name that the service accepts would block the window for
 * seconds.
 */
export function shortened(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Ranges where a text matched: start, end (exclusive), in UTF-16 code units. */
export type Matches = readonly (readonly [number, number])[]

/** Splits a text at its matches. Ranges may be out of order, overlapping or out of bounds. */
export function cutAtMatches(text: string, matches: Matches): { text: string; matched: boolean; at: number }[] {
  const parts: { text: string; matched: boolean; at: number }[] = []
  let done = 0
  const add = (from: number, to: number, matched: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), matched, at: from })
  }
  for (const [from, to] of matches.toSorted((a, b) => a[0] - b[0])) {
    const start = Math.max(from, done)
    const end = Math.min(to, text.length)
    if (end <= start) continue
    add(done, start, false)
    add(start, end, true)
    done = end
  }
  add(done, text.length, false)
  return parts
}

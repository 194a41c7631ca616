/** A piece of a long text: what a browser lays out at once. */
const maxPiece = 500
/** Text of simple characters with a space now and then is laid out in linear time. */
const maxSimplePiece = 5_000
const maxLinesOfPiece = 100

/** Latin letters, digits, punctuation, with no word longer than a line: nothing that is reordered, joined or broken by a dictionary. */
const simple = /^(?:[\n\t\u0021-\u024f\u2010-\u2026\u20ac]{0,100} )*[\n\t\u0021-\u024f\u2010-\u2026\u20ac]{0,100}$/

/**
 * Cuts a text into pieces that a browser can lay out one by one. Its time grows with the square of a line's length where letters
 * combine, join or change direction: 65,536 accents on one letter took Chromium 46 seconds, in pieces 0.04. Texts as people write them
 * are cut at the ends of their lines alone, and most are one piece.
 *
 * @returns the pieces in order; a line break between two of them is left out
 */
export function textPieces(text: string): string[] {
  const pieces: string[] = []
  let lines: string[] = []
  let weight = 0
  const flush = () => {
    if (lines.length > 0) pieces.push(lines.join('\n'))
    lines = []
    weight = 0
  }
  for (const line of text.split('\n')) {
    const parts = cutLine(line)
    const weights = parts.map(weightOf)
    if (lines.length >= maxLinesOfPiece || parts.length > 1 || weight + (weights[0] ?? 0) > 1) flush()
    pieces.push(...parts.slice(0, -1))
    lines.push(parts.at(-1) ?? '')
    weight += weights.at(-1) ?? 0
  }
  flush()
  return pieces
}

/** Whether a text is laid out in one piece. */
export const isOnePiece = (text: string): boolean => textPieces(text).length === 1

/** What part of a piece a line is. */
const weightOf = (line: string): number => line.length / (isSimple(line) ? maxSimplePiece : maxPiece)

const isSimple = (line: string): boolean => line.length <= maxSimplePiece && simple.test(line)

/** A line in parts that are each cheap to lay out: at a space where there is one, and never within a character of two units. */
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

/** More of a name than a cell, a row or a heading shows. */
const maxShown = 300

/** The beginning of a text for a place of one line: a name as long as the service takes would hold up the window for seconds. */
export function shortened(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown).replace(/[\ud800-\udbff]$/, '')}…`
}

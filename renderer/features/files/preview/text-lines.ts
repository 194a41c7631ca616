/** Maximum number of lines shown. At 20 pixels each, many more would exceed the maximum height of an element. */
export const maxLines = 1_000_000
/**
 * In characters. Longer lines are wrapped into several, because the browser would lay out a line of a million characters as a
 * whole.
 */
const maxLineLength = 2000
/** The same for text in which characters may combine, join or change direction: its layout takes quadratic time. */
const maxComplexLength = 300
/** Last code unit up to which characters neither combine, join nor change direction. */
const lastSimple = 0x24f

/** Start offsets of a text's lines; a line is cut out only when it is drawn. */
export type TextLines = { text: string; starts: Uint32Array<ArrayBuffer>; count: number; more: boolean }

/** Finds the lines of a text; they end with `\n`, `\r\n` or `\r`. */
export function linesOf(text: string): TextLines {
  const starts: number[] = [0]
  let start = 0
  let most = maxLineLength
  for (let at = 0; at < text.length && starts.length <= maxLines; at += 1) {
    const unit = text.charCodeAt(at)
    const ends = unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)
    if (unit > lastSimple) most = maxComplexLength
    // Never splits a surrogate pair.
    const isSecond = unit >= 0xdc00 && unit <= 0xdfff
    if (ends || (at - start >= most && !isSecond)) {
      start = ends ? at + 1 : at
      starts.push(start)
      most = unit > lastSimple ? maxComplexLength : maxLineLength
    }
  }
  const more = starts.length > maxLines
  // A final line break does not start another line.
  const count = more ? maxLines : starts.at(-1) === text.length && text.length > 0 ? starts.length - 1 : starts.length
  return { text, starts: Uint32Array.from(starts), count, more }
}

/** One line without its line break. */
export function lineAt({ text, starts }: TextLines, index: number): string {
  return text.slice(starts[index], starts[index + 1] ?? text.length).replace(/[\r\n]+$/, '')
}

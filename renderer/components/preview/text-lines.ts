/** More lines than this are not shown: 20 pixels each, they reach what a page can be in height. */
export const maxLines = 1_000_000
/** Longer lines go on in the next: one of a million characters would be laid out whole. */
export const maxLineLength = 2000
/** The same where letters may combine, join or change direction: laying them out takes the square of their number. */
export const maxComplexLength = 300
/** The last letter that stands by itself. */
const lastSimple = 0x24f

/** Where the lines of a text begin and end; found once, cut out of the text only when they are drawn. */
export type TextLines = { text: string; starts: Uint32Array; count: number; more: boolean }

/** Lines end with `\n`, `\r\n` or `\r`. */
export function linesOf(text: string): TextLines {
  const starts: number[] = [0]
  let start = 0
  let most = maxLineLength
  for (let at = 0; at < text.length && starts.length <= maxLines; at += 1) {
    const unit = text.charCodeAt(at)
    const ends = unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)
    if (unit > lastSimple) most = maxComplexLength
    // Never within a character of two units.
    const isSecond = unit >= 0xdc00 && unit <= 0xdfff
    if (ends || (at - start >= most && !isSecond)) {
      start = ends ? at + 1 : at
      starts.push(start)
      most = unit > lastSimple ? maxComplexLength : maxLineLength
    }
  }
  const more = starts.length > maxLines
  // A text that ends its last line has no other after it.
  const count = more ? maxLines : starts.at(-1) === text.length && text.length > 0 ? starts.length - 1 : starts.length
  return { text, starts: Uint32Array.from(starts), count, more }
}

/** One line, without what ends it. */
export function lineAt({ text, starts }: TextLines, index: number): string {
  return text.slice(starts[index], starts[index + 1] ?? text.length).replace(/[\r\n]+$/, '')
}

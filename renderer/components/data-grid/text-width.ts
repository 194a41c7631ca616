let font: { measure: (text: string) => number } | null = null

/** Without a canvas, as in tests without a browser. */
const usualCharacter = 7

function readFont(): { measure: (text: string) => number } {
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return { measure: (text) => text.length * usualCharacter }
  context.font = getComputedStyle(document.body).font
  return { measure: (text) => context.measureText(text).width }
}

/** Width of a text in pixels, as lists draw it: with digits of one width. No layout is forced. */
export function textWidth(text: string): number {
  font ??= readFont()
  return Math.ceil(font.measure(text.replace(/\d/g, '0')))
}

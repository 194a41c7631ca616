/** Side length of the Windows taskbar overlay icon, in pixels. */
export const dotSize = 16

/** An amber disc, as blue, green, red and alpha of each pixel, with a smoothed edge. */
export function drawDot(): Buffer {
  const pixels = Buffer.alloc(dotSize * dotSize * 4)
  const middle = (dotSize - 1) / 2
  for (let y = 0; y < dotSize; y += 1) {
    for (let x = 0; x < dotSize; x += 1) {
      const inside = middle + 0.5 - Math.hypot(x - middle, y - middle)
      const alpha = Math.min(1, Math.max(0, inside))
      // Colours are premultiplied by alpha.
      const colour = [0x08, 0x4b, 0xc8].map((part) => Math.round(part * alpha))
      pixels.set([...colour, Math.round(255 * alpha)], (y * dotSize + x) * 4)
    }
  }
  return pixels
}

/** Side length of the icon of a dragged file, in pixels. */
export const sheetSize = 32

/** A sheet of paper with a border and lines of text, as blue, green, red and alpha of each pixel. */
export function drawSheet(): Buffer {
  const pixels = Buffer.alloc(sheetSize * sheetSize * 4)
  const [left, right, top, bottom] = [6, 25, 3, 28]
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const isBorder = x === left || x === right || y === top || y === bottom
      const isText = y % 5 === 0 && x > left + 3 && x < right - 3
      const shade = isBorder || isText ? 0x6b : 0xfa
      pixels.set([shade, shade, shade, 255], (y * sheetSize + x) * 4)
    }
  }
  return pixels
}

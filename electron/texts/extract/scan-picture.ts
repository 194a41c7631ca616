import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Matrix } from '../../../shared/tables/split.ts'

/** A picture of a page: a byte a pixel from black to white, row by row. */
export type Picture = { width: number; height: number; gray: Uint8Array; dpi: number }

/** Thrown for a page whose pictures cannot be put together with certainty. */
export class NoPicture extends Error {
  readonly why: 'no-picture' | 'not-decoded' | 'too-large'
  constructor(why: 'no-picture' | 'not-decoded' | 'too-large') {
    super(why)
    this.why = why
  }
}

/** An image on a page; `matrix` takes the unit square that it fills to points from the upper left corner of the page. */
type Placed = { image: Decoded; matrix: Matrix; ink: number }

/** Pixels as pdf.js decodes them. `kind`: 1 for bits, 2 for RGB, 3 for RGBA; none for a mask, whose bits 0 are painted. */
type Decoded = {
  width: number
  height: number
  kind?: number
  data: Uint8Array | Uint8ClampedArray
  /** The object of the file in which it is, such as `6R`. */
  ref?: unknown
}

/** The least part of a page that its pictures cover where it is a scan. */
const leastCovered = 0.25
/** Resolution in dots per inch: letters of a coarser picture are enlarged, and of a finer one reduced. */
const dpiRange = { least: 300, most: 400 }

const product = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
]

/**
 * The picture that a PDF's page consists of, put together from its images: a scan has one, or a few. Other things on it are left out.
 *
 * @param options.fileBytes - reads the whole file, where an image may be damaged without pdf.js having said so
 */
export async function pictureOfPage(
  page: PDFPageProxy,
  { mostPixels, fileBytes }: { mostPixels: number; fileBytes(): Promise<Uint8Array> },
): Promise<Picture> {
  const view = page.getViewport({ scale: 1 })
  const placed = await imagesOf(page, view.transform as unknown as Matrix)
  for (const { image } of placed)
    if (isOfOneColor(image) && isDamagedJbig2(image, await fileBytes())) throw new NoPicture('not-decoded')
  const covered = placed.reduce((sum, { matrix }) => sum + areaOf(matrix), 0)
  if (covered < leastCovered * view.width * view.height) throw new NoPicture('no-picture')
  const largest = placed.reduce((one, other) => (areaOf(other.matrix) > areaOf(one.matrix) ? other : one))
  const { image, matrix } = largest
  const perPoint = Math.max(
    image.width / Math.hypot(matrix[0], matrix[1]),
    image.height / Math.hypot(matrix[2], matrix[3]),
  )
  const wanted = Math.min(dpiRange.most, Math.max(dpiRange.least, perPoint * 72)) / 72
  const scale = Math.min(wanted, Math.sqrt(mostPixels / (view.width * view.height)))
  const picture = {
    width: Math.max(1, Math.round(view.width * scale)),
    height: Math.max(1, Math.round(view.height * scale)),
    dpi: Math.round(scale * 72),
  }
  const gray = new Uint8Array(picture.width * picture.height).fill(255)
  for (const one of placed) paint({ ...picture, gray }, one, scale)
  return { ...picture, gray }
}

/** True for bits that are all black or all white. */
function isOfOneColor({ kind, data }: Decoded): boolean {
  const [first] = data
  return (kind === 1 || kind === undefined) && (first === 0 || first === 255) && data.every((byte) => byte === first)
}

/**
 * Whether an image of one color is a JBIG2 picture that is damaged: pdf.js does not say so of each. Its data is then cut, or longer than a
 * page of one color needs.
 */
function isDamagedJbig2({ ref, width, height }: Decoded, file: Uint8Array): boolean {
  const [, number] = /^(\d+)R/.exec(String(ref)) ?? []
  if (number === undefined) return false
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  // The last version of an object counts.
  const at = Math.max(text.lastIndexOf(`\n${number} 0 obj`), text.lastIndexOf(`\r${number} 0 obj`))
  const start = at < 0 ? -1 : text.indexOf('stream', at)
  if (start < 0 || !/\/Filter\s*(?:\[\s*)?\/JBIG2Decode\b/.test(text.toString('latin1', at, start))) return false
  const from = start + (text[start + 6] === 13 ? 8 : 7)
  const end = text.indexOf('endstream', from)
  const data = text.subarray(from, end < 0 ? text.length : end)
  // A row takes a bit in its simplest form, and a pixel almost nothing in the other.
  const isTooLong = data.byteLength > 200 + height / 8 + (width * height) / 100_000
  return isTooLong || (!text.includes('/Encrypt') && !isWholeJbig2(data))
}

/** Whether the segments of a JBIG2 picture as PDF has it follow each other to its end, with the facts of its page. */
function isWholeJbig2(data: Buffer): boolean {
  let hasPage = false
  let hasRegion = false
  for (let at = 0; at + 11 <= data.byteLength; ) {
    const [number, flags, counts] = [data.readUInt32BE(at), data.readUInt8(at + 4), data.readUInt8(at + 5)]
    const many = counts >> 5 === 7 ? data.readUInt32BE(at + 5) & 0x1fff_ffff : null
    const referred = many ?? counts >> 5
    const size = number <= 256 ? 1 : number <= 65_536 ? 2 : 4
    const lengthAt =
      at + 5 + (many === null ? 1 : 4 + Math.ceil((many + 1) / 8)) + referred * size + ((flags & 64) === 0 ? 1 : 4)
    if (lengthAt + 4 > data.byteLength) return false
    const length = data.readUInt32BE(lengthAt)
    const type = flags & 63
    hasPage ||= type === 48
    hasRegion ||= type >= 4 && type <= 43
    // The length of the last region need not be known.
    if (length === 0xffff_ffff) return hasPage
    at = lengthAt + 4 + length
    if (at > data.byteLength) return false
  }
  return hasPage && hasRegion
}

const areaOf = (m: Matrix) => Math.abs(m[0] * m[3] - m[1] * m[2])

/** The images of a page in the order in which they are painted. */
async function imagesOf(page: PDFPageProxy, view: Matrix): Promise<Placed[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const placed: Placed[] = []
  const stack: { matrix: Matrix; ink: number }[] = []
  let state = { matrix: view, ink: 0 }
  const add = (image: Decoded | null, matrix = state.matrix) => {
    if (image === null || image.data === undefined || image.data.length === 0) throw new NoPicture('not-decoded')
    placed.push({ image, matrix, ink: state.ink })
  }
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at]
    switch (operator) {
      case OPS.save:
        stack.push(state)
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        state = stack.pop() ?? state
        break
      case OPS.transform:
        state = { ...state, matrix: product(state.matrix, args) }
        break
      case OPS.paintFormXObjectBegin:
        stack.push(state)
        if (args[0]) state = { ...state, matrix: product(state.matrix, args[0]) }
        break
      case OPS.setFillRGBColor:
        state = { ...state, ink: brightness(args[0]) }
        break
      case OPS.paintImageXObject:
        add(await objectOf(page, args[0]))
        break
      case OPS.paintImageXObjectRepeat: {
        const image = await objectOf(page, args[0])
        const positions: number[] = args[3]
        for (let next = 0; next < positions.length; next += 2) {
          const own: Matrix = [args[1], 0, 0, args[2], positions[next] ?? 0, positions[next + 1] ?? 0]
          add(image, product(state.matrix, own))
        }
        break
      }
      case OPS.paintInlineImageXObject:
        add(args[0])
        break
      case OPS.paintImageMaskXObject:
        add(typeof args[0].data === 'string' ? await objectOf(page, args[0].data) : args[0])
        break
      case OPS.paintInlineImageXObjectGroup:
      case OPS.paintImageMaskXObjectGroup:
      case OPS.paintImageMaskXObjectRepeat:
        // Letters that are pictures one by one.
        throw new NoPicture('no-picture')
      default:
    }
  }
  return placed
}

const brightness = (color: unknown): number => {
  const [, red = '0', green = '0', blue = '0'] = /^#(..)(..)(..)$/.exec(String(color)) ?? []
  return lightness(Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16))
}

const lightness = (red: number, green: number, blue: number) => (red * 77 + green * 151 + blue * 28) >> 8

/** Null for an image that pdf.js could not decode. */
const objectOf = (page: PDFPageProxy, id: string): Promise<Decoded | null> =>
  new Promise((resolve) => (id.startsWith('g_') ? page.commonObjs : page.objs).get(id, resolve))

/** The brightness of an image's pixels, and how opaque they are; null if all are. */
function plain({ width, height, kind, data }: Decoded, ink: number): { gray: Uint8Array; alpha: Uint8Array | null } {
  const count = width * height
  const gray = new Uint8Array(count)
  if (kind === 2 || kind === 3) {
    const bytes = kind + 1
    const alpha = kind === 3 ? new Uint8Array(count) : null
    for (let at = 0, from = 0; at < count; at += 1, from += bytes) {
      gray[at] = lightness(data[from] as number, data[from + 1] as number, data[from + 2] as number)
      if (alpha !== null) alpha[at] = data[from + 3] as number
    }
    return { gray, alpha }
  }
  const isMask = kind === undefined
  const alpha = isMask ? new Uint8Array(count) : null
  const rowBytes = (width + 7) >> 3
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const bit = ((data[y * rowBytes + (x >> 3)] ?? 255) >> (7 - (x & 7))) & 1
      gray[at] = isMask ? ink : bit * 255
      if (alpha !== null) alpha[at] = bit === 1 ? 0 : 255
    }
  return { gray, alpha }
}

/** Paints an image onto a picture: its nearest pixels, their mean where it is reduced, a mixture where it is enlarged. */
function paint(to: Picture, { image, matrix, ink }: Placed, scale: number): void {
  const [a, b, c, d, e, f] = matrix.map((part) => part * scale) as unknown as Matrix
  const determinant = a * d - b * c
  if (determinant === 0) return
  const { width, height } = image
  const { gray, alpha } = plain(image, ink)
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  const [left, right] = [Math.max(0, Math.floor(Math.min(...xs))), Math.min(to.width, Math.ceil(Math.max(...xs)))]
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(...ys))), Math.min(to.height, Math.ceil(Math.max(...ys)))]
  const reduced = Math.max(width / Math.hypot(a, b), height / Math.hypot(c, d))
  const samples = Math.min(4, Math.max(1, Math.round(reduced)))
  const isEnlarged = reduced < 0.9
  /** Paints one sample of the image, at its pixel or between four. */
  const sample = (px: number, py: number): number => {
    // The first row of an image is at the top of its square, where y is 1.
    const ix = ((d * (px - e) - c * (py - f)) / determinant) * width
    const iy = (1 - (a * (py - f) - b * (px - e)) / determinant) * height
    if (ix < 0 || iy < 0 || ix >= width || iy >= height) return -1
    if (!isEnlarged) {
      const at = (iy | 0) * width + (ix | 0)
      const opaque = alpha === null ? 255 : (alpha[at] as number)
      return opaque === 255
        ? (gray[at] as number)
        : opaque === 0
          ? -1
          : 255 - ((255 - (gray[at] as number)) * opaque) / 255
    }
    const x0 = Math.max(0, Math.floor(ix - 0.5))
    const y0 = Math.max(0, Math.floor(iy - 0.5))
    const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
    const [wx, wy] = [Math.min(1, Math.max(0, ix - 0.5 - x0)), Math.min(1, Math.max(0, iy - 0.5 - y0))]
    const value = (at: number) =>
      alpha === null ? (gray[at] as number) : 255 - ((255 - (gray[at] as number)) * (alpha[at] as number)) / 255
    const upper = value(y0 * width + x0) * (1 - wx) + value(y0 * width + x1) * wx
    const lower = value(y1 * width + x0) * (1 - wx) + value(y1 * width + x1) * wx
    const mixed = upper * (1 - wy) + lower * wy
    return alpha !== null && mixed >= 254.5 ? -1 : mixed
  }
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      let [sum, count] = [0, 0]
      for (let sy = 0; sy < samples; sy += 1)
        for (let sx = 0; sx < samples; sx += 1) {
          const value = sample(x + (sx + 0.5) / samples, y + (sy + 0.5) / samples)
          if (value < 0) continue
          sum += value
          count += 1
        }
      if (count === 0) continue
      const at = y * to.width + x
      const all = samples * samples
      to.gray[at] = Math.round((sum + (to.gray[at] as number) * (all - count)) / all)
    }
}

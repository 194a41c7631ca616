import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** The pages that scans are made of: drawn once at 300 dpi, in black and white; see `draw.ts`. */
export const pageNames = ['trust', 'will', 'letter'] as const
export type PageName = (typeof pageNames)[number]
/** A statement of holdings, which is a page beside these. */
export const statementName = 'statement'
export const scanFolder = join(import.meta.dirname, '../fixtures/scans')

/** A byte a pixel, from black to white. */
export type Gray = { width: number; height: number; pixels: Uint8Array }

/** The words of a page in their order. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')

export async function readPage(name: PageName): Promise<{ page: Gray; words: string[]; png: Buffer }> {
  const png = await readFile(join(scanFolder, `${name}.png`))
  const text = await readFile(join(scanFolder, `${name}.txt`), 'utf8')
  return { page: readBits(png), words: wordsOf(text), png }
}

/** The page of a custodian's statement, scanned at 300 dpi. */
export const readStatementPage = async (): Promise<Gray> =>
  readBits(await readFile(join(scanFolder, `${statementName}.png`)))

/** Reads a PNG of one bit a pixel without filters, as {@link writeBits} writes it. */
function readBits(png: Buffer): Gray {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  const rowBytes = 1 + ((width + 7) >> 3)
  const pixels = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1)
      pixels[at] = ((rows[y * rowBytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0
  return { width, height, pixels }
}

/** Bits of a picture, 1 for white, row by row. */
export function bitsOf({ width, height, pixels }: Gray, margin = 0): Buffer {
  const rowBytes = margin + ((width + 7) >> 3)
  const bits = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * rowBytes + margin + (x >> 3)
      if ((pixels[y * width + x] ?? 0) >= 128) bits[at] = (bits[at] ?? 0) | (128 >> (x & 7))
    }
  return bits
}

export function writeBits(page: Gray): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(page.width, 0)
  header.writeUInt32BE(page.height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(bitsOf(page, 1), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** Turns a page by an angle, on paper of the same size. */
export function turned({ width, height, pixels }: Gray, degrees: number): Gray {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const isAcross = degrees % 180 !== 0 && degrees % 90 === 0
  const to = isAcross ? { width: height, height: width } : { width, height }
  const out = new Uint8Array(to.width * to.height).fill(255)
  for (let y = 0; y < to.height; y += 1)
    for (let x = 0; x < to.width; x += 1) {
      const [dx, dy] = [x + 0.5 - to.width / 2, y + 0.5 - to.height / 2]
      const fx = Math.floor(width / 2 + dx * cos + dy * sin)
      const fy = Math.floor(height / 2 - dx * sin + dy * cos)
      if (fx >= 0 && fy >= 0 && fx < width && fy < height) out[y * to.width + x] = pixels[fy * width + fx] ?? 255
    }
  return { ...to, pixels: out }
}

/** A page as a coarser scanner sees it: the mean of `by` times `by` pixels. */
export function coarser({ width, height, pixels }: Gray, by: number): Gray {
  const to = { width: Math.floor(width / by), height: Math.floor(height / by) }
  const out = new Uint8Array(to.width * to.height)
  for (let y = 0; y < to.height; y += 1)
    for (let x = 0; x < to.width; x += 1) {
      let sum = 0
      for (let dy = 0; dy < by; dy += 1)
        for (let dx = 0; dx < by; dx += 1) sum += pixels[(y * by + dy) * width + x * by + dx] ?? 255
      out[y * to.width + x] = sum / (by * by)
    }
  return { ...to, pixels: out }
}

/** Ink of this darkness on paper of this brightness. */
export const faint = (page: Gray, ink: number, paper: number): Gray => ({
  ...page,
  pixels: page.pixels.map((value) => ink + (value / 255) * (paper - ink)),
})

/** Numbers from 0 to 1; the same seed gives the same ones. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Round stains with hard rims, and specks; the same seed gives the same ones. */
export function stained(page: Gray, seed: number): Gray {
  const random = randomOf(seed)
  const pixels = page.pixels.slice()
  for (let stain = 0; stain < 6; stain += 1) {
    const [cx, cy] = [random() * page.width, random() * page.height]
    const radius = page.width * (0.04 + random() * 0.08)
    for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(page.height, cy + radius); y += 1)
      for (let x = Math.max(0, Math.floor(cx - radius)); x < Math.min(page.width, cx + radius); x += 1) {
        const away = Math.hypot(x - cx, y - cy)
        if (away < radius)
          pixels[y * page.width + x] = Math.min(pixels[y * page.width + x] ?? 255, away > radius * 0.96 ? 120 : 190)
      }
  }
  for (let speck = 0; speck < page.pixels.length / 400; speck += 1) pixels[Math.floor(random() * pixels.length)] = 0
  return { ...page, pixels }
}

/** The part of a page's own words that was read, in their order. */
export function foundPart(own: readonly string[], read: readonly string[]): number {
  let before = new Uint16Array(read.length + 1)
  for (const word of own) {
    const next = new Uint16Array(read.length + 1)
    for (let at = 0; at < read.length; at += 1)
      next[at + 1] = word === read[at] ? (before[at] ?? 0) + 1 : Math.max(before[at + 1] ?? 0, next[at] ?? 0)
    before = next
  }
  return (before[read.length] ?? 0) / own.length
}

/** The layout of a page in its PDF. */
type Layout = {
  dpi?: number
  /** Stored as bits, with the mask's colour, or as bytes. */
  as?: 'bits' | 'mask' | 'bytes'
  /** Degrees by which a viewer turns it. */
  rotate?: number
  /** The page's picture is divided into so many strips. */
  strips?: number
}

/** Writes a PDF whose pages are pictures; null is a page without anything. */
export function scanPdf(
  pages: readonly (Gray | null)[],
  { dpi = 300, as = 'bytes', rotate = 0, strips = 1 }: Layout = {},
): Buffer<ArrayBuffer> {
  const objects: Buffer[] = []
  const add = (head: string, stream?: Buffer) => {
    const body =
      stream === undefined
        ? [`<< ${head} >>`]
        : [`<< ${head} /Length ${stream.length} >>\nstream\n`, stream, '\nendstream']
    objects.push(Buffer.concat(body.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))
    return objects.length
  }
  add('/Type /Catalog /Pages 2 0 R')
  objects.push(Buffer.alloc(0))
  const kids = pages.map((page) => {
    const [width, height] = [((page?.width ?? 2550) * 72) / dpi, ((page?.height ?? 3300) * 72) / dpi]
    const images =
      page === null
        ? []
        : stripsOf(page, strips).map(({ from, part }) => {
            const color =
              as === 'bytes'
                ? '/ColorSpace /DeviceGray /BitsPerComponent 8'
                : as === 'bits'
                  ? '/ColorSpace /DeviceGray /BitsPerComponent 1'
                  : '/ImageMask true /BitsPerComponent 1'
            const pixels = as === 'bytes' ? Buffer.from(part.pixels) : bitsOf(part)
            const id = add(
              `/Type /XObject /Subtype /Image /Width ${part.width} /Height ${part.height} ${color} /Filter /FlateDecode`,
              deflateSync(pixels),
            )
            const tall = (part.height * 72) / dpi
            return { id, paint: `q ${width} 0 0 ${tall} 0 ${height - (from * 72) / dpi - tall} cm /I${id} Do Q` }
          })
    const content = add('', Buffer.from(images.map(({ paint }) => paint).join('\n'), 'latin1'))
    const named = images.map(({ id }) => `/I${id} ${id} 0 R`).join(' ')
    return add(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Resources << /XObject << ${named} >> >> /Contents ${content} 0 R`,
    )
  })
  objects[1] = Buffer.from(
    `<< /Type /Pages /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] /Count ${kids.length} >>`,
    'latin1',
  )
  const parts = [Buffer.from('%PDF-1.4\n', 'latin1')]
  const places: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    places.push(at)
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`, 'latin1'),
      object,
      Buffer.from('\nendobj\n', 'latin1'),
    ])
    parts.push(whole)
    at += whole.length
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    ),
  )
  return Buffer.concat(parts)
}

function stripsOf({ width, height, pixels }: Gray, count: number): { from: number; part: Gray }[] {
  const tall = Math.ceil(height / count)
  return Array.from({ length: count }, (_, at) => {
    const from = at * tall
    const own = Math.min(tall, height - from)
    return { from, part: { width, height: own, pixels: pixels.subarray(from * width, (from + own) * width) } }
  })
}

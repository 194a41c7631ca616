import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import { findScanEngine, holdScans } from '../../../electron/texts/scan-engine-files.ts'
import { createTextReader, type ScannedPage, scanLimits, type TextLimits } from '../../../electron/texts/text-reader.ts'
import { writePdf } from '../../../sandbox/files/pdf.ts'
import { textReaderScript } from '../../doubles/data-worker.ts'
import {
  coarser,
  faint,
  foundPart,
  type Gray,
  readPage,
  scanPdf,
  stained,
  turned,
  wordsOf,
  writeBits,
} from '../../scans/pages.ts'

const engine = findScanEngine() ?? { code: 'not installed', wasm: '', data: '' }
const readerWith = (limits: Partial<TextLimits> = {}) =>
  createTextReader({
    start: ({ memoryMb }) => startReader(textReaderScript, { memoryMb, mayRead: Object.values(engine) }),
    limits: { ...scanLimits, ...limits },
  })

const reader = readerWith()
afterAll(() => reader.close())

async function* contentOf(bytes: Uint8Array) {
  yield bytes
}

async function scan(
  bytes: Uint8Array,
  { pages = [1], by = reader, mediaType = 'application/pdf' } = {},
): Promise<ScannedPage[]> {
  const scanned: ScannedPage[] = []
  await by.readScan(
    { mediaType, name: 'scan', size: bytes.byteLength, bytes: contentOf(bytes) },
    { pages, engine, onPage: (page) => scanned.push(page) },
    new AbortController().signal,
  )
  return scanned
}

/** The upper part of a page, which is read faster. */
const upper = ({ width, pixels }: Gray, rows: number): Gray => ({
  width,
  height: rows,
  pixels: pixels.slice(0, width * rows),
})
const heading = 'LAST WILL AND TESTAMENT OF JOSEPH P. ABERNATHY'
const part = async () => upper((await readPage('will')).page, 700)
/** The salutation and the first two paragraphs, which are as much text as this claim needs. */
const letterPart = async () => {
  const { page, words } = await readPage('letter')
  return { page: upper(page, 1_130), words: words.slice(0, words.indexOf('Premiums:')) }
}

const textOf = (page: ScannedPage | undefined) => (page?.is === 'text' ? page.text : JSON.stringify(page))

describe('a scan', () => {
  it('at 300 dpi is read with 97 % of its words at least', async () => {
    const { page, words } = await letterPart()
    const [read] = await scan(scanPdf([page], { as: 'bits' }))
    expect(foundPart(words, wordsOf(textOf(read)))).toBeGreaterThanOrEqual(0.97)
    expect(read?.page).toBe(1)
    expect(read?.is === 'text' ? read.confidence : 0).toBeGreaterThanOrEqual(97)
  })

  it('that is stained, faint and coarse has words of which the engine is not sure', async () => {
    const { page } = await readPage('will')
    const [read] = await scan(scanPdf([faint(coarser(stained(page, 11), 2), 150, 235)], { dpi: 150 }))
    const confidence = read?.is === 'text' ? read.confidence : 0
    expect(confidence).toBeLessThan(96)
    expect(confidence).toBeGreaterThan(80)
  })

  it.each([
    ['as bytes', { as: 'bytes' }],
    ['as the mask of a colour', { as: 'mask' }],
    ['in strips', { as: 'bits', strips: 7 }],
  ] as const)('is read whose page is stored %s', async (_, layout) => {
    expect(textOf((await scan(scanPdf([await part()], layout)))[0])).toContain(heading)
  })

  it('is read that is turned by a quarter, with and without a mark of that', async () => {
    const side = turned(await part(), 90)
    expect(textOf((await scan(scanPdf([side], { rotate: 270 })))[0])).toContain(heading)
    expect(textOf((await scan(scanPdf([side])))[0])).toContain(heading)
  })

  it('of a whole page on its head, whose direction is tried on a part of it, is read with 97 % of its words', async () => {
    const { page, words } = await readPage('will')
    const [read] = await scan(scanPdf([turned(page, 180)]))
    expect(foundPart(words, wordsOf(textOf(read)))).toBeGreaterThanOrEqual(0.97)
  })

  it('is read that is turned by two degrees, at 150 dpi', async () => {
    const page = coarser(turned(await part(), 2), 2)
    expect(textOf((await scan(scanPdf([page], { dpi: 150 })))[0])).toContain(heading)
  })

  it('waits while its process is to wait, and is read when that may go on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-hold-'))
    const hold = join(folder, 'hold')
    const waiting = createTextReader({
      start: ({ memoryMb }) => startReader(textReaderScript, { memoryMb, mayRead: [...Object.values(engine), hold] }),
      limits: scanLimits,
    })
    try {
      expect(holdScans(hold, true)).toBe(true)
      const bytes = scanPdf([await part()])
      const scanned: ScannedPage[] = []
      const reading = waiting.readScan(
        { mediaType: 'application/pdf', name: 'scan', size: bytes.byteLength, bytes: contentOf(bytes) },
        { pages: [1], engine: { ...engine, hold }, onPage: (page) => scanned.push(page) },
        new AbortController().signal,
      )
      // Another process reads the same page twice.
      for (let time = 0; time < 2; time += 1) expect(textOf((await scan(bytes))[0])).toContain(heading)
      expect(scanned).toEqual([])
      expect(holdScans(hold, false)).toBe(true)
      await reading
      expect(textOf(scanned[0])).toContain(heading)
    } finally {
      await waiting.close()
      await rm(folder, { recursive: true })
    }
  })

  it('gives only the pages that are asked for, and says which are blank or not made of pictures', async () => {
    const page = await part()
    const bytes = scanPdf([page, { ...page, pixels: page.pixels.slice().fill(250) }, null, page])
    expect((await scan(bytes, { pages: [2, 3, 4] })).map(({ page: number, is }) => [number, is])).toEqual([
      [2, 'blank'],
      [3, 'unreadable'],
      [4, 'text'],
    ])
  })

  it('that is a picture without words has none', async () => {
    const noise = Uint8Array.from({ length: 400 * 400 }, (_, at) =>
      ((at >> 4) % 2) ^ (((at / 400) >> 4) % 2) ? 0 : 255,
    )
    expect(await scan(scanPdf([{ width: 400, height: 400, pixels: noise }]))).toEqual([{ page: 1, is: 'no-words' }])
  })
})

describe('a picture', () => {
  it('is read as PNG, and each image of a TIFF file as a page', async () => {
    const png = writeBits(await part())
    expect(textOf((await scan(png, { mediaType: 'image/png' }))[0])).toContain(heading)
    const tiff = tiffOf([await part(), turned(await part(), 180)])
    const content = async function* () {
      yield tiff
    }
    const file = { mediaType: 'image/tiff', name: 'scan.tif', size: tiff.byteLength, bytes: content() }
    expect(await reader.read(file, new AbortController().signal)).toMatchObject({ pageCount: 2, withoutText: [1, 2] })
    const pages = await scan(tiff, { mediaType: 'image/tiff', pages: [1, 2] })
    expect(pages.map(textOf)).toEqual([expect.stringContaining(heading), expect.stringContaining(heading)])
  })

  it('of more pixels than are read, or that is damaged, is said to be so', async () => {
    const png = writeBits(await part())
    const small = readerWith({ pixels: 1_000_000 })
    expect(await scan(png, { mediaType: 'image/png', by: small })).toEqual([
      { page: 1, is: 'unreadable', why: 'too-large' },
    ])
    await small.close()
    expect(await scan(png.subarray(0, 60), { mediaType: 'image/png' })).toEqual([
      { page: 1, is: 'unreadable', why: 'not-decoded' },
    ])
  })
})

describe('a page that is too much', () => {
  it('ends the process, is reported, and does not stop the next', async () => {
    const hasty = readerWith({ ms: 1 })
    const bytes = scanPdf([await part(), await part()])
    expect(await scan(bytes, { pages: [1, 2], by: hasty })).toEqual([
      { page: 1, is: 'unreadable', why: 'took-too-long' },
    ])
    const narrow = readerWith({ memoryMb: 1 })
    expect(await scan(bytes, { pages: [2], by: narrow })).toEqual([
      { page: 2, is: 'unreadable', why: 'needed-too-much-memory' },
    ])
    await Promise.all([hasty.close(), narrow.close()])
  })

  it('is each page of a file that is damaged', async () => {
    const damaged = Buffer.from('%PDF-1.4 and nothing else')
    expect(await scan(damaged, { pages: [1, 2] })).toEqual([
      { page: 1, is: 'unreadable', why: 'damaged' },
      { page: 2, is: 'unreadable', why: 'damaged' },
    ])
  })
})

describe('the engine', () => {
  it('that does not start is an error, and no finding about the scan', async () => {
    const bytes = writePdf('Text', ['Text.'])
    const asked = { pages: [1], engine: { ...engine, data: '/nowhere' }, onPage: () => {} }
    const other = readerWith()
    const content = async function* () {
      yield bytes
    }
    const file = { mediaType: 'application/pdf', name: 'scan', size: bytes.byteLength, bytes: content() }
    await expect(other.readScan(file, asked, new AbortController().signal)).rejects.toThrow('does not start')
    await other.close()
  })
})

/** Writes a TIFF file of several images. */
function tiffOf(pages: readonly Gray[]): Buffer<ArrayBuffer> {
  const parts = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])]
  let at = 8
  let link = { part: 0, from: 4 }
  for (const { width, height, pixels } of pages) {
    const data = Buffer.from(pixels)
    const entries = [
      [256, 4, width],
      [257, 4, height],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, at],
      [277, 3, 1],
      [278, 4, height],
      [279, 4, data.length],
    ] as const
    const pad = data.length % 2
    const directory = Buffer.alloc(2 + entries.length * 12 + 4)
    directory.writeUInt16LE(entries.length, 0)
    for (const [index, [tag, type, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + index * 12)
      directory.writeUInt16LE(type, 4 + index * 12)
      directory.writeUInt32LE(1, 6 + index * 12)
      directory.writeUInt32LE(value, 10 + index * 12)
    }
    parts[link.part]?.writeUInt32LE(at + data.length + pad, link.from)
    parts.push(data, Buffer.alloc(pad), directory)
    link = { part: parts.length - 1, from: directory.length - 4 }
    at += data.length + pad + directory.length
  }
  return Buffer.concat(parts)
}

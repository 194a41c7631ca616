import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import { findScanEngine } from '../../../electron/texts/scan-engine-files.ts'
import { createTextReader, type ScannedPage, scanLimits } from '../../../electron/texts/text-reader.ts'
import { textReaderScript } from '../../doubles/data-worker.ts'
import { onePage } from '../../e2e/support/pdf-writer.ts'
import { scanFolder } from '../../scans/pages.ts'

const engine = findScanEngine() ?? { code: 'not installed', wasm: '', data: '' }
const reader = createTextReader({
  start: ({ memoryMb }) => startReader(textReaderScript, { memoryMb, mayRead: Object.values(engine) }),
  limits: scanLimits,
})
afterAll(() => reader.close())

const fixture = (name: string) => readFile(join(scanFolder, 'kinds', name))
/** The first line of the picture that the fixtures are made of; 1900 by 170 pixels at 300 dpi. */
const heading = 'LAST WILL AND TESTAMENT OF JOSEPH P. ABERNATHY'
const [width, height] = [1900, 170]

/** Reads the only page of a file as a scan; the words that were found, or why there are none. */
async function wordsOf(bytes: Uint8Array, mediaType: string): Promise<string> {
  const scanned: ScannedPage[] = []
  const content = (async function* () {
    yield bytes
  })()
  await reader.readScan(
    { mediaType, name: 'scan', size: bytes.byteLength, bytes: content },
    { pages: [1], engine, onPage: (page) => scanned.push(page) },
    new AbortController().signal,
  )
  const [page] = scanned
  if (page === undefined) throw new Error('The page was not reported.')
  return page.is === 'text' ? page.text : page.is === 'unreadable' ? page.why : page.is
}

/** A PDF whose page is a picture of this kind. */
const pdfOf = (stream: Buffer, entries: string): Buffer =>
  onePage({
    page: `/MediaBox [0 0 456 ${(height * 72) / 300}]`,
    resources: '/XObject << /I 6 0 R >>',
    content: { entries: '', stream: `q 456 0 0 ${(height * 72) / 300} 0 0 cm /I Do Q` },
    more: [{ entries: `/Type /XObject /Subtype /Image ${entries}`, stream }],
  })

const size = `/Width ${width} /Height ${height}`
const bits = `${size} /ColorSpace /DeviceGray /BitsPerComponent 1`

/** The lines of the TIFF file in CCITT group 4, which has one strip. */
async function groupFour(): Promise<Buffer> {
  const tiff = await fixture('will-g4.tif')
  const directory = tiff.readUInt32LE(4)
  const values = new Map<number, number>()
  for (let at = 0; at < tiff.readUInt16LE(directory); at += 1) {
    const entry = directory + 2 + at * 12
    const isShort = tiff.readUInt16LE(entry + 2) === 3
    values.set(tiff.readUInt16LE(entry), isShort ? tiff.readUInt16LE(entry + 8) : tiff.readUInt32LE(entry + 8))
  }
  const [from = 0, length = 0] = [values.get(273), values.get(279)]
  return tiff.subarray(from, from + length)
}

/** JBIG2 as a PDF has it: the facts of the page, and one region whose lines are those of group 4. */
function jbig2(lines: Buffer): Buffer {
  const numbers = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer).reverse()))
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([numbers(number), Buffer.from([type, 0, 1]), numbers(data.length), data])
  const page = Buffer.concat([numbers(width, height, 11_811, 11_811), Buffer.from([0, 0, 0])])
  const region = Buffer.concat([numbers(width, height, 0, 0), Buffer.from([0, 1]), lines])
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)])
}

describe('a page of a PDF', () => {
  it('is read whose picture is compressed by CCITT group 4', async () => {
    const parms = `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>`
    expect(await wordsOf(pdfOf(await groupFour(), `${bits} ${parms}`), 'application/pdf')).toContain(heading)
  })

  it('is read whose picture is compressed by JBIG2', async () => {
    const pdf = pdfOf(jbig2(await groupFour()), `${bits} /Filter /JBIG2Decode`)
    expect(await wordsOf(pdf, 'application/pdf')).toContain(heading)
  })

  it('is said to be unreadable whose JBIG2 picture is damaged, and blank where it is whole and white', async () => {
    const whole = jbig2(await groupFour())
    const header = whole.subarray(0, 30)
    const noise = Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * at * 31 + at * 7) & 255))
    const damaged = {
      noise,
      'noise after the facts of the page': Buffer.concat([header, noise]),
      'cut in its first segment': whole.subarray(0, 25),
      'cut before its region': whole.subarray(0, 60),
      nothing: Buffer.alloc(0),
      'zeros in place of its region': Buffer.concat([whole.subarray(0, 60), Buffer.alloc(whole.length - 60)]),
    }
    const read: Record<string, string> = {}
    for (const [name, bytes] of Object.entries(damaged))
      read[name] = await wordsOf(pdfOf(bytes, `${bits} /Filter /JBIG2Decode`), 'application/pdf')
    expect(read).toEqual(Object.fromEntries(Object.keys(damaged).map((name) => [name, 'not-decoded'])))
    const white = Buffer.concat([Buffer.alloc(height >> 3, 255), Buffer.from('c0010010', 'hex')])
    expect(await wordsOf(pdfOf(jbig2(white), `${bits} /Filter /JBIG2Decode`), 'application/pdf')).toBe('blank')
  })

  it('is read whose picture is JPEG 2000', async () => {
    const pdf = pdfOf(await fixture('will.jp2'), '/Width 950 /Height 85 /Filter /JPXDecode')
    expect(await wordsOf(pdf, 'application/pdf')).toContain(heading)
  })

  it('is said to be unreadable whose JPEG 2000 picture is damaged', async () => {
    const pdf = pdfOf(Buffer.from('no picture'), `${size} /Filter /JPXDecode`)
    expect(await wordsOf(pdf, 'application/pdf')).toBe('not-decoded')
  })
})

describe('an image of a TIFF file', () => {
  it.each([
    ['CCITT group 4', 'will-g4.tif'],
    ['LZW', 'will-lzw.tif'],
  ])('is read that is compressed by %s', async (_, name) => {
    expect(await wordsOf(await fixture(name), 'image/tiff')).toContain(heading)
  })

  it('is said to be unreadable that is compressed by DEFLATE', async () => {
    expect(await wordsOf(await fixture('will-deflate.tif'), 'image/tiff')).toBe('not-decoded')
  })
})

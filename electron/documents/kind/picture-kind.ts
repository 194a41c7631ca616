import type { Content } from './content.ts'

/** Pictures whose kind is not told by the first bytes alone: TIFF by its directory, HEIC and AVIF by all their brands. */
export async function pictureKind(content: Content): Promise<string | null> {
  return (await tiffKind(content)) ?? heifKind(Buffer.from(content.head.subarray(0, 1024)))
}

const maxTags = 1024
/** A tag that only a digital negative has. */
const dngVersion = 50_706

/** Tags by which raw photos differ from scans and photos that a camera's maker saved as TIFF. */
const [subDirectories, printMatching] = [330, 50_341]

const tagsIn = (entries: Buffer, short: (from: Buffer, at: number) => number) =>
  new Set(Array.from({ length: Math.floor(entries.byteLength / 12) }, (_, at) => short(entries, at * 12)))

/** TIFF, whose directory is anywhere in the file, and the raw photos that are built on it. */
async function tiffKind({ head, read }: Content): Promise<string | null> {
  const bytes = Buffer.from(head.subarray(0, 16))
  const order = bytes.subarray(0, 2).toString('latin1')
  if (bytes.byteLength < 8 || (order !== 'II' && order !== 'MM')) return null
  const isLittle = order === 'II'
  const short = (from: Buffer, at: number) => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at))
  const long = (from: Buffer, at: number) => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at))
  const version = short(bytes, 2)
  const directory = long(bytes, 4)
  if (version !== 42 || directory < 8) return null
  const mark = bytes.subarray(8, 12)
  if (mark.subarray(0, 2).toString('latin1') === 'CR') return 'image/x-canon-cr2'
  // A directory beyond the end belongs to a picture that was cut: nothing of it can be read.
  const count = Buffer.from(await read(directory, 2))
  const tags = Math.min(maxTags, count.byteLength < 2 ? 0 : short(count, 0))
  const entries = Buffer.from(await read(directory + 2, tags * 12))
  for (let at = 0; at + 12 <= entries.byteLength; at += 12) {
    const tag = short(entries, at)
    if (tag === dngVersion) return 'image/x-adobe-dng'
    const maker = tag === 271 ? await textAt({ read }, long(entries, at + 8)) : ''
    if (/^NIKON/i.test(maker) && tagsIn(entries, short).has(subDirectories)) return 'image/x-nikon-nef'
    if (/^SONY/i.test(maker) && tagsIn(entries, short).has(printMatching)) return 'image/x-sony-arw'
  }
  return 'image/tiff'
}

const textAt = async ({ read }: Pick<Content, 'read'>, offset: number) =>
  Buffer.from(await read(offset, 8)).toString('latin1')

const brands: readonly (readonly [RegExp, string])[] = [
  [/^(?:avif)$/, 'image/avif'],
  [/^(?:avis)$/, 'image/avif'],
  [/^(?:heic|heix|heim|heis)$/, 'image/heic'],
  [/^(?:hevc|hevx|hevm|hevs)$/, 'image/heic-sequence'],
  [/^mif1$|^mif2$/, 'image/heif'],
  [/^msf1$/, 'image/heif-sequence'],
]

const kindOfBrand = (brand: string) => brands.find(([form]) => form.test(brand))?.[1] ?? null

/** HEIC, HEIF and AVIF: the main brand decides; where it names only the container, the first compatible one that says more. */
function heifKind(head: Buffer): string | null {
  if (head.byteLength < 16 || head.subarray(4, 8).toString('latin1') !== 'ftyp') return null
  const main = kindOfBrand(head.subarray(8, 12).toString('latin1'))
  if (main === null) return null
  if (main !== 'image/heif' && main !== 'image/heif-sequence') return main
  const end = Math.min(head.byteLength, head.readUInt32BE(0))
  for (let at = 16; at + 4 <= end; at += 4) {
    const kind = kindOfBrand(head.subarray(at, at + 4).toString('latin1'))
    if (kind !== null && !kind.startsWith('image/heif')) return kind
  }
  return main
}

import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/** Fast: a list's XML compresses to a tenth at any level. */
const level = 4

/** One file inside, written piece by piece; it is compressed off the main thread. */
export type ZipEntry = {
  write(content: string | Uint8Array): Promise<void>
  end(): Promise<void>
}

/** A ZIP file, written from front to back; only the sizes of an entry are filled in afterwards. */
export type ZipWriter = {
  /** Only one entry may be open at a time. */
  entry(name: string): Promise<ZipEntry>
  add(name: string, content: string | Uint8Array): Promise<void>
  end(): Promise<void>
  abandon(): void
}

/** The file to which a ZIP is written. */
export type ZipTarget = {
  /** Bytes written so far. */
  readonly length: number
  append(bytes: Uint8Array): Promise<void>
  /** Overwrites bytes that were appended before. */
  patch(bytes: Uint8Array, position: number): Promise<void>
}

/**
 * A {@link ZipWriter} that fills an empty file. yazl is not used: with sizes that are unknown in advance it writes them after the
 * data, in 64 bits beyond 4 GiB although the entry's header announces 32.
 */
export function createZipWriter(file: ZipTarget): ZipWriter {
  const entries: ZipEntryFacts[] = []
  let open: DeflateRaw | null = null

  async function entry(name: string): Promise<ZipEntry> {
    const facts: ZipEntryFacts = { name, offset: file.length, crc: 0, compressed: 0, size: 0 }
    await file.append(localHeader(facts))
    const deflate = createDeflateRaw({ level })
    open = deflate
    const drained = drain(deflate, file, facts)
    return {
      async write(content) {
        const bytes = typeof content === 'string' ? Buffer.from(content) : content
        facts.crc = crc32(bytes, facts.crc)
        facts.size += bytes.length
        await compress(deflate, bytes).catch(async (stopped: unknown) => {
          // If the file rejected a write, its error is thrown here.
          await drained
          throw stopped
        })
      },
      async end() {
        deflate.end()
        await drained
        open = null
        await file.patch(localHeader(facts), facts.offset)
        entries.push(facts)
      },
    }
  }

  return {
    entry,
    async add(name, content) {
      const one = await entry(name)
      await one.write(content)
      await one.end()
    },
    async end() {
      const directory = Buffer.concat(entries.map(directoryEntry))
      const offset = file.length
      await file.append(directory)
      await file.append(directoryEnd({ entries: entries.length, offset, length: directory.length }))
    },
    abandon: () => void open?.destroy(),
  }
}

/** Settles when the compressor accepted these bytes, so that nothing piles up before it. */
function compress(deflate: DeflateRaw, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    deflate.write(bytes, (stopped) => (stopped ? reject(stopped) : resolve()))
  })
}

/** Rejects with the file's error. The writer awaits this promise later; until then the rejection counts as handled. */
function drain(deflate: DeflateRaw, file: ZipTarget, facts: ZipEntryFacts): Promise<void> {
  const drained = (async () => {
    for await (const chunk of deflate) {
      facts.compressed += chunk.length
      await file.append(chunk)
    }
  })()
  drained.catch(() => {})
  return drained
}

/** The records of a ZIP file according to PKWARE's APPNOTE 6.3. Numbers are little-endian. */

type ZipEntryFacts = {
  name: string
  /** Offset of its local header. */
  offset: number
  crc: number
  compressed: number
  size: number
}

const max32 = 0xffffffff
const max16 = 0xffff
const deflated = 8
/** Names are UTF-8. */
const flags = 0x0800
/** 1980-01-01 00:00: the files inside have no meaningful time. */
const noTime = 0
const noDate = 0x21

type Field = [bytes: 2 | 4 | 8, value: number]

function record(fields: readonly Field[], ...tail: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) head.writeBigUInt64LE(BigInt(value), at)
    else head.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return Buffer.concat([head, ...tail])
}

const needs64 = ({ compressed, size }: ZipEntryFacts) => compressed >= max32 || size >= max32

/**
 * A local header. Its length does not depend on the sizes, so that it can be overwritten once they are known: if they need only
 * 32 bits, the space of the 64-bit sizes is filled with the growth hint that office documents use there.
 */
export function localHeader(entry: ZipEntryFacts): Buffer {
  const name = Buffer.from(entry.name)
  const large = needs64(entry)
  const extra = large
    ? record([
        [2, 0x0001],
        [2, 16],
        [8, entry.size],
        [8, entry.compressed],
      ])
    : record([
        [2, 0xa220],
        [2, 16],
        [2, 0xa028],
        [2, 12],
        [8, 0],
        [4, 0],
      ])
  return record(
    [
      [4, 0x04034b50],
      [2, large ? 45 : 20],
      [2, flags],
      [2, deflated],
      [2, noTime],
      [2, noDate],
      [4, entry.crc],
      [4, large ? max32 : entry.compressed],
      [4, large ? max32 : entry.size],
      [2, name.length],
      [2, extra.length],
    ],
    name,
    extra,
  )
}

/** An entry of the central directory. */
function directoryEntry(entry: ZipEntryFacts): Buffer {
  const name = Buffer.from(entry.name)
  const wide: Field[] = []
  if (needs64(entry)) wide.push([8, entry.size], [8, entry.compressed])
  if (entry.offset >= max32) wide.push([8, entry.offset])
  const extra = wide.length === 0 ? Buffer.alloc(0) : record([[2, 0x0001], [2, wide.length * 8], ...wide])
  return record(
    [
      [4, 0x02014b50],
      [2, 45],
      [2, wide.length > 0 ? 45 : 20],
      [2, flags],
      [2, deflated],
      [2, noTime],
      [2, noDate],
      [4, entry.crc],
      [4, needs64(entry) ? max32 : entry.compressed],
      [4, needs64(entry) ? max32 : entry.size],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, Math.min(entry.offset, max32)],
    ],
    name,
    extra,
  )
}

/** The end records of the file, including the 64-bit ones if the directory's offset needs them. */
function directoryEnd(directory: { entries: number; offset: number; length: number }): Buffer {
  const { entries, offset, length } = directory
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(entries, max16)],
    [2, Math.min(entries, max16)],
    [4, Math.min(length, max32)],
    [4, Math.min(offset, max32)],
    [2, 0],
  ])
  if (offset < max32 && length < max32 && entries < max16) return end
  const wide = record([
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, entries],
    [8, entries],
    [8, length],
    [8, offset],
  ])
  const locator = record([
    [4, 0x07064b50],
    [4, 0],
    [8, offset + length],
    [4, 1],
  ])
  return Buffer.concat([wide, locator, end])
}

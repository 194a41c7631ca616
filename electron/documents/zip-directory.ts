import { inflateRawSync } from 'node:zlib'
import { type Content, zipEndBytes, zipEndOf } from './detect-polyglot.ts'

/** One file in a ZIP, as its directory describes it. */
export type ZipEntry = {
  name: string
  encrypted: boolean
  method: number
  packed: number
  unpacked: number
  /** Offset of its local header. */
  offset: number
}

/** Largest directory that is parsed, in bytes. */
const maxDirectory = 4 * 1024 * 1024
const maxPart = 1024 * 1024

/**
 * The files in a ZIP; null if it is not one plain ZIP from its first byte to its last: with data before or after it, or with a
 * directory at another offset than its end record says.
 */
export async function zipEntries({ size, read }: Pick<Content, 'size' | 'read'>): Promise<ZipEntry[] | null> {
  const tail = Buffer.from(await read(Math.max(0, size - zipEndBytes), zipEndBytes))
  const at = zipEndOf(tail)
  if (at === null) return null
  const end = {
    disks: tail.readUInt32LE(at + 4),
    count: tail.readUInt16LE(at + 10),
    length: tail.readUInt32LE(at + 12),
  }
  const start = tail.readUInt32LE(at + 16)
  const isPlain = end.disks === 0 && tail.readUInt16LE(at + 8) === end.count && end.length <= maxDirectory
  if (!isPlain || start + end.length !== size - tail.byteLength + at) return null
  const directory = Buffer.from(await read(start, end.length))
  if (directory.byteLength !== end.length) return null
  const entries = entriesIn(directory)
  return entries?.length === end.count ? entries : null
}

function entriesIn(directory: Buffer): ZipEntry[] | null {
  const entries: ZipEntry[] = []
  for (let at = 0; at < directory.byteLength; ) {
    if (at + 46 > directory.byteLength || directory.readUInt32LE(at) !== 0x02014b50) return null
    const length = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.subarray(at + 46, at + 46 + length).toString('utf8'),
      encrypted: (directory.readUInt16LE(at + 8) & 0x2041) !== 0,
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    })
    at += 46 + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** The text of a small file in a ZIP; null if it is large, or differs from its directory entry. */
export async function zipText(content: Content, entry: ZipEntry): Promise<string | null> {
  return (await zipBytes(content, entry))?.toString('utf8') ?? null
}

/**
 * The bytes of a file in a ZIP; null if it is larger than `most` (bytes, packed or not), or differs from its directory entry.
 */
export async function zipBytes(
  { read }: Pick<Content, 'read'>,
  entry: ZipEntry,
  most = maxPart,
): Promise<Buffer | null> {
  if (entry.packed > most || entry.unpacked > most) return null
  const header = Buffer.from(await read(entry.offset, 30))
  if (header.byteLength < 30 || header.readUInt32LE(0) !== 0x04034b50) return null
  const nameLength = header.readUInt16LE(26)
  const name = Buffer.from(await read(entry.offset + 30, nameLength)).toString('utf8')
  if (name !== entry.name) return null
  const packed = await read(entry.offset + 30 + nameLength + header.readUInt16LE(28), entry.packed)
  try {
    const bytes = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: most })
    return bytes.byteLength === entry.unpacked ? Buffer.from(bytes) : null
  } catch {
    return null
  }
}

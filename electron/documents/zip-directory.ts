import { constants, inflateRawSync } from 'node:zlib'

/** The content of a file: its size in bytes, and any part of it. */
type Bytes = { size: number; read(offset: number, length: number): Promise<Uint8Array> }

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

/** A ZIP's end record is within this many bytes of the end. */
export const zipEndBytes = 22 + 0xffff

/** Largest directory that is parsed, in bytes. */
const maxDirectory = 4 * 1024 * 1024
const maxPart = 1024 * 1024

/** Where the zeros, spaces and line ends begin that some programs append to a file. */
export function paddingStart(tail: Buffer): number {
  let start = tail.byteLength
  while (start > 0 && [0, 10, 13, 26, 32].includes(tail.readUInt8(start - 1))) start -= 1
  return start
}

/** The offset of a ZIP's end record in the tail; null if the file does not end with one, or with padding after it. */
export function zipEndOf(tail: Buffer): number | null {
  const padding = paddingStart(tail)
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue
    const end = at + 22 + tail.readUInt16LE(at + 20)
    if (end <= tail.byteLength && end >= padding) return at
  }
  return null
}

/**
 * The files in a ZIP; null if it is not one plain ZIP from its first byte to its last: with data before or after it, with a directory
 * at another offset than its end record says, or with a second end record, by which other programs may find other files.
 */
export async function zipEntries({ size, read }: Bytes): Promise<ZipEntry[] | null> {
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
  if (directory.byteLength !== end.length || directory.includes('PK\x05\x06')) return null
  if (tail.includes('PK\x05\x06', at + 4) || directory.subarray(-20).toString('latin1').startsWith('PK\x06\x07'))
    return null
  const entries = entriesIn(directory)
  return entries?.length === end.count ? entries : null
}

/** The fault of a ZIP: it has lost its end, has data before or after it, or has the form for large files. */
type Damage = 'cut' | 'mixed' | 'odd'

/**
 * The files in a ZIP as far as they can be found, where {@link zipEntries} finds none. Null if there are none. Only to learn what a file
 * is: nothing in them is to be trusted.
 */
export async function findZipEntries(content: Bytes): Promise<{ entries: ZipEntry[]; damage: Damage } | null> {
  const found = await entriesAtEnd(content)
  if (found !== null) return found
  const entries = await entriesFromStart(content)
  return entries && { entries, damage: 'cut' }
}

/** The most marks of an end record that are followed, and the most bytes that are read for them. */
const [maxEnds, maxEndBytes] = [256, 4 * maxDirectory]

/** By the last directory that is consistent with its end record. */
async function entriesAtEnd({ size, read }: Bytes): Promise<{ entries: ZipEntry[]; damage: Damage } | null> {
  const from = Math.max(0, size - 16 * zipEndBytes)
  const tail = Buffer.from(await read(from, size - from))
  let [followed, total] = [0, 0]
  for (let at = tail.lastIndexOf('PK\x05\x06'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1)) {
    if (at + 22 > tail.byteLength) continue
    followed += 1
    if (followed > maxEnds) return null
    let [length, start, end] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16), from + at]
    let damage: Damage = 'mixed'
    if (at >= 20 && tail.readUInt32LE(at - 20) === 0x07064b50) {
      const record = Buffer.from(await read(Number(tail.readBigUInt64LE(at - 12)), 56))
      if (record.byteLength === 56 && record.readUInt32LE(0) === 0x06064b50) {
        length = Number(record.readBigUInt64LE(40))
        start = Number(record.readBigUInt64LE(48))
        end = Number(tail.readBigUInt64LE(at - 12))
        damage = 'odd'
      }
    }
    if (length < 46 || length > maxDirectory || length > end || total + length > maxEndBytes) continue
    if (Buffer.from(await read(end - length, 4)).toString('latin1') !== 'PK\x01\x02') continue
    total += length
    const before = end - length - start
    const entries = entriesIn(Buffer.from(await read(end - length, length)))
    if (entries !== null && entries.length > 0)
      return { entries: entries.map((entry) => ({ ...entry, offset: entry.offset + before })), damage }
  }
  return null
}

/** By the headers before each file, for a ZIP that has lost its end. */
async function entriesFromStart({ size, read }: Bytes): Promise<ZipEntry[] | null> {
  const bytes = Buffer.from(await read(0, Math.min(size, maxDirectory)))
  const entries: ZipEntry[] = []
  for (let at = 0; at + 30 <= bytes.byteLength && bytes.readUInt32LE(at) === 0x04034b50; ) {
    const nameEnd = at + 30 + bytes.readUInt16LE(at + 26)
    const begin = nameEnd + bytes.readUInt16LE(at + 28)
    let [packed, unpacked, next] = [bytes.readUInt32LE(at + 18), bytes.readUInt32LE(at + 22), 0]
    // The lengths may be in a record behind the data.
    if ((bytes.readUInt16LE(at + 6) & 8) !== 0 && packed === 0) {
      const record = bytes.indexOf('PK\x07\x08', begin)
      packed = Math.max(0, (record === -1 ? bytes.byteLength : record) - begin)
      unpacked = record === -1 || record + 16 > bytes.byteLength ? 0 : bytes.readUInt32LE(record + 12)
      next = record === -1 ? bytes.byteLength : record + 16
    } else next = begin + packed
    entries.push({
      name: bytes.subarray(at + 30, nameEnd).toString('utf8'),
      encrypted: (bytes.readUInt16LE(at + 6) & 0x2041) !== 0,
      method: bytes.readUInt16LE(at + 8),
      packed,
      unpacked,
      offset: at,
    })
    at = next
  }
  return entries.length > 0 ? entries : null
}

function entriesIn(directory: Buffer): ZipEntry[] | null {
  const entries: ZipEntry[] = []
  for (let at = 0; at < directory.byteLength; ) {
    if (at + 46 > directory.byteLength || directory.readUInt32LE(at) !== 0x02014b50) return null
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    const large = largeValues(directory.subarray(nameEnd, extraEnd))
    const value = (known: number) => (known === 0xffffffff ? (large.shift() ?? known) : known)
    const unpacked = value(directory.readUInt32LE(at + 24))
    const packed = value(directory.readUInt32LE(at + 20))
    entries.push({
      name: directory.subarray(at + 46, nameEnd).toString('utf8'),
      encrypted: (directory.readUInt16LE(at + 8) & 0x2041) !== 0,
      method: directory.readUInt16LE(at + 10),
      packed,
      unpacked,
      offset: value(directory.readUInt32LE(at + 42)),
    })
    at = extraEnd + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** The values of the field for large files, in their order: unpacked size, packed size, offset, each only where it is needed. */
function largeValues(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    return Array.from({ length: Math.floor(field.byteLength / 8) }, (_, index) =>
      Number(field.readBigUInt64LE(index * 8)),
    )
  }
  return []
}

/** The 30 bytes before a file's name; null if there are none, such as where a damaged directory names a place before the file. */
export async function localHeader({ read }: Pick<Bytes, 'read'>, { offset }: ZipEntry): Promise<Buffer | null> {
  const header = offset < 0 ? null : Buffer.from(await read(offset, 30))
  return header?.byteLength === 30 && header.readUInt32LE(0) === 0x04034b50 ? header : null
}

/** The most bytes of a record with the lengths, which may be behind a file. */
const lengthsBytes = 24

/**
 * True if the files follow each other from the first byte on up to the directory, under the names that it lists: then a program that
 * does not use the directory finds the same files.
 */
export async function isGapless(content: Bytes, entries: readonly ZipEntry[]): Promise<boolean> {
  let end = 0
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    const header = await localHeader(content, entry)
    if (header === null || entry.offset < end || entry.offset > end + lengthsBytes) return false
    const nameLength = header.readUInt16LE(26)
    const name = Buffer.from(await content.read(entry.offset + 30, nameLength)).toString('utf8')
    if (name !== entry.name) return false
    end = entry.offset + 30 + nameLength + header.readUInt16LE(28) + entry.packed
  }
  const mark = Buffer.from(await content.read(end, lengthsBytes + 4)).toString('latin1')
  return mark.includes('PK\x01\x02') || mark.includes('PK\x05\x06')
}

/**
 * The bytes of a file in a ZIP; null if it is larger than `most` (bytes, packed or not), or differs from its directory entry.
 */
export async function zipBytes({ read }: Pick<Bytes, 'read'>, entry: ZipEntry, most = maxPart): Promise<Buffer | null> {
  if (entry.packed > most || entry.unpacked > most) return null
  const header = await localHeader({ read }, entry)
  if (header === null) return null
  const nameLength = header.readUInt16LE(26)
  const name = Buffer.from(await read(entry.offset + 30, nameLength)).toString('utf8')
  if (name !== entry.name) return null
  const packed = await read(entry.offset + 30 + nameLength + header.readUInt16LE(28), entry.packed)
  try {
    // One byte more than it claims to have is enough to refuse it.
    const bytes = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: entry.unpacked + 1 })
    return bytes.byteLength === entry.unpacked ? Buffer.from(bytes) : null
  } catch {
    return null
  }
}

/** As many bytes of a damaged file in a ZIP as can be read, at most about `most`; null if there are none. */
export async function zipBytesSoFar(
  { read }: Pick<Bytes, 'read'>,
  entry: ZipEntry,
  most: number,
): Promise<Buffer | null> {
  const header = await localHeader({ read }, entry)
  if (header === null || entry.encrypted) return null
  const begin = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await read(begin, Math.min(entry.packed, most))
  if (entry.method === 0) return Buffer.from(packed)
  try {
    return inflateRawSync(packed, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return null
  }
}

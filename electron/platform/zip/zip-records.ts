/** The records of a ZIP file according to PKWARE's APPNOTE 6.3. Numbers are little-endian. */

export type ZipEntryFacts = {
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
export function directoryEntry(entry: ZipEntryFacts): Buffer {
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
export function directoryEnd(directory: { entries: number; offset: number; length: number }): Buffer {
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

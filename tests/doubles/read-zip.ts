import { crc32, inflateRawSync } from 'node:zlib'

// A ZIP reader as strict as office programs, for tests: it follows the directory and compares each entry with its local header.

const max32 = 0xffffffff

/** Returns the files of an archive in directory order. Throws at the first inconsistency. */
export function readZip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end !== bytes.length - 22) throw new Error('The archive does not end with its directory.')
  const count = bytes.readUInt16LE(end + 10)
  const start = bytes.readUInt32LE(end + 16)
  if (start + bytes.readUInt32LE(end + 12) !== end) throw new Error('The directory is not where it should be.')
  const files = new Map<string, string>()
  let at = start
  let next = 0
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(bytes, at)
    if (entry.offset !== next) throw new Error('Entries overlap, or leave a gap.')
    next = readFile(bytes, entry, files)
    at = entry.end
  }
  if (next !== start) throw new Error('Something lies between the last entry and the directory.')
  return files
}

type Entry = { name: string; crc: number; compressed: number; size: number; offset: number; end: number }

function readEntry(bytes: Buffer, at: number): Entry {
  if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory holds something else.')
  const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)]
  const nameEnd = at + 46 + nameLength
  const entry = {
    name: bytes.toString('utf8', at + 46, nameEnd),
    crc: bytes.readUInt32LE(at + 16),
    compressed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    end: nameEnd + extraLength,
  }
  if ([entry.compressed, entry.size, entry.offset].includes(max32)) throw new Error('A large entry in a small archive.')
  return entry
}

/** Returns the offset at which the entry's bytes end. */
function readFile(bytes: Buffer, entry: Entry, files: Map<string, string>): number {
  const { offset, name } = entry
  if (bytes.readUInt32LE(offset) !== 0x04034b50) throw new Error(`${name} has no header.`)
  if (bytes.readUInt16LE(offset + 6) & 0x8) throw new Error(`${name} hides its sizes.`)
  const nameLength = bytes.readUInt16LE(offset + 26)
  const told = {
    name: bytes.toString('utf8', offset + 30, offset + 30 + nameLength),
    crc: bytes.readUInt32LE(offset + 14),
    compressed: bytes.readUInt32LE(offset + 18),
    size: bytes.readUInt32LE(offset + 22),
  }
  for (const key of ['name', 'crc', 'compressed', 'size'] as const) {
    if (told[key] !== entry[key]) throw new Error(`${name}: header and directory disagree on its ${key}.`)
  }
  const start = offset + 30 + nameLength + bytes.readUInt16LE(offset + 28)
  const content = inflateRawSync(bytes.subarray(start, start + entry.compressed))
  if (content.length !== entry.size || crc32(content) !== entry.crc) throw new Error(`${name} is damaged.`)
  if (files.has(name)) throw new Error(`${name} is there twice.`)
  files.set(name, content.toString('utf8'))
  return start + entry.compressed
}

/** A stream, or a storage with what is in it. */
export type CompoundPart = { name: string; content: Buffer | string | readonly CompoundPart[] }

type Entry = { name: string; type: number; right: number; child: number; start: number; size: number }

const sectorBytes = 512
const none = 0xffffffff
const endOfChain = 0xfffffffe
const tableMark = 0xfffffffd
const miniLimit = 4096

const padded = (bytes: Buffer, to: number) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & (to - 1))])

/**
 * Writes an OLE 2 compound file: streams up to 4 KiB in the stream for small ones, longer ones in sectors of their own, the directory
 * behind all of them.
 */
export function makeCompound(parts: readonly CompoundPart[], classId = Buffer.alloc(16)): Buffer {
  const sectors: Buffer[] = []
  const next: number[] = []
  const addChain = (bytes: Buffer): number => {
    if (bytes.length === 0) return endOfChain
    const first = sectors.length
    const whole = padded(bytes, sectorBytes)
    for (let at = 0; at < whole.length; at += sectorBytes) {
      sectors.push(whole.subarray(at, at + sectorBytes))
      next.push(at + sectorBytes < whole.length ? sectors.length : endOfChain)
    }
    return first
  }
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, right: none, child: none, start: 0, size: 0 }]
  const mini: Buffer[] = []
  const miniNext: number[] = []
  const addMini = (bytes: Buffer): number => {
    const first = miniNext.length
    const count = Math.ceil(bytes.length / 64)
    for (let at = 1; at <= count; at += 1) miniNext.push(at < count ? first + at : endOfChain)
    mini.push(padded(bytes, 64))
    return count === 0 ? endOfChain : first
  }
  const add = (list: readonly CompoundPart[]): number => {
    let before = none
    for (const { name, content } of list.toReversed()) {
      const isStorage = Array.isArray(content)
      const bytes = isStorage ? Buffer.alloc(0) : Buffer.from(content as Buffer)
      const start = isStorage ? 0 : bytes.length < miniLimit ? addMini(bytes) : addChain(bytes)
      const at =
        entries.push({ name, type: isStorage ? 1 : 2, right: before, child: none, start, size: bytes.length }) - 1
      const entry = entries[at]
      if (isStorage && entry) entry.child = add(content as readonly CompoundPart[])
      before = at
    }
    return before
  }
  const root = entries[0] as Entry
  root.child = add(parts)
  const miniStream = Buffer.concat(mini)
  root.start = addChain(miniStream)
  root.size = miniStream.length
  const miniTable = addChain(numbers(miniNext))
  const directory = addChain(Buffer.concat(entries.map((entry, at) => entryBytes(entry, at === 0 ? classId : null))))
  const tableCount = Math.ceil((sectors.length + 1) / (sectorBytes / 4 - 1))
  const tables = Array.from({ length: tableCount }, (_, at) => sectors.length + at)
  const table = numbers([...next, ...tables.map(() => tableMark)])
  const whole = Buffer.concat([table, Buffer.alloc(tableCount * sectorBytes - table.length, 0xff)])
  const head = Buffer.alloc(sectorBytes)
  head.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    head.writeUInt16LE(value, at)
  for (const [at, value] of [
    [44, tableCount],
    [48, directory],
    [56, miniLimit],
    [60, miniTable],
    [64, 1],
    [68, endOfChain],
  ] as const)
    head.writeUInt32LE(value >>> 0, at)
  for (let at = 0; at < 109; at += 1) head.writeUInt32LE(tables[at] ?? none, 76 + at * 4)
  return Buffer.concat([head, ...sectors, whole])
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => {
    bytes.writeUInt32LE(value >>> 0, at * 4)
  })
  return bytes
}

function entryBytes({ name, type, right, child, start, size }: Entry, classId: Buffer | null): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 0, 62, 'utf16le')
  bytes.writeUInt16LE(Math.min(64, (name.length + 1) * 2), 64)
  bytes.writeUInt8(type, 66)
  bytes.writeUInt8(1, 67)
  bytes.writeUInt32LE(none, 68)
  bytes.writeUInt32LE(right, 72)
  bytes.writeUInt32LE(child, 76)
  if (classId) classId.copy(bytes, 80)
  bytes.writeUInt32LE(start >>> 0, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}

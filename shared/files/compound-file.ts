/** Bytes that can be read from any place; fewer are returned at the end. */
export type ByteSource = { size: number; read(offset: number, length: number): Promise<Uint8Array> }

/** A stream or storage (a folder) in a compound file. */
export type CompoundEntry = {
  name: string
  isStorage: boolean
  /** Bytes of a stream. */
  size: number
  start: number
  child: number
}

/** An OLE 2 compound file: the container of Office documents of 97–2003 and of Outlook messages. */
export type CompoundFile = {
  /** The class of its main object as a GUID in lower case; zeros if it has none. */
  classId: string
  /** The entries at the top, or in a storage; in no order. Parts of a damaged directory are left out. */
  children(storage?: CompoundEntry): CompoundEntry[]
  /** The bytes of a stream; null if it is longer than `most`, or damaged. */
  bytes(stream: CompoundEntry, most: number): Promise<Uint8Array | null>
}

const magic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as const
const none = 0xffffffff
/** Sector numbers above this have a meaning of their own. */
const lastSector = 0xfffffffa
const headerBytes = 512
const entryBytes = 128
/** Bounds for damaged or hostile files. */
const maxDirectory = 8 * 1024 * 1024
const maxTables = 4096

export const isCompound = (head: Uint8Array): boolean => magic.every((byte, at) => head[at] === byte)

type Found = CompoundEntry & { left: number; right: number; type: number; classId: string }

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Reads the directory of a compound file, wherever in the file it is. Null if it is none, or nothing of it can be read. */
export async function openCompound(source: ByteSource): Promise<CompoundFile | null> {
  const header = await source.read(0, headerBytes)
  if (header.length < headerBytes || !isCompound(header)) return null
  const head = viewOf(header)
  const shift = head.getUint16(30, true)
  if (shift !== 9 && shift !== 12) return null
  const sectorBytes = 2 ** shift
  const miniBytes = 64
  const miniLimit = head.getUint32(56, true)
  const perSector = sectorBytes / 4

  const sector = (number: number) => source.read((number + 1) * sectorBytes, sectorBytes)
  const isSector = (number: number) => number < lastSector && (number + 1) * sectorBytes < source.size

  const tables: number[] = []
  for (let at = 76; at < headerBytes; at += 4) tables.push(head.getUint32(at, true))
  for (let more = head.getUint32(68, true), seen = 0; isSector(more) && seen < maxTables; seen += 1) {
    const list = viewOf(await sector(more))
    const count = Math.floor(list.byteLength / 4) - 1
    for (let at = 0; at < count; at += 1) tables.push(list.getUint32(at * 4, true))
    more = count < 0 ? none : list.getUint32(count * 4, true)
  }

  const read = new Map<number, DataView>()
  const next = async (number: number): Promise<number> => {
    const table = tables[Math.floor(number / perSector)] ?? none
    if (!isSector(table)) return none
    const known = read.get(table) ?? viewOf(await sector(table))
    read.set(table, known)
    const at = (number % perSector) * 4
    return at + 4 <= known.byteLength ? known.getUint32(at, true) : none
  }

  /** The bytes of a chain of sectors, as far as it can be followed. */
  const chain = async (first: number, most: number): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = []
    const passed = new Set<number>()
    let length = 0
    for (let number = first; isSector(number) && !passed.has(number) && length < most; number = await next(number)) {
      passed.add(number)
      const piece = await sector(number)
      pieces.push(piece)
      length += piece.length
    }
    const bytes = new Uint8Array(length)
    let at = 0
    for (const piece of pieces) {
      bytes.set(piece, at)
      at += piece.length
    }
    return bytes.subarray(0, most)
  }

  const entries = entriesIn(await chain(head.getUint32(48, true), maxDirectory))
  const root = entries[0]
  if (root === undefined) return null
  let mini: { stream: Uint8Array; table: DataView } | null = null

  const miniBytesOf = async ({ start, size }: CompoundEntry): Promise<Uint8Array | null> => {
    mini ??= {
      stream: await chain(root.start, root.size),
      table: viewOf(await chain(head.getUint32(60, true), maxDirectory)),
    }
    const bytes = new Uint8Array(size)
    for (let number = start, at = 0; at < size; at += miniBytes) {
      const piece = mini.stream.subarray(number * miniBytes, number * miniBytes + Math.min(miniBytes, size - at))
      if (number >= lastSector || piece.length === 0) return null
      bytes.set(piece, at)
      number = number * 4 + 4 <= mini.table.byteLength ? mini.table.getUint32(number * 4, true) : none
    }
    return bytes
  }

  return {
    classId: root.classId,
    children(storage = root) {
      const found: CompoundEntry[] = []
      const passed = new Set<number>()
      const open = [storage.child]
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        const entry = entries[id]
        if (entry === undefined || passed.has(id)) continue
        passed.add(id)
        if (entry.type === 1 || entry.type === 2) found.push(entry)
        open.push(entry.left, entry.right)
      }
      return found
    },
    async bytes(stream, most) {
      if (stream.size > most || stream.isStorage) return null
      if (stream.size < miniLimit) return miniBytesOf(stream)
      const bytes = await chain(stream.start, stream.size)
      return bytes.length === stream.size ? bytes : null
    },
  }
}

function entriesIn(directory: Uint8Array): Found[] {
  const view = viewOf(directory)
  const entries: Found[] = []
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const nameBytes = Math.min(64, view.getUint16(at + 64, true))
    let name = ''
    for (let unit = 0; unit + 2 < nameBytes; unit += 2) name += String.fromCharCode(view.getUint16(at + unit, true))
    const type = view.getUint8(at + 66)
    entries.push({
      name,
      type,
      isStorage: type !== 2,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      classId: guidAt(view, at + 80),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    })
  }
  return entries
}

function guidAt(view: DataView, at: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const rest = Array.from({ length: 8 }, (_, index) => hex(view.getUint8(at + 8 + index), 2)).join('')
  const start = [
    hex(view.getUint32(at, true), 8),
    hex(view.getUint16(at + 4, true), 4),
    hex(view.getUint16(at + 6, true), 4),
  ]
  return `${start.join('-')}-${rest.slice(0, 4)}-${rest.slice(4)}`
}

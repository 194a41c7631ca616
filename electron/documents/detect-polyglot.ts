/** A file whose type is to be detected. */
export type Content = {
  name: string
  size: number
  /** The first bytes, at most 64 KiB. */
  head: Uint8Array
  /** Reads some bytes, fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** A ZIP's end record is within this many bytes of the end. */
export const zipEndBytes = 22 + 0xffff

/** Whether the content is of this type alone, from its first byte to its last. */
export async function isPure(type: string, { head, size, read }: Content): Promise<boolean> {
  const ends = endings[type]
  if (ends === undefined && !type.startsWith('text/')) return true
  const tail = Buffer.from(await read(Math.max(0, size - zipEndBytes), zipEndBytes))
  if (type === 'application/pdf' ? zipEndOf(tail) !== null : tail.includes('PK\x05\x06')) return false
  return ends?.(tail, size, Buffer.from(head)) ?? true
}

/** Checks the ends of some types; appended data belongs to another format. */
const endings: Readonly<Record<string, (tail: Buffer, size: number, head: Buffer) => boolean>> = {
  'application/pdf': (tail, _, head) => head.subarray(0, 5).toString('latin1') === '%PDF-' && tail.includes('%%EOF'),
  'image/png': (tail) => unpadded(tail).subarray(-8).toString('latin1').startsWith('IEND'),
  'image/gif': (tail) => unpadded(tail).at(-1) === 0x3b,
  'image/webp': (_, size, head) => Math.abs(head.readUInt32LE(4) + 8 - size) <= 1,
  // Phones append videos and depth maps; only appended content that a program would execute is refused.
  'image/jpeg': (tail) => !foreign.some((mark) => tail.includes(mark)),
}

const foreign = [
  '%PDF-',
  '<html',
  '<HTML',
  '<script',
  '<SCRIPT',
  '<svg',
  'Rar!\x1a\x07',
  '7z\xbc\xaf\x27\x1c',
  'This program cannot be run',
]

/** Removes the zeros and line ends that some programs append. */
function unpadded(tail: Buffer): Buffer {
  let end = tail.byteLength
  while (end > 0 && [0, 10, 13].includes(tail[end - 1] ?? 1)) end -= 1
  return tail.subarray(0, end)
}

/** The offset of a ZIP's end record in the tail; null if the file does not end with one. */
export function zipEndOf(tail: Buffer): number | null {
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue
    if (tail.readUInt16LE(at + 20) === tail.byteLength - at - 22) return at
  }
  return null
}

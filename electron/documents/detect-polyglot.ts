import type { Content } from './content.ts'

/** A zip's last record lies in so many bytes from the end. */
export const zipEndBytes = 22 + 0xffff

/** Whether content of this type is that alone, from its first byte to its last. */
export async function isPure(type: string, { head, size, read }: Content): Promise<boolean> {
  const ends = endings[type]
  if (ends === undefined && !type.startsWith('text/')) return true
  const tail = Buffer.from(await read(Math.max(0, size - zipEndBytes), zipEndBytes))
  if (type === 'application/pdf' ? zipEndOf(tail) !== null : tail.includes('PK\x05\x06')) return false
  return ends?.(tail, size, Buffer.from(head)) ?? true
}

/** How files of some kinds end; what was appended belongs to something else. */
const endings: Readonly<Record<string, (tail: Buffer, size: number, head: Buffer) => boolean>> = {
  'application/pdf': (tail, _, head) => head.subarray(0, 5).toString('latin1') === '%PDF-' && tail.includes('%%EOF'),
  'image/png': (tail) => unpadded(tail).subarray(-8).toString('latin1').startsWith('IEND'),
  'image/gif': (tail) => unpadded(tail).at(-1) === 0x3b,
  'image/webp': (_, size, head) => Math.abs(head.readUInt32LE(4) + 8 - size) <= 1,
  // Telephones append films and maps of depth; what a program would run is not among them.
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

/** Without the zeros and line ends that some programs add. */
function unpadded(tail: Buffer): Buffer {
  let end = tail.byteLength
  while (end > 0 && [0, 10, 13].includes(tail[end - 1] ?? 1)) end -= 1
  return tail.subarray(0, end)
}

/** Where in the tail a zip's last record begins, if the file ends with one. */
export function zipEndOf(tail: Buffer): number | null {
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue
    if (tail.readUInt16LE(at + 20) === tail.byteLength - at - 22) return at
  }
  return null
}

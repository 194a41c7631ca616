import type { Caution } from '../../../shared/domain/file-kinds.ts'
import { paddingStart, zipEndBytes, zipEndOf } from '../zip-directory.ts'
import type { Content } from './content.ts'
import { pdfStart } from './pdf-start.ts'

type Checked = Pick<Content, 'size' | 'read'> & { head: Buffer; tail: Buffer }

/** Whether content is of this type alone, from its first byte to its last: null, or what it is besides. */
export async function impurityOf(type: string, { head, size, read }: Content): Promise<Caution | null> {
  const check = checks[type]
  if (check === undefined && !type.startsWith('text/')) return null
  const mark = pictureMarks[type]
  // A description of music may be before a picture.
  if (mark !== undefined && !mark.test(Buffer.from(head.subarray(0, 16)).toString('latin1'))) return 'mixed'
  const tail = Buffer.from(await read(Math.max(0, size - zipEndBytes), zipEndBytes))
  if (type !== 'application/pdf' && tail.includes('PK\x05\x06')) return 'mixed'
  return (await check?.({ head: Buffer.from(head), size, tail, read })) ?? null
}

const pictureMarks: Readonly<Record<string, RegExp>> = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
}

type Check = (content: Checked) => Caution | null | Promise<Caution | null>

/** Checks the beginnings and ends of some types; what is before or after belongs to another format. */
const checks: Readonly<Record<string, Check>> = {
  'application/pdf': pdfImpurity,
  'image/png': ({ tail }) => {
    if (unpadded(tail).subarray(-8).toString('latin1').startsWith('IEND')) return null
    return tail.includes('IEND\xae\x42\x60\x82', 0, 'latin1') ? 'mixed' : 'cut'
  },
  'image/gif': ({ tail }) => (unpadded(tail).at(-1) === 0x3b ? null : 'cut'),
  'image/webp': ({ size, head }) => {
    const end = head.byteLength < 8 ? size : head.readUInt32LE(4) + 8
    return Math.abs(end - size) <= 1 ? null : end > size ? 'cut' : 'mixed'
  },
  // Phones append videos and depth maps; only appended content that a program would execute is refused.
  'image/jpeg': ({ tail }) => (foreign.some((mark) => tail.includes(mark)) ? 'mixed' : null),
}

async function pdfImpurity({ head, size, tail, read }: Checked): Promise<Caution | null> {
  const start = (await pdfStart({ head, size, read })) ?? 0
  const before = head.subarray(0, start).toString('latin1')
  // A byte order mark, spaces and line ends are no other format.
  if (!/^(?:\xef\xbb\xbf)?[\s\0]*$/.test(before) || !head.subarray(start, start + 5).equals(pdfMark)) return 'mixed'
  const end = await contentEnd({ size, read })
  const last = end === size ? tail : Buffer.from(await read(Math.max(0, end - zipEndBytes), Math.min(end, zipEndBytes)))
  if (zipEndOf(tail) !== null || zipEndOf(last) !== null || hasDirectory(last)) return 'mixed'
  return last.includes('%%EOF') ? null : 'cut'
}

/** True if there is the directory of a ZIP, whatever is behind it: programs find it nevertheless. */
function hasDirectory(tail: Buffer): boolean {
  for (
    let at = tail.indexOf('PK\x05\x06');
    at >= 0 && at + 22 <= tail.byteLength;
    at = tail.indexOf('PK\x05\x06', at + 4)
  ) {
    const start = at - tail.readUInt32LE(at + 12)
    if (start >= 0 && start < at && tail.readUInt32LE(start) === 0x02014b50) return true
  }
  return false
}

const pdfMark = Buffer.from('%PDF-')

/** The most padding that is passed over, in bytes. */
const maxPadding = 16 * 1024 * 1024

/** Where the zeros, spaces and line ends at the end of a file begin. */
async function contentEnd({ size, read }: Pick<Content, 'size' | 'read'>): Promise<number> {
  for (let end = size; end > 0 && size - end < maxPadding; ) {
    const from = Math.max(0, end - zipEndBytes)
    const piece = Buffer.from(await read(from, end - from))
    const length = unpadded(piece).byteLength
    if (length > 0 || from === 0) return from + length
    end = from
  }
  return size
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

/** Without the zeros, spaces and line ends that some programs append. */
const unpadded = (tail: Buffer): Buffer => tail.subarray(0, paddingStart(tail))

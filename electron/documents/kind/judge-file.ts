import { fileTypeFromBuffer } from 'file-type'
import { isCompound } from '../../../shared/files/compound-file.ts'
import { compoundKind } from './compound-kind.ts'
import { type Content, type Judgement, unknownType } from './content.ts'
import { pdfStart } from './pdf-start.ts'
import { pictureKind } from './picture-kind.ts'
import { impurityOf } from './purity.ts'
import { textKind } from './text-kind.ts'
import { zipEndedKind, zipKind } from './zip-kind.ts'

/**
 * The version of these rules. A file that was judged by an earlier one is judged again before it is used; raise it with every change
 * to what a file is taken for.
 */
export const judgeVersion = 2

/**
 * Says what a file is, by its content, also where it is damaged, and what speaks against opening it in another program. The name only
 * decides between kinds of text and between documents that their content does not tell apart.
 */
export async function judgeFile(content: Content): Promise<Judgement> {
  const { head } = content
  if (content.size === 0) return { mediaType: 'text/plain', caution: null }
  if (zipMarks.some((mark) => startsWith(head, mark))) return zipKind(content)
  if (isCompound(head)) return compoundKind(content)
  const mediaType = (await bySignature(content)) ?? (await textKind(content))
  if (mediaType === null) return (await zipEndedKind(content)) ?? { mediaType: unknownType, caution: null }
  return { mediaType, caution: await impurityOf(mediaType, content) }
}

/** A ZIP begins with a file, with its end if it is empty, or with a mark of its first part. */
const zipMarks = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
  [0x50, 0x4b, 7, 8],
]

const startsWith = (head: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => head[at] === byte)

/** Formats that the library does not know, by their first bytes. */
const signatures: readonly (readonly [mark: readonly number[], mediaType: string])[] = [
  [[0xff, 0x57, 0x50, 0x43], 'application/vnd.wordperfect'],
  [[0xd7, 0xcd, 0xc6, 0x9a], 'image/wmf'],
  [[0x01, 0x00, 0x09, 0x00, 0x00, 0x03], 'image/wmf'],
  [[0xe4, 0x52, 0x5c, 0x7b, 0x8c, 0xd8, 0xa7, 0x4d], 'application/onenote'],
  // Word 1 and 2, which have no container.
  [[0xdb, 0xa5, 0x2d, 0x00], 'application/msword'],
  [[0x9b, 0xa5, 0x21, 0x00], 'application/msword'],
  [[0x00, 0x05, 0x16, 0x07], 'application/applefile'],
  // Workbooks of Excel 2, 3 and 4, which have no container.
  [[0x09, 0x00, 0x04, 0x00], 'application/vnd.ms-excel'],
  [[0x09, 0x02, 0x06, 0x00], 'application/vnd.ms-excel'],
  [[0x09, 0x04, 0x06, 0x00], 'application/vnd.ms-excel'],
]

/** Null if the content may be text, or is nothing known. */
async function bySignature(content: Content): Promise<string | null> {
  const { head } = content
  const own = (await pictureKind(content)) ?? signatures.find(([mark]) => startsWith(head, mark))?.[1]
  if (own !== undefined) return own
  if (startsWith(head, [1, 0, 0, 0]) && startsWith(head.subarray(40), [0x20, 0x45, 0x4d, 0x46])) return 'image/emf'
  const start = await pdfStart(content)
  if (start === 0) return 'application/pdf'
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime
  // All kinds of XML are text. A text may begin with the two letters that mark a BMP picture.
  const isText = found === 'application/xml' || found === 'image/svg+xml' || (found === 'image/bmp' && !isBitmap(head))
  if (found !== undefined && !isText) return found
  if (start === null) return null
  // A file that some program would take for a page, a script or a mail is that, with a PDF in it.
  const text = await textKind(content)
  return text === null || text === 'text/plain' ? 'application/pdf' : text
}

/** A BMP's second header has one of these lengths. */
const isBitmap = (head: Uint8Array) => [12, 16, 40, 52, 56, 64, 108, 124].includes(head[14] ?? 0) && head[15] === 0

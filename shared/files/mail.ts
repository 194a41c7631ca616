import PostalMime, { type Address, type Email } from 'postal-mime'
import { decode } from '../tables/decode.ts'
import { isCompound } from './compound-file.ts'
import { type MailParts, readOutlookMail } from './outlook-mail.ts'

export type { MailParts } from './outlook-mail.ts'

/** Global in every runtime of the app; the rules of this folder know neither Node nor a browser. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> }

/** The most mails of a file that are read, and how deep mails may be attached to others. */
const maxMails = 200
const maxDepth = 10

/**
 * Reads a mail, an mbox (`more`: it has further mails, which are not read) or a mail of Outlook; with `attached` each mail is followed by
 * those that are attached to it. Null if it cannot be read.
 */
export async function readMailParts(
  bytes: Uint8Array<ArrayBuffer>,
  { attached = false } = {},
): Promise<{ mails: MailParts[]; more: boolean } | null> {
  if (isCompound(bytes)) {
    const mail = await readOutlookMail(bytes)
    return mail && { mails: [mail], more: false }
  }
  const mails: MailParts[] = []
  const pieces = mailsIn(bytes)
  let more = pieces.length > maxMails
  const read = async (piece: Uint8Array<ArrayBuffer>, depth: number): Promise<void> => {
    if (mails.length >= maxMails || depth > maxDepth) {
      more = true
      return
    }
    const mail = await PostalMime.parse(piece, { forceRfc822Attachments: true })
    mails.push(partsOf(mail))
    if (!attached) return
    for (const { mimeType, content } of mail.attachments)
      if (mimeType === 'message/rfc822' && typeof content !== 'string') await read(new Uint8Array(content), depth + 1)
  }
  for (const piece of pieces.slice(0, maxMails)) await read(piece, 0)
  return mails.length === 0 ? null : { mails, more }
}

/** The messages of an mbox; one message for any other file. */
function mailsIn(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const from = [0x46, 0x72, 0x6f, 0x6d, 0x20]
  const isFrom = (at: number) => from.every((byte, index) => bytes[at + index] === byte)
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  if (!isFrom(start)) return [inPlainBytes(bytes)]
  const begins: number[] = []
  for (let at = start; at !== -1 && begins.length <= maxMails + 1; ) {
    const isBlankBefore = at === start || bytes[at - 2] === 0x0a || bytes[at - 3] === 0x0a
    if (isFrom(at) && isBlankBefore) begins.push(at)
    const end = bytes.indexOf(0x0a, at)
    at = end === -1 || end + 1 >= bytes.length ? -1 : end + 1
  }
  return begins.map((begin, index) => {
    const line = bytes.indexOf(0x0a, begin)
    return bytes.subarray(line === -1 ? bytes.length : line + 1, begins[index + 1] ?? bytes.length)
  })
}

/** A mail that some program saved as UTF-16 or with a byte order mark, as plain bytes. */
function inPlainBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return isWide || isMarked ? new TextEncoder().encode(decode(bytes).text) : bytes
}

function partsOf(mail: Email): MailParts {
  return {
    subject: mail.subject ?? '',
    from: mail.from ? addressText(mail.from) : '',
    to: (mail.to ?? []).map(addressText).join(', '),
    cc: (mail.cc ?? []).map(addressText).join(', '),
    date: mail.date ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments
      .filter(({ related }) => related !== true)
      .map(({ filename, mimeType, content }) => ({
        name: filename ?? '',
        mediaType: mimeType,
        size: typeof content === 'string' ? content.length : content.byteLength,
      })),
  }
}

function addressText(address: Address): string {
  if (address.group !== undefined) return [address.name, ...address.group.map(addressText)].join(' ')
  return address.name === '' ? address.address : `${address.name} <${address.address}>`
}

import { type CompoundEntry, type CompoundFile, openCompound } from '../../../../../shared/files/compound-file.ts'
import { decode } from '../../../../../shared/tables/decode.ts'

/** A file in a mail. `mediaType` as the mail has it; null if it has none. `size` in bytes. */
export type MailAttachment = { name: string; mediaType: string | null; size: number }

/** What a mail consists of; empty texts for what it does not have. */
export type MailParts = {
  subject: string
  from: string
  to: string
  cc: string
  /** ISO 8601, or as the mail has it. */
  date: string
  text: string
  html: string
  attachments: MailAttachment[]
}

/** The numbers of a message's properties. */
const tag = {
  subject: '0037',
  senderName: '0C1A',
  senderAddress: '5D01',
  senderAddressOfKind: '0C1F',
  to: '0E04',
  cc: '0E03',
  text: '1000',
  html: '1013',
  fileName: '3707',
  shortFileName: '3704',
  displayName: '3001',
} as const

const maxText = 20_000_000
/** When it was sent, and when it was received. */
const times = [0x0039, 0x0e06]
/** ms between 1601, from which Outlook counts, and 1970. */
const epoch = 11_644_473_600_000

/** Reads a mail that Outlook saved: a compound file in which each property is a stream. Null if it is none. */
export async function readOutlookMail(bytes: Uint8Array): Promise<MailParts | null> {
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
  const file = await openCompound({ size: bytes.length, read })
  if (file === null) return null
  const top = file.children()
  const text = (name: string) => property(file, top, name)
  const address = (await text(tag.senderAddress)) || (await text(tag.senderAddressOfKind))
  const sender = await text(tag.senderName)
  // The address of a colleague in the same Exchange is a path, not an address.
  const from = address.includes('@') && address !== sender ? `${sender} <${address}>`.trim() : sender || address
  const folders = top.filter(({ name, isStorage }) => isStorage && /^__attach_version1\.0_/i.test(name))
  const attachments = []
  for (const folder of folders) attachments.push(await attachment(file, file.children(folder)))
  return {
    subject: await text(tag.subject),
    from,
    to: await text(tag.to),
    cc: await text(tag.cc),
    date: await dateOf(file, top),
    text: await text(tag.text),
    html: await text(tag.html),
    attachments,
  }
}

async function attachment(file: CompoundFile, entries: readonly CompoundEntry[]) {
  const name =
    (await property(file, entries, tag.fileName)) ||
    (await property(file, entries, tag.shortFileName)) ||
    (await property(file, entries, tag.displayName))
  const content = entries.find((entry) => entry.name.toUpperCase() === '__SUBSTG1.0_37010102')
  return { name, mediaType: null, size: content?.size ?? 0 }
}

/** A property's text: UTF-16, in the computer's encoding of then, or as bytes; empty if there is none. */
async function property(file: CompoundFile, entries: readonly CompoundEntry[], name: string): Promise<string> {
  for (const kind of ['001F', '001E', '0102'] as const) {
    const entry = entries.find((one) => one.name.toUpperCase() === `__SUBSTG1.0_${name}${kind}`)
    const bytes = entry && (await file.bytes(entry, maxText))
    if (bytes) return decode(bytes, { chosen: kind === '001F' ? 'utf-16le' : null }).text.replace(/\0+$/, '')
  }
  return ''
}

/** ISO 8601; empty if the message has no time. */
async function dateOf(file: CompoundFile, top: readonly CompoundEntry[]): Promise<string> {
  const entry = top.find(({ name }) => name.toLowerCase() === '__properties_version1.0')
  const bytes = entry && (await file.bytes(entry, maxText))
  if (!bytes) return ''
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const wanted of times)
    for (let at = 32; at + 16 <= view.byteLength; at += 16) {
      if (view.getUint16(at + 2, true) !== wanted || view.getUint16(at, true) !== 0x0040) continue
      const moment = new Date(Number(view.getBigUint64(at + 8, true) / 10_000n) - epoch)
      if (!Number.isNaN(moment.getTime())) return moment.toISOString()
    }
  return ''
}

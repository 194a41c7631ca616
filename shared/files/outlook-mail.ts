import { decode } from '../tables/decode.ts'
import { type CompoundEntry, type CompoundFile, openCompound } from './compound-file.ts'

/** Global in every runtime of the app; the rules of this folder know neither Node nor a browser. */
declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string }

/** A file in a mail. `mediaType` as the mail has it; null if it has none. `size` in bytes. */
export type MailAttachment = { name: string; mediaType: string | null; size: number }

/** The parts of a mail; empty texts for what it does not have. */
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
  const properties = await propertiesOf(file, top)
  const encoding = encodingOf(properties)
  const text = (name: string) => property(file, top, { name, encoding })
  const address = (await text(tag.senderAddress)) || (await text(tag.senderAddressOfKind))
  const sender = await text(tag.senderName)
  // The address of a colleague in the same Exchange is a path, not an address.
  const from = address.includes('@') && address !== sender ? `${sender} <${address}>`.trim() : sender || address
  const folders = top.filter(({ name, isStorage }) => isStorage && /^__attach_version1\.0_/i.test(name))
  const attachments = []
  for (const folder of folders) attachments.push(await attachment(file, file.children(folder), encoding))
  return {
    subject: await text(tag.subject),
    from,
    to: await text(tag.to),
    cc: await text(tag.cc),
    date: dateOf(properties),
    text: await text(tag.text),
    html: await text(tag.html),
    attachments,
  }
}

async function attachment(file: CompoundFile, entries: readonly CompoundEntry[], encoding: string | null) {
  const text = (name: string) => property(file, entries, { name, encoding })
  const name = (await text(tag.fileName)) || (await text(tag.shortFileName)) || (await text(tag.displayName))
  const content = entries.find((entry) => entry.name.toUpperCase() === '__SUBSTG1.0_37010102')
  return { name, mediaType: null, size: content?.size ?? 0 }
}

/** A property's text: UTF-16, in the computer's encoding of then, or as bytes; empty if there is none. */
async function property(
  file: CompoundFile,
  entries: readonly CompoundEntry[],
  { name, encoding }: { name: string; encoding: string | null },
): Promise<string> {
  for (const kind of ['001F', '001E', '0102'] as const) {
    const entry = entries.find((one) => one.name.toUpperCase() === `__SUBSTG1.0_${name}${kind}`)
    const bytes = entry && (await file.bytes(entry, maxText))
    if (!bytes) continue
    const plain = decode(bytes, { chosen: kind === '001F' ? 'utf-16le' : null }).text
    const named = kind === '001E' && encoding !== null ? new TextDecoder(encoding).decode(bytes) : plain
    // Some programs name another encoding than they write.
    const text = named.includes('\ufffd') ? plain : named
    return text.replace(/\0+$/, '')
  }
  return ''
}

/** The table of the message's numbers and times: a head of 32 bytes, then 16 bytes for each property. */
async function propertiesOf(file: CompoundFile, top: readonly CompoundEntry[]): Promise<DataView> {
  const entry = top.find(({ name }) => name.toLowerCase() === '__properties_version1.0')
  const bytes = (entry && (await file.bytes(entry, maxText))) ?? new Uint8Array()
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Where the value of a property is in the table; null if it is not there. */
function valueAt(properties: DataView, { id, kind }: { id: number; kind: number }): number | null {
  for (let at = 32; at + 16 <= properties.byteLength; at += 16)
    if (properties.getUint16(at + 2, true) === id && properties.getUint16(at, true) === kind) return at + 8
  return null
}

const number = 0x0003
const time = 0x0040
/** The code page of a message's texts that are not UTF-16, and that of its text on the Internet. */
const codePages = [0x3ffd, 0x3fde]
/** The language of the program that wrote it. */
const locale = 0x3ff1
/** The code pages of some languages: Russian, Chinese (traditional and simplified), Japanese, Korean, Polish, Greek, Hebrew. */
const ofLocale: Readonly<Record<number, number>> = {
  1049: 1251,
  1028: 950,
  2052: 936,
  1041: 932,
  1042: 949,
  1045: 1250,
  1032: 1253,
  1037: 1255,
}

/** Code pages whose names are not made of their number. */
const encodings: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
}

/** The encoding of texts that are not UTF-16, as the message says; null if it says none that is known. */
function encodingOf(properties: DataView): string | null {
  const numberOf = (id: number) => {
    const at = valueAt(properties, { id, kind: number })
    return at === null ? 0 : properties.getUint32(at, true)
  }
  for (const page of [...codePages.map(numberOf), ofLocale[numberOf(locale)] ?? 0]) {
    const known = encodings[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : undefined)
    if (known !== undefined) return known
  }
  return null
}

/** ISO 8601; empty if the message has no time. */
function dateOf(properties: DataView): string {
  for (const id of times) {
    const at = valueAt(properties, { id, kind: time })
    const moment = at === null ? null : new Date(Number(properties.getBigUint64(at, true) / 10_000n) - epoch)
    if (moment !== null && !Number.isNaN(moment.getTime())) return moment.toISOString()
  }
  return ''
}

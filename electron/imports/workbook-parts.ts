import { setImmediate as nextTurn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { AppError } from '../../shared/domain/app-error.ts'
import { type ZipEntry, zipBytes, zipEntries } from '../documents/zip-directory.ts'

/** Limits of a workbook: bytes of one unpacked part, its size relative to the packed one, and ms for reading it. */
const maxPart = 256 * 1024 * 1024
const maxRatio = 400
const ratioFrom = 1024 * 1024
const maxTime = 30_000
/** Characters of XML that are read before other work on this thread gets a turn. */
const chunk = 1024 * 1024

/** The parts of a workbook by their paths, and the time by which all must be read. */
export type OpenedWorkbook = { part: PartReader; paths: string[]; deadline: number }

/**
 * Opens an .xlsx workbook; null if the bytes are none.
 *
 * @throws AppError `import/unreadable` for another kind of workbook, or one that is damaged
 */
export async function openWorkbook(bytes: Uint8Array): Promise<OpenedWorkbook | null> {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw isOtherKind(bytes)
  if (!startsWith(bytes, [0x50, 0x4b])) return null
  const content = {
    size: bytes.byteLength,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  }
  const entries = await zipEntries(content)
  if (entries === null) throw unreadable('The workbook is damaged.', 'Open it in a spreadsheet and save it again.')
  const part = partReader(content, entries)
  await assertIsWorkbook(entries, part)
  const paths = entries.map(({ name }) => name.replaceAll('\\', '/').replace(/^\//, ''))
  return { part, paths, deadline: performance.now() + maxTime }
}

export const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

export const unreadable = (message: string, nextStep: string) =>
  new AppError('import/unreadable', { message, nextStep })

/** A workbook that is beyond the limits, but not damaged. */
export class TooLargeWorkbook extends AppError {
  constructor(message: string, nextStep: string) {
    super('import/unreadable', { message, nextStep })
  }
}

/** An older workbook, or one with a password: both are in the same container. */
function isOtherKind(bytes: Uint8Array): AppError {
  const isLocked = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))
  return isLocked
    ? unreadable('The workbook has a password.', 'Save it without a password as an Excel workbook (.xlsx).')
    : unreadable('This is an older Excel workbook (.xls).', 'Save it as an Excel workbook (.xlsx).')
}

/** The bytes of a part; null if there is none. */
export type PartReader = (path: string) => Promise<Buffer | null>
type Zip = Parameters<typeof zipBytes>[0]

function partReader(content: Zip, entries: readonly ZipEntry[]): PartReader {
  const byName = new Map<string, ZipEntry>()
  for (const entry of entries) {
    const name = entry.name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
    if (byName.has(name))
      throw unreadable('The workbook has a part twice.', 'Open it in a spreadsheet and save it again.')
    byName.set(name, entry)
  }
  return async (path) => {
    const entry = byName.get(path.replace(/^\//, '').toLowerCase())
    if (entry === undefined) return null
    if (entry.encrypted) throw unreadable('The workbook has a password.', 'Save it without a password.')
    const isBomb = entry.unpacked > ratioFrom && entry.unpacked > entry.packed * maxRatio
    if (entry.unpacked > maxPart || isBomb)
      throw new TooLargeWorkbook('The workbook is too large.', 'Split it into smaller files.')
    const bytes = await zipBytes(content, entry, maxPart)
    if (bytes === null) throw unreadable('The workbook is damaged.', 'Open it in a spreadsheet and save it again.')
    return bytes
  }
}

async function assertIsWorkbook(entries: readonly ZipEntry[], part: PartReader): Promise<void> {
  const types = (await part('[Content_Types].xml'))?.toString('utf8') ?? ''
  if (/spreadsheetml\.(?:sheet|template)\.main\+xml/.test(types)) return
  if (/macroEnabled/i.test(types) || /excel\.sheet\.binary/i.test(types))
    throw unreadable('This workbook may contain macros.', 'Save it as an Excel workbook without macros (.xlsx).')
  const kind = (await part('mimetype'))?.toString('utf8') ?? ''
  if (kind.includes('opendocument.spreadsheet'))
    throw unreadable('This is an OpenDocument spreadsheet (.ods).', 'Save it as an Excel workbook (.xlsx) or as CSV.')
  if (entries.some(({ name }) => /^index\/.*\.iwa$|^index\.zip$/i.test(name)))
    throw unreadable('This is a document of Numbers or Pages.', 'Export it as an Excel workbook (.xlsx) or as CSV.')
  throw unreadable('This ZIP file is no workbook.', 'Choose an Excel workbook (.xlsx) or a CSV file.')
}

type Handlers = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  close?: (name: string) => void
  text?: (text: string) => void
  comment?: (text: string) => void
}

/** Reads XML with its element names without prefixes. Entities that a document declares itself are not replaced. */
export async function readXml(bytes: Buffer | null, deadline: number, handlers: Handlers): Promise<void> {
  if (bytes === null) return
  const parser = new SaxesParser({ xmlns: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', ({ name, attributes }) => handlers.open?.(local(name), attributes))
  parser.on('closetag', ({ name }) => handlers.close?.(local(name)))
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('comment', (text) => handlers.comment?.(text))
  parser.on('doctype', () => {
    throw unreadable('The workbook declares a document type.', 'Open it in a spreadsheet and save it again.')
  })
  parser.on('error', () => {
    throw unreadable('The workbook is damaged.', 'Open it in a spreadsheet and save it again.')
  })
  const text = new TextDecoder(bytes[0] === 0xff || bytes[0] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
  for (let at = 0; at < text.length; at += chunk) {
    parser.write(text.slice(at, at + chunk))
    if (performance.now() > deadline)
      throw new TooLargeWorkbook('The workbook takes too long to read.', 'Save the sheet as CSV.')
    if (text.length > chunk) await nextTurn()
  }
  parser.close()
}

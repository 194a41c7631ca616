import { writeZip, type ZipEntry } from '../../sandbox/files/zip.ts'

export type ZipPart = Omit<ZipEntry, 'bytes'> & {
  text: string
  /** True if each character of the text is one byte. */
  latin1?: boolean
}

/** Writes a ZIP as ordinary programs do; each part can be made invalid. */
export const makeZip = (parts: readonly ZipPart[], comment = ''): Buffer =>
  writeZip(
    parts.map(({ text, latin1 = false, ...part }) => ({
      ...part,
      bytes: Buffer.from(text, latin1 ? 'latin1' : 'utf8'),
    })),
    comment,
  )

/** Each local header is followed by its data and a record with the lengths, as programs write that do not know them before. */
export function withDescriptors(zip: Buffer): Buffer {
  const parts: Buffer[] = []
  const moved = new Map<number, number>()
  let at = 0
  let length = 0
  for (; zip.readUInt32LE(at) === 0x04034b50; ) {
    const size = 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    const packed = zip.readUInt32LE(at + 18)
    const header = Buffer.from(zip.subarray(at, at + size))
    const facts = Buffer.from(header.subarray(14, 26))
    header.fill(0, 14, 26)
    header.writeUInt16LE(8, 6)
    moved.set(at, length)
    const piece = Buffer.concat([
      header,
      zip.subarray(at + size, at + size + packed),
      Buffer.from('PK\x07\x08', 'latin1'),
      facts,
    ])
    parts.push(piece)
    length += piece.length
    at += size + packed
  }
  const rest = Buffer.from(zip.subarray(at))
  for (let entry = 0; rest.readUInt32LE(entry) === 0x02014b50; ) {
    rest.writeUInt32LE(moved.get(rest.readUInt32LE(entry + 42)) ?? 0, entry + 42)
    entry += 46 + rest.readUInt16LE(entry + 28)
  }
  const end = rest.lastIndexOf('PK\x05\x06')
  rest.writeUInt32LE(length, end + 16)
  return Buffer.concat([...parts, rest])
}

/** The end of a ZIP in the form for large files. */
export function zip64(zip: Buffer): Buffer {
  const at = zip.lastIndexOf('PK\x05\x06')
  const end = Buffer.from(zip.subarray(at))
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(8)), 24)
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 32)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48)
  const pointer = Buffer.alloc(20)
  pointer.write('PK\x06\x07', 'latin1')
  pointer.writeBigUInt64LE(BigInt(at), 8)
  pointer.writeUInt32LE(1, 16)
  end.fill(0xff, 8, 20)
  return Buffer.concat([zip.subarray(0, at), record, pointer, end])
}

const mains = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const

/** Makes an empty office document, with additional parts if given. */
export function makeOffice(kind: keyof typeof mains, more: readonly ZipPart[] = [], mainType?: string): Buffer {
  const [path, type] = mains[kind]
  const main = mainType ?? `application/vnd.openxmlformats-officedocument.${type}.main+xml`
  return makeZip([
    {
      name: '[Content_Types].xml',
      text: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${path}" ContentType="${main}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `<?xml version="1.0"?><Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${path}"/></Relationships>`,
    },
    { name: path, text: '<?xml version="1.0"?><empty/>' },
    ...more,
  ])
}

/** The types of the first object in documents of Apple's programs. */
const iworkTypes = { pages: 10_000, numbers: 1, keynote: 1 } as const

/** An `.iwa` file with one object: a chunk of Snappy data, which is one literal. */
function iwa(type: number): string {
  const varint = (value: number): number[] =>
    value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 0x80))]
  const message = [0x08, ...varint(type), 0x12, 0x03, 1, 0, 5, 0x18, 0x00]
  const description = [0x08, 0x01, 0x12, message.length, ...message]
  const data = [description.length, ...description]
  const packed = [data.length, (data.length - 1) << 2, ...data]
  return Buffer.from([0, packed.length, 0, 0, ...packed]).toString('latin1')
}

/** Makes a document of Apple's Pages, Numbers or Keynote, with additional files if given. */
export function makeIwork(kind: keyof typeof iworkTypes, more: readonly ZipPart[] = []): Buffer {
  const slides = kind === 'keynote' ? [{ name: 'Index/Slide-12.iwa', text: 'x', stored: true }] : []
  return makeZip([
    { name: 'Index/Document.iwa', text: iwa(iworkTypes[kind]), stored: true, latin1: true },
    { name: 'Index/Tables/DataList-11.iwa', text: 'x', stored: true },
    ...slides,
    { name: 'Metadata/Properties.plist', text: 'bplist00', stored: true },
    { name: 'Data/photo-7.jpg', text: 'x', stored: true },
    { name: 'preview-micro.jpg', text: 'x', stored: true },
    ...more,
  ])
}

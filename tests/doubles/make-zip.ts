import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = {
  name: string
  text: string
  /** True if each character of the text is one byte. */
  latin1?: boolean
  stored?: boolean
  flags?: number
  method?: number
}

/** Writes a ZIP as ordinary programs do; each part can be made invalid. */
export function makeZip(parts: readonly ZipPart[], comment = ''): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, latin1 = false, stored = false, flags = 0, method = stored ? 0 : 8 } of parts) {
    const bytes = Buffer.from(text, latin1 ? 'latin1' : 'utf8')
    const packed = stored ? bytes : deflateRawSync(bytes)
    const label = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.byteLength, 14)
    common.writeUInt32LE(bytes.byteLength, 18)
    common.writeUInt16LE(label.byteLength, 22)
    local.push(Buffer.from('PK\x03\x04', 'latin1'), common, label, packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, label)
    offset += 30 + label.byteLength + packed.byteLength
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(index.byteLength, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...local, index, end, Buffer.from(comment)])
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

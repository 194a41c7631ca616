import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = { name: string; text: string; stored?: boolean; flags?: number; method?: number }

/** Writes a ZIP as ordinary programs do; each part can be made invalid. */
export function makeZip(parts: readonly ZipPart[], comment = ''): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, stored = false, flags = 0, method = stored ? 0 : 8 } of parts) {
    const bytes = Buffer.from(text)
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

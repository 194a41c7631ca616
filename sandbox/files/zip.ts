import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a ZIP. What it does not say is as an ordinary program writes it. */
export type ZipEntry = {
  name: string
  bytes: Uint8Array
  /** True if it is not compressed. */
  stored?: boolean
  flags?: number
  /** The number of a method of compression, whatever the bytes are compressed with. */
  method?: number
}

/** Writes a ZIP; its times are those of the epoch of ZIP, so that the same entries give the same bytes. */
export function writeZip(entries: readonly ZipEntry[], comment = ''): Buffer {
  const local: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, bytes, stored = false, flags = 0, method = stored ? 0 : 8 } of entries) {
    const packed = stored ? bytes : deflateRawSync(bytes)
    const label = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt16LE(0x21, 8)
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
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.byteLength, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...local, index, end, Buffer.from(comment)])
}

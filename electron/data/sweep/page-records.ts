/** Stored facts of one record on a page, enough to recognise it by its bytes alone. */
export type PageRecord = {
  /** First 16 bytes of the SHA-256 of its JSON, as a latin-1 string. */
  digest: string
  /** Length of its JSON in bytes. */
  length: number
  /** Its row in the resource's table; 0 when it has none (deleted, or set aside without a valid version). */
  row: number
  setAside: boolean
}

const bytesPerRecord = 24
const setAsideBit = 0x80000000

/** Packs a page's records: digest (16), length (4), row with the set-aside flag as its top bit (4), little endian. */
export function packRecords(records: readonly PageRecord[]): Buffer {
  const packed = Buffer.allocUnsafe(records.length * bytesPerRecord)
  let at = 0
  for (const record of records) {
    packed.write(record.digest, at, 16, 'latin1')
    packed.writeUInt32LE(record.length, at + 16)
    packed.writeUInt32LE(record.setAside ? (record.row | setAsideBit) >>> 0 : record.row, at + 20)
    at += bytesPerRecord
  }
  return packed
}

/** The inverse of {@link packRecords}. */
export function unpackRecords(packed: Buffer): PageRecord[] {
  const records: PageRecord[] = []
  for (let at = 0; at + bytesPerRecord <= packed.length; at += bytesPerRecord) {
    const row = packed.readUInt32LE(at + 20)
    records.push({
      digest: packed.toString('latin1', at, at + 16),
      length: packed.readUInt32LE(at + 16),
      row: (row & ~setAsideBit) >>> 0,
      setAside: row >= setAsideBit,
    })
  }
  return records
}

/** Calls back with every row on a page, without unpacking the rest. */
export function eachRow(packed: Buffer, visit: (row: number) => void): void {
  for (let at = 20; at < packed.length; at += bytesPerRecord) {
    const row = (packed.readUInt32LE(at) & ~setAsideBit) >>> 0
    if (row > 0) visit(row)
  }
}

/** Digests of the records that were set aside. */
export function setAsideDigests(packed: Buffer): string[] {
  const digests: string[] = []
  for (let at = 0; at + bytesPerRecord <= packed.length; at += bytesPerRecord) {
    if (packed.readUInt32LE(at + 20) >= setAsideBit) digests.push(packed.toString('latin1', at, at + 16))
  }
  return digests
}

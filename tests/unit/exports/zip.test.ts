import { describe, expect, it } from 'vitest'
import { createZipWriter, localHeader } from '../../../electron/platform/zip/zip-writer.ts'
import { createMemoryFile } from '../../doubles/memory-file.ts'
import { readZip } from '../../doubles/read-zip.ts'

const gib = 2 ** 30

/** Writes one file of 1,000 bytes into a ZIP that begins at a position; returns the records of its directory. */
async function directoryAt(start: number) {
  const appended: Uint8Array[] = []
  let length = start
  const zip = createZipWriter({
    get length() {
      return length
    },
    async append(bytes) {
      appended.push(bytes)
      length += bytes.length
    },
    async patch() {},
  })
  await zip.add('xl/a.xml', 'x'.repeat(1000))
  const offset = length
  await zip.end()
  const [directory, end] = appended.slice(-2).map((bytes) => Buffer.from(bytes))
  if (directory === undefined || end === undefined) throw new Error('There is no directory.')
  return { directory, end, offset }
}

const entry = { name: 'xl/a.xml', offset: 0, crc: 7, compressed: 100, size: 1000 }

describe('a ZIP file', () => {
  it('holds what was written, in the order it was written, and its empty files', async () => {
    const file = createMemoryFile()
    const zip = createZipWriter(file)
    await zip.add('first.xml', '<a/>')
    const long = await zip.entry('dir/ünï.xml')
    for (let piece = 0; piece < 50; piece += 1) await long.write(`piece ${piece} ${'x'.repeat(100_000)}`)
    await long.end()
    await zip.add('empty', '')
    await zip.end()
    const files = readZip(file.bytes())
    expect([...files.keys()]).toEqual(['first.xml', 'dir/ünï.xml', 'empty'])
    expect(files.get('dir/ünï.xml')).toMatch(/^piece 0 x+piece 1 x.*piece 49 x+$/)
    expect(file.length).toBeLessThan(200_000)
  })

  it('gives headers the same length whatever the sizes turn out to be', () => {
    const small = localHeader(entry)
    const large = localHeader({ ...entry, compressed: 5 * gib, size: 60 * gib })
    expect(large.length).toBe(small.length)
    expect(small.readUInt16LE(small.length - 20)).toBe(0xa220)
    expect(large.readUInt32LE(18)).toBe(0xffffffff)
    expect(large.readUInt16LE(large.length - 20)).toBe(1)
    expect(large.readBigUInt64LE(large.length - 16)).toBe(BigInt(60 * gib))
    expect(large.readBigUInt64LE(large.length - 8)).toBe(BigInt(5 * gib))
  })

  it('writes an offset beyond four gigabytes in 64 bits, and only that', async () => {
    const { directory: far } = await directoryAt(4 * gib + 3)
    expect(far.readUInt32LE(42)).toBe(0xffffffff)
    expect(far.readUInt32LE(24)).toBe(1000)
    expect(far.readUInt16LE(30)).toBe(12)
    expect(far.readBigUInt64LE(far.length - 8)).toBe(BigInt(4 * gib + 3))
  })

  it('announces a directory beyond four gigabytes by its 64-bit forerunners', async () => {
    expect((await directoryAt(0)).end).toHaveLength(22)
    const { directory, end, offset } = await directoryAt(5 * gib)
    expect(end).toHaveLength(56 + 20 + 22)
    expect(end.readUInt32LE(0)).toBe(0x06064b50)
    expect(end.readBigUInt64LE(48)).toBe(BigInt(offset))
    expect(offset).toBeGreaterThan(5 * gib)
    expect(end.readUInt32LE(56)).toBe(0x07064b50)
    expect(end.readBigUInt64LE(56 + 8)).toBe(BigInt(offset + directory.length))
    expect(end.readUInt32LE(76 + 16)).toBe(0xffffffff)
  })

  it('fails as the file fails, instead of waiting for room', async () => {
    const file = createMemoryFile()
    const full = {
      get length() {
        return file.length
      },
      patch: file.patch,
      append: async (bytes: Uint8Array) => {
        if (file.length > 100_000) throw new Error('no room')
        await file.append(bytes)
      },
    }
    const zip = createZipWriter(full)
    const one = await zip.entry('noise')
    const writeAll = async () => {
      for (let piece = 0; piece < 1000; piece += 1) {
        await one.write(Array.from({ length: 2000 }, (_, at) => (piece * at * 2_654_435_761) % 4_294_967_291).join())
      }
      await one.end()
    }
    await expect(writeAll()).rejects.toThrow('no room')
    zip.abandon()
  })
})

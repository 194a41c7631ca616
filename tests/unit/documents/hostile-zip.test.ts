import { describe, expect, test } from 'vitest'
import { judgeFile } from '../../../electron/documents/kind/judge-file.ts'
import { makeOffice, makeZip } from '../../doubles/make-zip.ts'

describe('a hostile ZIP', () => {
  /** Reads as from a real file, counting the bytes: a place before the file cannot be read. */
  async function bytesRead(bytes: Buffer) {
    let total = 0
    const read = async (offset: number, length: number) => {
      if (offset < 0 || length < 0) throw new RangeError(`no place in a file: ${offset}`)
      const piece = bytes.subarray(offset, offset + length)
      total += piece.byteLength
      return piece
    }
    const judgement = await judgeFile({ name: 'a.docx', size: bytes.byteLength, head: bytes.subarray(0, 65_536), read })
    return { total, judgement }
  }

  test('whose directory names a place before the file is judged', async () => {
    const file = makeOffice('docx')
    const end = file.lastIndexOf('PK\x05\x06')
    file.writeUInt32LE(file.readUInt32LE(end + 16) + 5_000, end + 16)
    expect((await bytesRead(file)).judgement.caution).not.toBeNull()
    expect((await bytesRead(file.subarray(1))).judgement.mediaType).toBe('application/octet-stream')
    const cut = file.subarray(0, 60)
    cut.writeUInt16LE(8, 6)
    cut.writeUInt32LE(0, 18)
    cut.writeUInt16LE(65_535, 28)
    expect((await bytesRead(cut)).judgement).toEqual({ mediaType: 'application/zip', caution: 'cut' })
  })

  test('that lost its end is still known by a part behind a folder, which is empty, and behind a file with its lengths on both sides', async () => {
    const file = makeZip([
      { name: 'word/', text: '', stored: true },
      { name: 'word/theme.xml', text: '<theme/>', flags: 8 },
      { name: 'word/document.xml', text: '<document/>' },
    ])
    const { judgement } = await bytesRead(file.subarray(0, file.indexOf('PK\x01\x02')))
    expect(judgement).toEqual({
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      caution: 'cut',
    })
  })

  test.each([
    ['says that it is in several pieces', 4],
    ['says that only some of its files are in it', 8],
  ])('that %s is not given to another program', async (_, at) => {
    const file = makeOffice('docx')
    const end = file.lastIndexOf('PK\x05\x06')
    file.writeUInt16LE(1, end + at)
    expect((await bytesRead(file)).judgement.caution).not.toBeNull()
  })

  test('with a hundred thousand marks of an end is not read for each of them', async () => {
    const file = Buffer.alloc(6 * 1024 * 1024, 1)
    file.write('PK\x03\x04', 'latin1')
    for (let at = 5 * 1024 * 1024; at + 22 < file.length; at += 22) {
      file.write('PK\x05\x06', at, 'latin1')
      file.writeUInt32LE(4 * 1024 * 1024 - (at % 4), at + 12)
    }
    expect((await bytesRead(file)).total).toBeLessThan(64 * 1024 * 1024)
  })

  test('with a list of relations that is listed many times is read once at most', async () => {
    const text = `<Relationships>${' '.repeat(900_000)}</Relationships>`
    const file = makeOffice('docx', [{ name: 'word/_rels/a.rels', text }])
    const end = file.lastIndexOf('PK\x05\x06')
    const entry = file.subarray(file.lastIndexOf('PK\x01\x02'), end)
    const tail = Buffer.from(file.subarray(end))
    const count = 20_000
    tail.writeUInt16LE(4 + count, 8)
    tail.writeUInt16LE(4 + count, 10)
    tail.writeUInt32LE(tail.readUInt32LE(12) + count * entry.length, 12)
    const { total, judgement } = await bytesRead(
      Buffer.concat([file.subarray(0, end), ...Array.from({ length: count }, () => entry), tail]),
    )
    expect(judgement.caution).toBe('odd')
    expect(total).toBeLessThan(16 * 1024 * 1024)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeFile } from '../../../electron/documents/kind/judge-file.ts'
import { fileNameFor, whyNotOpenable } from '../../../electron/documents/openable.ts'
import { kindOfFile, noPreviewText, previewOf, refusalText } from '../../../shared/domain/file-kinds.ts'
import { madeFiles } from '../../doubles/made-files.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/files', name))

async function judge(name: string, bytes: Uint8Array) {
  const read = async (offset: number, length: number) => {
    if (offset < 0 || length < 0) throw new RangeError(`no place in a file: ${offset}`)
    return bytes.subarray(offset, offset + length)
  }
  const { mediaType, caution } = await judgeFile({ name, size: bytes.length, head: bytes.subarray(0, 65_536), read })
  const notOpenable = whyNotOpenable({ media_type: mediaType, caution, name: fileNameFor(name, mediaType) })
  return { mediaType, kind: kindOfFile(mediaType, notOpenable), preview: previewOf(mediaType), notOpenable }
}

describe('what a file is, what is shown of it, and whether another program may open it', () => {
  test.each(madeFiles)('$what ($name)', async ({ what: _what, name, bytes, ...expected }) => {
    expect(await judge(name, bytes)).toEqual(expected)
  })

  test('there are files of all kinds', () => expect(madeFiles.length).toBeGreaterThanOrEqual(60))

  test.each([
    ['scan.tif', 'image/tiff'],
    ['Letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['xfa.pdf', 'application/pdf'],
  ])('%s', async (name, mediaType) => {
    expect(await judge(name, fixture(name))).toMatchObject({ mediaType })
  })
})

test('no words about a file are a media type, and each says what to do', async () => {
  for (const { name, bytes } of madeFiles) {
    const { mediaType, kind, notOpenable, preview } = await judge(name, bytes)
    const { title, hint } = noPreviewText({ media_type: mediaType, not_openable: notOpenable })
    const words = [kind, title, hint, notOpenable === null ? '' : refusalText(notOpenable)]
    expect(words.filter((text) => /\b[a-z]+\/[a-z]/.test(text))).toEqual([])
    if (preview === 'none' || preview === 'office') expect(hint, hint).toMatch(/save a copy|ask the sender/i)
  }
})

test('a damaged file is judged, whatever is damaged, and is never opened as another kind', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...madeFiles),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async ({ name, bytes }, flips, kept) => {
        const damaged = Buffer.from(bytes.subarray(0, Math.ceil(bytes.length * kept)))
        for (const [at, value] of flips) if (damaged.length > 0) damaged.writeUInt8(value, at % damaged.length)
        const { mediaType, kind } = await judge(name, damaged)
        expect(mediaType).toMatch(/^[a-z]+\/[\w.+-]+$/)
        expect(kind).not.toBe('')
      },
    ),
    { numRuns: 2_000 },
  )
})

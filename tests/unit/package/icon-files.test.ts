import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../tools/package/configuration.ts'
import { icnsOf, icoOf } from '../../../tools/package/icon-files.ts'

const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString('latin1') === 'PNG'
const widthOf = (png: Buffer) => png.readUInt32BE(16)

describe('the icons', () => {
  it('are, for Windows, whole pictures of the sizes that the directory names', async () => {
    const ico = await readFile(join(root, 'resources/icons/icon.ico'))
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const entry = ico.subarray(6 + 16 * index)
      const png = ico.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8))
      expect(isPng(png)).toBe(true)
      expect(widthOf(png)).toBe(entry.readUInt8(0) || 256)
      return widthOf(png)
    })
    expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256])
  })

  it('are, for macOS, whole pictures up to 1024 pixels, and nothing is left over', async () => {
    const icns = await readFile(join(root, 'resources/icons/icon.icns'))
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const sizes: number[] = []
    let at = 8
    while (at < icns.length) {
      const png = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4))
      expect(isPng(png)).toBe(true)
      sizes.push(widthOf(png))
      at += icns.readUInt32BE(at + 4)
    }
    expect(sizes).toEqual([16, 32, 32, 64, 128, 256, 256, 512, 512, 1024])
  })

  it('are not made with a size missing', () => {
    expect(() => icnsOf(new Map([[16, Buffer.from('x')]]))).toThrow('32')
    expect(icoOf(new Map([[16, Buffer.from('x')]]))).toHaveLength(6 + 16 + 1)
  })
})

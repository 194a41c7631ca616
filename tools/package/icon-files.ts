/** Builds a Windows icon from PNG images, keyed by width in pixels, 256 at most. */
export function icoOf(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.size)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.size, 4)
  let at = 6
  let offset = head.length
  for (const [size, png] of pictures) {
    // 0 means 256.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    at += 16
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.values()])
}

/** The type code of each image in a macOS icon, with its width in pixels; some are for screens of twice the density. */
const icnsTypes: readonly (readonly [type: string, size: number])[] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]

/**
 * Builds a macOS icon from PNG images, keyed by width in pixels.
 *
 * @throws if one of the widths that macOS requires is missing
 */
export function icnsOf(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const parts = icnsTypes.map(([type, size]) => {
    const png = pictures.get(size)
    if (png === undefined) throw new Error(`There is no picture of ${size} pixels.`)
    const head = Buffer.from(`${type}0000`, 'latin1')
    head.writeUInt32BE(png.length + 8, 4)
    return Buffer.concat([head, png])
  })
  const body = Buffer.concat(parts)
  const head = Buffer.from('icns0000', 'latin1')
  head.writeUInt32BE(body.length + 8, 4)
  return Buffer.concat([head, body])
}

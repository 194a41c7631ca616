/** A picture's width and height in pixels. */
export type ImageSize = { width: number; height: number }

const ascii = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))

function pngSize(view: DataView): ImageSize {
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function gifSize(view: DataView): ImageSize {
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webpSize(bytes: Uint8Array, view: DataView): ImageSize | null {
  const kind = ascii(bytes, 12, 4)
  if (kind === 'VP8X') {
    const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
    return { width: three(24) + 1, height: three(27) + 1 }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8 ') return null
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

function bmpSize(view: DataView): ImageSize {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  // A negative height means that the rows are stored from the top.
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
}

/** The largest picture that an AVIF file declares: a box `ispe` for each, among the properties in its box `meta`. */
function avifSize(bytes: Uint8Array, view: DataView): ImageSize | null {
  let largest: ImageSize | null = null
  for (let at = 4; at + 16 <= Math.min(bytes.length, maxBoxes); at += 1) {
    if (bytes[at] !== 0x69 || ascii(bytes, at, 4) !== 'ispe') continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

/** The properties are in the first bytes of a file. */
const maxBoxes = 256 * 1024

/** Returns true for the markers `SOF0` to `SOF15`, except three that have another meaning. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(view: DataView): ImageSize | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    // Some cameras leave bytes between the segments.
    if (view.getUint8(at) !== 0xff) {
      at += 1
      continue
    }
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}

/**
 * The size that a PNG, JPEG, GIF, WebP, BMP or AVIF file declares before it is turned, read without decoding it: a few bytes can declare gigabytes of pixels.
 * Null if the format is another one or the size is not in these bytes.
 */
export function imageSize(bytes: Uint8Array<ArrayBuffer>): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (ascii(bytes, 1, 3) === 'PNG') return pngSize(view)
    if (ascii(bytes, 0, 3) === 'GIF') return gifSize(view)
    if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return webpSize(bytes, view)
    if (ascii(bytes, 4, 4) === 'ftyp') return avifSize(bytes, view)
    if (ascii(bytes, 0, 2) === 'BM') return bmpSize(view)
    return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(view) : null
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

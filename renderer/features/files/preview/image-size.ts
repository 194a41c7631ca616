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

/** Returns true for the markers `SOF0` to `SOF15`, except three that have another meaning. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(view: DataView): ImageSize | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}

/**
 * The size that a PNG, JPEG, GIF or WebP file declares, read without decoding it: a few bytes can declare gigabytes of pixels.
 * Null if the format is another one or the size is not in these bytes.
 */
export function imageSize(bytes: Uint8Array<ArrayBuffer>): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (ascii(bytes, 1, 3) === 'PNG') return pngSize(view)
    if (ascii(bytes, 0, 3) === 'GIF') return gifSize(view)
    if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return webpSize(bytes, view)
    return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(view) : null
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

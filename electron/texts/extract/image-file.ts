/** Kinds of files that are a picture and may be a scan. */
export const imageKinds: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/tiff'])

/** An image of a file: its number of pixels, null if the file does not say it, and a file whose first image it is. */
type Image = { pixels: number | null; bytes(): Uint8Array }

/** The most images of a TIFF file that are read. */
const mostImages = 2000
const [imageWidth, imageLength] = [256, 257]

/** The images of a file of one of {@link imageKinds}; one, except in a TIFF file. */
export function imagesOf(mediaType: string, bytes: Uint8Array<ArrayBuffer>): Image[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (mediaType === 'image/tiff') return imagesOfTiff(bytes, view)
    const pixels = mediaType === 'image/png' ? view.getUint32(16) * view.getUint32(20) : pixelsOfJpeg(view)
    return [{ pixels, bytes: () => bytes }]
  } catch {
    // A file that ends too early; decoding it fails as well.
    return [{ pixels: null, bytes: () => bytes }]
  }
}

/** The size in the frame header of a JPEG file. */
function pixelsOfJpeg(view: DataView): number | null {
  for (let at = 2; at < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7)
    if (marker < 0xff00 || marker === 0xffda) return null
  }
  return null
}

/** The directories of a TIFF file, which are a chain from its header: each image is read from a copy whose header leads to it. */
function imagesOfTiff(bytes: Uint8Array<ArrayBuffer>, view: DataView): Image[] {
  const little = view.getUint16(0) === 0x4949
  const images: Image[] = []
  const seen = new Set<number>()
  for (let at = view.getUint32(4, little); at !== 0 && !seen.has(at) && images.length < mostImages; ) {
    seen.add(at)
    const directory = at
    const entries = view.getUint16(at, little)
    const sides = new Map<number, number>()
    for (let entry = 0; entry < entries; entry += 1) {
      const from = at + 2 + entry * 12
      const isShort = view.getUint16(from + 2, little) === 3
      const value = isShort ? view.getUint16(from + 8, little) : view.getUint32(from + 8, little)
      sides.set(view.getUint16(from, little), value)
    }
    const [width, height] = [sides.get(imageWidth), sides.get(imageLength)]
    images.push({
      pixels: width === undefined || height === undefined ? null : width * height,
      bytes() {
        const copy = bytes.slice()
        new DataView(copy.buffer).setUint32(4, directory, little)
        return copy
      },
    })
    at = view.getUint32(at + 2 + entries * 12, little)
  }
  return images.length === 0 ? [{ pixels: null, bytes: () => bytes }] : images
}

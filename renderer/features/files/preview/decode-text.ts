type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Returns true if every other byte at the beginning is zero, as in Latin text in UTF-16 without a byte order mark. */
function zerosAt(bytes: Uint8Array, odd: 0 | 1): boolean {
  const some = Math.min(bytes.length, 512) & ~1
  if (some < 4) return false
  let zeros = 0
  for (let at = odd; at < some; at += 2) if (bytes[at] === 0) zeros += 1
  return zeros > (some / 2) * 0.7
}

/** The length of a truncated file that can be decoded, so that no UTF-8 character is cut. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

function encodingOf(bytes: Uint8Array, cut: boolean): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (zerosAt(bytes, 1)) return 'utf-16le'
  if (zerosAt(bytes, 0)) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(cut ? bytes.subarray(0, wholeCharacters(bytes)) : bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/**
 * A file's text. Decoded as UTF-16 if a byte order mark or its zero bytes say so, as UTF-8 if valid, otherwise as Windows-1252,
 * which accepts any bytes. A byte order mark is removed.
 *
 * @param cut - true if the bytes are only the beginning of the file
 */
export function decodeText(bytes: Uint8Array, cut: boolean): string {
  const encoding = encodingOf(bytes, cut)
  const whole = cut && encoding === 'utf-8' ? bytes.subarray(0, wholeCharacters(bytes)) : bytes
  return new TextDecoder(encoding).decode(whole)
}

/** Text encodings that spreadsheet programs write. */
export const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof encodings)[number]

export type Decoded = {
  /** Without the byte order mark. A byte that is not of the encoding is U+FFFD. */
  text: string
  encoding: Encoding
  /** Lines of the text, from 1, that contain such a byte. */
  strayLines: number[]
}

/** Global in every runtime of the app; the rules of this folder know neither Node nor a browser. */
declare const TextDecoder: new (label: string, options?: { fatal?: boolean }) => { decode(bytes: Uint8Array): string }

/**
 * Decodes a file's bytes. Without a chosen encoding: by the byte order mark, else as UTF-16 if every other byte of the beginning is
 * zero, else as UTF-8 if the bytes are valid or contain at least one valid character of several bytes, else as Windows-1252, in which
 * every byte is a character.
 *
 * @param options.cut - true if the bytes are only the beginning of a file: a character cut at the end is left out
 */
export function decode(
  bytes: Uint8Array,
  { chosen = null, cut = false }: { chosen?: Encoding | null; cut?: boolean } = {},
): Decoded {
  const whole = cut ? bytes.subarray(0, wholeCharacters(bytes)) : bytes
  const encoding = chosen ?? encodingOf(whole)
  const text = new TextDecoder(encoding).decode(encoding === 'utf-8' ? whole : bytes)
  return { text, encoding, strayLines: text.includes('\ufffd') ? linesWith(text, '\ufffd') : [] }
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (isMostlyZero(bytes, 1)) return 'utf-16le'
  if (isMostlyZero(bytes, 0)) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return hasWideCharacter(bytes) ? 'utf-8' : 'windows-1252'
  }
}

/** True if nearly every other byte of the beginning is zero, as in Latin text in UTF-16. */
function isMostlyZero(bytes: Uint8Array, first: 0 | 1): boolean {
  const some = Math.min(bytes.length, 512) & ~1
  if (some < 4) return false
  let zeros = 0
  for (let at = first; at < some; at += 2) if (bytes[at] === 0) zeros += 1
  return zeros > (some / 2) * 0.7
}

/** True if the bytes contain a valid UTF-8 character of two or more bytes. */
function hasWideCharacter(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const more = following(bytes[at] ?? 0)
    if (more === 0) continue
    let length = 1
    while (length <= more && ((bytes[at + length] ?? 0) & 0xc0) === 0x80) length++
    if (length > more) return true
  }
  return false
}

/** The bytes that follow a first byte of a UTF-8 character; 0 if it is none of several bytes. */
const following = (byte: number): number =>
  byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0

/** The length without a UTF-8 character that is cut at the end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return following(byte) >= back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function linesWith(text: string, character: string): number[] {
  const lines: number[] = []
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) if (line.includes(character)) lines.push(at + 1)
  return lines
}

/** Text encodings that spreadsheet programs write. */
export const encodings = ['utf-8', 'windows-1252', 'utf-16le'] as const
export type Encoding = (typeof encodings)[number]

export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western)',
  'utf-16le': 'UTF-16',
}

/** The maximum size of a file, in bytes. */
export const maxFileBytes = 80 * 1024 * 1024

/**
 * Decodes a file to text. If no encoding is chosen: UTF-16 if there is such a byte order mark, else UTF-8 if the bytes are
 * valid UTF-8, else Windows-1252, in which every byte is valid. A byte order mark is removed.
 */
export function decodeFile(bytes: Uint8Array, chosen: Encoding | null): { text: string; encoding: Encoding } {
  const encoding = chosen ?? guessEncoding(bytes)
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function guessEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

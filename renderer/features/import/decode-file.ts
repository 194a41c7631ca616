/** How a file's bytes stand for text, as spreadsheets write it. */
export const encodings = ['utf-8', 'windows-1252', 'utf-16le'] as const
export type Encoding = (typeof encodings)[number]

export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western)',
  'utf-16le': 'UTF-16',
}

/** The most bytes that a file may have. */
export const maxFileBytes = 80 * 1024 * 1024

/**
 * A file's text. Without a choice it is UTF-16 where its mark says so, else UTF-8 where it is valid, else Windows-1252,
 * which anything is valid in. A byte order mark is left out.
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

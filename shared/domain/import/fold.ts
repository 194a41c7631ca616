/** Normalises text for comparison: without case, accents, punctuation and repeated spaces, so that “O’Brien” equals “OBRIEN”. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Shortens a text for use in a message. */
export const cut = (text: string, most = 60): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** Text as it is compared: without case, accents, punctuation and doubled blanks, so that “O’Brien” is “OBRIEN”. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A longer text cut for a message. */
export const cut = (text: string, most = 60): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'
const LENGTH = 22

/** An id for a record made through the API; the seeded ones come from the generator. */
export function newId(prefix: string): string {
  let id = prefix
  // 252 is the largest multiple of 36 in a byte: beyond it, letters would not be equally likely.
  while (id.length < prefix.length + LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < 252 && id.length < prefix.length + LENGTH) id += ALPHABET[byte % 36]
    }
  }
  return id
}

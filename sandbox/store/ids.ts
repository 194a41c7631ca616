import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'
const LENGTH = 22

/** Returns an id for a record made through the API; ids of seeded records come from the generator. */
export function newId(prefix: string): string {
  let id = prefix
  // 252 is the largest multiple of 36 in a byte. Larger values are skipped, since they would make some characters more likely.
  while (id.length < prefix.length + LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < 252 && id.length < prefix.length + LENGTH) id += ALPHABET[byte % 36]
    }
  }
  return id
}

import { createHash, randomBytes } from 'node:crypto'
import { TABLES } from './tables.ts'

/** `prefixed` is a prefix and 22 small letters and digits, `ulid` a prefix and a ULID, `bare` a UUID without a prefix. */
export const ID_STYLES = ['prefixed', 'ulid', 'bare'] as const
export type IdStyle = (typeof ID_STYLES)[number]

export interface Ids {
  /** Returns an id for a record made through the API. */
  newId(prefix: string): string
  /** Returns a value with the generator's ids in this style; the same id always gives the same result. */
  restyle<Value>(value: Value): Value
}

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'
const LENGTH = 22
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PREFIXES = [...Object.values(TABLES).map(({ idPrefix }) => idPrefix), 'assetv2_']
const GENERATED = new RegExp(`"(${PREFIXES.join('|')})([${ALPHABET}]{${LENGTH}})"`, 'g')

export function createIds(style: IdStyle): Ids {
  if (style === 'prefixed') return { newId: randomId, restyle: (value) => value }
  const convert = (prefix: string, id: string) => (style === 'ulid' ? prefix + ulidOf(id) : uuidOf(id))
  return {
    newId: (prefix) => convert(prefix, randomId(prefix)),
    restyle<Value>(value: Value) {
      const text = JSON.stringify(value)
      return JSON.parse(
        text.replace(GENERATED, (_match, prefix: string, rest: string) => `"${convert(prefix, prefix + rest)}"`),
      ) as Value
    },
  }
}

function randomId(prefix: string): string {
  let id = prefix
  // 252 is the largest multiple of 36 in a byte. Larger values are skipped, since they would make some characters more likely.
  while (id.length < prefix.length + LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < 252 && id.length < prefix.length + LENGTH) id += ALPHABET[byte % 36]
    }
  }
  return id
}

/** The first letter of a ULID is at most 7, since it holds 128 bits. */
function ulidOf(id: string): string {
  const [first = 0, ...rest] = createHash('sha256').update(id).digest().subarray(0, 26)
  return [first % 8, ...rest.map((byte) => byte % 32)].map((value) => CROCKFORD[value]).join('')
}

function uuidOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

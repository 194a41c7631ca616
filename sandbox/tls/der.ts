/** The part of DER (X.690) that an X.509 certificate needs. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
} as const

/** Encodes one tag-length-value element around the given parts. */
export function element(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOctets(body.length), body])
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return Buffer.from([0x80 | octets.length, ...octets])
}

/** Encodes an object identifier such as `2.5.4.3`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const octets = [first * 40 + second]
  for (const arc of rest) {
    const groups = [arc & 0x7f]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) groups.unshift((left & 0x7f) | 0x80)
    octets.push(...groups)
  }
  return element(TAG.oid, Buffer.from(octets))
}

/** Encodes a positive INTEGER from unsigned big-endian octets. */
export function unsignedInteger(octets: Uint8Array): Buffer {
  const leading = octets[0] ?? 0
  return element(TAG.integer, leading >= 0x80 ? Buffer.from([0, ...octets]) : octets)
}

/** Encodes a UTCTime, which covers 1950–2049: enough for certificates that are valid for a few years. */
export function utcTime(date: Date): Buffer {
  const text = date.toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return element(TAG.utcTime, Buffer.from(`${text}Z`))
}

/** Encodes a BIT STRING without unused bits. */
export function bitString(octets: Uint8Array): Buffer {
  return element(TAG.bitString, Buffer.from([0]), octets)
}

import { createHash } from 'node:crypto'
import { onePage, plainContent } from './pdf-writer.ts'

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** The standard's padding of a password to 32 bytes. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const padded = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at)
  const at = (index: number) => state[index & 255] ?? 0
  const swap = (a: number, b: number) => {
    const first = at(a)
    state[a & 255] = at(b)
    state[b & 255] = first
  }
  let other = 0
  for (let index = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 255
    swap(index, other)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255
      j = (j + at(i)) & 255
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}

/** Writes a PDF of one page that needs a password: the standard's oldest method, RC4 with 40 bits. */
export function protectedPdf(password: string): Buffer {
  const [id, permissions] = [Buffer.alloc(16, 7), Buffer.from([0xfc, 0xff, 0xff, 0xff])]
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(password))
  const key = md5(padded(password), owner, permissions, id).subarray(0, 5)
  const keyOf = (object: number) => md5(key, Buffer.from([object, 0, 0, 0, 0])).subarray(0, 10)
  const [o, u] = [owner, rc4(key, padding)].map((bytes) => `<${bytes.toString('hex')}>`)
  const hex = `<${id.toString('hex')}>`
  return onePage({
    // The content is object 4.
    content: { entries: '', stream: rc4(keyOf(4), Buffer.from(plainContent, 'latin1')) },
    trailer: `/ID [${hex} ${hex}] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${o} /U ${u} /P -4 >>`,
  })
}

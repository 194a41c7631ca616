import { gunzip } from 'node:zlib'

const SMALLEST_BLOCK = 64 * 1024
const LARGEST_BLOCK = 8 * 1024 * 1024

/**
 * Inflates gzip on a thread of Node's pool, into memory of its own.
 *
 * @throws RangeError `ERR_BUFFER_TOO_LARGE` beyond `maximumBytes`; `Z_BUF_ERROR` when cut short; `Z_DATA_ERROR` otherwise
 */
export function inflate(compressed: Buffer, maximumBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    gunzip(compressed, { chunkSize: blockSize(compressed), maxOutputLength: maximumBytes }, (error, inflated) => {
      if (error) reject(error)
      // Blocks of this size never come from Node's shared pool; the check guards against that changing.
      else resolve(inflated.byteOffset === 0 ? (inflated as Buffer<ArrayBuffer>) : new Uint8Array(inflated))
    })
  })
}

/**
 * gzip ends with the inflated length, so that one block of that size takes one trip to the pool instead of one every
 * 16 KB. It is the sender's word only: bounded here, and the result does not depend on it.
 */
function blockSize(compressed: Buffer): number {
  const claimed = compressed.length < 18 ? 0 : compressed.readUInt32LE(compressed.length - 4)
  return Math.min(Math.max(claimed + 64, SMALLEST_BLOCK), LARGEST_BLOCK)
}

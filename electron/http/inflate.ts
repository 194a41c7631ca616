import { gunzip } from 'node:zlib'

const SMALLEST_BLOCK = 64 * 1024
/** zlib asks for another block when one is completely full. */
const BLOCK_SPARE = 64
const LARGEST_BLOCK = 8 * 1024 * 1024

/**
 * Inflates gzip on a thread of Node's pool, into memory of its own.
 *
 * @throws RangeError `ERR_BUFFER_TOO_LARGE` beyond `maximumBytes`; `Z_BUF_ERROR` when truncated; `Z_DATA_ERROR` otherwise
 */
export function inflate(compressed: Buffer, maximumBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    gunzip(compressed, { chunkSize: blockSize(compressed), maxOutputLength: maximumBytes }, (error, inflated) => {
      if (error) reject(error)
      else resolve(ownMemory(inflated))
    })
  })
}

/**
 * gzip ends with the inflated length. A block of that size needs one trip to the thread pool instead of one per 16 KB. The sender
 * may lie: the size is bounded here, and the result does not depend on it.
 */
function blockSize(compressed: Buffer): number {
  const claimed = compressed.length < 18 ? 0 : compressed.readUInt32LE(compressed.length - 4)
  return Math.min(Math.max(claimed + BLOCK_SPARE, SMALLEST_BLOCK), LARGEST_BLOCK)
}

/**
 * Returns the block itself when the text fills it, which saves a copy of every page. A short text is copied out, so that it does
 * not keep a much larger block alive.
 */
function ownMemory(inflated: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = inflated
  const fills = buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength <= byteLength + BLOCK_SPARE
  return fills ? new Uint8Array(buffer, 0, byteLength) : new Uint8Array(inflated)
}

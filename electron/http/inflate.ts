import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzip,
  inflateRaw,
  inflate as inflateZlib,
  zstdDecompress,
} from 'node:zlib'

const SMALLEST_BLOCK = 64 * 1024
/** zlib asks for another block when one is completely full. */
const BLOCK_SPARE = 64
const LARGEST_BLOCK = 8 * 1024 * 1024

/** Codings of one answer; a server and a proxy in front of it apply one each. More would let a small answer keep a thread busy. */
export const mostCodings = 3

/**
 * The codings of an answer's content (`Content-Encoding`), in lower case, in the order in which they were applied; `identity` is none. A
 * server or a proxy may send one that was not asked for.
 */
export function codingsOf(headers: IncomingHttpHeaders): string[] {
  const named = String(headers['content-encoding'] ?? '').toLowerCase()
  return named
    .split(',')
    .map((coding) => coding.trim().replace(/^x-/, ''))
    .filter((coding) => coding !== '' && coding !== 'identity')
}

/**
 * Inflates an answer on a thread of Node's pool, into memory of its own.
 *
 * @throws RangeError `ERR_BUFFER_TOO_LARGE` beyond `maximumBytes`; `Z_BUF_ERROR` when truncated; `Z_DATA_ERROR` otherwise, for an
 *   unknown coding, and for more than {@link mostCodings}
 */
export async function inflate(
  compressed: Buffer,
  { codings, maximumBytes }: { codings: readonly string[]; maximumBytes: number },
): Promise<Uint8Array<ArrayBuffer>> {
  if (codings.length > mostCodings) throw unknownCoding()
  let content = compressed
  for (const coding of codings.toReversed()) content = await decode(coding, content, maximumBytes)
  return ownMemory(content)
}

function decode(coding: string, content: Buffer, maxOutputLength: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onDone = (error: Error | null, inflated: Buffer) => (error ? reject(error) : resolve(inflated))
    if (coding === 'gzip') gunzip(content, { chunkSize: blockSize(content), maxOutputLength }, onDone)
    else if (coding === 'br') brotliDecompress(content, { maxOutputLength }, onDone)
    else if (coding === 'zstd') zstdDecompress(content, { maxOutputLength }, onDone)
    else if (coding === 'deflate')
      (hasZlibHead(content) ? inflateZlib : inflateRaw)(content, { maxOutputLength }, onDone)
    else reject(unknownCoding())
  })
}

/** A stream that decodes one coding; `first` is the content's first piece. */
export function createDecoder(coding: string, first: Uint8Array): Duplex {
  if (coding === 'gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  if (coding === 'zstd') return createZstdDecompress()
  if (coding === 'deflate') return hasZlibHead(first) ? createInflate() : createInflateRaw()
  throw unknownCoding()
}

/** `deflate` is zlib's format by its standard, and the bare one from some servers. The head is a multiple of 31 (RFC 1950). */
const hasZlibHead = (content: Uint8Array): boolean =>
  ((content[0] ?? 0) & 0x0f) === 8 && (((content[0] ?? 0) << 8) | (content[1] ?? 0)) % 31 === 0

const unknownCoding = () => Object.assign(new Error('unknown content coding'), { code: 'Z_DATA_ERROR' })

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

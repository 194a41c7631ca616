import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
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
import type { Dispatcher } from 'undici'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A request body that is read while it is sent. */
export type StreamedBody = {
  contentType: string
  /** Total length in bytes, known in advance. */
  length: number
  /** Reads from the first byte, no faster than the connection sends; iteration stops when the exchange ends early. */
  open(): AsyncIterable<Uint8Array>
}

/** One complete request: target and headers. Redirects are not followed here. */
type ExchangeRequest = {
  dispatcher: Dispatcher
  /** Scheme, host and port. The bearer token is sent to no other origin. */
  origin: string
  /** Path and query, encoded. */
  path: string
  method: Method
  headers: Readonly<Record<string, string>>
  body?: string | StreamedBody
  signal: AbortSignal
  /** Limit in bytes, both on the wire and inflated; a larger answer fails with {@link AnswerTooLargeError}. */
  maximumBytes: number
  /** An answer that delivers less than 1 KiB in this time (ms) fails with {@link AnswerStalledError}. */
  stalledMs: number
  /**
   * Called just before the first byte is written to a ready connection. If an exchange fails without this call, nothing was sent;
   * undici itself never sends a request twice.
   */
  onFirstByte?: () => void
  /** See {@link IsKnown}. */
  isKnown?: IsKnown
}

/**
 * Called with the SHA-256 (hex) of a compressed answer as it came. True if the caller has the same answer already: then it is not
 * inflated, which takes more time than everything else about it.
 */
export type IsKnown = (digest: string) => boolean

/** The compressed form of an answer, for a request that asked whether it is known. */
export type Compressed = { digest: string; isKnown: boolean }

/**
 * A complete answer, inflated; without bytes if it is known already. `bytes` owns its memory and can be transferred to a worker.
 */
export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  bytes: Uint8Array<ArrayBuffer>
  compressed?: Compressed
}

class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError'
}

export class AnswerStalledError extends Error {
  override readonly name = 'AnswerStalledError'
}

/** The connection ended after the headers but before the end of the body. */
export class AnswerCutError extends Error {
  override readonly name = 'AnswerCutError'
}

/** Bytes per time span; a server that sends less is only holding the connection open. */
const STALLED_BYTES = 1024
/** Time limit in ms for a request body that makes no progress, and for the answer after the body was sent. */
const BODY_STALLED_MS = 60_000

/**
 * Sends a request and collects its answer. Rejects with the error of undici, zlib or the signal, {@link AnswerTooLargeError},
 * {@link AnswerCutError} or {@link AnswerStalledError}.
 */
export async function exchange(request: ExchangeRequest): Promise<Answer> {
  request.signal.throwIfAborted()
  const { status, headers, chunks, received } = await collect(request)
  const codings = codingsOf(headers)
  if (codings.length === 0) return { status, headers, bytes: join(chunks, received) }
  const body = Buffer.concat(chunks, received)
  const inflated = () => inflate(body, { codings, maximumBytes: request.maximumBytes })
  if (request.isKnown === undefined) return { status, headers, bytes: await inflated() }
  const digest = hash('sha256', body)
  const compressed: Compressed = { digest, isKnown: request.isKnown(digest) }
  if (compressed.isKnown) return { status, headers, bytes: new Uint8Array(0), compressed }
  return { status, headers, bytes: await inflated(), compressed }
}

type Collected = { status: number; headers: IncomingHttpHeaders; chunks: Buffer[]; received: number }

/** Undici's own body stream costs a queue and a copy per page; the dispatch handler is its documented lower level. */
function collect(request: ExchangeRequest): Promise<Collected> {
  const { dispatcher, origin, path, method, headers, signal, maximumBytes } = request
  return new Promise((resolve, reject) => {
    const answer: Collected = { status: 0, headers: {}, chunks: [], received: 0 }
    let controller: Dispatcher.DispatchController | undefined
    let watch: NodeJS.Timeout | undefined
    const settle = (finish: () => void) => {
      clearInterval(watch)
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    const fail = (error: Error) => {
      settle(() => reject(error))
      controller?.abort(error)
    }
    const onAbort = () => fail(abortReason(signal))
    signal.addEventListener('abort', onAbort, { once: true })
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        if (signal.aborted) started.abort(abortReason(signal))
        else request.onFirstByte?.()
        if (!signal.aborted && body) watch = watchBody(body, fail)
      },
      onResponseStart(_, status, received) {
        // Informational answers (1xx) precede the final one.
        if (status < 200) return
        clearInterval(watch)
        answer.status = status
        answer.headers = received
        if (Number(received['content-length'] ?? 0) > maximumBytes) return fail(new AnswerTooLargeError())
        watch = watchProgress({ received: () => answer.received, spanMs: request.stalledMs, onStalled: fail })
      },
      onResponseData(_, chunk) {
        answer.received += chunk.length
        if (answer.received > maximumBytes) fail(new AnswerTooLargeError())
        else answer.chunks.push(chunk)
      },
      onResponseEnd: () => settle(() => resolve(answer)),
      onResponseError: (_, error) => settle(() => reject(answer.status === 0 ? error : cutError(error))),
    }
    const body = typeof request.body === 'object' ? counted(request.body) : null
    // Sending a body has no time limit; a watch on its progress replaces the limit on the time until the answer begins. undici
    // also accepts an iterable body, although its types do not say so.
    const sent = body
      ? { body: body.read() as unknown as Readable, headersTimeout: 0 }
      : { body: (request.body as string | undefined) ?? null }
    dispatcher.dispatch({ origin, path, method, headers, ...sent }, handler)
  })
}

type Counted = { read(): AsyncIterable<Uint8Array>; sent(): number }

function counted(body: StreamedBody): Counted {
  let sent = 0
  return {
    sent: () => sent,
    async *read() {
      for await (const piece of body.open()) {
        yield piece
        sent += piece.length
      }
    },
  }
}

function watchBody(body: Counted, onStalled: (error: Error) => void): NodeJS.Timeout {
  let before = -1
  const timer = setInterval(() => {
    const now = body.sent()
    if (now === before) onStalled(new AnswerStalledError())
    before = now
  }, BODY_STALLED_MS)
  return timer.unref()
}

/** With the idle limit alone, a server could send one byte every 29 seconds for ever. */
function watchProgress(options: {
  received: () => number
  spanMs: number
  onStalled: (error: Error) => void
}): NodeJS.Timeout {
  let before = 0
  const timer = setInterval(() => {
    const now = options.received()
    if (now - before < STALLED_BYTES) options.onStalled(new AnswerStalledError())
    before = now
  }, options.spanMs)
  return timer.unref()
}

/** Copies once, into memory of its own: slices of Node's shared buffer pool cannot be transferred. */
function join(chunks: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
  const joined = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}

function cutError(error: Error): Error {
  return 'code' in error && error.code === 'UND_ERR_BODY_TIMEOUT' ? error : new AnswerCutError()
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted')
}

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
async function inflate(
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

/** Ten years, ms: an older answer is not told apart. */
const longestAgeMs = 10 * 365 * 86_400_000

/** How old an answer was when a cache on the way gave it (`Age`), in ms; 0 without a usable one. */
export function ageOf({ age }: IncomingHttpHeaders): number {
  const said = String(age ?? '').trim()
  return /^\d+$/.test(said) ? Math.min(Number(said) * 1000, longestAgeMs) : 0
}

/** When the server gave an answer, by its own clock (`Date`), ms since the epoch; null if it does not say. */
export function givenAt({ date }: IncomingHttpHeaders): number | null {
  const at = Date.parse(String(date ?? ''))
  return Number.isNaN(at) ? null : at
}

/** The server's clock now: when it gave the answer and the answer's age, ms since the epoch; null if it does not say. */
export function serverTimeOf(headers: IncomingHttpHeaders): number | null {
  const at = givenAt(headers)
  return at === null ? null : at + ageOf(headers)
}

/**
 * The `Retry-After` of an answer in ms from now, null without one: seconds count from when the server gave it, and a date is by the
 * server's clock.
 *
 * @param now - by this computer's clock, for a server that does not say its own, ms since the epoch
 */
export function readRetryAfter(headers: IncomingHttpHeaders, now: number): number | null {
  const said = headers['retry-after']
  if (typeof said !== 'string') return null
  if (/^\d{1,9}$/.test(said.trim())) return Math.max(0, Number(said) * 1000 - ageOf(headers))
  const until = Date.parse(said)
  return Number.isNaN(until) ? null : Math.max(0, until - (serverTimeOf(headers) ?? now))
}

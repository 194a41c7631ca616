import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { codingsOf, inflate } from './inflate.ts'

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
export type ExchangeRequest = {
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

export class AnswerTooLargeError extends Error {
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

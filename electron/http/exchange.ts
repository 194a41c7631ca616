import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { inflate } from './inflate.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A body that is read while it is sent. */
export type StreamedBody = {
  contentType: string
  /** Bytes in all, known beforehand. */
  length: number
  /** From its first byte on; read no faster than it can be sent, and left when the exchange ends before it does. */
  open(): AsyncIterable<Uint8Array>
}

/** One request, already complete: where it goes, with which headers. Nothing here follows a redirect. */
export type ExchangeRequest = {
  dispatcher: Dispatcher
  /** Scheme, host and port; the bearer token goes nowhere else. */
  origin: string
  /** Path and query, encoded. */
  path: string
  method: Method
  headers: Readonly<Record<string, string>>
  body?: string | StreamedBody
  signal: AbortSignal
  /** More than this, on the wire or inflated, fails with {@link AnswerTooLargeError}. */
  maximumBytes: number
  /** An answer that brings almost nothing in such a span fails with {@link AnswerStalledError}. */
  stalledMs: number
  /**
   * Called just before the first byte goes to a connection that is ready. An exchange that fails without it sent nothing;
   * undici itself never sends a request twice.
   */
  onFirstByte?: () => void
}

/** An answer as it came, inflated; `bytes` own their memory and can be transferred to a worker. */
export type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Uint8Array<ArrayBuffer> }

export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError'
}

export class AnswerStalledError extends Error {
  override readonly name = 'AnswerStalledError'
}

/** The connection ended after the headers and before the end of the body. */
export class AnswerCutError extends Error {
  override readonly name = 'AnswerCutError'
}

/** Less than this in a whole span is a drip, kept up to hold the connection. */
const STALLED_BYTES = 1024
/** A body of which nothing can be sent for so long, or that gets no answer for so long once it is sent, ms. */
const BODY_STALLED_MS = 60_000

/** Sends a request and collects its answer. Rejects with what undici, zlib or the signal threw. */
export async function exchange(request: ExchangeRequest): Promise<Answer> {
  request.signal.throwIfAborted()
  const { status, headers, chunks, received } = await collect(request)
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'gzip' || encoding === 'x-gzip') {
    return { status, headers, bytes: await inflate(Buffer.concat(chunks, received), request.maximumBytes) }
  }
  return { status, headers, bytes: join(chunks, received) }
}

type Collected = { status: number; headers: IncomingHttpHeaders; chunks: Buffer[]; received: number }

/** Undici's own body stream costs a queue and a copy a page; the handler is its documented lower level. */
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
        // Informational answers (1xx) come before the real one.
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
    // A body takes as long as it takes: its own watch stands in for the limit on the time until the answer begins.
    // What is iterated undici takes too, though its types do not say so.
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

/** The idle limit alone would let a server drip one byte every 29 seconds for ever. */
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

/** Joins once, into memory of its own: slices of Node's shared pool cannot be transferred. */
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

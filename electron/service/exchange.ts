import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { inflate } from './inflate.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One request, already complete: where it goes, with which headers. Nothing here follows a redirect. */
export type ExchangeRequest = {
  dispatcher: Dispatcher
  /** Scheme, host and port; the bearer token goes nowhere else. */
  origin: string
  /** Path and query, encoded. */
  path: string
  method: Method
  headers: Readonly<Record<string, string>>
  body?: string
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
      },
      onResponseStart(_, status, received) {
        // Informational answers (1xx) come before the real one.
        if (status < 200) return
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
    dispatcher.dispatch({ origin, path, method, headers, body: request.body ?? null }, handler)
  })
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

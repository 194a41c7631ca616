import type { IncomingHttpHeaders } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Dispatcher } from 'undici'
import { AnswerCutError, AnswerStalledError } from './exchange.ts'

/** Size of a chunk in bytes, and number of full chunks that may wait before the socket is paused. */
const pieceBytes = 1024 * 1024
const mostWaiting = 4
/** Number of chunks after which the memory of received data is freed. */
const piecesBetween = 16
/** Bytes per time span; a stream that delivers less is only holding the connection open. */
const stalledBytes = 1024

export type StreamRequest = {
  dispatcher: Dispatcher
  origin: string
  /** Path and query, encoded. */
  path: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Time in ms after which a stream that delivers nothing, or almost nothing, ends. */
  idleMs: number
}

/** An answer whose body is still arriving, in chunks of up to 1 MiB. A chunk is valid until the next one is requested. */
export type StreamedAnswer = {
  status: number
  headers: IncomingHttpHeaders
  body: AsyncIterable<Uint8Array>
  /** Ends the exchange when the body is not going to be read. */
  discard(): void
}

/**
 * Sends a request and resolves as soon as the headers have arrived. The body can be read once, no faster than the reader takes
 * it; leaving the iteration ends the exchange. Rejects, or the body throws, with the error of undici or the signal,
 * {@link AnswerCutError} or {@link AnswerStalledError}.
 */
export function streamAnswer(request: StreamRequest): Promise<StreamedAnswer> {
  const { dispatcher, origin, path, headers, signal, idleMs } = request
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    let controller: Dispatcher.DispatchController | undefined
    let started = false
    const pieces = createPieces({ pause: () => controller?.pause(), resume: () => controller?.resume() })
    let watch: NodeJS.Timeout | undefined
    const end = (error: Error | null) => {
      clearInterval(watch)
      signal.removeEventListener('abort', onAbort)
      if (!started && error) reject(error)
      pieces.end(error)
    }
    const fail = (error: Error) => {
      end(error)
      controller?.abort(error)
    }
    const onAbort = () => fail(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    signal.addEventListener('abort', onAbort, { once: true })
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(one) {
        controller = one
        if (signal.aborted) one.abort(new Error('aborted'))
      },
      onResponseStart(_, status, received) {
        if (status < 200) return
        started = true
        watch = pieces.watch(idleMs, () => fail(new AnswerStalledError()))
        const discard = () => fail(new Error('left'))
        resolve({ status, headers: received, body: pieces.read(discard), discard })
      },
      onResponseData: (_, chunk) => pieces.add(chunk),
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => end(started ? cutError(error) : error),
    }
    dispatcher.dispatch({ origin, path, method: 'GET', headers, headersTimeout: idleMs, bodyTimeout: 0 }, handler)
  })
}

/** Collects received data into chunks, and pauses the sender while too many wait. */
function createPieces(sender: { pause(): void; resume(): void }) {
  const full: Buffer[] = []
  const spare: Buffer[] = []
  const empty = () => spare.pop() ?? Buffer.allocUnsafeSlow(pieceBytes)
  let piece = empty()
  let filled = 0
  let received = 0
  const young = createMinorGc()
  let pieces = 0
  let isPaused = false
  let wasPaused = false
  let ended: { error: Error | null } | null = null
  let wake = () => {}
  const flush = () => {
    if (filled === 0) return
    full.push(piece.subarray(0, filled))
    piece = empty()
    filled = 0
    pieces += 1
    if (pieces % piecesBetween === 0) young.give()
  }
  return {
    add(chunk: Uint8Array) {
      received += chunk.length
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + pieceBytes - filled)
        piece.set(part, filled)
        filled += part.length
        at += part.length
        if (filled === pieceBytes) flush()
      }
      if (full.length >= mostWaiting && !isPaused) {
        isPaused = true
        wasPaused = true
        sender.pause()
      }
      wake()
    },
    end(error: Error | null) {
      ended ??= { error }
      wake()
    },
    watch(spanMs: number, onStalled: () => void): NodeJS.Timeout {
      let before = received
      const timer = setInterval(() => {
        // A pause caused by the reader does not count as a stall of the sender.
        if (!wasPaused && received - before < stalledBytes) onStalled()
        before = received
        wasPaused = isPaused
      }, spanMs)
      return timer.unref()
    },
    async *read(leave: () => void): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          if (full.length === 0 && ended) flush()
          const next = full.shift()
          if (next) {
            yield next
            // Reuses buffers: allocating new ones for a gigabyte would leave a gigabyte to collect.
            if (next.length === pieceBytes) spare.push(next)
          } else if (ended) {
            if (ended.error) throw ended.error
            return
          } else {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
          if (isPaused && full.length < mostWaiting) {
            isPaused = false
            sender.resume()
          }
        }
      } finally {
        if (!ended) leave()
      }
    },
  }
}

const cutError = (error: Error): Error => (error instanceof AnswerStalledError ? error : new AnswerCutError())

type Collect = (options: { type: 'minor' }) => void

/**
 * Frees the memory of data that was read and is no longer used. V8 would let 64 MiB of it accumulate, because memory outside its
 * heap does not trigger a collection. A minor collection takes about 1 ms.
 */
function createMinorGc(): { give(): void } {
  let collect: Collect | null = null
  return {
    give() {
      collect ??= found()
      collect({ type: 'minor' })
    },
  }
}

function found(): Collect {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  return typeof gc === 'function' ? (gc as Collect) : () => {}
}

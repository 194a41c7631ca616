import { readRetryAfter, serverTimeOf } from '../http/answer-time.ts'
import type { Answer } from '../http/exchange.ts'
import { multipartForm } from '../http/multipart.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { AuthorizedRequest, Reply } from './authorized-request.ts'
import type { ReachabilityState } from './reachability.ts'
import { loadSignOf } from './reader.ts'
import type { RequestLimiter } from './request-limiter.ts'
import type { WriteOutcome, WriteRequest } from './write-service.ts'

/** Sends a write once, and knows for certain whether any byte of it can have reached the service. Never rejects. */
export function createSendOnce(options: {
  request: AuthorizedRequest
  report: (state: ReachabilityState) => void
  clock: Clock
  limiter: RequestLimiter
}): (write: WriteRequest) => Promise<WriteOutcome> {
  const { request, report, clock, limiter } = options
  return async ({ method, path, body, file, signal }) => {
    // The answer before a token renewal was a refusal: that sending had no effect.
    let isOut = false
    const tokenRefused = { spent: false }
    const onFirstByte = () => {
      isOut = true
    }
    const renewal = {
      get spent() {
        return tokenRefused.spent
      },
      set spent(spent) {
        tokenRefused.spent = spent
        isOut = false
      },
    }
    try {
      const text = body === null ? {} : { body: JSON.stringify(body) }
      const content = file ? { body: multipartForm(file) } : text
      const send = () => request({ method, path, ...content, signal, renewal, onFirstByte })
      const signOf = (reply: Reply) => loadSignOf(reply.answer, clock.now())
      const { answer } = await limiter.run(send, { kind: 'write', signal, signOf })
      report('online')
      return answered(answer, clock.now())
    } catch (thrown) {
      const { error, reached } = nameExchangeFailure(thrown)
      const isOfHere = error.code.startsWith('files/') || error.code.startsWith('cache/')
      if (!signal.aborted && !reached && !isOfHere) report('offline')
      return { kind: isOut ? 'lost' : 'not-sent', error }
    }
  }
}

function answered({ status, bytes, headers }: Answer, now: number): WriteOutcome {
  return {
    kind: 'answered',
    status,
    bytes,
    retryAfterMs: readRetryAfter(headers, now),
    serverTime: serverTimeOf(headers),
  }
}

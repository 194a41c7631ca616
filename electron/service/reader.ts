import { AppError } from '../../shared/domain/app-error.ts'
import { ageOf, readRetryAfter, serverTimeOf } from '../http/answer-time.ts'
import type { Answer, IsKnown } from '../http/exchange.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import { type Attempt, withRetries } from '../http/retries.ts'
import type { Clock } from '../platform/clock.ts'
import type { AuthorizedRequest, Reply } from './authorized-request.ts'
import { assertCurrent, assertJson, saysNothing } from './check-answer.ts'
import type { LoadSign, RequestKind, RequestLimiter } from './request-limiter.ts'
import type { Body, NoBody } from './service-client.ts'

type Asked = { signal: AbortSignal; kind: RequestKind; isKnown?: IsKnown }

type Read = <Value>(path: string, parse: (reply: Reply) => Value, asked: Asked) => Promise<Value>

/** Wraps one GET in the limiter, retries, reachability and cancellation. */
export function createReader(options: {
  request: AuthorizedRequest
  report: (state: 'online' | 'offline') => void
  attempts: number
  clock: Clock
  limiter: RequestLimiter
}): Read {
  const { request, report, attempts, clock, limiter } = options
  const signOf = ({ answer }: Reply): LoadSign => loadSignOf(answer, clock.now())
  return async (path, parse, { signal, kind, ...asked }) => {
    const renewal = { spent: false }
    const send = () => request({ method: 'GET', path, signal, renewal, ...asked })
    const attempt = async (): Promise<Attempt<ReturnType<typeof parse>>> => {
      try {
        const reply = await limiter.run(send, { kind, signal, signOf })
        report('online')
        const { status } = reply.answer
        if (!isWorthRetrying(status)) return { value: parse(reply) }
        const waitMs = signOf(reply).retryAfterMs
        // The limiter holds back every request for as long as the service asked.
        const isWaitedFor = status === 429 || (status === 503 && waitMs !== null)
        return { failure: reply.refusal(), again: true, waitMs, isWaitedFor }
      } catch (thrown) {
        const { error, transient, reached } = nameExchangeFailure(thrown)
        if (!signal.aborted && !reached) report('offline')
        return transient ? { failure: error, again: true, waitMs: null } : { failure: error, again: false }
      }
    }
    const goesOn = () => kind === 'background' && !limiter.isHopeless()
    try {
      return await withRetries({ attempt, attempts, clock, signal, goesOn })
    } catch (thrown) {
      throw signal.aborted ? cancelled() : thrown
    }
  }
}

/** The load signal in an answer. */
export function loadSignOf(
  { status, headers }: { status: number; headers: Reply['answer']['headers'] },
  now: number,
): LoadSign {
  return { status, retryAfterMs: readRetryAfter(headers, now) }
}

function cancelled(): AppError {
  return new AppError('sync/cancelled', {
    message: 'The request was cancelled.',
    nextStep: 'Start it again when needed.',
  })
}

/** A page of a list, which always has a body. Throws the reply's refusal. */
export function readPage(reply: Reply): Body {
  if (!isSuccess(reply.answer)) throw reply.refusal()
  if (!reply.answer.compressed?.isKnown) assertJson(reply.answer)
  return bodyOf(reply.answer)
}

/**
 * A record by id; null when the service says that it does not exist.
 * @throws AppError `service/not-modified` if a cache says so
 */
export function readRecord(reply: Reply): Body | null {
  if (!isAbsence(reply.answer)) return readPage(reply)
  // A copy of "not found" may be older than the record.
  assertCurrent({ ageMs: ageOf(reply.answer.headers) })
  return null
}

/** An optional value. "None" may also arrive as 204, an empty body or a bare `null`, since the service does not document it. */
export function readOptional(reply: Reply): Body | NoBody {
  const { answer } = reply
  const isNone = isAbsence(answer) || (isSuccess(answer) && saysNothing(answer))
  return isNone ? { bytes: null, status: answer.status, ageMs: ageOf(answer.headers) } : readPage(reply)
}

/**
 * True if another try may succeed: rate limits, time-outs and the server's own failures. Not 501 (not implemented), nor 511 (the
 * network itself requires a sign-in).
 */
function isWorthRetrying(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 511)
}

/** Only the status decides: the body of such an answer may be JSON, a web page or empty. */
function isAbsence({ status }: Answer): boolean {
  return status === 404 || status === 410
}

function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300
}

function bodyOf(answer: Answer): Body {
  const { bytes, compressed, headers } = answer
  const ageMs = ageOf(headers)
  return {
    bytes,
    serverTime: serverTimeOf(headers),
    ...(ageMs > 0 ? { ageMs } : {}),
    ...(compressed ? { compressed } : {}),
  }
}

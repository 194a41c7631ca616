import type { Answer } from '../http/exchange.ts'
import type { Reply } from './authorized-request.ts'
import { assertJson, saysNothing } from './check-answer.ts'
import type { Body } from './service-client.ts'

/** A page of a list, which always has a body. Throws the reply's refusal. */
export function readPage(reply: Reply): Body {
  if (!isSuccess(reply.answer)) throw reply.refusal()
  assertJson(reply.answer)
  return bodyOf(reply.answer)
}

/** A record by id; null when the service says that it does not exist. */
export function readRecord(reply: Reply): Body | null {
  if (isAbsence(reply.answer)) return null
  return readPage(reply)
}

/** An optional value. "None" may also arrive as 204, an empty body or a bare `null`, since the service does not document it. */
export function readOptional(reply: Reply): Body | null {
  if (isSuccess(reply.answer) && saysNothing(reply.answer)) return null
  return readRecord(reply)
}

/**
 * True if another try may succeed: rate limits, time-outs and the server's own failures. Not 501 (not implemented), nor 511 (the
 * network itself requires a sign-in).
 */
export function isWorthRetrying(status: number): boolean {
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
  const date = Date.parse(String(answer.headers.date ?? ''))
  return { bytes: answer.bytes, serverTime: Number.isNaN(date) ? null : date }
}

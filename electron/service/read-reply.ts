import type { Answer } from '../http/exchange.ts'
import type { Reply } from './authorized-request.ts'
import { assertJson, saysNothing } from './check-answer.ts'
import type { Body } from './service-client.ts'

/** A page of a list: always a body. */
export function readPage(reply: Reply): Body {
  if (!isSuccess(reply.answer)) throw reply.refusal()
  assertJson(reply.answer)
  return bodyOf(reply.answer)
}

/** A record by id; null when the service says that there is none. */
export function readRecord(reply: Reply): Body | null {
  if (isAbsence(reply.answer)) return null
  return readPage(reply)
}

/** What may not exist: "none" also comes as 204, an empty body or a bare `null`, since it is not described. */
export function readOptional(reply: Reply): Body | null {
  if (isSuccess(reply.answer) && saysNothing(reply.answer)) return null
  return readRecord(reply)
}

/**
 * Whether another try may bring something else: rate limits, time-outs and the server's own failures. Not 501 (not
 * implemented), nor 511 (the network wants a sign-in of its own).
 */
export function isWorthRetrying(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 511)
}

/** The status decides: the body of an absence may be JSON, a web page or nothing. */
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

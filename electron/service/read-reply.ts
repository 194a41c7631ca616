import { AppError } from '../../shared/domain/app-error.ts'
import type { Reply } from './authorized-request.ts'
import type { Answer } from './exchange.ts'
import { assertJson, isMarkup, saysNothing } from './judge-answer.ts'
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

/** Whether another try may bring something else: rate limits, time-outs and the server's own failures. */
export function isWorthRetrying(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501)
}

/**
 * An absence must be the service's own word, because the mirror forgets a record on it: a page of markup comes from a
 * proxy or from a wrong address.
 */
function isAbsence(answer: Answer): boolean {
  if (answer.status !== 404 && answer.status !== 410) return false
  if (isMarkup(answer)) {
    throw new AppError('service/not-json', {
      message: 'The server answered with a web page instead of data.',
      nextStep: 'Check the address of the service, and whether a network sign-in page is in the way.',
      detail: `HTTP ${answer.status}`,
    })
  }
  return true
}

function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300
}

function bodyOf(answer: Answer): Body {
  const date = Date.parse(String(answer.headers.date ?? ''))
  return { bytes: answer.bytes, serverTime: Number.isNaN(date) ? null : date }
}

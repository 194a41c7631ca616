import type { AppErrorCode } from '../../shared/domain/app-error.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import type { AuthorizedRequest } from './authorized-request.ts'

/** A failed request; `status` is null if there was no answer. */
export type RequestFailure = { path: string; code: AppErrorCode; status: number | null }

/** The same requests; `tell` is called for each that fails. A GET that is answered with "not found" did not fail. */
export function reportFailures(request: AuthorizedRequest, tell: (failure: RequestFailure) => void): AuthorizedRequest {
  return async (asked) => {
    const { path, method, signal } = asked
    try {
      const reply = await request(asked)
      const { status } = reply.answer
      const isAbsent = method === 'GET' && (status === 404 || status === 410)
      if (status >= 300 && !isAbsent) tell({ path, code: reply.refusal().code, status })
      return reply
    } catch (thrown) {
      if (!signal.aborted) tell({ path, code: nameExchangeFailure(thrown).error.code, status: null })
      throw thrown
    }
  }
}

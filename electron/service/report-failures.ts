import type { AppErrorCode } from '../../shared/domain/app-error.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import type { AuthorizedRequest } from './authorized-request.ts'

/** A request that came to nothing; `status` is null where there was no answer. */
export type RequestFailure = { path: string; code: AppErrorCode; status: number | null }

/** The same requests; of each that fails it is told. A GET of what is not there has an answer and did not fail. */
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

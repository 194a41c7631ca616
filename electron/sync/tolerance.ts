import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import { isOfTheWay } from '../http/network-errors.ts'

/**
 * Requests in a row without an answer, and requests in a row that failed: beyond this the service is at fault, not one record.
 */
const mostUnreached = 4
const mostFailed = 10

/** Distinguishes a request that failed on its own from a service that fails for all requests. */
export type Tolerance = {
  answered(): void
  /**
   * Reports one failed request.
   * @returns its HTTP status, 0 if there was none
   * @throws AppError when every other request would fail as well
   */
  refused(thrown: unknown): number
}

/** A {@link Tolerance} for one walk over many records. */
export function createTolerance(): Tolerance {
  let inARow = 0
  return {
    answered() {
      inARow = 0
    },
    refused(thrown) {
      const error = toAppError(thrown)
      if (isOfAll(error)) throw error
      if (isRefusal(error)) inARow = 0
      else inARow += 1
      if (inARow >= (isUnanswered(error) || isUnauthorized(error) ? mostUnreached : mostFailed)) throw error
      return error.status ?? 0
    },
  }
}

/**
 * True if no other request can succeed either: no authentication, no service, no local copy. One list that answers 401 whatever the
 * token is no such thing while others are answered: see {@link isUnauthorized}.
 */
export function endsRun(error: AppError): boolean {
  return isOfAll(error) || isUnanswered(error)
}

function isOfAll({ code }: AppError): boolean {
  if (code === 'service/rate-limited' || isOfTheWay(code)) return true
  return !code.startsWith('service/')
}

/** The service rejects the sign-in: for everything, or, if other requests are answered with it, only for one address. */
export const isUnauthorized = ({ code }: AppError): boolean => code === 'service/unauthorized'

const isUnanswered = ({ code }: AppError): boolean => code === 'service/offline' || code === 'service/timed-out'

/** The service is reachable and refuses. */
function isRefusal({ code }: AppError): boolean {
  return code === 'service/forbidden' || code === 'service/refused' || code === 'service/not-found'
}

/** Adds one refusal to the counts by status. */
export function withRefusal(
  counts: readonly { status: number; count: number }[],
  status: number,
): { status: number; count: number }[] {
  const others = counts.filter((one) => one.status !== status)
  const before = counts.find((one) => one.status === status)?.count ?? 0
  return [...others, { status, count: before + 1 }].toSorted((a, b) => a.status - b.status)
}

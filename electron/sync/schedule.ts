import type { AppError } from '../../shared/domain/app-error.ts'
import { isUnreached } from '../http/network-errors.ts'

/** Time between two successful runs, ms. */
const periodMs = 15 * 60 * 1000
/** First wait in ms after a run that failed in a way that may pass; doubled each time. */
const firstRetryMs = 5_000
/** Longest such wait in ms: when the service could not be reached, and when it answered that it cannot serve now. */
const longestUnreachedMs = 5 * 60 * 1000
const longestFailingMs = 60 * 1000

/** The end of a run, as far as the next one depends on it. */
export type RunEnd = {
  /** Runs in a row that failed in a way that may pass; 0 after any other. */
  failures: number
  /** True if the service answered, but only that it cannot serve now. */
  isAnswered?: boolean
  /** The wait in ms that the service asked for. */
  askedMs?: number | undefined
}

/**
 * Wait in ms until the next run, with jitter so that a firm's computers do not all send requests at once.
 *
 * @param random - from 0 to below 1
 */
export function nextRunIn({ failures, isAnswered = false, askedMs }: RunEnd, random: number): number {
  if (failures === 0) return periodMs * (0.9 + random * 0.2)
  if (askedMs !== undefined) return Math.max(firstRetryMs, askedMs) + firstRetryMs * random
  const ceiling = Math.min(isAnswered ? longestFailingMs : longestUnreachedMs, firstRetryMs * 2 ** (failures - 1))
  return ceiling * (0.5 + random * 0.5)
}

/**
 * True if a run's problem may pass by itself within minutes: no network, a service that answers 5xx or 429, or "not found" for a
 * list, which every service has: a gateway answers in its place.
 */
export function mayPass({ code }: AppError): boolean {
  return isUnreached(code) || isAnswered({ code }) || code === 'service/truncated'
}

/** True if the service or its sign-in server answered, but only that it cannot serve now. */
export function isAnswered({ code }: Pick<AppError, 'code'>): boolean {
  return (
    code === 'service/failed' ||
    code === 'service/not-found' ||
    code === 'service/not-modified' ||
    code === 'service/rate-limited' ||
    code === 'auth/unavailable' ||
    code === 'auth/bad-response'
  )
}

import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import type { WriteService } from '../outbox/write-service.ts'
import type { AccessTokens } from './access-tokens.ts'
import { type AuthorizedRequest, createAuthorizedRequest, type Reply } from './authorized-request.ts'
import { type Clock, systemClock } from './clock.ts'
import { createDigestOf } from './digest-of.ts'
import { createDownload, type Download } from './download.ts'
import { createListAll } from './list-all.ts'
import { nameExchangeFailure } from './network-errors.ts'
import { createReachability } from './reachability.ts'
import { isWorthRetrying, readOptional, readPage, readRecord } from './read-reply.ts'
import { type Attempt, readRetryAfter, withRetries } from './retries.ts'
import { createSendOnce } from './send-once.ts'
import type { ServiceClient } from './service-client.ts'
import { type RequestFailure, tellFailures } from './tell-failures.ts'

/** Bounds of one request: its answer's size, how long it may drip, and how often it is tried in all. */
export type ServiceLimits = { maximumBytes: number; stalledMs: number; attempts: number }

const defaultLimits: ServiceLimits = { maximumBytes: 256 * 1024 * 1024, stalledMs: 30_000, attempts: 4 }

/**
 * The client of one tenant's service. See {@link ServiceClient} and {@link WriteService}; a request that the caller aborts rejects with
 * `sync/cancelled`.
 *
 * @param options.baseUrl - https; the bearer token goes to its origin alone
 * @param options.dispatcher - from `createHttpsAgent`; it stays its maker's to destroy
 */
export function createServiceClient(options: {
  baseUrl: string
  tokens: AccessTokens
  dispatcher: Dispatcher
  clock?: Clock
  limits?: Partial<ServiceLimits>
  onFailure?: (failure: RequestFailure) => void
}): ServiceClient & WriteService & { download: Download } {
  const { tokens, dispatcher } = options
  const base = new URL(options.baseUrl)
  const root = `${base.pathname.replace(/\/+$/, '')}/api/public/v1`
  const { attempts, ...bounds } = { ...defaultLimits, ...options.limits }
  const reachability = createReachability()
  const closing = new AbortController()
  const clock = options.clock ?? systemClock
  const { onFailure = () => {} } = options
  const request = tellFailures(createAuthorizedRequest({ dispatcher, base, tokens, ...bounds }), onFailure)
  const { report } = reachability
  const read = createReader({ request, report, attempts, clock })
  const sendOnce = createSendOnce({ request, report, clock })
  const downloadOne = createDownload({ dispatcher, base, root, tokens, report })
  const within = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal])
  const listPage: ServiceClient['listPage'] = ({ resource, after, limit, query = {}, signal }) => {
    const parameters = new URLSearchParams({ limit: String(limit), ...query, ...(after === null ? {} : { after }) })
    return read(`${root}/${resource}?${parameters}`, readPage, within(signal))
  }
  const download: Download = (asked) => downloadOne({ ...asked, signal: within(asked.signal) })
  return {
    listPage,
    download,
    digestOf: createDigestOf(download),
    listAll: createListAll(listPage),
    send: (write) => sendOnce({ ...write, path: `${root}/${write.path}`, signal: within(write.signal) }),
    async getRecord({ resource, id, signal }) {
      return read(`${root}/${resource}/${pathId(id)}`, readRecord, within(signal))
    },
    async getValuation({ entityId, signal }) {
      return read(`${root}/entities/${pathId(entityId)}/valuation`, readOptional, within(signal))
    },
    onReachability: (listener) => reachability.onChange(listener),
    async close() {
      closing.abort()
    },
  }
}

type Read = <Value>(path: string, judge: (reply: Reply) => Value, signal: AbortSignal) => Promise<Value>

/** Retries, reachability and cancellation around one GET. */
function createReader(options: {
  request: AuthorizedRequest
  report: (state: 'online' | 'offline') => void
  attempts: number
  clock: Clock
}): Read {
  const { request, report, attempts, clock } = options
  return async (path, judge, signal) => {
    const renewal = { spent: false }
    const attempt = async (): Promise<Attempt<ReturnType<typeof judge>>> => {
      try {
        const reply = await request({ method: 'GET', path, signal, renewal })
        report('online')
        if (!isWorthRetrying(reply.answer.status)) return { value: judge(reply) }
        const waitMs = readRetryAfter(reply.answer.headers['retry-after'], clock.now())
        return { failure: reply.refusal(), again: true, waitMs }
      } catch (thrown) {
        const { error, transient, reached } = nameExchangeFailure(thrown)
        if (!signal.aborted && !reached) report('offline')
        return transient ? { failure: error, again: true, waitMs: null } : { failure: error, again: false }
      }
    }
    try {
      return await withRetries({ attempt, attempts, clock, signal })
    } catch (thrown) {
      throw signal.aborted ? cancelled() : thrown
    }
  }
}

/** An id as one path segment. `.` and `..` survive encoding and would name another resource. */
function pathId(id: string): string {
  if (id === '' || id === '.' || id === '..') {
    throw new AppError('record/not-found', {
      message: 'This record has no usable id.',
      nextStep: 'Go back to the list and open the record from there.',
    })
  }
  return encodeURIComponent(id)
}

function cancelled(): AppError {
  return new AppError('sync/cancelled', {
    message: 'The request was cancelled.',
    nextStep: 'Start it again when needed.',
  })
}

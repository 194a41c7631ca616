import { listedResources, type Resource } from '../../shared/service/resource.ts'
import type { Log } from '../logs/log.ts'
import type { RequestFailure } from '../service/report-failures.ts'

/** Equal failures within this time share one line, in ms. */
const togetherMs = 60_000

type Options = { log: Log; connection: string; now?: () => number }

/** Logs failed requests. A service that is down for hours adds one line per minute. */
export function logRequests({ log, connection, now = Date.now }: Options): (failure: RequestFailure) => void {
  const kinds = new Map<string, { writtenAt: number; times: number }>()
  return ({ path, code, status }) => {
    const resource = resourceOf(path)
    const key = `${resource} ${code} ${status}`
    const { writtenAt, times } = kinds.get(key) ?? { writtenAt: Number.NEGATIVE_INFINITY, times: 0 }
    const isTime = now() - writtenAt >= togetherMs
    kinds.set(key, isTime ? { writtenAt: now(), times: 0 } : { writtenAt, times: times + 1 })
    if (isTime) log('request-failed', { connection, resource, code, status, times: times + 1 })
  }
}

/** The resource of a request, taken from its path; ids and searches are not logged. */
function resourceOf(path: string): Resource | null {
  const [, kind = '', rest = ''] = /\/api\/public\/v1\/([a-z-]+)((?:\/[^/?]+)*)/.exec(path) ?? []
  if (kind === 'entities' && rest.endsWith('/valuation')) return 'valuations'
  return listedResources.find((resource) => resource === kind) ?? null
}

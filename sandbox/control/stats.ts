import type { FastifyInstance } from 'fastify'
import type { GrantType } from '../auth/rules.ts'

export interface Stats {
  /** Counts by route, such as `GET /households/{id}`, without the API's root. */
  requests: Record<string, number>
  /** Counts by status of the answer. Requests without a complete answer are not included. */
  answers: Record<string, number>
  grants: Record<GrantType, number>
  /** The highest number of requests in progress at the same time. */
  concurrentPeak: number
}

export interface StatsRecorder {
  read(): Stats
  countGrant(grant: GrantType): void
  reset(): void
}

/** Counts the requests that reach the service. */
export function registerStats(app: FastifyInstance, apiRoot: string): StatsRecorder {
  const empty = (): Stats => ({
    requests: {},
    answers: {},
    grants: { client_credentials: 0, authorization_code: 0, refresh_token: 0 },
    concurrentPeak: 0,
  })
  let stats = empty()
  let inProgress = 0

  app.addHook('onRequest', (request, reply, done) => {
    const path = (request.routeOptions.url ?? 'unknown').replace(apiRoot, '').replace(':id', '{id}')
    const key = `${request.method} ${path}`
    stats.requests[key] = (stats.requests[key] ?? 0) + 1
    inProgress += 1
    stats.concurrentPeak = Math.max(stats.concurrentPeak, inProgress)
    reply.raw.once('close', () => {
      inProgress -= 1
      if (!reply.raw.writableFinished) return
      const status = String(reply.raw.statusCode)
      stats.answers[status] = (stats.answers[status] ?? 0) + 1
    })
    done()
  })

  return {
    read: () => structuredClone(stats),
    countGrant(grant) {
      stats.grants[grant] += 1
    },
    reset() {
      stats = empty()
    },
  }
}

import { type AppError, toAppError } from '../../shared/domain/app-error.ts'
import { listedResources, type Resource } from '../../shared/service/resource.ts'
import type { Session } from '../auth/session.ts'
import type { OutboxCommit, OutboxStore } from '../data/ledger/operations.ts'
import type { SlowRead } from '../data/reads/reader.ts'
import { type UnreadableCells, uncarryCause } from '../data/workers/protocol.ts'
import { asCode, type Log, type LogFields } from '../logs/log.ts'
import { errorNameOf, framesOf } from '../logs/redact.ts'
import type { RequestFailure } from '../service/create-service-client.ts'

/** The same session, with the results of sign-in and sign-out logged. */
export function logSession(session: Session, { log, connection }: { log: Log; connection: string }): Session {
  return {
    ...session,
    async *signIn(signal) {
      const startedAt = performance.now()
      const ms = () => Math.round(performance.now() - startedAt)
      try {
        yield* session.signIn(signal)
      } catch (thrown) {
        log('sign-in-failed', { connection, code: toAppError(thrown).code, ms: ms() })
        throw thrown
      }
      log('signed-in', { connection, ms: ms() })
    },
    async signOut() {
      await session.signOut()
      log('signed-out', { connection })
    },
  }
}

/**
 * The same store with logging: outcomes of writes are logged after they are on disk; equal outcomes of one commit share a line.
 */
export function logOutbox(store: OutboxStore, { log, connection }: { log: Log; connection: string }): OutboxStore {
  return {
    ...store,
    async commit(step) {
      await store.commit(step)
      for (const line of linesOf(step, connection)) log('outbox', line)
    },
  }
}

function linesOf({ operations, events }: OutboxCommit, connection: string): LogFields<'outbox'>[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const lines = new Map<string, LogFields<'outbox'>>()
  for (const { operationId, event } of events) {
    const operation = byId.get(operationId)
    if (!operation) continue
    const { action, resource, problem } = operation
    const line = {
      ...{ connection, step: event, action, resource },
      code: problem && asCode(problem.code),
      status: problem?.status ?? null,
    }
    const key = JSON.stringify(line)
    lines.set(key, { ...line, times: (lines.get(key)?.times ?? 0) + 1 })
  }
  return [...lines.values()]
}

/** Logs cells of lists that cannot be shown, with the place in the code where their computation failed. */
export function logUnreadable({ log, connection }: { log: Log; connection: string }): (cells: UnreadableCells) => void {
  return ({ resource, columns, cause }) => {
    const error = uncarryCause(cause)
    log('cells-unreadable', { connection, resource, columns, error: errorNameOf(error), frames: framesOf(error) })
  }
}

/** Logs slow reads, with the tables of which an index is missing. */
export function logSlowReads({ log, connection }: { log: Log; connection: string }): (slow: SlowRead) => void {
  return ({ read, ms, order, missing }) => {
    const steps = missing.map(({ step, table }) => (table === null ? step : `${step} ${table}`))
    const { resource = null, column = null, direction = null } = order ?? {}
    log('slow-read', { connection, read, resource, column, direction, ms, missing: [...new Set(steps)] })
  }
}

/** Equal failures within this time share one line, in ms. */
const togetherMs = 60_000

type Options = { log: Log; connection: string; now?: () => number }

/** How often an event came since its last line; null while it shares that line. */
function createTogether(now: () => number): (key: string) => number | null {
  const kinds = new Map<string, { writtenAt: number; times: number }>()
  return (key) => {
    const { writtenAt, times } = kinds.get(key) ?? { writtenAt: Number.NEGATIVE_INFINITY, times: 0 }
    const isTime = now() - writtenAt >= togetherMs
    kinds.set(key, isTime ? { writtenAt: now(), times: 0 } : { writtenAt, times: times + 1 })
    return isTime ? times + 1 : null
  }
}

/** Logs failed requests. A service that is down for hours adds one line per minute. */
export function logRequests({ log, connection, now = Date.now }: Options): (failure: RequestFailure) => void {
  const together = createTogether(now)
  return ({ path, code, status }) => {
    const resource = resourceOf(path)
    const times = together(`${resource} ${code} ${status}`)
    if (times !== null) log('request-failed', { connection, resource, code, status, times })
  }
}

/** Logs failures of a connection's stores, with SQLite's code, the table, and the migration's step if it was one. */
export function logStoreFailures({ log, connection, now = Date.now }: Options): {
  ofOpening(problem: AppError): void
  /** Logs only what SQLite or the file system reported. */
  ofWork(problem: AppError): void
} {
  const together = createTogether(now)
  const note = ({ code, detail = '' }: AppError) => {
    const sqlite = /SQLITE_[A-Z_]+/.exec(detail)?.[0] ?? null
    const table = / in (\w+)$/.exec(detail)?.[1] ?? null
    const step = /^(?:mirror|ledger) step \d+/.exec(detail)?.[0] ?? null
    const times = together(`${code} ${sqlite} ${table} ${step}`)
    if (times !== null) log('cache-failed', { connection, code, sqlite, table, step, times })
  }
  return {
    ofOpening: note,
    ofWork(problem) {
      if (/^cache\/(?:constraint|migration|write)-failed$/.test(problem.code)) note(problem)
    },
  }
}

/** The resource of a request, taken from its path; ids and searches are not logged. */
function resourceOf(path: string): Resource | null {
  const [, kind = '', rest = ''] = /\/api\/public\/v1\/([a-z-]+)((?:\/[^/?]+)*)/.exec(path) ?? []
  if (kind === 'entities' && rest.endsWith('/valuation')) return 'valuations'
  return listedResources.find((resource) => resource === kind) ?? null
}

import { type AppErrorCode, appErrorCodes } from '../../shared/domain/app-error.ts'
import { operationActions, operationEvent } from '../../shared/domain/operation.ts'
import { operationResources } from '../../shared/domain/operation-rules.ts'
import { policyInForce } from '../../shared/domain/policy.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import { sortColumns } from '../../shared/ipc/list-columns.ts'
import { lockReasons } from '../../shared/ipc/lock.ts'
import type { PolicyState } from '../../shared/ipc/policy.ts'
import { windows } from '../../shared/ipc/rows.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'
import { ledgerMigrations } from '../data/migrations/ledger.ts'
import { mirrorMigrations } from '../data/migrations/mirror.ts'
import { isFrame, redactWithin } from './redact.ts'

/** Logs an event. Never throws and never blocks; a line that cannot be written is lost. */
export type Log = <Name extends LogEventName>(event: Name, fields: LogFields<Name>) => void

/** A {@link Log} that discards everything. */
export const noLog: Log = () => {}

/**
 * The allowed values of a log field. A kind accepts only values that Steward defines, or of a form that no name, note, amount,
 * address or secret has. Logging is an allowlist, so nothing has to be filtered out afterwards.
 */
type Kind<Value> = { holds(value: unknown): value is Value }

const kind = <Value>(holds: (value: unknown) => boolean): Kind<Value> => ({
  holds: (value): value is Value => holds(value),
})

const text = (shape: RegExp) => kind<string>((value) => typeof value === 'string' && shape.test(value))

/** One of a fixed set of words. */
const oneOf = <const Word extends string>(words: readonly Word[]): Kind<Word> => {
  const known = new Set<unknown>(words)
  return kind((value) => known.has(value))
}

/** Several of a fixed set of words. */
const someOf = <const Word extends string>(words: readonly Word[]): Kind<readonly Word[]> => {
  const known = new Set<unknown>(words)
  return kind((value) => Array.isArray(value) && value.every((word) => known.has(word)))
}

const orNull = <Value>({ holds }: Kind<Value>): Kind<Value | null> => kind((value) => value === null || holds(value))

/** A count, or a duration in milliseconds. */
const count = kind<number>((value) => Number.isSafeInteger(value) && Number(value) >= 0)
/** An HTTP status. */
const status = kind<number>((value) => Number.isInteger(value) && Number(value) >= 100 && Number(value) < 600)
const flag = kind<boolean>((value) => typeof value === 'boolean')
export const code: Kind<AppErrorCode> = oneOf(appErrorCodes)
const resource: Kind<Resource> = oneOf(resources)
const resourceList: Kind<readonly Resource[]> = someOf(resources)
/** SQLite's name of a result. */
const sqliteCode = text(/^SQLITE_[A-Z_]{1,40}$/)
const storeTables = [...mirrorMigrations, ...ledgerMigrations].flatMap((step) =>
  [...step.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].flatMap(([, name]) => name ?? []),
)
/** The operating system's name of an error: `EBUSY`. */
const systemCode = text(/^E[A-Z]{2,15}$/)
/** A table of the stores; temporary ones are left out. */
const storeTable = oneOf(storeTables)
/** The work of SQLite for want of an index: `scan individuals`, `sort`; without a table if a statement makes it for itself. */
const missingIndexes = someOf([
  'sort',
  ...['scan', 'walk', 'build'].flatMap((step) => [step, ...storeTables.map((table) => `${step} ${table}`)]),
])
/** `mirror step 12` */
const migrationStep = text(/^(?:mirror|ledger) step \d{1,4}$/)
/** A connection, by the digest that is its id everywhere. */
const connection = text(/^[0-9a-f]{32}$/)
const version = text(/^v?\d+\.\d+(\.\d+){0,2}(-[a-z]+(\.\d+)?)?$/)
/** `households.list` */
const procedure = text(/^[a-z][a-zA-Z]{1,40}\.[a-z][a-zA-Z]{1,40}$/)
/** The class name of an error from Node or a library. */
const errorName = text(/^[A-Z][A-Za-z]{0,40}(Error|Exception)$|^Error$|^unknown$/)
const frames = kind<readonly string[]>((value) => Array.isArray(value) && value.every(isFrame))

type LogLevel = 'error' | 'warn' | 'info'

const rowColumns = [
  ...new Set(Object.values(windows).flatMap((window) => Object.keys(window.shape.rows.element.shape))),
]

/** A column by which a list is ordered. */
const listColumn = oneOf(Object.values(sortColumns).flatMap((columns) => Object.keys(columns)))

type Described = { level: LogLevel; fields: Readonly<Record<string, Kind<unknown>>> }

const settings = Object.keys(policyInForce.shape) as (keyof typeof policyInForce.shape)[]

/** Everything that is ever logged, field by field. Nothing that is not in this table reaches a log. */
export const logEvents = {
  started: {
    level: 'info',
    fields: {
      version,
      shell: oneOf(['desktop', 'browser']),
      platform: oneOf(['linux', 'darwin', 'win32', 'other']),
      arch: oneOf(['x64', 'arm64', 'other']),
      node: version,
      electron: orNull(version),
    },
  },
  stopped: { level: 'info', fields: { ran_ms: count } },
  /** A screen's procedure call failed. */
  'procedure-failed': { level: 'warn', fields: { procedure, code } },
  /** The same, because of a bug in Steward. */
  unexpected: { level: 'error', fields: { procedure, error: errorName, frames } },
  /** An uncaught error; Steward ends. */
  crashed: { level: 'error', fields: { error: errorName, frames } },
  'page-gone': {
    level: 'error',
    fields: { reason: oneOf(['crashed', 'killed', 'oom', 'launch-failed', 'integrity-failure', 'other']) },
  },
  'signed-in': { level: 'info', fields: { connection, ms: count } },
  'sign-in-failed': { level: 'warn', fields: { connection, code, ms: count } },
  'signed-out': { level: 'info', fields: { connection } },
  'cache-opened': { level: 'info', fields: { connection, ms: count, rebuilt: flag } },
  /** A store could not be opened or written; `times` equal failures occurred within a minute. */
  'cache-failed': {
    level: 'error',
    fields: {
      ...{ connection, code },
      sqlite: orNull(sqliteCode),
      table: orNull(storeTable),
      step: orNull(migrationStep),
      times: count,
    },
  },
  /** Cells of a list that cannot be shown, and the error of their computation; `unknown` if their values are not allowed. */
  'cells-unreadable': {
    level: 'error',
    fields: { connection, resource, columns: someOf(rowColumns), error: errorName, frames },
  },
  /** A read that took long, the order of its list, and what SQLite did for it for want of an index. */
  'slow-read': {
    level: 'info',
    fields: {
      ...{ connection, read: procedure },
      ...{ resource: orNull(resource), column: orNull(listColumn), direction: orNull(oneOf(['asc', 'desc'])) },
      ...{ ms: count, missing: missingIndexes },
    },
  },
  'worker-died': { level: 'error', fields: { connection, error: errorName } },
  'sync-ended': {
    level: 'info',
    fields: { connection, ms: count, received: count, written: count, set_aside: count },
  },
  'sync-failed': {
    level: 'warn',
    fields: { connection, ms: count, code, received: count, written: count, not_complete: resourceList },
  },
  /** A step of the outbox that is on disk; `times` writes took it together. */
  outbox: {
    level: 'info',
    fields: {
      connection,
      step: oneOf(operationEvent.shape.event.options),
      action: oneOf(operationActions),
      resource: oneOf(operationResources),
      code: orNull(code),
      status: orNull(status),
      times: count,
    },
  },
  /** A failed request to the service; `times` equal failures occurred within a minute. */
  'request-failed': {
    level: 'warn',
    fields: { connection, resource: orNull(resource), code, status: orNull(status), times: count },
  },
  /** The folder of the browser that prints in the background could not be removed. */
  'print-folder-left': { level: 'warn', fields: { system: orNull(systemCode) } },
  locked: { level: 'info', fields: { reason: oneOf(lockReasons) } },
  unlocked: { level: 'info', fields: {} },
  policy: { level: 'info', fields: { there: flag, set: someOf(settings), problems: count } },
  update: {
    level: 'info',
    fields: { about: oneOf(['off', 'elsewhere', 'latest', 'unreachable', 'not-safe', 'download', 'install']) },
  },
} as const satisfies Record<string, Described>

export type LogEventName = keyof typeof logEvents

type Fields<Name extends LogEventName> = (typeof logEvents)[Name]['fields']
type ValueOf<Of> = Of extends Kind<infer Value> ? Value : never

/** The fields of an event. */
export type LogFields<Name extends LogEventName> = {
  readonly [Field in keyof Fields<Name>]: ValueOf<Fields<Name>[Field]>
}

/** Kinds that define their values exactly, but whose values look like text that the redactor removes. */
const exact: readonly Kind<unknown>[] = [connection, frames]

/** Replaces a value that its field may not contain. */
const withheld = '[withheld]'

/** One line: time, level, event, and the fields that the table of events has for it. Other fields are left out. */
export function logLine(at: Date, event: LogEventName, given: object): string {
  const { level, fields } = logEvents[event]
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(given))
  const said = Object.entries<Kind<unknown>>(fields).map(([name, kind]) => {
    const value = values.get(name)
    if (!kind.holds(value)) return [name, withheld]
    return [name, exact.includes(kind) ? value : redactWithin(value)]
  })
  return JSON.stringify({ at: at.toISOString(), level, event, ...Object.fromEntries(said) })
}

/** An error code received as text; `internal/unexpected` if it is not one of Steward's. */
export const asCode = (text: string | undefined): AppErrorCode => (code.holds(text) ? text : 'internal/unexpected')

/** Logs the window events about Steward's own state: syncs that ended, and locking. */
export function logAppEvents(log: Log): (event: AppEvent) => void {
  /** The end of the last run of each connection: the same status is published several times. */
  const ended = new Map<string, string>()
  let locked = false
  return (event) => {
    if (event.type === 'lock') {
      const { locked: reason } = event.state
      if (reason !== null && !locked) log('locked', { reason })
      if (reason === null && locked) log('unlocked', {})
      locked = reason !== null
    }
    if (event.type === 'sync' && event.status.state === 'idle' && event.status.endedAt !== null) {
      const { connectionId, endedAt } = event.status
      if (ended.get(connectionId) === endedAt) return
      ended.set(connectionId, endedAt)
      noteSync(log, event.status, endedAt)
    }
  }
}

function noteSync(log: Log, { connectionId, startedAt, problem, resources }: SyncStatus, endedAt: string): void {
  const sum = (of: 'received' | 'written' | 'setAside') => resources.reduce((total, each) => total + each[of], 0)
  const figures = {
    connection: connectionId,
    ms: startedAt === null ? 0 : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)),
    received: sum('received'),
    written: sum('written'),
  }
  const missing = resources.filter(({ state }) => state !== 'complete').map(({ resource }) => resource)
  if (problem !== null) log('sync-failed', { ...figures, code: asCode(problem.code), not_complete: missing })
  else if (missing.length > 0) log('sync-failed', { ...figures, code: 'sync/cancelled', not_complete: missing })
  else log('sync-ended', { ...figures, set_aside: sum('setAside') })
}

type FollowedPolicy = { state(): PolicyState; onChanged(listener: () => void): unknown }

/** Logs, now and on every change, which settings the firm's policy has, but not their values. */
export function logPolicy(log: Log, firm: FollowedPolicy): void {
  const note = () => {
    const { source, policy, problems } = firm.state()
    const set = Object.keys(policy) as (keyof typeof policy)[]
    log('policy', { there: source !== null, set, problems: problems.length })
  }
  note()
  firm.onChanged(note)
}

const platforms = ['linux', 'darwin', 'win32'] as const
const architectures = ['x64', 'arm64'] as const

const known = <Word extends string>(words: readonly Word[], word: string): Word | 'other' =>
  words.find((one) => one === word) ?? 'other'

/** Logs the version and platform at the start. Returns a function that logs the end. */
export function logStart(log: Log, { version, shell }: { version: string; shell: 'desktop' | 'browser' }): () => void {
  const { platform, arch, versions } = process
  const startedAt = performance.now()
  log('started', {
    ...{ version, shell },
    platform: known(platforms, platform),
    arch: known(architectures, arch),
    node: versions.node,
    electron: versions.electron ?? null,
  })
  return () => log('stopped', { ran_ms: Math.round(performance.now() - startedAt) })
}

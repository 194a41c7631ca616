import { operationActions, operationEvent } from '../../shared/domain/operation.ts'
import { operationResources } from '../../shared/domain/operation-rules.ts'
import { policyInForce } from '../../shared/domain/policy.ts'
import { lockReasons } from '../../shared/ipc/custody.ts'
import { windows } from '../../shared/ipc/rows.ts'
import {
  code,
  connection,
  count,
  errorName,
  flag,
  frames,
  type Kind,
  migrationStep,
  missingIndexes,
  oneOf,
  orNull,
  procedure,
  resource,
  resourceList,
  someOf,
  sqliteCode,
  status,
  storeTable,
  version,
} from './field-kinds.ts'
import { redactWithin } from './redact.ts'

export type LogLevel = 'error' | 'warn' | 'info'

const rowColumns = [
  ...new Set(Object.values(windows).flatMap((window) => Object.keys(window.shape.rows.element.shape))),
]

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
  /** A read that took long, and what SQLite did for it for want of an index. */
  'slow-read': { level: 'info', fields: { connection, read: procedure, ms: count, missing: missingIndexes } },
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

import { type AppErrorCode, appErrorCodes } from '../../shared/domain/app-error.ts'
import { type Resource, resources } from '../../shared/service/resource.ts'
import { ledgerMigrations } from '../data/migrations/ledger.ts'
import { mirrorMigrations } from '../data/migrations/mirror.ts'
import { isFrame } from './redact.ts'

/**
 * The allowed values of a log field. A kind accepts only values that Steward defines, or of a form that no name, note, amount,
 * address or secret has. Logging is an allowlist, so nothing has to be filtered out afterwards.
 */
export type Kind<Value> = { holds(value: unknown): value is Value }

const kind = <Value>(holds: (value: unknown) => boolean): Kind<Value> => ({
  holds: (value): value is Value => holds(value),
})

const text = (shape: RegExp) => kind<string>((value) => typeof value === 'string' && shape.test(value))

/** One of a fixed set of words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Kind<Word> => {
  const known = new Set<unknown>(words)
  return kind((value) => known.has(value))
}

/** Several of a fixed set of words. */
export const someOf = <const Word extends string>(words: readonly Word[]): Kind<readonly Word[]> => {
  const known = new Set<unknown>(words)
  return kind((value) => Array.isArray(value) && value.every((word) => known.has(word)))
}

export const orNull = <Value>({ holds }: Kind<Value>): Kind<Value | null> =>
  kind((value) => value === null || holds(value))

/** A count, or a duration in milliseconds. */
export const count = kind<number>((value) => Number.isSafeInteger(value) && Number(value) >= 0)
/** An HTTP status. */
export const status = kind<number>((value) => Number.isInteger(value) && Number(value) >= 100 && Number(value) < 600)
export const flag = kind<boolean>((value) => typeof value === 'boolean')
export const code: Kind<AppErrorCode> = oneOf(appErrorCodes)
export const resource: Kind<Resource> = oneOf(resources)
export const resourceList: Kind<readonly Resource[]> = someOf(resources)
/** SQLite's name of a result. */
export const sqliteCode = text(/^SQLITE_[A-Z_]{1,40}$/)
const storeTables = [...mirrorMigrations, ...ledgerMigrations].flatMap((step) =>
  [...step.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].flatMap(([, name]) => name ?? []),
)
/** A table of the stores; temporary ones are left out. */
export const storeTable = oneOf(storeTables)
/** What SQLite does for want of an index: `scan individuals`, `sort`; without a table if a statement makes it for itself. */
export const missingIndexes = someOf([
  'sort',
  ...['scan', 'walk', 'build'].flatMap((step) => [step, ...storeTables.map((table) => `${step} ${table}`)]),
])
/** `mirror step 12` */
export const migrationStep = text(/^(?:mirror|ledger) step \d{1,4}$/)
/** A connection, by the digest that is its id everywhere. */
export const connection = text(/^[0-9a-f]{32}$/)
export const version = text(/^v?\d+\.\d+(\.\d+){0,2}(-[a-z]+(\.\d+)?)?$/)
/** `households.list` */
export const procedure = text(/^[a-z][a-zA-Z]{1,40}\.[a-z][a-zA-Z]{1,40}$/)
/** The class name of an error from Node or a library. */
export const errorName = text(/^[A-Z][A-Za-z]{0,40}(Error|Exception)$|^Error$|^unknown$/)
export const frames = kind<readonly string[]>((value) => Array.isArray(value) && value.every(isFrame))

import Database from 'better-sqlite3'
import { AppError } from '../../shared/domain/app-error.ts'

/**
 * Maps SQLite's result codes to an AppError that the user understands: `cache/locked`, `cache/damaged`, `cache/constraint-failed` or
 * `cache/write-failed`. The detail is SQLite's code, and the table if its message names one.
 */
export function toCacheError(thrown: unknown): unknown {
  const code = codeOf(thrown)
  if (code === null) return thrown
  if (code === notOpening) return lockedCache(thrown)
  if (code.startsWith('SQLITE_CORRUPT')) return damagedCache(code, thrown)
  if (code.startsWith('SQLITE_CONSTRAINT')) {
    return new AppError('cache/constraint-failed', {
      message: 'Steward tried to store what does not fit into its offline copy. Nothing of it was stored.',
      nextStep: askForHelp,
      detail: detailOf(code, thrown),
      cause: thrown,
    })
  }
  return new AppError('cache/write-failed', { ...writeProblem(code), detail: code, cause: thrown })
}

const askForHelp =
  'Restart Steward. If it happens again, make a support bundle in the settings and ask for help. What was already saved is safe.'

/** Codes that mean that a statement or its rows are wrong, whatever the disk does. */
const wrongSql = /^SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|MISUSE|RANGE|TOOBIG|SCHEMA)/

/**
 * The error of a migration's step that is wrong for this store; any other error, such as that of a full disk, as it is.
 *
 * @param step its number, from 1
 */
export function failedMigration(step: number, thrown: unknown): unknown {
  const code = codeOf(thrown)
  if (code === null || !wrongSql.test(code)) return thrown
  return new AppError('cache/migration-failed', {
    message:
      'The offline copy could not be changed to the form that this version of Steward needs. It is as it was before.',
    nextStep: 'Install the version of Steward that you had before, and make a support bundle in its settings.',
    detail: `step ${step}: ${detailOf(code, thrown)}`,
    cause: thrown,
  })
}

/** SQLite's code, and the table that its message names: a message quotes no values. */
function detailOf(code: string, thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : ''
  const [, table] =
    /(?:constraint failed: |no such table: (?:\w+\.)?|table )(\w+)(?:\.| has no column|$)/.exec(message) ?? []
  return table === undefined ? code : `${code} in ${table}`
}

/** True if an error means that a file's content differs from what was written, or does not belong to this key. */
export function isDamage(thrown: unknown): boolean {
  const problem = toCacheError(thrown)
  if (!(problem instanceof AppError)) return false
  return problem.code === 'cache/damaged' || (problem.code === 'cache/locked' && problem.detail === notOpening)
}

const notOpening = 'SQLITE_NOTADB'

/** The file does not open with the available key. */
function lockedCache(cause?: unknown): AppError {
  return new AppError('cache/locked', {
    message: 'The offline copy does not open with the key in the keychain.',
    nextStep: 'Unlock the keychain you used when you signed in, then open the connection again.',
    detail: notOpening,
    cause,
  })
}

/** The file's content differs from what was written. */
export function damagedCache(detail: string, cause?: unknown): AppError {
  return new AppError('cache/damaged', {
    message: 'The offline copy is damaged.',
    nextStep: 'Open the connection again: the damaged file is set aside and the copy is downloaded again.',
    detail,
    cause,
  })
}

/** The file was written by a newer version of Steward; it is left unchanged. */
export function newerCache(found: number, known: number): AppError {
  return new AppError('cache/newer', {
    message: 'The offline copy was written by a newer version of Steward.',
    nextStep: 'Install the newest Steward on this computer. Nothing was changed.',
    detail: `schema ${found}, this version knows ${known}`,
  })
}

/** Codes of file system errors, from creating and renaming files. */
const fileProblems = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EMFILE', 'ENFILE', 'EIO']

function codeOf(thrown: unknown): string | null {
  if (thrown instanceof Database.SqliteError) return thrown.code
  const isFileProblem = thrown instanceof Error && 'code' in thrown && fileProblems.includes(String(thrown.code))
  return isFileProblem ? String(thrown.code) : null
}

const unwritable = ['SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR']

const isUnwritableCode = (code: string): boolean => code.startsWith('SQLITE_READONLY') || unwritable.includes(code)

/** True if an error means that a store's folder is not writable. */
export function isUnwritable(thrown: unknown): boolean {
  const problem = toCacheError(thrown)
  return problem instanceof AppError && problem.code === 'cache/write-failed' && isUnwritableCode(problem.detail ?? '')
}

const fullCodes = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']

const fullDisk = {
  message: 'The disk is full.',
  nextStep: 'Free disk space, then try again. What was already saved is safe.',
}

/** True if an error means that the disk is full. */
export const isDiskFull = (problem: unknown): boolean =>
  problem instanceof AppError && problem.code === 'cache/write-failed' && fullCodes.includes(problem.detail ?? '')

/** The disk has too little space for a write and what follows from it. */
export function diskFull(): AppError {
  return new AppError('cache/write-failed', { ...fullDisk, detail: 'SQLITE_FULL' })
}

const isDiskError = (code: string): boolean => code === 'EIO' || code.startsWith('SQLITE_IOERR')

function writeProblem(code: string): { message: string; nextStep: string } {
  const saved = 'What was already saved is safe.'
  if (isDiskError(code)) {
    const nextStep = `Try again; if it happens again, have the disk checked. ${saved}`
    return { message: 'The disk reported an error.', nextStep }
  }
  if (fullCodes.includes(code)) return fullDisk
  if (isUnwritableCode(code)) {
    const nextStep = `Correct the folder’s permissions, then try again. ${saved}`
    return { message: 'The folder of the offline copy cannot be written.', nextStep }
  }
  if (code.startsWith('SQLITE_BUSY') || code === 'SQLITE_LOCKED') {
    const nextStep = `Close the other program, such as a backup or a virus scanner, then try again. ${saved}`
    return { message: 'Another program is using the offline copy.', nextStep }
  }
  return { message: 'The offline copy could not be written.', nextStep: askForHelp }
}

import Database from 'better-sqlite3'
import { AppError } from '../../shared/domain/app-error.ts'

/**
 * Maps SQLite's result codes to an AppError that the user understands: `cache/locked`, `cache/damaged` or `cache/write-failed`.
 */
export function toCacheError(thrown: unknown): unknown {
  const code = codeOf(thrown)
  if (code === null) return thrown
  if (code === notOpening) return lockedCache(thrown)
  if (code.startsWith('SQLITE_CORRUPT')) return damagedCache(code, thrown)
  return new AppError('cache/write-failed', {
    message: writeProblem(code),
    nextStep: isDiskError(code)
      ? 'Try again; if it happens again, have the disk checked. What was already saved is safe.'
      : 'Free disk space or correct the folder’s permissions, then try again. What was already saved is safe.',
    detail: code,
    cause: thrown,
  })
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

/** True if an error means that the disk is full. */
export const isDiskFull = (problem: unknown): boolean =>
  problem instanceof AppError && problem.code === 'cache/write-failed' && fullCodes.includes(problem.detail ?? '')

/** The disk has too little space for a write and what follows from it. */
export function diskFull(): AppError {
  return new AppError('cache/write-failed', {
    message: 'The disk is full.',
    nextStep: 'Free disk space, then try again. What was already saved is safe.',
    detail: 'SQLITE_FULL',
  })
}

const isDiskError = (code: string): boolean => code === 'EIO' || code.startsWith('SQLITE_IOERR')

function writeProblem(code: string): string {
  if (isDiskError(code)) return 'The disk reported an error.'
  if (fullCodes.includes(code)) return 'The disk is full.'
  if (isUnwritableCode(code)) return 'The folder of the offline copy cannot be written.'
  if (code.startsWith('SQLITE_BUSY') || code === 'SQLITE_LOCKED') return 'Another program is using the offline copy.'
  return 'The offline copy could not be written.'
}

import { AppError } from '../../shared/domain/app-error.ts'

/** `detail`: the check that failed; never a path or a name. */
export function damagedFile(detail: string, cause?: unknown): AppError {
  return new AppError('files/damaged', {
    message: 'The file on this computer is damaged.',
    nextStep: 'Download it again; if it has not been uploaded yet, drop the original again.',
    detail,
    cause,
  })
}

export function notHeld(): AppError {
  return new AppError('files/not-held', {
    message: 'This file is not on this computer.',
    nextStep: 'Download it first.',
  })
}

/** The type of its content, or its name, may not be given to other programs. */
export function notOpenable(): AppError {
  return new AppError('files/not-openable', {
    message: 'Steward does not open files of this kind in other programs.',
    nextStep: 'Save a copy and look at it there, if you trust the sender.',
  })
}

export function cancelledFile(): AppError {
  return new AppError('files/cancelled', {
    message: 'The transfer was cancelled.',
    nextStep: 'Start again if you still need it.',
  })
}

/** ENOSPC and EDQUOT mean a full disk or quota; EFBIG is a limit on the size of this user's files. */
const full = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Converts a file system's write error to an AppError; any other value is returned unchanged. */
export function toFileError(thrown: unknown): unknown {
  const code = thrown instanceof Error && 'code' in thrown && 'syscall' in thrown ? String(thrown.code) : null
  if (code === null) return thrown
  if (full.includes(code)) {
    return new AppError('files/disk-full', {
      message: 'The disk is full.',
      nextStep: 'Free some space and try again. No partial file was left behind.',
      detail: code,
      cause: thrown,
    })
  }
  return new AppError('cache/write-failed', {
    message: 'The folder of the offline copy cannot be written.',
    nextStep: 'Correct the folder’s permissions, then try again. What was already saved is safe.',
    detail: code,
    cause: thrown,
  })
}

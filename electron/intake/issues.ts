import { AppError } from '../../shared/domain/app-error.ts'
import { formatBytes } from '../../shared/domain/bytes.ts'
import { maxIntakeRows } from '../../shared/ipc/intake.ts'
import { maxStatementBytes } from '../../shared/ipc/statement-files.ts'
import type { Issue } from './intake-row.ts'

// Reasons why a file could not be taken in, worded for its row.

const dropAgain = 'Drop it again.'

export const interrupted: Issue = {
  field: 'file',
  message: 'Steward closed before the whole file was read.',
  next_step: dropAgain,
}

export const gone: Issue = {
  field: 'file',
  message: 'The copy of this file is no longer on this computer.',
  next_step: dropAgain,
}

export const unread: Issue = {
  field: 'file',
  message: 'The file could not be read.',
  next_step: 'Check that it opens, then drop it again.',
}

export const cutShort: Issue = {
  field: 'file',
  message: 'The transfer stopped before the whole file was received.',
  next_step: dropAgain,
}

export const stopped: Issue = {
  field: 'file',
  message: 'It was removed before the whole file was received.',
  next_step: dropAgain,
}

export const tooMany: Issue = {
  field: null,
  message: `The list holds at most ${maxIntakeRows.toLocaleString('en-US')} files.`,
  next_step: 'Upload some of them, then drop this one again.',
}

export const tooLargeStatement: Issue = {
  field: 'file',
  message: `A statement has at most ${formatBytes(maxStatementBytes)}.`,
  next_step: 'Export fewer accounts into one file, then drop these files.',
}

export const empty: Issue = {
  field: 'file',
  message: 'The file is empty: it has no bytes.',
  next_step: 'Check the original, and drop it again when it has content.',
}

export const tooLate: Issue = {
  field: 'file',
  message: 'No part of the file was received for ten minutes.',
  next_step: dropAgain,
}

/** The file has more or fewer bytes than announced. */
export const changed = (): AppError =>
  new AppError('files/changed', {
    message: 'The file changed while it was being read.',
    nextStep: 'Wait until it is saved, then drop it again.',
  })

/** The issue for a row, from an error thrown while its file was received. */
export function issueOf(thrown: unknown): Issue {
  if (!(thrown instanceof AppError)) return cutShort
  return { field: 'file', message: thrown.message, next_step: thrown.nextStep }
}

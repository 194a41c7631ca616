import { AppError } from '../../shared/domain/app-error.ts'
import { formatCount } from '../../shared/domain/counts.ts'
import type { LedgerReport } from '../data/recovery/ledger-report.ts'

/**
 * The notice about a damaged copy for which a new one was started: the service still has all of the data, but an advisor on a plane must
 * know why the lists are empty.
 */
export function rebuiltMirror(): AppError {
  return new AppError('cache/damaged', {
    message: 'The offline copy was damaged. It was set aside, and a new one was started.',
    nextStep: 'Stay online until the records have been downloaded again. Files that are on this computer are kept.',
  })
}

/** The notice about a copy that was removed for its age; the service still has all of the data. */
export function removedAsTooOld(): AppError {
  return new AppError('cache/too-old', {
    message:
      'The offline copy had not been checked for longer than your firm allows. It was removed from this computer.',
    nextStep: 'Stay online until everything has been downloaded again.',
  })
}

/** The notice about a connection in a read-only folder: it is open, but only for reading. */
export function unwritableFolder(): AppError {
  return new AppError('cache/write-failed', {
    message: 'Steward may not write to its folder on this computer. You can read everything, but change nothing.',
    nextStep: 'Make the folder writable, or remove the disk’s write protection. Steward continues within seconds.',
  })
}

/** The notice about a ledger that was damaged or rolled back: the connection is open, but data may be missing. */
export function ledgerProblem({ damaged, incomplete, lostWrites }: LedgerReport): AppError {
  return new AppError('cache/damaged', {
    message: damaged
      ? 'The file of data that exists only on this computer was damaged. It was set aside, and everything readable was recovered.'
      : 'The file of data that exists only on this computer is older than the offline copy, or incomplete.',
    nextStep: `${lossOf(lostWrites)}${incomplete ? ' Drafts, pins and saved views may be missing as well.' : ''}`,
  })
}

const lossOf = (lostWrites: number): string =>
  lostWrites === 0
    ? 'No unsent change is known to be missing.'
    : `${changes(lostWrites)} not sent yet could not be recovered. Review your latest work, and redo what is missing.`

const changes = (count: number): string => (count === 1 ? 'One change' : `${formatCount(count)} changes`)

/** The error of stores in memory, which are lost together with their thread. */
export function lostWithItsWorker(): AppError {
  return new AppError('cache/not-open', {
    message: 'The part of Steward that kept this connection’s data failed, and unsent changes were lost.',
    nextStep: 'Enter them again. With a keychain on this computer they would have been kept.',
  })
}

/** The error of stores whose thread crashed too often to be started again. */
export function endedRepeatedly(): AppError {
  return new AppError('cache/not-open', {
    message: 'The part of Steward that keeps the offline copy failed repeatedly.',
    nextStep: 'Restart Steward. If it happens again, make a support bundle in the settings and ask for help.',
  })
}

/** The error of a connection that was signed out: its copy is removed, and screens must not open it again. */
export function signedOut(): AppError {
  return new AppError('cache/not-open', {
    message: 'This connection was signed out.',
    nextStep: 'Sign in to download its records again.',
  })
}

/** The error of a runtime that was closed: the connection was removed or changed, or Steward quits. */
export function closedForGood(): AppError {
  return new AppError('cache/not-open', {
    message: 'The offline copy is not open.',
    nextStep: 'Open the connection again.',
  })
}

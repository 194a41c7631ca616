import { AppError } from '../../shared/domain/app-error.ts'
import { formatCount } from '../../shared/domain/counts.ts'
import type { LedgerReport } from '../data/recovery/ledger-report.ts'

/** The notice about a ledger that was damaged or rolled back: the connection is open, but data may be missing. */
export function ledgerProblem({ damaged, incomplete, lostWrites }: LedgerReport): AppError {
  return new AppError('cache/damaged', {
    message: damaged
      ? 'The file of what only this computer knows was damaged. It was put aside, and what could be read of it is here.'
      : 'The file of what only this computer knows is older than the offline copy, or was cut short.',
    nextStep: `${lossOf(lostWrites)}${incomplete ? ' Drafts, pins and saved views may be missing as well.' : ''}`,
  })
}

const lossOf = (lostWrites: number): string =>
  lostWrites === 0
    ? 'Nothing that is known to have waited to be sent is missing.'
    : `${changes(lostWrites)} not sent yet could not be kept: look through what you worked on last, and make again what is missing.`

const changes = (count: number): string => (count === 1 ? 'One change' : `${formatCount(count)} changes`)

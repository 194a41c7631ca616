import { AppError } from '../../shared/domain/app-error.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { UseCases } from './core.ts'
import type { Intake } from './intake.ts'

type Options = { runtimes: Runtimes; intake: Intake['statements'] }

/** Custodians' files: they come in by the intake tray, are read, reviewed, and become valuations in the outbox. */
export function createStatementUseCases({ runtimes, intake }: Options): UseCases['statements'] {
  const inConnection = withConnection(runtimes)
  const notYet = async (): Promise<never> => {
    throw new AppError('statements/gone', {
      message: 'This version of Steward takes statements in, and does not read them yet.',
      nextStep: 'Wait for the next version.',
    })
  }
  return {
    ...intake,
    list: inConnection(async ({ tray }) => ({
      files: (await tray.statements()).map(({ staged_id: _, added_at, state, ...file }) => ({
        ...file,
        state: state === 'staging' ? ('receiving' as const) : state === 'failed' ? state : ('reading' as const),
        added_at: added_at ?? '',
        ...{ layout: null, as_of: null, accounts: 0, rows: 0, questions: 0, tied: 0, logged: 0 },
        ...{ logged_at: null, same_as: null, removed_on: null },
      })),
    })),
    ...{
      read: notYet,
      rows: notYet,
      answer: notYet,
      setClass: notYet,
      answerReview: notYet,
      review: notYet,
      approve: notYet,
      undo: notYet,
    },
    ...{ readFrom: notYet, filing: notYet, file: notYet, saveExtract: notYet, accounts: notYet },
    ...{ exportAccounts: notYet, importAccounts: notYet },
  }
}

import { AppError } from '../../shared/domain/app-error.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import type { Runtimes } from './runtimes.ts'

type Procedures = Omit<ContractInputs['outbox'], never>

/** The outbox, one use case per procedure and shaped as it is. All throw AppErrors. */
export type OutboxUseCases = {
  [Name in keyof Procedures & keyof ContractOutputs['outbox']]: (
    input: Procedures[Name],
  ) => Promise<ContractOutputs['outbox'][Name]>
}

/** The use cases of the outbox, over whichever connection a call names. */
export function createOutboxUseCases(_runtimes: Runtimes): OutboxUseCases {
  const notYet = async (): Promise<never> => {
    throw new AppError('outbox/not-allowed', {
      message: 'This version of Steward cannot write yet.',
      nextStep: 'Try again with the next version.',
    })
  }
  return {
    save: notYet,
    saveAll: notYet,
    counts: async () => ({ open: 0, attention: 0 }),
    list: async () => ({ operations: [], total: 0 }),
    get: notYet,
    setPaused: notYet,
    setAllPaused: notYet,
    allPaused: async () => ({ paused: false }),
    decide: notYet,
    sendNow: notYet,
    serverIdOf: async () => ({ server_id: null }),
    activity: async () => ({ entries: [], next: null }),
    entityDependents: notYet,
    deleteEntity: notYet,
    exportUnsent: notYet,
    exportActivity: notYet,
  }
}

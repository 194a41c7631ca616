import { implement } from '@orpc/server'
import { contract } from '../../../shared/ipc/contract.ts'

/** The contract, to be implemented domain by domain. */
export const implementer = implement(contract)

export type Implementer = typeof implementer

/** For procedures that return a `JsonText`, which was validated against the contract where it was written. */
export const textImplementer: Implementer = implement(contract).$config({ initialOutputValidationIndex: Number.NaN })

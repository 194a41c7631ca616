import { implement } from '@orpc/server'
import { contract } from '../../shared/ipc/contract.ts'

/** The contract, ready to be implemented domain by domain. */
export const implementer = implement(contract)

export type Implementer = typeof implementer

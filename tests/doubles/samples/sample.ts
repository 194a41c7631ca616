import type { ContractInputs, ContractOutputs } from '../../../shared/ipc/contract.ts'

/** The one connection that the samples know. */
export const connectionId = 'a'.repeat(32)

/** A moment in the samples, ISO 8601. */
export const when = '2026-03-01T12:00:00Z'

/**
 * Of a procedure: a valid input, and an output that the contract allows; of a stream, its first event. There is no output where
 * the contract has `nothing`.
 */
type Sample<Input, Output> = [Output] extends [Record<string, never>]
  ? readonly [input: Input]
  : readonly [input: Input, output: [Output] extends [AsyncIterable<infer Event>] ? Event : Output]

/** A sample for every procedure of these domains. */
export type Samples<Domain extends keyof ContractInputs> = {
  readonly [Each in Domain]: {
    readonly [Name in keyof ContractInputs[Each] & keyof ContractOutputs[Each]]: Sample<
      ContractInputs[Each][Name],
      ContractOutputs[Each][Name]
    >
  }
}

import type { AnyContractProcedure } from '@orpc/contract'
import { contract } from '../../../shared/ipc/contract.ts'
import type { UseCases } from '../core.ts'
import { refusedInput } from './errors.ts'
import type { TextUseCase } from './json-text.ts'

/** Checks an input and returns the output as JSON text. */
export type TextCall = (input: unknown) => Promise<string>

/**
 * The procedures whose outputs are text, by path. They bypass oRPC: matching, spans, a check of the output and its encoding would
 * take as long as reading the rows.
 */
export function createTextCalls(useCases: UseCases): ReadonlyMap<string, TextCall> {
  const calls = new Map<string, TextCall>()
  const named = useCases as unknown as Readonly<Record<string, Readonly<Record<string, object>>>>
  for (const [domain, procedures] of Object.entries(contract)) {
    for (const [name, procedure] of Object.entries<AnyContractProcedure>(procedures)) {
      const useCase = named[domain]?.[name]
      if (useCase && 'text' in useCase) {
        calls.set(`${domain}.${name}`, textCall(procedure, useCase as TextUseCase<unknown, unknown>))
      }
    }
  }
  return calls
}

function textCall(procedure: AnyContractProcedure, { text }: TextUseCase<unknown, unknown>): TextCall {
  const { inputSchema } = procedure['~orpc']
  return async (input) => {
    const checked = await inputSchema?.['~standard'].validate(input)
    if (checked?.issues) throw refusedInput(checked.issues)
    return text(checked?.value)
  }
}

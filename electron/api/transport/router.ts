import type { AnyContractProcedure } from '@orpc/contract'
import { implement } from '@orpc/server'
import { contract } from '../../../shared/ipc/contract.ts'
import type { UseCases } from '../core.ts'

type AnyUseCase = (input: unknown, signal: AbortSignal) => unknown

/** The contract, each procedure implemented by the use case of the same name. */
export function createRouter(useCases: UseCases) {
  const named = useCases as unknown as Readonly<Record<string, Readonly<Record<string, AnyUseCase>>>>
  return mapValues(contract, (procedures, domain) =>
    mapValues<AnyContractProcedure, ReturnType<typeof serve>>(procedures, (procedure, name) => {
      const useCase = named[domain]?.[name]
      if (useCase === undefined) throw new TypeError(`${domain}.${name} is not implemented.`)
      return serve(procedure, useCase)
    }),
  )
}

function serve(procedure: AnyContractProcedure, useCase: AnyUseCase) {
  // A call over a channel carries a signal that aborts when its client disconnects; a direct call may have none.
  return implement(procedure).handler(({ input, signal = new AbortController().signal }) => {
    const output = useCase(input, signal)
    return isAsyncIterable(output) ? relay(output) : orNothing(output)
  })
}

async function* relay(events: AsyncIterable<unknown>): AsyncGenerator<unknown, void, void> {
  yield* events
}

/** The contract's `nothing` is an empty object; a use case without an output returns undefined. */
async function orNothing(output: unknown): Promise<unknown> {
  const given = await output
  return given === undefined ? {} : given
}

const isAsyncIterable = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, key: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}

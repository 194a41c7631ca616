import { ORPCError } from '@orpc/client'
import { unpackRows } from '../../../shared/ipc/packed-rows.ts'
import type { AppErrorData } from '../../../shared/ipc/procedure.ts'
import type { PlainLink, Transport } from './transport.ts'

/**
 * The link that the client calls through. It unpacks rows, and converts every transport failure to the contract's typed error, so
 * that screens handle a single kind of error.
 */
export function createSessionLink(transport: Transport): PlainLink {
  return {
    async call(path, input, options) {
      const convert = (thrown: unknown) => asSessionEnded(thrown, options.signal)
      try {
        const link = await transport.link()
        const output = await link.call(path, input, options)
        return isStream(output) ? convertingStream(output, convert) : unpackRows(output)
      } catch (thrown) {
        throw convert(thrown)
      }
    },
  }
}

/** Errors of the main process and the caller's own cancellation pass unchanged; all others become `ipc/session-ended`. */
function asSessionEnded(thrown: unknown, signal: AbortSignal | undefined): unknown {
  if (thrown instanceof ORPCError || signal?.aborted) return thrown
  const data: AppErrorData = {
    code: 'ipc/session-ended',
    nextStep: 'Reload the window, or open Steward again.',
    issues: [],
  }
  return new ORPCError('APP_ERROR', {
    defined: true,
    message: 'The connection to Steward was lost.',
    data,
    cause: thrown,
  })
}

function isStream(output: unknown): output is AsyncIterableIterator<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output && 'next' in output
}

/** Not a generator: ending a generator waits for its pending step, which may never complete in a quiet stream. */
function convertingStream(source: AsyncIterableIterator<unknown>, convert: (thrown: unknown) => unknown) {
  const stream: AsyncIterableIterator<unknown> = {
    next: () =>
      source.next().catch((thrown: unknown) => {
        throw convert(thrown)
      }),
    return: async (value) => (await source.return?.(value)) ?? { done: true, value },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}

import { ORPCError } from '@orpc/client'
import type { AppErrorData } from '../../../shared/ipc/procedure.ts'
import type { PlainLink, Transport } from './transport.ts'

/**
 * The link the client calls through: whatever goes wrong on the way is told as the contract's one typed error, so that
 * screens have one kind of failure to show.
 */
export function createSessionLink(transport: Transport): PlainLink {
  return {
    async call(path, input, options) {
      const convert = (thrown: unknown) => asSessionEnded(thrown, options.signal)
      try {
        const link = await transport.link()
        const output = await link.call(path, input, options)
        return isStream(output) ? convertingStream(output, convert) : output
      } catch (thrown) {
        throw convert(thrown)
      }
    },
  }
}

/** The caller's own cancelling and the main process's answers are passed on as they are. */
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

/** Not a generator: leaving one waits for the step under way, and a quiet stream's next step may never come. */
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

import { RPCHandler } from '@orpc/server/websocket'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Core } from '../core.ts'
import { asAppError, badRequest, isUnexpected, toBoundaryError } from './errors.ts'
import { createSplices, JsonText } from './json-text.ts'
import { classifyMessage } from './message.ts'
import { createRouter } from './router.ts'

/** The connection to one client, independent of the transport. */
export type Channel = {
  /** Sends one text message; a closed channel drops it. */
  send(message: string): void
  /** Closes the channel from this side, because its client is no longer trusted. */
  end(): void
}

/** Callbacks that a transport invokes for its channel. */
export type ChannelEvents = {
  received(message: unknown): void
  /** The client disconnected: everything it was waiting for is cancelled. */
  left(): void
}

export type IpcHandler = {
  /** Serves one more client. The transport must already be authenticated. */
  serve(channel: Channel): ChannelEvents
}

export type IpcHandlerOptions = {
  core: Core
  /** Called for each failure with its error code. */
  onFailed?: (procedure: string, code: string) => void
  /** Called for each failure whose text is withheld from the renderer, so that its cause can be logged. */
  onUnexpected?: (procedure: string, cause: unknown) => void
}

/**
 * The entry point to the core: one handler for every transport. A message is checked before it is decoded, its input and output
 * are validated against the contract, and every error from below is converted here, once.
 */
export function createIpcHandler({ core, onFailed, onUnexpected }: IpcHandlerOptions): IpcHandler {
  const report = (procedure: string, thrown: unknown) => {
    const error = asAppError(thrown)
    if (isUnexpected(error)) onUnexpected?.(procedure, error.cause instanceof Error ? error.cause.cause : error.cause)
    else if (error.cause instanceof AppError) onFailed?.(procedure, error.cause.code)
    return error
  }
  const splices = createSplices()
  const handler = new RPCHandler(createRouter(core), {
    interceptors: [async ({ next }) => next().catch((thrown) => Promise.reject(asAppError(thrown)))],
    clientInterceptors: [
      async ({ next, path }) => {
        const procedure = path.join('.')
        try {
          core.gate(procedure)
          const output = await next()
          return isStream(output)
            ? withTypedErrors(output, (thrown) => report(procedure, thrown))
            : new JsonOutput(() => (output instanceof JsonText ? splices.mark(output) : output))
        } catch (thrown) {
          throw report(procedure, thrown)
        }
      },
    ],
  })
  return {
    serve(channel) {
      const peer = { addEventListener: () => {}, send: (data: unknown) => sendText(channel, data, splices) }
      return {
        received(message) {
          const classified = classifyMessage(message)
          if (classified.verdict === 'pass') {
            handler.message(peer, String(message), { context: {} }).catch(() => channel.end())
          } else if (classified.verdict === 'refuse') {
            channel.send(refusal(classified.id))
          } else {
            channel.end()
          }
        },
        left: () => handler.close(peer),
      }
    },
  }
}

/**
 * An output that contains only JSON values, as the contract guarantees. oRPC then does not search every value of every row for
 * dates, sets and files, which took a sixth of the time between a row and the screen.
 */
class JsonOutput {
  readonly #output: () => unknown
  constructor(output: () => unknown) {
    this.#output = output
  }
  toJSON(): unknown {
    return this.#output()
  }
}

const isStream = (output: unknown): output is AsyncIterableIterator<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output && 'next' in output

/** The same stream with its errors converted. Leaving it also leaves `source`. */
async function* withTypedErrors(
  source: AsyncIterable<unknown>,
  convert: (thrown: unknown) => Error,
): AsyncGenerator<unknown, void, void> {
  try {
    yield* source
  } catch (thrown) {
    throw convert(thrown)
  }
}

function sendText(channel: Channel, data: unknown, { splice }: ReturnType<typeof createSplices>): void {
  // Only a body with a file in it is encoded as bytes, and the contract has no such output.
  if (typeof data !== 'string') throw new TypeError('Messages are text.')
  channel.send(splice(data))
}

/** A refusal in oRPC's encoding, for a message that was never decoded. */
function refusal(id: string): string {
  const error = toBoundaryError(badRequest([]))
  return JSON.stringify({ i: id, p: { s: error.status, b: { json: error.toJSON() } } })
}

import type { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/websocket'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Core } from '../core.ts'
import { asAppError, badRequest, isUnexpected, toBoundaryError } from './errors.ts'
import { classifyMessage, type IpcRequest } from './message.ts'
import { createRouter } from './router.ts'
import { createTextCalls, type TextCall } from './text-calls.ts'

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
 * The entry point to the core: one handler for every transport. A message is checked before it is decoded, its input is validated
 * against the contract, as is its output unless it is text that was checked where it was written, and every error from below is
 * converted here, once.
 */
export function createIpcHandler({ core, onFailed, onUnexpected }: IpcHandlerOptions): IpcHandler {
  const report = (procedure: string, thrown: unknown) => {
    const error = asAppError(thrown)
    if (isUnexpected(error)) onUnexpected?.(procedure, error.cause instanceof Error ? error.cause.cause : error.cause)
    else if (error.cause instanceof AppError) onFailed?.(procedure, error.cause.code)
    return error
  }
  const textCalls = createTextCalls(core)
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
            : new JsonOutput(output)
        } catch (thrown) {
          throw report(procedure, thrown)
        }
      },
    ],
  })
  const answered = async ({ id, procedure, input }: IpcRequest, call: TextCall): Promise<string> => {
    try {
      core.gate(procedure)
      return answerOf(id, await call(input))
    } catch (thrown) {
      return failureOf(id, report(procedure, thrown))
    }
  }
  return {
    serve(channel) {
      const peer = { addEventListener: () => {}, send: (data: unknown) => sendText(channel, data) }
      let isOpen = true
      const answerText = async (request: IpcRequest, call: TextCall) => {
        const message = await answered(request, call)
        if (isOpen) channel.send(message)
      }
      return {
        received(message) {
          const classified = classifyMessage(message)
          if (classified.verdict === 'pass') {
            const { request } = classified
            const call = request && textCalls.get(request.procedure)
            if (call) void answerText(request, call)
            else handler.message(peer, String(message), { context: {} }).catch(() => channel.end())
          } else if (classified.verdict === 'refuse') {
            channel.send(failureOf(classified.id, toBoundaryError(badRequest([]))))
          } else {
            channel.end()
          }
        },
        left() {
          isOpen = false
          handler.close(peer)
        },
      }
    },
  }
}

/**
 * An output that contains only JSON values, as the contract guarantees. oRPC then does not search every value of every row for
 * dates, sets and files, which took a sixth of the time between a row and the screen.
 */
class JsonOutput {
  readonly #output: unknown
  constructor(output: unknown) {
    this.#output = output
  }
  toJSON(): unknown {
    return this.#output
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

function sendText(channel: Channel, data: unknown): void {
  // Only a body with a file in it is encoded as bytes, and the contract has no such output.
  if (typeof data !== 'string') throw new TypeError('Messages are text.')
  channel.send(data)
}

/** An output in oRPC's encoding, from its JSON text. */
const answerOf = (id: string, output: string): string => `{"i":${JSON.stringify(id)},"p":{"b":{"json":${output}}}}`

/** An error in oRPC's encoding. */
const failureOf = (id: string, error: ORPCError<string, unknown>): string =>
  JSON.stringify({ i: id, p: { s: error.status, b: { json: error.toJSON() } } })

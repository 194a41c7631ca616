import { RPCHandler } from '@orpc/server/websocket'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Core } from '../core.ts'
import { asAppError, badRequest, isUnexpected, toBoundaryError } from './errors.ts'
import { createSplices, JsonText } from './json-text.ts'
import { classifyMessage } from './message.ts'
import { createRouter } from './router.ts'
import { isStream, withTypedErrors } from './streams.ts'

/** One client's way in and out, whatever carries it. */
export type Channel = {
  /** Sends one text message; a channel that has ended drops it. */
  send(message: string): void
  /** Ends the channel from this side, because its client cannot be trusted any more. */
  end(): void
}

/** What a transport calls as things happen on its channel. */
export type ChannelEvents = {
  received(message: unknown): void
  /** The client left: everything it was waiting for is cancelled. */
  left(): void
}

export type IpcHandler = {
  /** Serves one more client. The transport is already authenticated. */
  serve(channel: Channel): ChannelEvents
}

export type IpcHandlerOptions = {
  core: Core
  /** Told of failures by their code. */
  onFailed?: (procedure: string, code: string) => void
  /** Told of failures whose text is withheld from the renderer, so that they can be found in a log. */
  onUnexpected?: (procedure: string, cause: unknown) => void
}

/**
 * The door to the core: one handler for every transport. A message is judged before it is decoded, its input and output
 * are held against the contract, and whatever is thrown below is converted here, once.
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
          const judged = classifyMessage(message)
          if (judged.verdict === 'pass') {
            handler.message(peer, String(message), { context: {} }).catch(() => channel.end())
          } else if (judged.verdict === 'refuse') {
            channel.send(refusal(judged.id))
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
 * An output as JSON and nothing else, which is all that the contract knows: oRPC then does not look through every value of
 * every row for dates, sets and files, a sixth of the time between a row and the screen.
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

function sendText(channel: Channel, data: unknown, { splice }: ReturnType<typeof createSplices>): void {
  // Only a body with a file in it is encoded as bytes, and no output of the contract has one.
  if (typeof data !== 'string') throw new TypeError('Messages are text.')
  channel.send(splice(data))
}

/** An answer in oRPC's encoding, to a message that was never decoded. */
function refusal(id: string): string {
  const error = toBoundaryError(badRequest([]))
  return JSON.stringify({ i: id, p: { s: error.status, b: { json: error.toJSON() } } })
}

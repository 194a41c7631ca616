import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../../shared/ipc/contract.ts'
import { unpackRows } from '../../../shared/ipc/packed-rows.ts'
import type { AppErrorData } from '../../../shared/ipc/procedure.ts'
import { isRecord } from '../../../shared/lib/is-record.ts'
import { createBrowserTransport } from './browser-transport.ts'
import { createDesktopTransport } from './desktop-transport.ts'
import type { OnLinkState, PlainLink, Transport } from './transport.ts'

/** All procedures of the main process, as promises and event streams. */
export type Client = ContractRouterClient<typeof contract>

export type Connected = { client: Client; ahead: Omit<PrefetchLink, 'link'> }

/**
 * Connects this page to the main process, once, in either shell. The client stays the same when a dropped connection is restored;
 * event streams end with `ipc/session-ended` and must be subscribed to again.
 *
 * @param onState - called on every change, beginning with `connecting`
 * @throws LinkFailure if the page could not connect at all: `expired-link` or `disconnected`
 */
export async function connectClient(onState: OnLinkState = () => {}): Promise<Connected> {
  const transport = location.protocol === 'app:' ? createDesktopTransport(onState) : createBrowserTransport(onState)
  await transport.link()
  return connectOver(transport)
}

/** The client over a transport, which may not be connected yet: a call waits for its link. */
export function connectOver(transport: Transport): Connected {
  const { link, ...ahead } = prefetchLink(createSessionLink(transport))
  return { client: createORPCClient<Client>(link), ahead }
}

/**
 * The link that the client calls through. It unpacks rows, and converts every transport failure to the contract's typed error, so
 * that screens handle a single kind of error.
 */
function createSessionLink(transport: Transport): PlainLink {
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

/** A procedure call: its path in the contract and its input. */
export type PrefetchRequest = { path: readonly string[]; input: Readonly<Record<string, unknown>> }

/** A link that can send requests before their responses are needed. */
type PrefetchLink = {
  /** The first call equal to an earlier request gets its response; all other calls are forwarded. */
  link: PlainLink
  ask(request: PrefetchRequest): Promise<unknown>
  /** The response if it has already arrived, for a component that renders with it at once; otherwise undefined. */
  peek(request: PrefetchRequest): unknown
  /** Drops a response that a component has rendered: the next equal call is forwarded. */
  drop(request: PrefetchRequest): void
  /** Drops all unused responses, which may be stale. */
  forget(): void
}

type Asked = { answer: Promise<unknown>; here: unknown }

/** Sends requests while the screens' code is still loading, so that their responses are ready for them. */
function prefetchLink(link: PlainLink): PrefetchLink {
  const asked = new Map<string, Asked>()
  return {
    link: {
      call(path, input, options) {
        const key = keyOf({ path, input: input as PrefetchRequest['input'] })
        const known = asked.get(key)
        if (!known) return link.call(path, input, options)
        asked.delete(key)
        return known.answer
      },
    },
    ask(request) {
      const answer = link.call(request.path, request.input, { context: {} })
      const known: Asked = { answer, here: undefined }
      // An error is reported to the caller that uses the response.
      answer.then(
        (output) => {
          known.here = output
        },
        () => {},
      )
      asked.set(keyOf(request), known)
      return answer
    },
    peek: (request) => asked.get(keyOf(request))?.here,
    drop: (request) => void asked.delete(keyOf(request)),
    forget: () => asked.clear(),
  }
}

/** The key of a call; it does not depend on the order of the input's fields. */
function keyOf({ path, input }: PrefetchRequest): string {
  return JSON.stringify([path, input], (_, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  )
}

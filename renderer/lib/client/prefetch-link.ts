import { isRecord } from '../../../shared/lib/is-record.ts'
import type { PlainLink } from './transport.ts'

/** A procedure call: its path in the contract and its input. */
export type PrefetchRequest = { path: readonly string[]; input: Readonly<Record<string, unknown>> }

/** A link that can send requests before their responses are needed. */
export type PrefetchLink = {
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
export function prefetchLink(link: PlainLink): PrefetchLink {
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

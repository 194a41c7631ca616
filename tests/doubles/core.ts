import { asText, type Core, type Taking, type UseCases } from '../../electron/api/core.ts'
import { createEventHub } from '../../electron/api/event-hub.ts'
import { createRecordUseCases } from '../../electron/api/records.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import { samples, streamPaths } from './samples/all.ts'
import { connectionId } from './samples/sample.ts'

type Call = { name: string; input: unknown }

/** A core in memory, which records its calls and answers each with the procedure's sample. */
export type CoreDouble = Core & {
  readonly calls: Call[]
  /** Streams that are still open. */
  readonly openStreams: ReadonlySet<AbortSignal>
  publish(event: AppEvent): void
  /** The next call of any kind throws this. */
  failNext(thrown: unknown): void
  /** The next call returns this, whatever its input. */
  answerNext(output: unknown): void
  /** Files that a shell may add, by ticket. */
  readonly takings: Map<string, Taking>
}

/** The procedures that the core answers with JSON text. */
const textPaths: ReadonlySet<string> = new Set(
  Object.entries(
    createRecordUseCases({ get: () => Promise.reject(new Error('There is no connection.')) }, () => {}),
  ).flatMap(([domain, useCases]) =>
    Object.entries<object>(useCases).flatMap(([name, useCase]) => ('text' in useCase ? [`${domain}.${name}`] : [])),
  ),
)

/** @param onCall - called with every call as it arrives */
export function createCoreDouble(onCall: (call: Call) => void = () => {}): CoreDouble {
  const calls: Call[] = []
  const openStreams = new Set<AbortSignal>()
  const hub = createEventHub()
  const next: { failure?: { thrown: unknown }; answer?: { output: unknown } } = {}
  const takings = new Map<string, Taking>()

  const asked = async <Output>(name: string, input: unknown, output: Output): Promise<Output> => {
    calls.push({ name, input })
    onCall({ name, input })
    const { failure, answer } = next
    delete next.failure
    delete next.answer
    if (failure !== undefined) throw failure.thrown
    return answer === undefined ? output : (answer.output as Output)
  }
  const watched = (signal: AbortSignal) => {
    openStreams.add(signal)
    signal.addEventListener('abort', () => openStreams.delete(signal), { once: true })
    return signal
  }
  /** Answers with the sample; a stream then stays open until its reader leaves. */
  const answering = (domain: string, name: string, sample: unknown) => {
    const path = `${domain}.${name}`
    if (textPaths.has(path)) {
      return asText(async (input) => JSON.stringify(await asked(path, input, sample)))
    }
    if (!streamPaths.has(`/${domain}/${name}`)) return (input: unknown) => asked(path, input, sample)
    return async function* (input: unknown, signal: AbortSignal) {
      watched(signal)
      yield await asked(path, input, sample)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    }
  }
  const useCases = Object.fromEntries(
    Object.entries(samples).map(([domain, procedures]) => [
      domain,
      Object.fromEntries(
        Object.entries<readonly [input: object, output?: unknown]>(procedures).map(([name, [, output]]) => [
          name,
          answering(domain, name, output),
        ]),
      ),
    ]),
  ) as unknown as UseCases

  return {
    ...useCases,
    events: {
      async *subscribe(input, signal) {
        await asked('events.subscribe', input, undefined)
        const events = hub.subscribe(signal)
        watched(signal)
        yield* events
      },
    },
    calls,
    openStreams,
    takings,
    publish: hub.publish,
    failNext: (thrown) => Object.assign(next, { failure: { thrown } }),
    answerNext: (output) => Object.assign(next, { answer: { output } }),
    gate: () => {},
    isLocked: () => false,
    takeFile(ticket) {
      const taking = takings.get(ticket) ?? null
      takings.delete(ticket)
      return taking
    },
    openFiles: (paths) => asked('openFiles', { paths }, undefined),
    findLink: (link, screen) => asked('findLink', { link, screen }, `/c/${connectionId}/households/hh-1`),
    unfinished: async () => ({ uploads: 0, lost: 0 }),
    close: async () => {},
  }
}

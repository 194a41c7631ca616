import { type AnyContractProcedure, type AnySchema, getEventIteratorSchemaDetails } from '@orpc/contract'
import { AppError, type FieldIssue, toAppError } from '../../../shared/domain/app-error.ts'
import { contract } from '../../../shared/ipc/contract.ts'
import type { AppErrorData } from '../../../shared/ipc/procedure.ts'
import type { Core, TextUseCase, UseCases } from '../core.ts'
import { classifyMessage, type IpcRequest } from './message.ts'

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
 * The entry point to the core: one handler for every transport, and one path for every procedure. A message is checked before it is
 * used, its input is validated against the contract, as is its output unless it is text that was checked where it was written. Every
 * error from below is converted here, once. Answers are JSON text in the format of oRPC, whose client the page calls through.
 */
export function createIpcHandler({ core, onFailed, onUnexpected }: IpcHandlerOptions): IpcHandler {
  const calls = createCalls(core)
  /** Reports a failure; returns the error as the page receives it. */
  const failed = (procedure: string, thrown: unknown) => {
    const error = toAppError(thrown)
    if (error.code === 'internal/unexpected') onUnexpected?.(procedure, error.cause)
    else onFailed?.(procedure, error.code)
    return errorText(error)
  }
  /** Runs a call. Gives its answer: one message, or for a stream one that begins it and one for each event. */
  async function* answers({ id, procedure, input }: IpcRequest, signal: AbortSignal): AsyncGenerator<string> {
    const start = `{"i":${JSON.stringify(id)}`
    let isStream = false
    try {
      core.gate(procedure)
      const call = calls.get(procedure)
      if (call === undefined) throw badRequest([])
      const output = await call(input, signal)
      if (typeof output === 'string') return yield `${start},"p":{"b":{"json":${output}}}}`
      isStream = true
      yield `${start},"p":{"h":{"content-type":"text/event-stream"}}}`
      for await (const event of output) yield `${start},"t":3,"p":{"e":"message","d":{"json":${event}}}}`
      yield `${start},"t":3,"p":{"e":"done"}}`
    } catch (thrown) {
      const error = failed(procedure, thrown)
      yield isStream ? `${start},"t":3,"p":{"e":"error","d":{"json":${error}}}}` : refusal(id, error)
    }
  }
  return {
    serve(channel) {
      /** The calls that the client waits for, by the id of their request. */
      const running = new Map<string, AbortController>()
      const run = async (request: IpcRequest) => {
        if (running.has(request.id)) return
        const abortController = new AbortController()
        const { signal } = abortController
        running.set(request.id, abortController)
        for await (const message of answers(request, signal)) {
          if (signal.aborted) return
          channel.send(message)
        }
        running.delete(request.id)
      }
      const cancel = (id: string) => {
        running.get(id)?.abort()
        running.delete(id)
      }
      return {
        received(message) {
          const classified = classifyMessage(message)
          if (classified.verdict === 'call') run(classified.request).catch(() => channel.end())
          else if (classified.verdict === 'cancel') cancel(classified.id)
          else if (classified.verdict === 'refuse') channel.send(refusal(classified.id, errorText(badRequest([]))))
          else channel.end()
        },
        left() {
          for (const id of running.keys()) cancel(id)
        },
      }
    },
  }
}

/** Runs a procedure: its output is JSON text, or a text for each event of a stream. Throws for an input that the contract refuses. */
type Call = (input: unknown, signal: AbortSignal) => Promise<string | AsyncIterable<string>>

type AnyUseCase = ((input: unknown, signal: AbortSignal) => unknown) & Partial<TextUseCase<unknown, unknown>>

/** The procedures of the contract, by path, each implemented by the use case of the same name. */
function createCalls(useCases: UseCases): ReadonlyMap<string, Call> {
  const named = useCases as unknown as Readonly<Record<string, Readonly<Record<string, AnyUseCase>>>>
  const calls = new Map<string, Call>()
  for (const [domain, procedures] of Object.entries(contract)) {
    for (const [name, procedure] of Object.entries<AnyContractProcedure>(procedures)) {
      const useCase = named[domain]?.[name]
      if (useCase === undefined) throw new TypeError(`${domain}.${name} is not implemented.`)
      calls.set(`${domain}.${name}`, createCall(procedure, useCase))
    }
  }
  return calls
}

function createCall(procedure: AnyContractProcedure, run: AnyUseCase): Call {
  const { inputSchema, outputSchema } = procedure['~orpc']
  const eventSchema = getEventIteratorSchemaDetails(outputSchema)?.yields
  return async (sent, signal) => {
    const input = await inputSchema?.['~standard'].validate(sent)
    if (input?.issues) throw badRequest(input.issues.slice(0, maxIssues).map(asFieldIssue))
    if (run.text) return run.text(input?.value)
    const output = run(input?.value, signal)
    if (eventSchema) return eventTexts(eventSchema, output as AsyncIterable<unknown>)
    // A use case without an output returns undefined; the contract's `nothing` is an empty object.
    const given = await output
    return outputText(outputSchema, given === undefined ? {} : given)
  }
}

async function* eventTexts(schema: AnySchema, events: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const event of events) yield outputText(schema, event)
}

/** Throws for an output that the contract does not allow: it may quote the service, a file, a policy or the system. */
async function outputText(schema: AnySchema | undefined, output: unknown): Promise<string> {
  const checked = await schema?.['~standard'].validate(output)
  if (checked === undefined) throw new TypeError('The contract names no output.')
  if (checked.issues) {
    const fields = checked.issues.map(asFieldIssue).map(({ field, message }) => `${field}: ${message}`)
    throw new TypeError(`The output differs from the contract: ${fields.join('; ')}`)
  }
  return JSON.stringify(checked.value)
}

const maxIssues = 20

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }

function asFieldIssue({ message, path = [] }: Issue): FieldIssue {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part))
  return { field: keys.join('.'), message: message.slice(0, 200) }
}

/** A request that Steward's own pages cannot have made, or whose input does not match the contract. */
function badRequest(issues: readonly FieldIssue[]): AppError {
  return new AppError('ipc/bad-request', {
    message: 'Steward could not understand a request.',
    nextStep: 'Correct the fields listed; if there are none, reload the window.',
    issues,
  })
}

/** The one typed error of the contract as JSON text, without its cause. */
function errorText({ code, message, nextStep, issues, detail }: AppError): string {
  const data: AppErrorData = { code, nextStep, issues: [...issues], ...(detail === undefined ? {} : { detail }) }
  return JSON.stringify({ defined: true, code: 'APP_ERROR', status: 500, message, data })
}

/** The answer to a call that failed before it answered. */
const refusal = (id: string, error: string): string => `{"i":${JSON.stringify(id)},"p":{"s":500,"b":{"json":${error}}}}`

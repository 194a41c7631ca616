import { type AnyContractProcedure, type AnySchema, getEventIteratorSchemaDetails } from '@orpc/contract'
import { z } from 'zod'
import { AppError, type FieldIssue, toAppError } from '../../../shared/domain/app-error.ts'
import { contract, procedureMetas } from '../../../shared/ipc/contract.ts'
import type { AppErrorData } from '../../../shared/ipc/procedure.ts'
import type { Core, TextUseCase, UseCases } from '../core.ts'

/** The largest message to the main process, in bytes: far above any real request, far below a strain on memory. */
export const maxMessageBytes = 4 * 1024 * 1024

const maxDepth = 64
const bannedKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** The paths of all procedures as clients send them, such as `/households/list`. */
const procedurePaths = [...procedureMetas.keys()].map((path) => `/${path.replace('.', '/')}`)

const messageId = z.string().min(1).max(64)

/**
 * oRPC's client lists the paths of keys sent as undefined (type 3); the contract has no other special values. Such keys are absent
 * from the JSON, which no schema of the contract tells apart, so the list is not used.
 */
const undefinedMark = z
  .tuple([z.literal(3)])
  .rest(z.union([z.string().refine((segment) => !bannedKeys.has(segment)), z.number()]))

/**
 * Exactly what Steward's own client sends, and nothing else of oRPC's protocol: no headers (which would turn a body into a file
 * or a stream), no method (GET would read the input from the URL).
 */
const request = z.strictObject({
  i: messageId,
  p: z.strictObject({
    u: z.enum(procedurePaths),
    b: z.strictObject({ json: z.unknown(), meta: z.array(undefinedMark).max(100).optional() }).optional(),
  }),
})

const abort = z.strictObject({ i: messageId, t: z.literal(4) })

/** A call of a procedure: its path in the contract, such as `households.list`, and its input, which is not checked yet. */
type IpcRequest = { id: string; procedure: string; input: unknown }

/** The result of checking a message before any handler sees it. */
type ClassifiedMessage =
  | { verdict: 'call'; request: IpcRequest }
  /** The client no longer waits for the answer to this request id. */
  | { verdict: 'cancel'; id: string }
  /** The client gets a refusal for this request id. */
  | { verdict: 'refuse'; id: string }
  /** Not one of our messages, or too large to parse, so there is no id to answer. The channel is closed. */
  | { verdict: 'end' }

/** Checks the size, form and keys of one incoming message before it is decoded. */
export function classifyMessage(message: unknown): ClassifiedMessage {
  if (typeof message !== 'string' || message.length > maxMessageBytes) return { verdict: 'end' }
  if (Buffer.byteLength(message) > maxMessageBytes) return { verdict: 'end' }
  const parsed = parse(message)
  const asked = request.safeParse(parsed)
  if (asked.success && isPlain(parsed)) return { verdict: 'call', request: requestOf(asked.data) }
  const aborted = abort.safeParse(parsed)
  if (aborted.success) return { verdict: 'cancel', id: aborted.data.i }
  const id = z.object({ i: messageId }).safeParse(parsed)
  return id.success ? { verdict: 'refuse', id: id.data.i } : { verdict: 'end' }
}

function requestOf({ i, p }: z.infer<typeof request>): IpcRequest {
  return { id: i, procedure: p.u.slice(1).replace('/', '.'), input: p.b?.json }
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message)
  } catch {
    return undefined
  }
}

/** True if no key at any depth could reach a prototype and the nesting cannot exhaust the stack. */
function isPlain(root: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth >= maxDepth) return false
    for (const key of Object.keys(next.value)) if (bannedKeys.has(key)) return false
    for (const value of Object.values(next.value)) open.push({ value, depth: next.depth + 1 })
  }
  return true
}

/** The connection to one client, independent of the transport. */
export type Channel = {
  /** Sends one text message; a closed channel drops it. */
  send(message: string): void
  /** Closes the channel from this side, because its client is no longer trusted. */
  end(): void
}

/** Callbacks that a transport invokes for its channel. */
type ChannelEvents = {
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
      // The caller cancelled it, which is no failure. A call that fails otherwise is reported, even if its caller has left.
      const isCancelled = thrown === signal.reason || (thrown instanceof Error && thrown.name === 'AbortError')
      if (signal.aborted && isCancelled) return
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

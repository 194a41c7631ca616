import { z } from 'zod'
import { procedureMetas } from '../../../shared/ipc/contract.ts'

/** The largest message to the main process, in bytes: far above any real request, far below a strain on memory. */
export const maxMessageBytes = 4 * 1024 * 1024

const maxDepth = 64
const bannedKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** The paths of all procedures as clients send them, such as `/households/list`. */
export const procedurePaths = (): string[] => [...procedureMetas.keys()].map((path) => `/${path.replace('.', '/')}`)

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
    u: z.enum(procedurePaths()),
    b: z.strictObject({ json: z.unknown(), meta: z.array(undefinedMark).max(100).optional() }).optional(),
  }),
})

const abort = z.strictObject({ i: messageId, t: z.literal(4) })

/** A call of a procedure: its path in the contract, such as `households.list`, and its input, which is not checked yet. */
export type IpcRequest = { id: string; procedure: string; input: unknown }

/** The result of checking a message before any handler sees it. */
export type ClassifiedMessage =
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

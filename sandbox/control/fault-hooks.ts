import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SendError } from '../http/error-answer.ts'
import type { Fault, Faults } from './faults.ts'

const HTML =
  '<!doctype html><html><head><title>Gateway</title></head><body><h1>Please try again later</h1></body></html>'

/** Applies faults to requests and answers. Must be the last registered onSend hook, so that it sees final bodies. */
export function registerFaultHooks(app: FastifyInstance, faults: Faults, sendError: SendError): void {
  const chosen = new WeakMap<FastifyRequest, Fault>()

  app.addHook('onRequest', async (request, reply) => {
    const milliseconds = faults.latency(request.url)
    if (milliseconds > 0) await wait(milliseconds, undefined, { ref: false })
    const fault = faults.take(request.method, request.url)
    if (fault === undefined) return undefined
    chosen.set(request, fault)
    return fault.kind === 'status' ? sendFault(fault, reply, sendError) : spoilRequest(fault, request, reply)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = chosen.get(request)
    if (fault === undefined || !spoilsAnswer(fault)) return payload
    if (fault.kind === 'commit-then-drop') {
      request.raw.socket.destroy()
      return never()
    }
    await spoilAnswer(fault, reply, await bytesOf(payload))
    return never()
  })
}

/** Fastify writes the answer as soon as the hook resolves. The fault has taken over the answer, so the hook never resolves. */
function never(): Promise<never> {
  return new Promise(() => undefined)
}

function sendFault(fault: Extract<Fault, { kind: 'status' }>, reply: FastifyReply, sendError: SendError): FastifyReply {
  const { status, retryAfter } = fault
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="sandbox", error="invalid_token"')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return sendError(reply, { status, code: `injected_${status}`, message: 'The service was told to answer like this.' })
}

function spoilRequest(fault: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  switch (fault.kind) {
    case 'html':
      return reply
        .status(fault.status ?? 200)
        .type('text/html; charset=utf-8')
        .send(HTML)
    case 'drop':
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    case 'hang':
      reply.hijack()
      return reply
    default:
      return undefined
  }
}

type AnswerFault = Extract<
  Fault,
  { kind: 'commit-then-drop' | 'cut' | 'truncate' | 'wrong-content-length' | 'drip' | 'without' }
>

function spoilsAnswer(fault: Fault): fault is AnswerFault {
  return ['commit-then-drop', 'cut', 'truncate', 'wrong-content-length', 'drip', 'without'].includes(fault.kind)
}

async function spoilAnswer(fault: AnswerFault, reply: FastifyReply, body: Buffer): Promise<void> {
  const { raw } = reply
  const half = body.subarray(0, Math.floor(body.length / 2))
  const begin = (length: number) => {
    reply.header('content-length', length)
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  }
  switch (fault.kind) {
    case 'truncate':
      begin(half.length)
      raw.end(half)
      return
    case 'without': {
      const left = withoutFields(reply, body, fault.fields)
      begin(left.length)
      raw.end(left)
      return
    }
    case 'wrong-content-length':
      begin(Math.max(0, body.length + fault.by))
      raw.write(body, () => raw.socket?.end())
      return
    case 'drip':
      begin(body.length)
      await drip(reply, body, fault.bytesPerSecond)
      return
    default:
      begin(body.length)
      raw.write(half, () => raw.socket?.destroy())
  }
}

function withoutFields(reply: FastifyReply, body: Buffer, fields: readonly string[]): Buffer {
  const plain = reply.getHeader('content-encoding') === 'gzip' ? gunzipSync(body) : body
  reply.removeHeader('content-encoding')
  const kept = Object.entries(JSON.parse(plain.toString())).filter(([field]) => !fields.includes(field))
  return Buffer.from(JSON.stringify(Object.fromEntries(kept)))
}

async function drip(reply: FastifyReply, body: Buffer, bytesPerSecond: number): Promise<void> {
  const step = Math.max(1, Math.floor(bytesPerSecond / 10))
  for (let start = 0; start < body.length && !reply.raw.destroyed; start += step) {
    reply.raw.write(body.subarray(start, start + step))
    await wait(100)
  }
  reply.raw.end()
}

async function bytesOf(payload: unknown): Promise<Buffer> {
  if (payload === null || payload === undefined) return Buffer.alloc(0)
  if (typeof payload === 'string' || payload instanceof Uint8Array) return Buffer.from(payload)
  return buffer(payload as AsyncIterable<Uint8Array>)
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Control } from './control.ts'
import { createOperations } from './operations.ts'

export interface ControlPort {
  url: string
  close(): Promise<void>
}

/**
 * Serves the control object over plain HTTP: `POST /<operation>` with a JSON body, answered with JSON. The port opens only on
 * request, listens on 127.0.0.1 only, and refuses foreign host names and browser forms. If a token is set, every request must
 * carry it in `x-control-token`; without one there is no authentication.
 */
export async function startControlPort(control: Control, { port, token }: ControlPortOptions): Promise<ControlPort> {
  const operations = createOperations(control)
  const server = createServer((request, response) => {
    const local = /^(?:127\.0\.0\.1|localhost):\d+$/.test(request.headers.host ?? '')
    const refused = local ? refuseWithoutToken(request, token) : { status: 403, body: { error: 'Wrong host.' } }
    void (refused ? Promise.resolve(refused) : answer(request, operations)).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface ControlPortOptions {
  port: number
  /** Null disables authentication. */
  token: string | null
}

function refuseWithoutToken(request: IncomingMessage, token: string | null): ControlAnswer | null {
  if (token === null || isSame(String(request.headers['x-control-token'] ?? ''), token)) return null
  return { status: 401, body: { error: 'The secret of the ready line is missing.' } }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

interface ControlAnswer {
  status: number
  body: unknown
}

async function answer(
  request: IncomingMessage,
  operations: ReturnType<typeof createOperations>,
): Promise<ControlAnswer> {
  const name = (request.url ?? '/').slice(1)
  if (request.method === 'GET' && name === '') return { status: 200, body: { operations: Object.keys(operations) } }
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (operation === undefined) return { status: 404, body: { error: `There is no operation ${name}.` } }
  const reading = request.method === 'GET' && operation.readOnly
  if (!reading && request.method !== 'POST') return { status: 405, body: { error: 'Operations are POSTed.' } }
  const isJson = request.headers['content-type']?.startsWith('application/json')
  if (!reading && !isJson) return { status: 415, body: { error: 'The body is JSON.' } }
  try {
    const body = await text(request)
    return { status: 200, body: await operation.run(body === '' ? {} : JSON.parse(body)) }
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    return { status: 400, body: { error: message } }
  }
}

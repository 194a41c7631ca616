import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { securityHeaders } from '../common/bundle.ts'
import type { GuardedRequest } from './request-guard.ts'

/** Largest JSON body, in bytes; the largest real one has about 100. */
const maxBodyBytes = 1024

/** Sends a response, always with the security headers and never cacheable. */
export function respond(
  response: ServerResponse,
  status: number,
  content?: { body: Buffer; contentType: string },
): void {
  const { body, contentType } = content ?? {
    body: Buffer.from(`${STATUS_CODES[status] ?? 'Error'}\n`),
    contentType: 'text/plain; charset=utf-8',
  }
  response.writeHead(status, {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-length': body.length,
    'content-type': contentType,
    // A refused request may have a body that will not be read.
    ...(status >= 400 ? { connection: 'close' } : {}),
  })
  response.end(body)
}

/** Refuses an upgrade and closes its connection. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
    () => socket.destroy(),
  )
}

/** A small JSON body of announced length; undefined for anything else. */
export async function readJson(request: GuardedRequest, incoming: IncomingMessage): Promise<unknown> {
  const length = request.header('content-length')
  if (request.header('content-type') !== 'application/json' || length === undefined) return undefined
  if (!/^\d{1,4}$/.test(length) || Number(length) > maxBodyBytes) return undefined
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk)
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

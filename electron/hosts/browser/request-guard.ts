import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { STATUS_CODES } from '../../platform/node-http.ts'
import { securityHeaders } from '../common/bundle.ts'

/** The parts of a request that are checked before anything else is done with it. */
type IncomingHead = {
  method?: string | undefined
  url?: string | undefined
  httpVersion: string
  /** Names and values as received, alternating. */
  rawHeaders: readonly string[]
}

export type GuardedRequest = {
  method: string
  /** The path as sent, without its query. */
  path: string
  /** A header's only value; undefined if absent. Names in lower case. */
  header(name: string): string | undefined
}

export type Refusal = { status: number }

const targetForm = /^\/(?!\/)[A-Za-z0-9._~%:@!$&'()*+,;=/?-]{0,2047}$/

/** Headers that two parsers may interpret differently if they are repeated. */
const single = [
  'host',
  'origin',
  'content-length',
  'content-type',
  'transfer-encoding',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'upgrade',
  'x-steward-ticket',
]

/**
 * The checks that every request must pass, whatever it asks for: Node itself accepts requests with several Host headers, an
 * absolute target or an invalid Host. No script of Steward's is a service worker, so that none can be planted in its origin either.
 *
 * @param origin - this server's, such as `http://x.localhost:4321`
 * @param awaitsHandOver - whether a browser is about to arrive from one of Steward's files, which counts as cross-site
 * @returns the request with its headers, or the status with which to refuse it
 */
export function guardRequest(
  head: IncomingHead,
  { origin, awaitsHandOver = false }: { origin: string; awaitsHandOver?: boolean },
): GuardedRequest | Refusal {
  const headers = collect(head.rawHeaders)
  if (headers === undefined || head.httpVersion !== '1.1') return { status: 400 }
  const header = (name: string) => headers.get(name)
  if (header('host') !== new URL(origin).host) return { status: 421 }
  if (head.method === undefined || head.url === undefined || !targetForm.test(head.url)) return { status: 400 }
  const [path] = head.url.split('?', 1)
  if (path === undefined || hasDotSegment(path)) return { status: 400 }
  const sender = header('origin')
  if (sender !== undefined && sender !== origin) return { status: 403 }
  if (header('service-worker') !== undefined) return { status: 403 }
  const site = header('sec-fetch-site')
  const request = { method: head.method, path, header }
  if (site === undefined || site === 'same-origin' || site === 'none') return request
  return awaitsHandOver && site === 'cross-site' && isOpening(request) ? request : { status: 403 }
}

export function isRefusal(result: GuardedRequest | Refusal): result is Refusal {
  return 'status' in result
}

/** Whether a request came from Steward's own page, according to the browser; scripts cannot set either header. */
export function isFromOwnPage(request: GuardedRequest, origin: string): boolean {
  return request.header('origin') === origin && request.header('sec-fetch-site') === 'same-origin'
}

/**
 * Whether a browser is opening a document in its own window: the document's content is not accessible to the page that linked to
 * it.
 */
function isOpening({ method, header }: GuardedRequest): boolean {
  return method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document'
}

/** Whether a request announces a body. */
export function announcesBody(request: GuardedRequest): boolean {
  const length = request.header('content-length')
  return request.header('transfer-encoding') !== undefined || (length !== undefined && length !== '0')
}

function collect(rawHeaders: readonly string[]): Map<string, string> | undefined {
  const headers = new Map<string, string>()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (headers.has(name) && single.includes(name)) return undefined
    headers.set(name, rawHeaders[index + 1] ?? '')
  }
  return headers
}

function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
}

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

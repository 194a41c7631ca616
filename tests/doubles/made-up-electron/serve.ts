import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as far as the app's handler reads it. A real `Request` would not keep this scheme's address. */
type SchemeRequest = { url: string; method: string }
type SchemeHandler = (request: SchemeRequest) => Response | Promise<Response> | undefined

/**
 * Serves the app's own scheme over http, because Chromium does not know it. Scripts find out by the address which shell they run in;
 * that one word is replaced.
 *
 * @param handler - the app's own, which is registered before its first page is requested
 * @returns the origin
 */
export function serveScheme(handler: SchemeHandler): Promise<string> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await handler({ url: `app://steward${request.url}`, method: request.method ?? '' })
    if (answer === undefined) return void response.writeHead(503).end()
    const headers = Object.fromEntries(answer.headers)
    if (process.env.STEWARD_BROKEN === 'csp') delete headers['content-security-policy']
    const body = Buffer.from(await answer.arrayBuffer())
    const isScript = headers['content-type']?.startsWith('text/javascript')
    response.writeHead(answer.status, headers)
    response.end(isScript ? body.toString().replaceAll('location.protocol', '"app:"') : body)
  }
  const server = createServer((request, response) => void serve(request, response))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

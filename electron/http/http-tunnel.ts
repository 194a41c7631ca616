import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { AppError } from '../../shared/domain/app-error.ts'
import { request } from '../platform/node-http.ts'
import { notReachedByProxy, proxyRefused, proxyUnusable, proxyWantsSignIn } from './proxy-errors.ts'
import { type ProxyRoute, proxyName } from './proxy-list.ts'
import type { Target } from './proxy-resolver.ts'

/** Statuses with which a proxy reports that it could not reach the server. */
const notThere: ReadonlySet<number> = new Set([500, 502, 503, 504])
const mostHeaderBytes = 64 * 1024

/**
 * Asks an HTTP proxy for a tunnel. The proxy learns host and port, nothing else. Rejects with `service/proxy-…` or
 * `service/offline`, after destroying the socket.
 *
 * @param socket - connected to the proxy
 */
export async function openHttpTunnel(
  socket: Socket,
  { route, target, limitMs }: { route: ProxyRoute; target: Target; limitMs: number },
): Promise<Socket> {
  const [proxy, wanted] = [proxyName(route), proxyName(target)]
  try {
    const headers = headersFor(route, wanted)
    const { answer, early } = await connect(socket, { path: wanted, headers, limitMs }).catch((error: Error) => {
      throw proxyUnusable(proxy, 'code' in error ? String(error.code) : error.message)
    })
    const status = answer.statusCode ?? 0
    if (status < 200 || status > 299) throw refusalOf(answer, { proxy, target: wanted })
    // In TLS the client speaks first, so data that is already here does not come from the server.
    if (early) throw proxyUnusable(proxy, 'CONNECT: data before the tunnel')
    return socket
  } catch (thrown) {
    socket.destroy()
    throw thrown
  }
}

function connect(
  socket: Socket,
  { path, headers, limitMs }: { path: string; headers: Record<string, string>; limitMs: number },
): Promise<{ answer: IncomingMessage; early: boolean }> {
  return new Promise((resolve, reject) => {
    const asked = request({
      method: 'CONNECT',
      path,
      headers,
      setHost: false,
      maxHeaderSize: mostHeaderBytes,
      createConnection: () => socket,
    })
    const late = setTimeout(() => asked.destroy(new Error('no answer to CONNECT')), limitMs)
    asked
      .on('connect', (answer, _, head) => {
        clearTimeout(late)
        resolve({ answer, early: head.length > 0 })
      })
      .on('error', (error) => {
        clearTimeout(late)
        reject(error)
      })
      .end()
  })
}

function headersFor({ credentials }: ProxyRoute, host: string): Record<string, string> {
  if (credentials === null) return { host }
  const pair = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')
  return { host, 'proxy-authorization': `Basic ${pair}` }
}

function refusalOf(answer: IncomingMessage, { proxy, target }: { proxy: string; target: string }): AppError {
  const status = answer.statusCode ?? 0
  const detail = `CONNECT: HTTP ${status}`
  if (status === 407) return proxyWantsSignIn(proxy, schemesOf(answer))
  return notThere.has(status) ? notReachedByProxy(proxy, { target, detail }) : proxyRefused(proxy, { target, detail })
}

/** Scheme names only (`Negotiate`, `NTLM`, `Basic`): the parameters after them may contain anything. */
function schemesOf({ headersDistinct }: IncomingMessage): string[] {
  const said = headersDistinct['proxy-authenticate'] ?? []
  const words = said.flatMap((each) => /^[a-z][\w-]{0,19}(?=\s|$)/i.exec(each)?.[0] ?? [])
  return [...new Set(words)].slice(0, 5)
}

import type { Socket } from 'node:net'
import { SocksClient } from 'socks'
import type { AppError } from '../../shared/domain/app-error.ts'
import { notReachedByProxy, proxyRefused, proxyUnusable, proxyWantsSignIn } from './proxy-errors.ts'
import { type ProxyRoute, proxyName } from './proxy-list.ts'
import type { Target } from './proxy-resolver.ts'

/** Replies with which a proxy reports that it could not reach the server, by their names in `socks`. */
const notThere: ReadonlySet<string> = new Set([
  'Failure',
  'NetworkUnreachable',
  'HostUnreachable',
  'ConnectionRefused',
  'TTLExpired',
])
/** Length limit of a user name and of a password in bytes (RFC 1929). */
const mostCredentialBytes = 255

/**
 * Asks a SOCKS 5 proxy (RFC 1928, 1929) for a tunnel, by the server's name, which the proxy resolves. Only the handshake is
 * written to the socket, so no byte of a request has been sent if this rejects. Rejects with `service/proxy-…` or
 * `service/offline`, after destroying the socket.
 *
 * @param socket - connected to the proxy
 */
export async function openSocksTunnel(
  socket: Socket,
  { route, target, limitMs }: { route: ProxyRoute; target: Target; limitMs: number },
): Promise<Socket> {
  const { host, port, credentials } = route
  const { user, password } = credentials ?? { user: '', password: '' }
  try {
    // The library would throw in an event handler, where nothing catches it.
    if ([user, password].some((text) => Buffer.byteLength(text) > mostCredentialBytes)) {
      throw new Error('its user name or password is too long')
    }
    const account = credentials === null ? {} : { userId: user, password }
    await SocksClient.createConnection({
      command: 'connect',
      proxy: { type: 5, host, port, ...account },
      destination: target,
      existing_socket: socket,
      timeout: limitMs,
    })
    return socket
  } catch (thrown) {
    socket.destroy()
    throw errorOf(thrown instanceof Error ? thrown.message : '', { proxy: proxyName(route), target: proxyName(target) })
  }
}

/** The library tells its failures apart only by their English message. */
function errorOf(message: string, { proxy, target }: { proxy: string; target: string }): AppError {
  const [, reply] = /^Socks5 proxy rejected connection - (\w+)/.exec(message) ?? []
  if (reply !== undefined && reply !== 'Granted') {
    const words = { target, detail: `SOCKS reply ${reply}` }
    return notThere.has(reply) ? notReachedByProxy(proxy, words) : proxyRefused(proxy, words)
  }
  if (message.includes('no accepted authentication type')) return proxyWantsSignIn(proxy, [])
  if (message.includes('Authentication failed')) return proxyWantsSignIn(proxy, ['another name or password'])
  if (message.startsWith('Received invalid') || reply !== undefined) {
    return proxyUnusable(proxy, 'it does not speak SOCKS 5')
  }
  if (message.includes('timed out')) return proxyUnusable(proxy, 'no answer in SOCKS')
  if (message === 'Socket closed') return proxyUnusable(proxy, 'it hung up')
  return proxyUnusable(proxy, /\bE[A-Z]{3,}\b/.exec(message)?.[0] ?? message)
}

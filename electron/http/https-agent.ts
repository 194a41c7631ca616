import { Agent, type buildConnector } from 'undici'
import { trustContext } from './authorities.ts'
import { createConnector } from './connector.ts'
import { createProxyResolver, type ResolveProxy } from './proxy-resolver.ts'

/** How long each part of an exchange may take, in milliseconds. */
export type HttpsLimits = {
  /** Until the TLS handshake is done. */
  connectMs: number
  /** Between two pieces of an answer, and until its headers are complete. */
  idleMs: number
}

const defaultLimits: HttpsLimits = { connectMs: 10_000, idleMs: 30_000 }

/**
 * The one pool of connections to a tenant's two servers: HTTP/1.1 over TLS, keep-alive, no redirects, no cookies.
 * Whoever makes it destroys it.
 *
 * @param options.caCertificate - PEM, trusted besides the built-in authorities and the system's; null for those alone
 * @param options.resolveProxy - what the system says of the ways to a server; without it every way is straight
 */
export function createHttpsAgent(options: {
  caCertificate: string | null
  resolveProxy?: ResolveProxy
  limits?: Partial<HttpsLimits>
}): Agent {
  const { caCertificate, resolveProxy } = options
  const limits = { ...defaultLimits, ...options.limits }
  let connector: buildConnector.connector | undefined
  return new Agent({
    allowH2: false,
    pipelining: 1,
    connections: 16,
    keepAliveTimeout: 30_000,
    headersTimeout: limits.idleMs,
    bodyTimeout: limits.idleMs,
    connect(target, callback) {
      // Made on the first connection: reading the authorities costs 50 to 100 ms, which opening a cache need not pay.
      connector ??= createConnector({
        // One context for all connections: building it anew costs 30 ms each.
        secureContext: trustContext(caCertificate),
        connectMs: limits.connectMs,
        finder: resolveProxy ? createProxyResolver({ resolveProxy }) : null,
      })
      connector(target, callback)
    },
  })
}

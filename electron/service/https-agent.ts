import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, buildConnector } from 'undici'

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
 * @param options.caCertificate - PEM, trusted besides the built-in authorities; null for those and the system's
 */
export function createHttpsAgent(options: { caCertificate: string | null; limits?: Partial<HttpsLimits> }): Agent {
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
      // Made on the first connection: reading the authorities costs 30 to 100 ms, which opening a cache need not pay.
      connector ??= buildConnector({
        allowH2: false,
        timeout: limits.connectMs,
        // One context for all connections: building it anew costs 30 ms each.
        secureContext: trustContext(options.caCertificate),
      })
      connector(target, callback)
    },
  })
}

/** The certificate authorities that vouch for a server, as PEM texts. */
export function trustedAuthorities(caCertificate: string | null): string[] {
  const builtIn = getCACertificates('default')
  const others = caCertificate === null ? systemAuthorities() : [caCertificate]
  return [...new Set([...builtIn, ...others])]
}

function trustContext(caCertificate: string | null): SecureContext {
  return createSecureContext({ ca: trustedAuthorities(caCertificate), minVersion: 'TLSv1.2' })
}

/** Firms that inspect TLS put their authority into the system's store, which Node does not read by itself. */
function systemAuthorities(): string[] {
  try {
    return getCACertificates('system')
  } catch {
    return []
  }
}

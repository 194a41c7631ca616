import tls, { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

/**
 * Trusted certificate authorities as PEM texts: Node's built-in ones, those in NODE_EXTRA_CA_CERTS, the system's, and the
 * connection's own. The system's store matters because firms that inspect TLS install their authority there.
 */
export function trustedAuthorities(caCertificate: string | null): string[] {
  const own = caCertificate === null ? [] : [caCertificate]
  return [...new Set([...builtIn(), ...ofTheSystem(), ...own])]
}

/** Takes 50 to 100 ms, including reading the system's store: create it once, and only when it is needed. */
export function trustContext(caCertificate: string | null): SecureContext {
  return createSecureContext({ ca: trustedAuthorities(caCertificate), minVersion: 'TLSv1.2' })
}

// Accessed through the module object, because a named import would fail to load on a Node version without this function.
function builtIn(): readonly string[] {
  return typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : rootCertificates
}

/** A system store that cannot be read contributes no authorities. */
function ofTheSystem(): string[] {
  try {
    return typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : []
  } catch {
    return []
  }
}

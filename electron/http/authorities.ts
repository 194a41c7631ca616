import tls, { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

/**
 * The certificate authorities that vouch for a server, as PEM texts: those that Node brings along, those named by
 * NODE_EXTRA_CA_CERTS, the system's, and a connection's own. Firms that inspect TLS put theirs into the system's store.
 */
export function trustedAuthorities(caCertificate: string | null): string[] {
  const own = caCertificate === null ? [] : [caCertificate]
  return [...new Set([...builtIn(), ...ofTheSystem(), ...own])]
}

/** Takes 50 to 100 ms, reading the system's store included: to be made once, and not before it is needed. */
export function trustContext(caCertificate: string | null): SecureContext {
  return createSecureContext({ ca: trustedAuthorities(caCertificate), minVersion: 'TLSv1.2' })
}

// By the module's name, since a Node without this function would not load a module that imports it by its own.
function builtIn(): readonly string[] {
  return typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : rootCertificates
}

/** A store that cannot be read vouches for nobody. */
function ofTheSystem(): string[] {
  try {
    return typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : []
  } catch {
    return []
  }
}

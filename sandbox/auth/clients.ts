import { createHash, timingSafeEqual } from 'node:crypto'

/** The only application registered with this service. */
export interface Client {
  id: string
  /** Null for a public client. */
  secret: string | null
  redirectUris: readonly string[]
  /** A registered redirect URI matches only as it is, with its port. */
  exactRedirect: boolean
}

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Exact match, except that a registered loopback URI matches on any port (RFC 8252, section 7.3) unless the client forbids it. */
export function isRegisteredRedirect(client: Client, redirectUri: string): boolean {
  return client.redirectUris.some((registered) => {
    if (registered === redirectUri) return true
    if (client.exactRedirect) return false
    const [known, given] = [parse(registered), parse(redirectUri)]
    if (!known || !given || known.protocol !== 'http:' || !LOOPBACK_HOSTS.has(known.hostname)) return false
    // Comparing a rebuilt URI refuses user names and fragments, which no registered URI has.
    return redirectUri === `http://${given.host}${known.pathname}${known.search}` && given.hostname === known.hostname
  })
}

/** Compares in constant time, also for different lengths. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

function parse(uri: string): URL | undefined {
  return URL.canParse(uri) ? new URL(uri) : undefined
}

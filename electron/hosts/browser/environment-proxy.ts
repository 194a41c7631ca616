import type { HttpsUrl } from '../../platform/https-url.ts'

type Environment = Readonly<Record<string, string | undefined>>

const kinds = new Map([
  ['http:', 'PROXY'],
  ['https:', 'HTTPS'],
  ['socks5:', 'SOCKS5'],
  ['socks5h:', 'SOCKS5'],
])

/**
 * The proxy for a server according to the environment, in PAC syntax: `HTTPS_PROXY`, else `ALL_PROXY`, unless `NO_PROXY` lists
 * the server. As in curl, lower-case names take precedence over upper-case ones, and an address without a scheme is that of an
 * HTTP proxy.
 */
export function environmentProxy(url: HttpsUrl, environment: Environment): string {
  const { hostname, port } = new URL(url)
  const of = (name: string) => environment[name.toLowerCase()]?.trim() || environment[name]?.trim() || ''
  const proxy = of('HTTPS_PROXY') || of('ALL_PROXY')
  if (proxy === '' || isExempt({ hostname, port: port || '443' }, of('NO_PROXY'))) return 'DIRECT'
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`
  if (!URL.canParse(address)) return 'UNREADABLE'
  const { protocol, username, password, hostname: host, port: number } = new URL(address)
  const kind = kinds.get(protocol) ?? protocol.slice(0, -1).toUpperCase()
  const before = username === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`
  return `${kind} ${before}${host}${number === '' ? '' : `:${number}`}`
}

/**
 * As in curl: `example.com` and `.example.com` match that host and its subdomains, `*` matches every host; a port may follow. The
 * package `proxy-from-env` would exempt the exact host only, and cannot read IPv6 addresses.
 */
function isExempt({ hostname, port }: { hostname: string; port: string }, list: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry.startsWith('[') ? entry : bracketed(entry)) ?? []
      if (only !== undefined && only !== port) return false
      const suffix = name.replace(/^\*?\./, '').replace(/\.$/, '')
      return suffix === '*' || (suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`)))
    })
}

/** Puts an IPv6 address in brackets as in URLs, so that its last group is not parsed as a port. */
function bracketed(entry: string): string {
  return (entry.match(/:/g) ?? []).length > 1 ? `[${entry}]` : entry
}

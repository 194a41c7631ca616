import type { HttpsUrl } from '../../platform/https-url.ts'

type Environment = Readonly<Record<string, string | undefined>>

const kinds = new Map([
  ['http:', 'PROXY'],
  ['https:', 'HTTPS'],
  ['socks5:', 'SOCKS5'],
  ['socks5h:', 'SOCKS5'],
])

/**
 * What the environment says of the way to a server, in the words of a PAC script: `HTTPS_PROXY`, else `ALL_PROXY`, unless
 * `NO_PROXY` names the server. As curl does: small letters count before capitals, and an address without a scheme is an
 * HTTP proxy's.
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

/** `example.com` and `.example.com` stand for that host and all below it, `*` for every host; a port may follow. */
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

/** An IPv6 address as it stands in URLs, so that its last group is not taken for a port. */
function bracketed(entry: string): string {
  return (entry.match(/:/g) ?? []).length > 1 ? `[${entry}]` : entry
}

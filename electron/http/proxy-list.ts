/** A route to a server. */
export type Route = { kind: 'direct' } | ProxyRoute

/** A proxy that tunnels connections, over HTTP, HTTP over TLS, or SOCKS 5. */
export type ProxyRoute = {
  kind: 'http' | 'https' | 'socks5'
  /** A name, or an address without brackets. */
  host: string
  port: number
  /** Credentials for the proxy itself, if they are written in the system's settings. */
  credentials: { user: string; password: string } | null
}

/** The routes to a server that the system's settings list, best first, and those among them that Steward does not support. */
export type ProxyList = { routes: Route[]; unusable: string[] }

const kinds = new Map<string, ProxyRoute['kind']>([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS5', 'socks5'],
])
const defaultPorts = { http: 80, https: 443, socks5: 1080 } as const
const server =
  /^(?:(?<user>[^\s:@]*)(?::(?<password>[^\s@]*))?@)?(?<host>[\w.-]+|\[[\da-f:.]+\])(?::(?<port>\d{1,5}))?$/i
const mostRoutes = 8

/**
 * Parses the result of a PAC script: `PROXY proxy.example.com:8080; DIRECT`. A proxy's user name and password may precede its
 * host, percent-encoded, as in a URL. An empty result means a direct connection.
 */
export function parseProxyList(text: string): ProxyList {
  const entries = text.split(';').flatMap((entry) => entry.trim() || [])
  const routes = new Map<string, Route>()
  const unusable: string[] = []
  for (const entry of entries) {
    const route = parseRoute(entry)
    if (route) routes.set(routeName(route), route)
    else unusable.push(entry.split(/\s/)[0]?.slice(0, 20) ?? '')
  }
  if (entries.length === 0) routes.set('DIRECT', { kind: 'direct' })
  return { routes: [...routes.values()].slice(0, mostRoutes), unusable }
}

function parseRoute(entry: string): Route | null {
  const [word = '', address = '', ...rest] = entry.split(/\s+/)
  if (rest.length > 0) return null
  if (word.toUpperCase() === 'DIRECT') return address === '' ? { kind: 'direct' } : null
  const kind = kinds.get(word.toUpperCase())
  const { host, port, user, password } = server.exec(address)?.groups ?? {}
  if (kind === undefined || host === undefined) return null
  const number = port === undefined ? defaultPorts[kind] : Number(port)
  if (number < 1 || number > 65_535) return null
  const credentials = user === undefined ? null : { user: decoded(user), password: decoded(password ?? '') }
  return { kind, host: host.replace(/^\[|\]$/g, '').toLowerCase(), port: number, credentials }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const words = { http: 'PROXY', https: 'HTTPS', socks5: 'SOCKS5' } as const

/** A route in PAC syntax, without credentials. */
function routeName(route: Route): string {
  return route.kind === 'direct' ? 'DIRECT' : `${words[route.kind]} ${proxyName(route)}`
}

/** A proxy as `host:port`. */
export function proxyName({ host, port }: Pick<ProxyRoute, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

import { withTimeLimit } from '../../shared/lib/calls.ts'
import { type HttpsUrl, vetHttpsUrl } from '../platform/https-url.ts'
import { type ProxyList, type ProxyRoute, parseProxyList, proxyName } from './proxy-list.ts'

/** The endpoint of a connection. */
export type Target = {
  /** Without brackets. */
  host: string
  port: number
}

/** Finds the routes to a server from the system's proxy settings. */
export type ProxyResolver = {
  routesTo(target: Target): Promise<ProxyList>
  /** Moves a proxy that could not be used behind the other routes for one minute. */
  failed(route: ProxyRoute): void
  /** No route worked: the system's settings are read again the next time. */
  forget(target: Target): void
}

/** Reads the system's proxy settings for a URL, in the syntax of a PAC result. A rejection means a direct connection. */
export type ResolveProxy = (url: HttpsUrl) => Promise<string>

/** Time in ms for which a resolved route is reused: a dozen connections that open together ask the system once. */
const knownMs = 10_000
const avoidedMs = 60_000
/** Time limit in ms; a system that does not answer by then (its script cannot be fetched) counts as having no proxy. */
const patienceMs = 10_000

const straight: ProxyList = { routes: [{ kind: 'direct' }], unusable: [] }

/** True for this computer's own addresses, which never go through a proxy: the demo firm. */
function isLoopback(host: string): boolean {
  return /^(localhost|(.+\.)?localhost\.?|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(host)
}

/** {@link ProxyResolver} over the system's proxy settings. */
export function createProxyResolver({
  resolveProxy,
  now = Date.now,
}: {
  resolveProxy: ResolveProxy
  now?: () => number
}): ProxyResolver {
  const known = new Map<string, { until: number; routes: Promise<ProxyList> }>()
  const avoided = new Map<string, number>()

  const ask = async (origin: string): Promise<ProxyList> => {
    try {
      const text = await withTimeLimit(resolveProxy(vetHttpsUrl(`${origin}/`, origin)), patienceMs, () => null)
      return text === null ? straight : parseProxyList(text)
    } catch {
      return straight
    }
  }

  const isAvoided = (route: ProxyList['routes'][number]) =>
    route.kind !== 'direct' && (avoided.get(proxyName(route)) ?? 0) > now()

  return {
    async routesTo(target) {
      if (isLoopback(target.host)) return straight
      const origin = originOf(target)
      const held = known.get(origin)
      const current = held && held.until > now() ? held : { until: now() + knownMs, routes: ask(origin) }
      known.set(origin, current)
      const { routes, unusable } = await current.routes
      return { routes: [...routes.filter((route) => !isAvoided(route)), ...routes.filter(isAvoided)], unusable }
    },
    failed: (route) => void avoided.set(proxyName(route), now() + avoidedMs),
    forget: (target) => void known.delete(originOf(target)),
  }
}

function originOf({ host, port }: Target): string {
  return new URL(`https://${proxyName({ host, port })}`).origin
}

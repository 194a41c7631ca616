import { type HttpsUrl, vetHttpsUrl } from '../platform/https-url.ts'
import { type ProxyList, type ProxyRoute, parseProxyList, proxyName } from './proxy-list.ts'

/** Where a connection is to lead. */
export type Target = {
  /** Without brackets. */
  host: string
  port: number
}

/** Knows the ways to a server, as the system says them. */
export type ProxyResolver = {
  routesTo(target: Target): Promise<ProxyList>
  /** A proxy that could not be used stands behind the others for a minute. */
  failed(route: ProxyRoute): void
  /** No way led there: what the system said is asked anew the next time. */
  forget(target: Target): void
}

/** Asks the system, as a PAC script is asked. It may reject; that means: straight. */
export type ResolveProxy = (url: HttpsUrl) => Promise<string>

/** What a system said serves so long: a dozen connections that open together ask it once. */
const knownMs = 10_000
const avoidedMs = 60_000
/** A system that does not answer by then (its script cannot be fetched) counts as one without a proxy. */
const patienceMs = 10_000

const straight: ProxyList = { routes: [{ kind: 'direct' }], unusable: [] }

/** Of this computer itself, which no proxy reaches: the demo firm. */
export function isLoopback(host: string): boolean {
  return /^(localhost|(.+\.)?localhost\.?|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(host)
}

/** {@link ProxyResolver} over a system that can be asked. */
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
    const late = Promise.withResolvers<null>()
    const patience = setTimeout(() => late.resolve(null), patienceMs)
    try {
      const text = await Promise.race([resolveProxy(vetHttpsUrl(`${origin}/`, origin)), late.promise])
      return text === null ? straight : parseProxyList(text)
    } catch {
      return straight
    } finally {
      clearTimeout(patience)
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

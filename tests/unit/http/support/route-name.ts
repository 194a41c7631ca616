import { proxyName, type Route } from '../../../../electron/http/proxy-list.ts'

const words = { http: 'PROXY', https: 'HTTPS', socks5: 'SOCKS5' } as const

/** A route as a PAC script writes it. */
export const routeName = (route: Route): string =>
  route.kind === 'direct' ? 'DIRECT' : `${words[route.kind]} ${proxyName(route)}`

import { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import { certificateProblem } from './certificate-codes.ts'
import { proxyOfUnknownKind, proxyUnusable } from './proxy-errors.ts'
import { type ProxyRoute, proxyName, type Route } from './proxy-list.ts'
import type { ProxyResolver, Target } from './proxy-resolver.ts'

/**
 * Connects to a server over TLS, directly or through a proxy, as the system's proxy settings say. undici sends its requests on
 * these connections. When connecting fails, no byte of a request has been sent; a proxy sees only host, port and the TLS stream.
 *
 * @param options.connectMs - time limit in ms until the TLS handshake with the server is done; connecting to a proxy has the same
 * limit of its own
 */
export function createConnector(options: {
  secureContext: SecureContext
  connectMs: number
  finder: ProxyResolver | null
}): buildConnector.connector {
  const { secureContext, connectMs, finder } = options
  // Said explicitly: by default Node checks no certificate while NODE_TLS_REJECT_UNAUTHORIZED is 0.
  const dial = buildConnector({ allowH2: false, timeout: connectMs, secureContext, rejectUnauthorized: true })
  const connectOnce = (to: buildConnector.Options) =>
    new Promise<Socket>((resolve, reject) => {
      const seen: { certificate: Buffer | null } = { certificate: null }
      const socket: unknown = dial(to, (error, connected) => {
        if (error === null) resolve(connected)
        else void nameFailure(error, { host: to.hostname, ...seen }).then(reject, reject)
      })
      // Node verifies the certificate in this event and drops it with the connection it then ends. Reading it here as an
      // X509Certificate would lose the names it was verified with.
      if (socket instanceof TLSSocket) {
        socket.prependListener('secure', () => {
          seen.certificate = socket.getPeerCertificate()?.raw ?? null
        })
      }
    })

  const through = async (route: ProxyRoute, target: Target): Promise<Socket> => {
    const { host: hostname, port, kind } = route
    const address = { hostname, host: hostname, port: String(port), protocol: kind === 'https' ? 'https:' : 'http:' }
    const socket = await connectOnce(address).catch((thrown: Error) => {
      throw thrown instanceof AppError ? thrown : proxyUnusable(proxyName(route), codeOf(thrown))
    })
    const asked = { route, target, limitMs: connectMs }
    if (kind === 'socks5') return (await import('./socks-tunnel.ts')).openSocksTunnel(socket, asked)
    return (await import('./http-tunnel.ts')).openHttpTunnel(socket, asked)
  }

  const along = async (route: Route, to: buildConnector.Options): Promise<Socket> =>
    connectOnce(route.kind === 'direct' ? to : { ...to, httpSocket: await through(route, targetOf(to)) })

  const open = async (to: buildConnector.Options): Promise<Socket> => {
    if (finder === null) return connectOnce(to)
    const target = targetOf(to)
    const { routes, unusable } = await finder.routesTo(target)
    let problem: unknown = proxyOfUnknownKind(unusable)
    for (const route of routes) {
      try {
        return await along(route, to)
      } catch (thrown) {
        problem = thrown
        if (!isOfTheWay(thrown)) break
        if (route.kind !== 'direct') finder.failed(route)
      }
    }
    finder.forget(target)
    throw problem
  }

  return (to, callback) => {
    open(to).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

/** True if another route may work. After a refusal by a proxy or a rejected certificate, no other route is tried. */
function isOfTheWay(thrown: unknown): boolean {
  return !(thrown instanceof AppError) || thrown.code === 'service/proxy-unusable'
}

function targetOf({ hostname, port }: buildConnector.Options): Target {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 443 }
}

async function nameFailure(error: Error, seen: { host: string; certificate: Buffer | null }): Promise<Error> {
  const code = codeOf(error)
  const problem = certificateProblem(code, error.message)
  if (problem === null) return error
  const { explainCertificate } = await import('./untrusted-certificate.ts')
  const certificate = seen.certificate && new X509Certificate(seen.certificate)
  return explainCertificate({ problem, code, host: seen.host, certificate, now: new Date() })
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Core } from '../../api/core.ts'
import type { IpcHandler } from '../../api/transport/handler.ts'
import { type LoopbackHandlers, serveLoopback } from '../../platform/loopback-server.ts'
import type { Bundle } from '../common/bundle.ts'
import { type GuardedRequest, guardRequest, isRefusal, type Refusal, refuseUpgrade, respond } from './request-guard.ts'
import { createRoutes, type Route } from './routes.ts'
import { createSessions } from './sessions.ts'
import { createSocketGate } from './socket-gate.ts'

export type BrowserServerOptions = {
  bundle: Bundle
  handler: IpcHandler
  /** Receives the bytes of announced files. */
  takeFile: Core['takeFile']
  /** Longest wait for the next bytes of a file, in ms. */
  idleMs?: number
  /** 0 for any free port. */
  port: number
  /** A page was opened by a link that is used, expired or missing. */
  onStaleLink(): void
  /** Another user of this computer connected, and was refused. */
  onForeignUser?(): void
  /** The user whose connections are accepted, besides root's; defaults to this process's user. */
  uid?: number
  /** Monotonic clock, ms. */
  now?: () => number
}

export type BrowserServer = {
  /** Where its pages are: `http://<name>.localhost:<port>`, with a name that no start had before. */
  readonly origin: string
  readonly routes: readonly Route[]
  /**
   * A fresh address that admits one page, once, within 30 s.
   *
   * @param path - the address of the app to open; `/` by default
   */
  launchUrl(path?: string): string
  /**
   * The same, for a browser that a file redirects to it.
   *
   * @param onUsed - called once, when the address admitted a page
   */
  handOverUrl(path: string | undefined, onUsed: () => void): string
  close(): Promise<void>
}

/**
 * Serves the renderer and the core to pages on this computer that were opened with a launch link.
 *
 * @throws the listen error, such as `EADDRINUSE`
 */
export async function startBrowserServer(options: BrowserServerOptions): Promise<BrowserServer> {
  const sessions = createSessions({ now: options.now ?? (() => performance.now()) })
  const { handlers, ...server } = await serveLoopback({
    addresses: ['127.0.0.1', '::1'],
    port: options.port,
    uid: options.uid,
    onForeignUser: options.onForeignUser,
    limits: {
      // By default Node checks for slow connections only every 30 s.
      connectionsCheckingInterval: 500,
      headersTimeout: 5_000,
      insecureHTTPParser: false,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 8 * 1024,
      requestTimeout: 10_000,
    },
    maxConnections: 128,
    handle(port) {
      const origin = freshOrigin(port)
      const gate = createSocketGate({ origin, sessions, handler: options.handler })
      const routes = createRoutes({
        origin,
        sessions,
        bundle: options.bundle,
        takeFile: options.takeFile,
        ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
        onStaleLink: options.onStaleLink,
        acceptSocket: gate.accept,
      })
      const guard = (head: IncomingMessage) => guardRequest(head, { origin, awaitsHandOver: sessions.awaitsHandOver() })
      return { ...createHandlers({ routes, guard }), origin, routes, gate }
    },
  })
  const { origin, routes, gate } = handlers
  const address = (path = '/', nonce: string) => `${origin}${path}#launch=${nonce}`
  return {
    origin,
    routes,
    launchUrl: (path) => address(path, sessions.issueLink()),
    handOverUrl: (path, onUsed) => address(path, sessions.issueLink(onUsed)),
    async close() {
      gate.close()
      await server.close()
    },
  }
}

/**
 * A browser keeps service workers and cached pages by origin. An earlier program on the same port, of any user, may have left some
 * for 127.0.0.1 and localhost, which would get Steward's address first. For a name that did not exist before there are none. Browsers
 * resolve every name below `localhost` to this computer without asking a server (RFC 6761); Chromium tries ::1 first, so both
 * addresses must be Steward's.
 */
function freshOrigin(port: number): string {
  return `http://steward-${randomBytes(16).toString('hex')}.localhost:${port}`
}

type Guarded = {
  routes: readonly Route[]
  guard: (incoming: IncomingMessage) => GuardedRequest | Refusal
}

function createHandlers(guarded: Guarded): LoopbackHandlers {
  /** Sockets whose request may be slow. */
  const long = new WeakSet<Duplex>()
  return {
    request: (incoming, response) => void answer({ ...guarded, long, incoming, response }),
    upgrade: (incoming, socket, head) => upgrade({ ...guarded, incoming, socket, head }),
    expectation: (_incoming, response) => respond(response, 417),
    clientError(error, socket) {
      // A file upload may last as long as bytes keep arriving, which its route checks; any other slow request is cut off.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && long.has(socket)) return
      // Browsers open connections ahead. An answer on one that was not used in time would be taken for that of a request just sent on it; one
      // that closes is replaced, and the request is sent again.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy()
      else refuseUpgrade(socket, 400)
    },
  }
}

type Incoming = Guarded & { incoming: IncomingMessage }

async function answer(exchange: Incoming & { response: ServerResponse; long: WeakSet<Duplex> }) {
  const { routes, guard, incoming, response, long } = exchange
  incoming.on('error', () => incoming.destroy())
  try {
    const request = guard(incoming)
    if (isRefusal(request)) return respond(response, request.status)
    const here = routes.filter((route) => route.kind === 'http' && route.matches(request.path))
    const route = here.find((candidate) => candidate.method === request.method)
    if (route?.kind !== 'http') return respond(response, here.length > 0 ? 405 : 404)
    if (route.isLong) long.add(incoming.socket)
    await route.handle({ request, incoming, response })
  } catch {
    if (response.headersSent) incoming.destroy()
    else respond(response, 400)
  } finally {
    long.delete(incoming.socket)
  }
}

function upgrade({ routes, guard, incoming, socket, head }: Incoming & { socket: Duplex; head: Buffer }) {
  try {
    const request = guard(incoming)
    if (isRefusal(request)) return refuseUpgrade(socket, request.status)
    const route = routes.find(
      (candidate) =>
        candidate.kind === 'upgrade' && candidate.method === request.method && candidate.matches(request.path),
    )
    if (route?.kind !== 'upgrade') return refuseUpgrade(socket, 404)
    route.handle({ request, incoming, socket, head })
  } catch {
    refuseUpgrade(socket, 400)
  }
}

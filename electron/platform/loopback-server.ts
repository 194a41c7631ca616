import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer } from './node-http.ts'
import { createPeerCheck } from './peer-owner.ts'
import { isErrorCode } from './private-file.ts'

export type LoopbackServerOptions<Handlers extends LoopbackHandlers> = {
  /** Every address that a browser may try for one name, such as both of `localhost`. */
  addresses: readonly LoopbackAddress[]
  /** 0 for any port that is free on all of them. */
  port: number
  limits: Parameters<typeof createServer>[0]
  /** How many connections of this user are open at most; further ones are destroyed. */
  maxConnections: number
  /** The user whose connections are accepted, besides root's; defaults to this process's user. */
  uid?: number | undefined
  /** Another user of this computer connected; the connection was destroyed. */
  onForeignUser?: (() => void) | undefined
  /** Called once, when the port is bound; requests wait for it. */
  handle(port: number): Handlers
}

/** An event that is not handled ends its connection. */
export type LoopbackHandlers = {
  request(request: IncomingMessage, response: ServerResponse): void
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** A request that expects more than `100-continue`. */
  expectation?(request: IncomingMessage, response: ServerResponse): void
  clientError?(error: NodeJS.ErrnoException, socket: Duplex): void
}

export type LoopbackAddress = '127.0.0.1' | '::1'

export type LoopbackServer<Handlers extends LoopbackHandlers = LoopbackHandlers> = {
  readonly port: number
  readonly handlers: Handlers
  /** Closes all connections; may be called twice. */
  close(): Promise<void>
}

const portTries = 10

/**
 * Serves HTTP to programs of this user on this computer. One port is bound on all addresses, exclusively, so that no other program
 * can answer for one of them; addresses that this computer does not have are left out, since nothing can connect to them either.
 * Another user's connection is destroyed as soon as the system says whose it is, whether it sent something or not, and no handler
 * sees it.
 *
 * @throws the listen error, such as `EADDRINUSE`
 */
export async function serveLoopback<Handlers extends LoopbackHandlers>(
  options: LoopbackServerOptions<Handlers>,
): Promise<LoopbackServer<Handlers>> {
  const admission = createAdmission(options)
  const bound = Promise.withResolvers<LoopbackHandlers>()
  for (let tried = 1; ; tried += 1) {
    const servers: Server[] = []
    try {
      let port: number | null = null
      for (const address of options.addresses) {
        const server = createHandled(options.limits, admission, bound.promise)
        servers.push(server)
        port = (await listen(server, address, port ?? options.port)) ?? port
      }
      if (port === null) throw new Error('This computer has no such address.')
      const handlers = options.handle(port)
      bound.resolve(handlers)
      return { port, handlers, close: () => closeAll(servers) }
    } catch (thrown) {
      await closeAll(servers)
      // A port that is free on one address may be taken on the other.
      if (options.port !== 0 || tried >= portTries) throw thrown
    }
  }
}

type Admission = {
  add(socket: Socket): void
  /** Whether a connection is this user's and still open. */
  has(socket: Duplex): Promise<boolean>
}

type AdmissionOptions = Pick<LoopbackServerOptions<LoopbackHandlers>, 'uid' | 'maxConnections' | 'onForeignUser'>

function createAdmission({ uid, maxConnections, onForeignUser }: AdmissionOptions): Admission {
  const check = createPeerCheck(uid)
  const judged = new WeakMap<Duplex, Promise<boolean>>()
  // Only this user's connections count: another user's, which are about to be destroyed, must not keep them out.
  let open = 0
  return {
    add(socket) {
      // Once for a connection, which may carry many requests.
      socket.on('error', () => socket.destroy())
      const admit = async () => {
        const owner = await check(socket)
        if (owner === 'foreign') onForeignUser?.()
        if (owner !== 'own' || socket.destroyed || open >= maxConnections) {
          socket.destroy()
          return false
        }
        open += 1
        socket.once('close', () => {
          open -= 1
        })
        return true
      }
      judged.set(socket, admit())
    },
    has: async (socket) => (await judged.get(socket)) === true && !socket.destroyed,
  }
}

function createHandled(
  limits: Parameters<typeof createServer>[0],
  admission: Admission,
  bound: Promise<LoopbackHandlers>,
): Server {
  const server = createServer(limits)
  const admitted = (socket: Duplex, handle: (handlers: LoopbackHandlers) => void) => {
    void Promise.all([bound, admission.has(socket)]).then(([handlers, isAdmitted]) => {
      if (isAdmitted) handle(handlers)
      else socket.destroy()
    })
  }
  server.on('connection', admission.add)
  server.on('request', (request, response) =>
    admitted(request.socket, (handlers) => handlers.request(request, response)),
  )
  server.on('upgrade', (request, socket, head) =>
    admitted(socket, ({ upgrade }) => (upgrade ? upgrade(request, socket, head) : socket.destroy())),
  )
  server.on('checkExpectation', (request, response) =>
    admitted(request.socket, ({ expectation }) =>
      expectation ? expectation(request, response) : request.socket.destroy(),
    ),
  )
  server.on('clientError', (error, socket) =>
    admitted(socket, ({ clientError }) => (clientError ? clientError(error, socket) : socket.destroy())),
  )
  return server
}

/** Resolves with the port; null if this computer has no such address. */
function listen(server: Server, host: LoopbackAddress, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isMissing = isErrorCode(error, 'EADDRNOTAVAIL') || isErrorCode(error, 'EAFNOSUPPORT')
      if (host === '::1' && isMissing) resolve(null)
      else reject(error)
    })
    server.listen({ host, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port))
  })
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        }),
    ),
  )
}

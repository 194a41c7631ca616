import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HttpsUrl, type LoopbackUrl, loopbackUrl } from '../platform/https-url.ts'
import { createServer } from '../platform/node-http.ts'
import { watchPeers } from '../platform/peer-owner.ts'
import { isErrorCode } from '../platform/private-file.ts'
import { splitRedirectUri } from '../tenants/connection-fields.ts'
import { authError } from './auth-errors.ts'
import { type CallbackOutcome, isOwnGet, parseCallback, sendCallbackPage } from './callback-page.ts'

/** Waits on this computer for the browser to return from the authorization server. */
export type LoopbackListener = {
  /** The registered address with the actual port; the request must contain exactly this. */
  readonly redirectUri: string
  /**
   * Settles once, with the parameters of the only valid callback: a code or an error. Rejects with `auth/denied` if the address
   * of {@link leadTo} was opened twice, and with `auth/bad-response` if the browser returned without a code or an error.
   */
  readonly callback: Promise<URLSearchParams>
  /**
   * Creates a local address that redirects one browser to the target, once. The address appears in a program's arguments, which
   * every user of the computer can read; the target itself contains the state and must not. The first one to open the address
   * gets the target, so a second opening ends the sign-in.
   */
  leadTo(target: HttpsUrl): LoopbackUrl
  /** Closes all connections; may be called twice. */
  close(): Promise<void>
}

const PORT_TRIES = 10

/**
 * Binds every address that the registered redirect address may resolve to, and nothing else. The caller opens the browser only
 * after this resolved.
 *
 * @param options.uid - the user whose connections are answered, besides root's; defaults to this process's user
 * @throws `auth/port-taken` if any of them is taken: the program that has it would receive the code
 */
export async function listenForCallback(options: {
  redirectUri: string
  state: string
  uid?: number
}): Promise<LoopbackListener> {
  const { host, port, path } = splitRedirectUri(options.redirectUri)
  const { promise: callback, resolve: found, reject } = Promise.withResolvers<URLSearchParams>()
  // It may reject before anyone awaits it.
  callback.catch(() => {})
  const expected: Expected = { hosts: [], path, state: options.state, start: null, uid: options.uid }
  const ended = {
    found,
    withoutCode: () =>
      reject(authError('auth/bad-response', 'callback without exactly one code or error', withoutCode)),
    openedTwice: () => reject(authError('auth/denied', 'start address opened twice', openedTwice)),
  }
  const answer = () => createCallbackServer(expected, ended)
  const { servers, boundPort } = await bindAll({ addresses: addressesOf(host), port, answer })
  expected.hosts.push(`${host}:${boundPort}`, ...(boundPort === 80 ? [host] : []))
  return {
    redirectUri: port === null ? `http://${host}:${boundPort}${path}` : options.redirectUri,
    callback,
    leadTo(target) {
      expected.start = { path: `/sign-in/${randomBytes(32).toString('base64url')}`, target, used: false }
      return loopbackUrl(`http://${host}:${boundPort}`, expected.start.path)
    },
    async close() {
      await Promise.all(servers.map(closeServer))
    },
  }
}

const openedTwice = {
  message: 'The address of this sign-in was opened twice, so Steward ended it.',
  nextStep: 'Sign in again. If this happens again, another program on this computer opens what Steward opens.',
}

const withoutCode = {
  message: 'The browser came back from the sign-in page without a code.',
  nextStep:
    'Sign in again. If this happens again, show the details to your firm: its sign-in server answers incompletely.',
}

type Expected = {
  hosts: string[]
  path: string
  state: string
  start: { path: string; target: HttpsUrl; used: boolean } | null
  uid: number | undefined
}

type Ended = { found: (parameters: URLSearchParams) => void; openedTwice: () => void; withoutCode: () => void }

function createCallbackServer(expected: Expected, ended: Ended): Server {
  // By default Node checks for slow connections only every 30 s.
  const limits = { connectionsCheckingInterval: 1_000, headersTimeout: 10_000, requestTimeout: 10_000 }
  const server = createServer({ ...limits, maxHeaderSize: 32 * 1024 })
  server.maxConnections = 64
  const isForeign = watchPeers(server, expected.uid)
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { start } = expected
    // The same checks of method and host as for the callback.
    const isStart = start !== null && request.url === start.path && isOwnGet(request, expected.hosts)
    if (isStart) return sendOn(response, start, ended)
    const parsed = parseCallback(request, expected)
    if ('status' in parsed) {
      if (parsed.status === 400) sendCallbackPage(response, 'stray')
      else response.writeHead(parsed.status, { connection: 'close' }).end()
      return
    }
    if ('incomplete' in parsed) {
      response.on('close', ended.withoutCode)
      sendCallbackPage(response, 'incomplete')
      return
    }
    // Settled only after the page was sent, because settling closes this server.
    response.on('close', () => ended.found(parsed.parameters))
    sendCallbackPage(response, outcomeOf(parsed.parameters))
  }
  server.on('request', (request, response) => {
    isForeign(request.socket)
      .then((foreign) => (foreign ? sendCallbackPage(response, 'foreign') : answer(request, response)))
      .catch(() => response.destroy())
  })
  server.on('clientError', (_, socket) => socket.destroy())
  return server
}

function outcomeOf(parameters: URLSearchParams): CallbackOutcome {
  if (parameters.has('code')) return 'received'
  return parameters.get('error') === 'invalid_scope' ? 'scope' : 'denied'
}

function sendOn(response: ServerResponse, start: NonNullable<Expected['start']>, ended: Ended): void {
  if (start.used) {
    response.on('close', ended.openedTwice)
    sendCallbackPage(response, 'used')
    return
  }
  start.used = true
  const headers = { location: start.target, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  response.writeHead(302, { ...headers, connection: 'close' }).end()
}

/** A browser may resolve `localhost` to either address family, so Steward must own both. */
function addressesOf(host: string): string[] {
  if (host === 'localhost') return ['127.0.0.1', '::1']
  return [host === '[::1]' ? '::1' : host]
}

type Binding = { addresses: readonly string[]; port: number | null; answer: () => Server }

async function bindAll(binding: Binding): Promise<{ servers: Server[]; boundPort: number }> {
  const { addresses, port, answer } = binding
  for (let tried = 1; ; tried += 1) {
    const servers: Server[] = []
    let boundPort = port ?? 0
    try {
      for (const address of addresses) {
        const server = answer()
        const bound = await listen(server, address, boundPort)
        // On a computer without IPv6 nothing can connect to it either.
        if (bound === null) continue
        servers.push(server)
        boundPort = bound
      }
      if (servers.length === 0) throw authError('auth/port-taken', 'no loopback address')
      return { servers, boundPort }
    } catch (thrown) {
      await Promise.all(servers.map(closeServer))
      // With a free choice of port, the port may happen to be taken in the second family.
      if (port !== null || tried >= PORT_TRIES) throw thrown
    }
  }
}

/** Resolves with the port; null if this computer has no such address. */
function listen(server: Server, host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (host === '::1' && (isErrorCode(error, 'EADDRNOTAVAIL') || isErrorCode(error, 'EAFNOSUPPORT'))) resolve(null)
      else reject(authError('auth/port-taken', 'code' in error ? String(error.code) : error.name))
    })
    server.listen({ host, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port))
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

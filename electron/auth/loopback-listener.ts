import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { splitRedirectUri } from '../connection/connection-fields.ts'
import { isErrorCode } from '../files/private-file.ts'
import { authError } from './auth-errors.ts'
import { sendCallbackPage } from './callback-page.ts'
import { judgeCallback } from './judge-callback.ts'

/** Waits on this computer for the browser to come back from the authorization server. */
export type LoopbackListener = {
  /** The registered address with the port in use; exactly this goes into the request. */
  readonly redirectUri: string
  /** Settles once, with the parameters of the one valid callback: a code or an error. */
  readonly callback: Promise<URLSearchParams>
  /** Ends all connections; fine to call twice. */
  close(): Promise<void>
}

const PORT_TRIES = 10

/**
 * Binds every address that the registered redirect address may resolve to, and nothing else. The caller opens the
 * browser only after this resolved.
 *
 * @throws `auth/port-taken` when any of them is taken: whoever holds it would receive the code
 */
export async function listenForCallback(options: { redirectUri: string; state: string }): Promise<LoopbackListener> {
  const { host, port, path } = splitRedirectUri(options.redirectUri)
  let found: (parameters: URLSearchParams) => void = () => {}
  const callback = new Promise<URLSearchParams>((resolve) => {
    found = resolve
  })
  const expected = { hosts: [] as string[], path, state: options.state }
  const answer = () => createCallbackServer(expected, (parameters) => found(parameters))
  const { servers, boundPort } = await bindAll({ addresses: addressesOf(host), port, answer })
  expected.hosts.push(`${host}:${boundPort}`, ...(boundPort === 80 ? [host] : []))
  return {
    redirectUri: port === null ? `http://${host}:${boundPort}${path}` : options.redirectUri,
    callback,
    async close() {
      await Promise.all(servers.map(closeServer))
    },
  }
}

type Expected = { hosts: readonly string[]; path: string; state: string }

function createCallbackServer(expected: Expected, found: (parameters: URLSearchParams) => void): Server {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000, maxHeaderSize: 32 * 1024 })
  server.maxConnections = 64
  server.on('request', (request, response) => {
    const judged = judgeCallback(request, expected)
    if ('status' in judged) {
      if (judged.status === 400) sendCallbackPage(response, 'stray')
      else response.writeHead(judged.status, { connection: 'close' }).end()
      return
    }
    // Told only when the page is out: what follows closes this server.
    response.on('close', () => found(judged.parameters))
    sendCallbackPage(response, judged.parameters.has('code') ? 'received' : 'denied')
  })
  server.on('clientError', (_, socket) => socket.destroy())
  return server
}

/** A browser may resolve `localhost` to either family, so both must be Steward's. */
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
        // A computer without IPv6 cannot be reached there either.
        if (bound === null) continue
        servers.push(server)
        boundPort = bound
      }
      if (servers.length === 0) throw authError('auth/port-taken', 'no loopback address')
      return { servers, boundPort }
    } catch (thrown) {
      await Promise.all(servers.map(closeServer))
      // With a free choice of port, the second family's may be taken by chance.
      if (port !== null || tried >= PORT_TRIES) throw thrown
    }
  }
}

/** Resolves with the port; null when this computer has no such address. */
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
